"""The clock of a search that runs programs: it counts their time alone, and nothing that danceoff does around them."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class ProgramClock:
    """What a search tells of the programs that it runs; whoever drives the search gives it one (`Search.programs`).

    begin: called before a program starts.
    end: called when it has ended, with the CPU seconds of its processes.
    elapsed_s: returns the wall-clock seconds of all programs so far.
    reads_at_once: whether output is read while the program runs. If not, nothing of ours runs beside the program.
    found_s: seconds of the programs by which the latest covers that were read had been printed; None before any.
    peak_mb: the most memory that a program had, MB of 10^6 bytes.
    """

    begin: Callable[[], None] = lambda: None
    end: Callable[[float], None] = lambda _cpu_s: None
    elapsed_s: Callable[[], float] = float
    reads_at_once: bool = True
    found_s: float | None = None
    peak_mb: float = 0.0
