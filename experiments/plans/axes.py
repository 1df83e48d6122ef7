"""The axes of a plan: the values that a text in it stands for. `4..6` is a range, `*.dlx` a pattern of file names."""

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from pathlib import Path
from reprlib import repr as shortened

from danceoff.experiments import BadInput
from danceoff.experiments.words.natural_order import natural
from danceoff.problems.formats import NUMBERED

MOST_CASES = 1 << 20
"""The most cases of a plan: without a limit, a number in the file could demand any amount of memory."""
_JOINT = re.compile(r"(?<=.)([x-])")
_RANGE = re.compile(r"(\d{1,9})\.\.(\d{1,9})", re.ASCII)
_PATTERN = re.compile(r"[*?[]")


def expanded(where: str, text: str) -> Iterator[str]:
    """Yield the values that a text means: each combination of its ranges, or the text itself if it has none.

    A range is `A..B` between `x`, `-` and the ends of the text. So the squares of a sudoku, `53..7....`, are no range.

    where: the place of the text, with which an error message begins.

    Raises BadInput if B is below A.
    """
    return map("".join, product(*(_values(where, part) for part in _JOINT.split(text))))


def n_expanded(text: str) -> int:
    """Return how many texts `expanded` yields; one if it raises."""
    return prod(max(len(_numbers(part)), 1) for part in _JOINT.split(text))


def _values(where: str, part: str) -> list[str]:
    if not _RANGE.fullmatch(part):
        return [part]
    numbers = _numbers(part)
    if not numbers:
        raise BadInput(f"{where}: the range {part} is empty: write the smaller number first")
    first = part.partition(".")[0]
    return [str(number).zfill(len(first) if first[0] == "0" else 0) for number in numbers]


def _numbers(part: str) -> range:
    match = _RANGE.fullmatch(part)
    return range(int(match[1]), int(match[2]) + 1) if match else range(1)


def is_pattern(name: str) -> bool:
    """Return whether a name may stand for several files."""
    return _PATTERN.search(name) is not None


def files(where: str, folder: Path, name: str) -> list[str]:
    """Return the paths that a name means, in natural order: the files that match it if it is a pattern.

    A name with `*`, `?` or `[` is a pattern, unless a file has exactly that name. Raises BadInput if no file matches,
    or for `**`, which might go through a whole disk.
    """
    if not is_pattern(name):
        return [str(folder / name)]
    numbered = NUMBERED.fullmatch(name)
    file, number = (numbered[1], f"#{numbered[2]}") if numbered else (name, "")
    try:
        if (folder / file).exists():
            return [str(folder / name)]
        found = [] if "**" in name else [f"{one}{number}" for one in _matching(folder, file)]
    except (OSError, ValueError) as error:  # too long a name, a NUL
        raise BadInput(f"{where}: {shortened(name)}: {error}") from None
    if "**" in name:
        raise BadInput(f"{where}: {name}: ** is not known; name the folders, as in */*.dlx")
    if not found:
        raise BadInput(f"{where}: no file matches {name}")
    return sorted(found, key=natural)


def _matching(folder: Path, pattern: str) -> list[str]:
    path = Path(pattern)
    root = Path(path.anchor) if path.anchor else folder
    return [str(one) for one in root.glob(str(path.relative_to(path.anchor))) if one.is_file()]
