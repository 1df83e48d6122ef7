"""Puzzles as text: TOML of pieces, words, tiles and cages, Burr Tools, and variables with constraints."""

import warnings

from danceoff.problems.formats import NUMBERED
from danceoff.problems.model.arguments import InvalidProblem


def chosen(file: str, n: int) -> int:
    """Return the index, from 0, of the problem to read among n in a file: `file` ends in its number; else the first.

    Raises InvalidProblem if there is no such problem.
    """
    numbered = NUMBERED.fullmatch(file)
    if numbered is None and n > 1:
        warnings.warn(f"{file}: only the first of {n} problems is read; {file}#2 names the second", stacklevel=3)
    number = int(numbered[2]) if numbered else 1
    if not 1 <= number <= n:
        raise InvalidProblem(f"there is no problem {number}: the file has {n}, from 1")
    return number - 1
