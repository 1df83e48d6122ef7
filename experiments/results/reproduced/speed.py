"""How much longer fixed work took here than there, by the calibrations of both folders."""

from __future__ import annotations

from collections.abc import Sequence

from danceoff.experiments.results.calibration import Calibration
from danceoff.experiments.results.machine_speed import MEAN, machine_ratios

__all__ = ["MEAN", "slowdown"]


def slowdown(there: Sequence[Calibration], here: Sequence[Calibration]) -> dict[str, float]:
    """Return for each part of the work the median time here divided by that there, and their mean; {} if not known."""
    return {name: ratio.value for name, ratio in machine_ratios(there, here).items()}
