"""Crew schedules of airlines: `airline/sppnw41`. A flight is an item, a tour of a crew an option with its cost.

The schedules of Northwest Airlines come from the OR-Library (J. E. Beasley, J. Opl Res. Soc. 41 (1990) 1069), air03
comes from MIPLIB 3 (G. Astfalk; R. E. Bixby et al., Optima 54 (1998) 12). K. L. Hoffman and M. Padberg solve them all,
Management Science 39 (1993) 657.
"""

import gzip
from importlib.resources import files

from danceoff.problems.formats import mps, or_library
from danceoff.problems.grids.points import Points
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import InvalidProblem

_SCHEDULES = ("sppnw41", "sppnw43", "air03")


def _build(size: str) -> Model:
    if size not in _SCHEDULES:
        raise InvalidProblem(
            f"there is no schedule {size!r}, only {', '.join(_SCHEDULES)}; write others as .spp or .mps files"
        )
    folder = files("danceoff.problems") / "data"
    if size == "air03":
        packed = (folder / "air03.mps.gz").read_bytes()
        problem = mps.read(gzip.decompress(packed).decode("ascii"), size)
    else:
        problem = or_library.read_partition((folder / f"{size}.spp").read_text(encoding="ascii"), size)
    return problem, Points(problem.n_items, problem.start, problem.item)


FAMILIES = (Family("airline", "the name of a schedule", _build),)
