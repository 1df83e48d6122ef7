"""The circumstances of a case: load, swap, frequency and governor of the machine, and the time its host took away."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from danceoff.processes.system import sysconf

_SYSTEM = Path("/sys/devices/system/cpu")
_STAT = Path("/proc/stat")
_STOLEN = 8  # the field of a line of /proc/stat, after its name
_TICKS_A_S = sysconf("SC_CLK_TCK")


class Circumstances:
    """The circumstances of a case, from the creation of this object until `columns`.

    pin: the cores of the case; empty for all.
    """

    def __init__(self, pin: Sequence[int]) -> None:
        self._pin = pin
        self._begin = _at("begin")
        self._stolen_s = _stolen_s(pin)

    def columns(self) -> dict[str, Any]:
        """Return the columns of the row; None, or an empty text, for what the system does not report."""
        steal_s = None
        if self._stolen_s is not None and (now_s := _stolen_s(self._pin)) is not None:
            steal_s = round(max(0.0, now_s - self._stolen_s), 3)
        return {**self._begin, **_at("end"), "steal_s": steal_s, "governor": _governor(self._pin)}


def _at(when: str) -> dict[str, float | None]:
    """Return the present load, swap in use and frequency as columns of a row at its `begin` or `end`."""
    import psutil  # late: 7 ms, and only rows of runs say these

    return {
        f"load_{when}": _known(lambda: psutil.getloadavg()[0]),
        f"swap_{when}_mb": _known(lambda: psutil.swap_memory().used / 1e6),
        f"cpu_{when}_mhz": _known(lambda: psutil.cpu_freq().current),
    }


def _known(figure: Callable[[], float]) -> float | None:
    with suppress(OSError, RuntimeError, AttributeError, NotImplementedError):  # not every system provides it
        return round(figure(), 3)
    return None


def _stolen_s(pin: Iterable[int]) -> float | None:
    """Return the seconds since the boot in which the host gave these cores, or any, to others (steal time)."""
    wanted = [f"cpu{core}" for core in pin] or ["cpu"]
    try:
        lines = [line.split() for line in _STAT.read_text(encoding="ascii").splitlines() if line.startswith("cpu")]
        return sum(int(line[_STOLEN]) for line in lines if line[0] in wanted) / _TICKS_A_S
    except (OSError, IndexError):
        return None


def _governor(pin: Iterable[int]) -> str:
    """Return the frequency governors of these cores, or of all; empty if the system does not report them."""
    found = set[str]()
    for core in [f"cpu{core}" for core in pin] or ["cpu[0-9]*"]:
        for path in _SYSTEM.glob(f"{core}/cpufreq/scaling_governor"):
            with suppress(OSError):
                found.add(path.read_text(encoding="ascii").strip())
    return ",".join(sorted(found))
