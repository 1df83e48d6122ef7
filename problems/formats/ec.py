"""Two formats of problems whose items are numbered from 1; all of them are primary.

    .ec     `p ec N` for N items, then a line `s I J K` for each option
    .rows   the numbers of items and of options, then for each option how many items it has, and these items

Two options of three items are `3 2`, `2 1 3` and `1 2` in .rows. The programs DXD and DXZ read .rows, in files that end
in .txt. Lines that begin with `c` are comments.
"""

from array import array
from collections.abc import Iterable, Iterator
from itertools import pairwise

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
    if words[:2] != ["p", "ec"] or len(words) != 3:
        raise InvalidProblem(f"{where}: expected `p ec N` for N items, not {' '.join(words)!r}")
    return _problem(number(words[2], 0, MOST_ITEMS, where), _stated(rows))


def _stated(rows: Iterator[tuple[str, list[str]]]) -> Iterator[tuple[str, list[str]]]:
    for where, (sign, *words) in rows:
        if sign != "s":
            raise InvalidProblem(f"{where}: expected `s I J K`, the items of an option, or a comment `c ...`")
        yield where, words


def _rows(text: str, file: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the place and the words of each line that is no comment."""
    split = ((f"{file}:{k}", line.split()) for k, line in lines(text))
    return (row for row in split if row[1] and row[1][0] != "c")


def _problem(n_items: int, rows: Iterable[tuple[str, list[str]]]) -> ExactCover:
    """Return the problem with these options."""
    start, item = array("i", [0]), array("i")
    for where, words in rows:
        option = {number(word, 1, n_items, where) - 1 for word in words}
        if not option or len(option) < len(words):
            raise InvalidProblem(f"{where}: an option covers at least one item, and no item twice")
        item.extend(sorted(option))
        start.append(len(item))
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
    problem = _problem(n_items, _sized(rows))
    if problem.n_options != n_options:
        raise InvalidProblem(f"{file}: {problem.n_options} options, but the first line says {n_options}")
    return problem


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

    Raises InvalidProblem, which names the format `form`, for secondary items, multiplicities, colours and costs.
    """
    if problem.n_primary < problem.n_items:
        raise InvalidProblem(f"the {form} format cannot express secondary items, and this problem has some")
    refuse(problem, f"the {form} format", multiplicities=True, colours=True, costs=True)
    item = [*map(str, (problem.item + 1).tolist())]
    yield from (item[begin:end] for begin, end in pairwise(problem.start.tolist()))


def number(word: str, least: int, most: int, where: str) -> int:
    """Return the whole number that a word states; raises InvalidProblem, which begins with `where`, for other words."""
    if not (word.isascii() and word.isdecimal() and len(word) < 12 and least <= int(word) <= most):
        raise InvalidProblem(f"{where}: {word!r} is not a whole number from {least} to {most}")
    return int(word)
