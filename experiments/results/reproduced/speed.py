"""How much longer fixed work took here than there, by the calibrations of both folders."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import geometric_mean, median

from danceoff.experiments.results.calibration import PARTS, Calibration

MEAN = "mean"
"""The entry that is the geometric mean of all parts of the work."""


def slowdown(there: Sequence[Calibration], here: Sequence[Calibration]) -> dict[str, float]:
    """Return for each part of the work the median time here divided by that there, and their mean; {} if not known.

    Calibrations of different versions do not compare: the newest version that both sides have counts.
    """
    versions = {one.version for one in there} & {one.version for one in here}
    if not versions:
        return {}
    sides = [[one for one in side if one.version == max(versions)] for side in (here, there)]
    parts = {part.removesuffix("_s"): _median(sides[0], part) / _median(sides[1], part) for part in PARTS}
    return {MEAN: geometric_mean(parts.values()), **parts}


def _median(calibrations: Sequence[Calibration], part: str) -> float:
    times_s: list[float] = [time_s for one in calibrations for time_s in getattr(one, part)]
    return median(times_s)
