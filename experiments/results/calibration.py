"""The calibrations of a results folder: how long fixed work took before and after each run, a JSON object a line.

A line has the CPU seconds of each round of three parts: arithmetic, following pointers in 8 MB of memory, and branches
that no processor foresees; and when and where that was. Times of different versions of the work are not comparable.
"""

from pathlib import Path
from statistics import geometric_mean
from typing import Any

from danceoff.experiments import BadInput
from danceoff.experiments.results.folder import regular

FILE = "calibration.jsonl"
PARTS = ("arithmetic_s", "pointers_s", "branches_s")


def ratios(there: Path, here: Path) -> dict[str, float]:
    """Return the ratio of median times, here to there, for each part of the work, and the geometric mean of ratios.

    Only calibrations of the newest version that both folders have are compared; {} if there is none. Raises BadInput
    for a file that holds anything else.
    """
    newest = (_medians(here / FILE) / _medians(there / FILE)).dropna().tail(1)
    parts = {part.removesuffix("_s"): float(ratio) for part in PARTS for ratio in newest[part]}
    return {"mean": geometric_mean(parts.values()), **parts} if parts else {}


def _medians(path: Path) -> Any:
    """Return the median of each part of the work, a row a version; no row without a file."""
    import pandas as pd  # late: 0.2 s, and a run appends to the file alone

    try:
        lines = pd.read_json(regular(path), lines=True) if path.exists() else pd.DataFrame(columns=["version", *PARTS])
        times = lines[["version", *PARTS]].explode([*PARTS]).astype(float)
        if not (times > 0).all(axis=None):
            raise ValueError("times are above 0")
    except (ValueError, TypeError, KeyError) as error:
        raise BadInput(f"{path}: not calibrations: {error}") from None
    return times.groupby("version").median()
