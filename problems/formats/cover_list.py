"""Lists of covers that other programs or people wrote: one cover a line, its options by name or by number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from danceoff.problems.formats.lines import lines
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_TAKEN = -1
"""Stands for an option that the problem has taken already."""


class Claim(NamedTuple):
    """A line that claims to be a cover. options: in the order of the line, without those that the problem has taken."""

    line: int
    options: tuple[int, ...]


def read(text: str, file: str, problem: ExactCover) -> Iterator[Claim]:
    """Yield the claims of a list, line by line; empty lines and lines that begin with # are skipped.

    Options are parted by commas or tabs or, in a line without any, by blanks. An option is written as its name or, from
    0 on, its number, in the root problem if options were given; a name counts before a number. Brackets around a line
    and a comma after it, as of JSON, are left out.

    Raises InvalidProblem, with the file and the line, for an option that the problem does not have.
    """
    number: dict[str, int] = {str(k): place for place, k in enumerate(problem.origin.tolist())}
    number |= {str(k): _TAKEN for k in problem.taken.tolist()}
    number |= {str(name): place for place, name in enumerate(problem.option_names)}
    for line, content in lines(text):
        written = content.strip().rstrip(",").removeprefix("[").removesuffix("]")
        if not content.strip() or content.lstrip().startswith("#"):
            continue
        options = []
        for word in _words(written, number):
            if word not in number:
                named = " or name" * bool(problem.option_names)
                raise InvalidProblem(f"{file}:{line}: {word[:40]!r} is no option number{named} of the problem")
            options.append(number[word])
        yield Claim(line, tuple(option for option in options if option != _TAKEN))


def _words(written: str, number: Mapping[str, int]) -> list[str]:
    parted = [word.strip().strip("\"'") for word in re.split("[,\t]", written)]
    if len(parted) == 1 and parted[0] not in number:
        parted = written.split()
    return [word for word in parted if word]
