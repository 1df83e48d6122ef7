"""Lists of covers that other programs or people wrote, one cover per line; or as `danceoff solve` prints them."""

import csv
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from io import StringIO
from itertools import chain, repeat
from typing import NamedTuple

from danceoff.problems.formats.lines import lines
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.naming import whole_name

_HEAD = re.compile(r"answer,(?:cost,)?(option|name),")
_END = re.compile(r" (?:in|after) \d+\.\d{3} s by .*\Z")
"""Ends what `danceoff solve` prints."""
_EMPTY_LINE = re.compile(r"\r?\n\r?\n")
_COST = re.compile(r"cost -?\d[\d./]*")
_TAKEN = -1
"""Stands for an option that the problem has taken already."""


class Claim(NamedTuple):
    """A line that claims to be a cover.

    line: its number.
    options: the options, without options that the problem has taken.
    """

    line: int
    options: tuple[int, ...]


def read(text: str, file: str, problem: ExactCover, taken: Iterable[str] = ()) -> Iterator[Claim]:
    """Yield the claims of a list, line by line; empty lines and lines that begin with # are skipped.

    Options are separated by tabs, or by commas and blanks; numbers may be separated by blanks. An option is written as
    its name, if no other option has this name, or as its number in the root problem, from 0. If some name is a number,
    only names count. An option without a name is called by its items, `c e`; if some item is a number, only numbers of
    options count. A CSV text as `danceoff solve` writes it has a line for each option, by number, or by name if a
    long table has a column `option` of its own. The text that `danceoff solve` prints has names alone, one per line.

    taken: the names of options that the problem has taken already; they may be written or left out.

    Raises InvalidProblem, with the file and the line, for an option that the problem does not have.
    """
    head = _HEAD.match(text)
    *printed, end = _EMPTY_LINE.split(text.rstrip())
    is_printed = bool(printed and _END.search(end))
    numbers = {str(k): place for place, k in enumerate(problem.origin.tolist())}
    numbers |= dict.fromkeys(map(str, problem.taken.tolist()), _TAKEN)
    names = [*(whole_name(problem, option) for option in range(problem.n_options)), *taken]
    times = Counter(names)
    places = chain(range(problem.n_options), repeat(_TAKEN))
    called = {name: place for name, place in zip(names, places, strict=False) if times[name] == 1}
    # A word stands for one option at most: names that are numbers would clash with numbers.
    has_numbers = any(map(str.isdecimal, called if problem.option_names else " ".join(called).split()))
    if (head and head[1] == "option") or (has_numbers and not problem.option_names and not is_printed):
        called = numbers
    elif not has_numbers and not is_printed:
        called |= numbers

    def place_of(line: int, word: str) -> int:
        if word not in called:
            form = "write its number, or its name if no other option has it"
            raise InvalidProblem(f"{file}:{line}: {word[:40]!r} is no option of the problem: {form}")
        return called[word]

    if head:
        found = _answers(text, file, head[1], place_of)
    elif is_printed:
        found = _printed(printed, called, place_of)
    else:
        used = ((line, one.strip()) for line, one in lines(text) if one.strip() and not one.lstrip().startswith("#"))
        found = ((line, [place_of(line, word) for word in _words(one, called)]) for line, one in used)
    for line, options in found:
        yield Claim(line, tuple(option for option in options if option != _TAKEN))


def _answers(text: str, file: str, key: str, place_of: Callable[[int, str], int]) -> Iterator[tuple[int, list[int]]]:
    """Yield the first line of each answer of a CSV text, and its options."""
    found = dict[str, tuple[int, list[int]]]()
    rows = csv.DictReader(StringIO(text))
    try:
        for row in rows:
            option = place_of(rows.line_num, row[key] or "")
            _first_line, options = found.setdefault(row["answer"], (rows.line_num, []))
            options.append(option)
    except csv.Error as error:
        raise InvalidProblem(f"{file}:{rows.line_num}: {error}") from None
    yield from found.values()


def _printed(
    covers: Iterable[str], known: Container[str], place_of: Callable[[int, str], int]
) -> Iterator[tuple[int, list[int]]]:
    """Yield the first line of each printed cover, and its options."""
    line = 1
    for cover in covers:
        names = enumerate(cover.splitlines(), line)
        yield line, [place_of(k, name) for k, name in names if name in known or not _COST.fullmatch(name)]
        line += cover.count("\n") + 2  # an empty line follows


def _words(written: str, known: Container[str]) -> list[str]:
    words = re.split("\t|, ", written)
    return words if len(words) > 1 or written in known else written.split()
