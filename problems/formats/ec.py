"""Two formats of problems whose items are numbered from 1; all of them are primary.

    .ec     `p ec N` for N items, then a line `s I J K` for each option, or `s I J K 0`; lines with `c` are comments
    .rows   the numbers of items and of options, then for each option how many items it has, and these items

Two options of three items are `3 2`, `2 1 3` and `1 2` in .rows. The programs DXD and DXZ read it, in
files that end in .txt. `#` begins a comment, too.
"""

from array import array
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NoReturn

import numpy as np

from danceoff.problems.formats.lines import lines
from danceoff.problems.model.arguments import INT32_MAX
from danceoff.problems.model.cover import MOST_ITEMS, ExactCover, InvalidProblem
from danceoff.problems.model.naming import counted
from danceoff.problems.model.validation import refuse


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text."""
    rows = _rows(text, file)
    where, words = next(rows, (file, []))
    if not words:
        raise InvalidProblem(f"{file}: the line `p ec N` is missing")
    if words[:2] != ["p", "ec"] or len(words) not in (3, 4):
        _refuse(where, words)
    n_items, n_options = number(words[2], 0, MOST_ITEMS, where), [number(n, 0, INT32_MAX, where) for n in words[3:]]
    return _problem(file, n_items, n_options, _without_ends(rows))


def _without_ends(rows: Iterator[tuple[str, list[str]]]) -> Iterator[tuple[str, list[str]]]:
    """Yield the items of each option, without the 0 at its end: all options have it, or none."""
    ends: bool | None = None
    for where, words in rows:
        if words[0] != "s":
            _refuse(where, words)
        ends = words[-1] == "0" if ends is None else ends
        if ends and words[-1] != "0":
            raise InvalidProblem(f"{where}: options end in 0 up to here, and this one does not")
        yield where, words[1 : len(words) - ends]


def _refuse(where: str, words: list[str]) -> NoReturn:
    if words[0] == "p":
        raise InvalidProblem(f"{where}: expected a single line `p ec N`, not {' '.join(words)!r}")
    raise InvalidProblem(f"{where}: a line must begin with c, p (once, first) or s, not {words[0]!r}")


def _rows(text: str, file: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the words of each line that is no comment, and its place."""
    split = ((f"{file}:{k}", line.partition("#")[0].split()) for k, line in lines(text))
    return (row for row in split if row[1] and row[1][0] != "c")


def _problem(file: str, n_items: int, n_options: list[int], rows: Iterable[tuple[str, list[str]]]) -> ExactCover:
    """Return the problem with these options; raises InvalidProblem if there are not `n_options`, maybe not known."""
    start, item = array("i", [0]), array("i")
    for where, words in rows:
        option = sorted(number(word, 1, n_items, where) - 1 for word in words)
        if not option or any(a == b for a, b in pairwise(option)):
            raise InvalidProblem(f"{where}: an option must cover at least one item, and no item twice")
        item.extend(option)
        start.append(len(item))
    if n_options and n_options != [len(start) - 1]:
        raise InvalidProblem(f"{file}: {len(start) - 1} options, but the first line says {n_options[0]}")
    return ExactCover(np.array(start, np.int32), np.array(item, np.int32), n_items, n_items, counted(n_items))


def write(problem: ExactCover) -> str:
    """Return the problem as text that `read` reads; raises InvalidProblem for secondary items and multiplicities."""
    return "\n".join([f"p ec {problem.n_items}", *(" ".join(["s", *option]) for option in options(problem, ".ec")), ""])


def read_rows(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text."""
    rows = _rows(text, file)
    where, sizes = next(rows, (file, []))
    if len(sizes) != 2:
        raise InvalidProblem(f"{where}: expected two numbers, those of items and of options, not {len(sizes)}")
    n_items, n_options = number(sizes[0], 0, MOST_ITEMS, where), number(sizes[1], 0, INT32_MAX, where)
    return _problem(file, n_items, [n_options], _sized(rows))


def _sized(rows: Iterator[tuple[str, list[str]]]) -> Iterator[tuple[str, list[str]]]:
    for where, (size, *words) in rows:
        if size != str(len(words)):
            other = "; --input spp and scp read set partitioning and covering with costs"
            raise InvalidProblem(f"{where}: the line begins with {size}, and {len(words)} items follow{other}")
        yield where, words


def write_rows(problem: ExactCover) -> str:
    """Return the problem as text that `read_rows` reads; raises InvalidProblem for what the format cannot express."""
    rows = (" ".join([str(len(option)), *option]) for option in options(problem, ".rows"))
    return "\n".join([f"{problem.n_items} {problem.n_options}", *rows, ""])


def options(problem: ExactCover, form: str) -> Iterator[list[str]]:
    """Yield the items of each option, counted from 1, as text.

    Raises InvalidProblem, which names the format `form`, if the problem has more than options of primary items.
    """
    if problem.n_primary < problem.n_items:
        raise InvalidProblem(f"the {form} format cannot express secondary items, and this problem has some")
    refuse(problem, f"the {form} format", multiplicities=True, colours=True, costs=True)
    item = [*map(str, (problem.item + 1).tolist())]
    yield from (item[begin:end] for begin, end in pairwise(problem.start.tolist()))


def number(word: str, least: int, most: int, where: str) -> int:
    """Return a whole number in the text; raises InvalidProblem, which begins with `where`, if the word is none."""
    if not (word.isascii() and word.isdecimal() and len(word) < 12 and least <= int(word) <= most):
        raise InvalidProblem(f"{where}: {word!r} is not a whole number from {least} to {most}")
    return int(word)
