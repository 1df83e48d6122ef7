"""Detects rows of a machine that was disturbed, or changed, while its cases ran."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from danceoff.experiments.report.machine_speed import MEAN, MOST_DRIFT, drifts, shown
from danceoff.experiments.results.calibration import Calibration
from danceoff.experiments.results.record import Row

_MOST_WAITED, _MOST_STOLEN, _MOST_CHANGED = 0.02, 0.01, 0.05
_LEAST_S = 0.05  # shorter times are steps of the counters of the system
_LEAST_SWAP_MB = 1.0


class _Amount(NamedTuple):
    amount: float
    row: Row


def disturbances(rows: Sequence[Row], calibrations: Sequence[Calibration] = ()) -> list[str]:
    """Return one line for each way in which the machine was not at rest.

    calibrations: the calibrations of the same folder.
    """
    return [*_waited(rows), *_stolen(rows), *_changed(rows), *_governed(rows), *_swapped(rows), *_drifted(calibrations)]


def late_rows(rows: Sequence[Row]) -> list[_Amount]:
    """Return the rows that other work kept waiting for a core, and for which part of their time."""
    found = [
        _Amount(row.waited_s / busy_s, row)
        for row in rows
        if row.waited_s and (busy_s := max(row.total_s or 0.0, row.cpu_s or 0.0)) > 0 and _is_loaded(row)
    ]
    return [one for one in found if one.amount > _MOST_WAITED and (one.row.waited_s or 0.0) > _LEAST_S]


def _waited(rows: Sequence[Row]) -> Iterator[str]:
    if late := late_rows(rows):
        yield (
            f"Other work on the machine: {_rows(late)} waited for a core for more than {_MOST_WAITED:.0%} of the time, "
            f"with a load above what the case itself makes; {_most(late, '.0%')}"
        )


def _is_loaded(row: Row) -> bool:
    """Whether the load average of the machine was higher than what the case itself causes.

    Threads of the case that wait for one another are part of that.
    """
    own = max(1.0, ((row.cpu_s or 0.0) + (row.waited_s or 0.0)) / row.total_s if row.total_s else 1.0)
    return max(row.load_begin or 0.0, row.load_end or 0.0) > own


def _stolen(rows: Sequence[Row]) -> Iterator[str]:
    found = [
        _Amount(row.steal_s / lasted_s, row)
        for row in rows
        if row.steal_s and row.steal_s > _LEAST_S and (lasted_s := (row.startup_s or 0.0) + (row.total_s or 0.0)) > 0
    ]
    if late := [one for one in found if one.amount > _MOST_STOLEN]:
        yield (
            f"The host of this virtual machine took cores away: from {_rows(late)} for more than {_MOST_STOLEN:.0%} of "
            f"the time; {_most(late, '.1%')}"
        )


def _changed(rows: Sequence[Row]) -> Iterator[str]:
    of_machine: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        if row.cpu_begin_mhz and row.cpu_end_mhz:
            of_machine[row.host, row.cpu].append(row)
    for (host, _), ran in of_machine.items():
        middle = median(mhz for row in ran for mhz in (row.cpu_begin_mhz, row.cpu_end_mhz) if mhz)
        away = [
            _Amount(abs(mhz / middle - 1), row)
            for row in ran
            for mhz in (row.cpu_begin_mhz, row.cpu_end_mhz)
            if mhz and abs(mhz / middle - 1) > _MOST_CHANGED
        ]
        if away:
            yield (
                f"The frequency of {host or 'the machine'} changed: in {_rows(away)} it was more than "
                f"{_MOST_CHANGED:.0%} from its median, {middle:.0f} MHz; {_most(away, '.0%')}"
            )


def _governed(rows: Sequence[Row]) -> Iterator[str]:
    found = [row for row in rows if row.governor and row.governor != "performance"]
    if found:
        names = ", ".join(dict.fromkeys(row.governor for row in found))
        n_steady = sum(row.governor == "performance" for row in rows)
        others = f", {_some(n_steady)} under performance" if n_steady else ""
        yield f"The frequency follows the load: {_some(len(found))} ran under governor {names}{others}."


def _swapped(rows: Sequence[Row]) -> Iterator[str]:
    found = [
        _Amount(row.swap_end_mb - row.swap_begin_mb, row)
        for row in rows
        if row.swap_begin_mb is not None
        and row.swap_end_mb is not None
        and row.swap_end_mb - row.swap_begin_mb > _LEAST_SWAP_MB
    ]
    if found:
        yield f"Swap grew during {_rows(found)}; {_most(found, '.0f', ' MB')}"


def _drifted(calibrations: Sequence[Calibration]) -> Iterator[str]:
    found = [one for one in drifts(calibrations) if abs(one[MEAN].value - 1) > MOST_DRIFT]
    if found:
        worst = max(found, key=lambda one: abs(one[MEAN].value - 1))
        yield (
            f"The machine changed during {'the run' if len(found) == 1 else f'{len(found)} runs'} by more than "
            f"{MOST_DRIFT:.0%}: fixed work after it took, relative to before, {shown(worst)}."
        )


def _most(found: Sequence[_Amount], form: str, unit: str = "") -> str:
    amount, row = max(found, key=lambda one: one.amount)
    return f"most {row.solver} on {row.problem} ({row.task}), {amount:{form}}{unit}."


def _rows(found: Sequence[_Amount]) -> str:
    return _some(len({id(one.row) for one in found}))


def _some(n: int) -> str:
    return "1 row" if n == 1 else f"{n} rows"
