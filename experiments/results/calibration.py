"""The calibrations of a results folder: how long fixed work took before and after each run, a JSON object a line."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import geometric_mean, median
from typing import Annotated

from danceoff.experiments import BadInput
from danceoff.experiments.results.schema import OneOf, Pattern, checked

FILE = "calibration.jsonl"
PARTS = ("arithmetic_s", "pointers_s", "branches_s")
_TIME = Pattern(r"[0-9T:.+Z-]{0,40}", "a time by ISO 8601")


@dataclass(frozen=True)
class Calibration:
    """The CPU seconds of fixed work, in rounds of three parts; work of other programs is not included.

    when: whether it was before or after the run.
    started: when it began, UTC.
    host, cpu: the name of the machine, and the model of its processor.
    version: the version of the work; times of different versions are not comparable.
    arithmetic_s: each round of arithmetic.
    pointers_s: each round of following pointers in 8 MB of memory.
    branches_s: each round of branches that no processor foresees.
    pin: the cores that it could use; empty for all.
    """

    when: Annotated[str, OneOf(("before", "after"))]
    started: Annotated[str, _TIME]
    host: str
    cpu: str
    version: int
    arithmetic_s: list[float]
    pointers_s: list[float]
    branches_s: list[float]
    pin: list[int] = field(default_factory=list)


def append(directory: Path, calibration: Calibration) -> None:
    """Append a calibration to the file of the folder."""
    with (directory / FILE).open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(calibration)) + "\n")


def read(directory: Path) -> list[Calibration]:
    """Return the calibrations of a results folder, in the order in which they were made; [] if there are none.

    An incomplete last line is left out. Raises BadInput if a line is not a calibration.
    """
    path = directory / FILE
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8", errors="replace")
    found = []
    for number, line in enumerate(text[: text.rfind("\n") + 1].splitlines(), 1):
        try:
            one = Calibration(**checked(json.loads(line), Calibration, ()))
            rounds = [getattr(one, part) for part in PARTS]
            if len({len(times_s) for times_s in rounds}) > 1 or not rounds[0] or min(map(min, rounds)) <= 0:
                raise ValueError("its parts must have the same number of rounds, and times above 0")
            found.append(one)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"{path}:{number}: not a calibration: {error}") from None
    return found


def ratios(there: Sequence[Calibration], here: Sequence[Calibration]) -> dict[str, float]:
    """Return the ratio of median times, here to there, for each part of the work, and the geometric mean of ratios.

    Only calibrations of the newest version that both sides have are compared; {} if there is none.
    """
    versions = {one.version for one in there} & {one.version for one in here}
    if not versions:
        return {}
    theirs, ours = ([one for one in side if one.version == max(versions)] for side in (there, here))
    parts = {part.removesuffix("_s"): _median(ours, part) / _median(theirs, part) for part in PARTS}
    return {"mean": geometric_mean(parts.values()), **parts}


def _median(calibrations: Sequence[Calibration], part: str) -> float:
    times_s: list[float] = [time_s for one in calibrations for time_s in getattr(one, part)]
    return median(times_s)
