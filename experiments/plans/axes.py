"""The axes of a plan: a text may stand for several values. `4..6` is a range, `*.dlx` a pattern of file names."""

import re
from collections.abc import Iterator, Sequence
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
    """Yield the values of a text: all combinations of its ranges, or the text itself if it has no range.

    A range is `A..B`, with `x`, `-` or an end of the text on either side. So the squares of a sudoku, `53..7....`, are
    no range.

    where: the place of the text, for the beginning of error messages.

    Raises BadInput if B is below A, or beyond 2^20 values.
    """
    axes = [_values(where, part) for part in _JOINT.split(text)]
    if prod(map(len, axes)) > MOST_CASES:
        raise BadInput(f"{where}: {text} stands for more than {MOST_CASES} values")
    return map("".join, product(*axes))


def _values(where: str, part: str) -> Sequence[str]:
    match = _RANGE.fullmatch(part)
    if not match:
        return [part]
    first, last = match.groups()
    if int(first) > int(last) or int(last) - int(first) >= MOST_CASES:
        raise BadInput(f"{where}: the range {part} has no values, or more than {MOST_CASES}")
    width = len(first) if first.startswith("0") else 0  # 01..12 keeps the zeros
    return [str(number).zfill(width) for number in range(int(first), int(last) + 1)]


def is_pattern(name: str) -> bool:
    """Return whether a name may stand for several files."""
    return _PATTERN.search(name) is not None


def files(where: str, folder: Path, name: str) -> list[str]:
    """Return the paths that a name stands for, in natural order: if it is a pattern, the files that match.

    A name with `*`, `?` or `[` is a pattern, unless a file has exactly that name. Raises BadInput if no file matches,
    or for `**`, which might search a whole disk.
    """
    if not is_pattern(name):
        return [str(folder / name)]
    if "**" in name:
        raise BadInput(f"{where}: {name}: ** is not known; name the folders, as in */*.dlx")
    numbered = NUMBERED.fullmatch(name)
    file, number = (numbered[1], f"#{numbered[2]}") if numbered else (name, "")
    try:
        if (folder / file).exists():
            return [str(folder / name)]
        path = Path(file)
        matching = Path(path.anchor or folder).glob(str(path.relative_to(path.anchor)))
        found = [f"{one}{number}" for one in matching if one.is_file()]
    except (OSError, ValueError) as error:  # too long a name, a NUL
        raise BadInput(f"{where}: {shortened(name)}: {error}") from None
    if not found:
        raise BadInput(f"{where}: no file matches {name}")
    return sorted(found, key=natural)
