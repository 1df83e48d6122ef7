"""Lists of covers that other programs or people wrote: one cover a line, its options by name or by number."""

import csv
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from itertools import cycle, islice
from typing import NamedTuple, TypeAlias

from danceoff.problems.formats.lines import lines
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_HEAD = re.compile(r"answer([,;\t])(cost\1)?(option|name)\1")
_Words: TypeAlias = Iterator[tuple[int, list[str]]]
_TAKEN = -1
"""Stands for an option that the problem has taken already."""


class Claim(NamedTuple):
    """A line that claims to be a cover.

    line: its number.
    options: without those that the problem has taken.
    """

    line: int
    options: tuple[int, ...]


def read(text: str, file: str, problem: ExactCover, taken: Iterable[str] = ()) -> Iterator[Claim]:
    """Yield the claims of a list, line by line; empty lines and lines that begin with # are skipped.

    Options are parted by tabs or commas or, in a line without any, by blanks. An option is written as its name or, from
    0 on, its number, in the root problem if options were given; if some name is a number, only names count. A name of
    several options stands for all of them, and comes once for each. Brackets around a line and a comma after it, as of
    JSON, are left out. A CSV text as `danceoff solve` writes it has a line for each option, by number, or by name if a
    table has a column `option` of its own.

    taken: the names of options that the problem has taken already; they may be written or left out.

    Raises InvalidProblem, with the file and the line, for an option that the problem does not have, and for a name that
    comes less often than there are options of it.
    """
    head = _HEAD.match(text)
    has_numbers = head is not None and head[3] == "option"
    called: dict[str, list[int]] = {name: [_TAKEN] for name in taken if not has_numbers}
    for place, name in enumerate(() if has_numbers else problem.option_names):
        called.setdefault(str(name), []).append(place)
    by_number = not any(name.isdecimal() for name in called)
    if by_number:
        called |= {str(k): [place] for place, k in enumerate(problem.origin.tolist())}
        called |= {str(k): [_TAKEN] for k in problem.taken.tolist()}
    kinds = " or ".join(["number"] * by_number + ["name"] * bool(problem.option_names and not has_numbers))
    used = ((line, one) for line, one in lines(text) if one.strip() and not one.lstrip().startswith("#"))
    listed = _answers(used, head, called) if head else ((line, _words(one, called)) for line, one in used)
    for line, words in listed:
        options: list[int] = []
        for word, n_times in Counter(words).items():
            if word not in called:
                raise InvalidProblem(f"{file}:{line}: {word[:40]!r} is no option {kinds} of the problem")
            if n_times < (n := len(called[word])):
                raise InvalidProblem(f"{file}:{line}: {n} options have the name {word!r}: write their numbers instead")
            options += islice(cycle(called[word]), n_times)
        yield Claim(line, tuple(option for option in options if option != _TAKEN))


def _answers(used: Iterator[tuple[int, str]], head: re.Match[str], known: Container[str]) -> _Words:
    """Yield the first line of each answer of a CSV text, and its options; a wrong one by its own line."""
    found = dict[str, tuple[int, list[str]]]()
    for line, content in islice(used, 1, None):
        try:
            answer, *cells = next(csv.reader([content], delimiter=head[1]))
        except csv.Error:
            answer, cells = content, [content]
        option = "".join(cells[bool(head[2]) :][:1])
        if option not in known:
            yield line, [option]
        found.setdefault(answer, (line, []))[1].append(option)
    yield from found.values()


def _words(written: str, known: Container[str]) -> list[str]:
    written = written.strip().rstrip(",").removeprefix("[").removesuffix("]")
    by_tabs, by_commas = (  # the names of placements have commas
        [word for part in re.split(marks, written) if (word := part.strip().strip("\"'"))] for marks in ("\t", "[,\t]")
    )
    if all(word in known for word in by_tabs):
        return by_tabs
    is_parted = len(by_commas) > 1 or all(word in known for word in by_commas)
    return by_commas if is_parted else written.split()
