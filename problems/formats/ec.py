"""The `.ec` format: `p ec N` for N items, then a line `s I J K` for each option; lines with `c` are comments.

Items are numbered from 1. All of them are primary.
"""

from array import array
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from danceoff.problems.formats.lines import lines
from danceoff.problems.model.cover import MOST_ITEMS, ExactCover, InvalidProblem
from danceoff.problems.model.naming import counted
from danceoff.problems.model.validation import refuse


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text."""
    n_items = -1
    start, item = array("i", [0]), array("i")
    for line_number, line in lines(text):
        kind, *words = line.split() or ["c"]
        where = f"{file}:{line_number}"
        if kind == "c":
            continue
        if kind == "p":
            if n_items >= 0 or len(words) != 2 or words[0] != "ec":
                raise InvalidProblem(f"{where}: expected a single line `p ec N`, not {line.strip()!r}")
            n_items = number(words[1], 0, MOST_ITEMS, where)
        elif kind == "s" and n_items >= 0:
            option = sorted(number(word, 1, n_items, where) - 1 for word in words)
            if not option or any(a == b for a, b in pairwise(option)):
                raise InvalidProblem(f"{where}: an option must cover at least one item, and no item twice")
            item.extend(option)
            start.append(len(item))
        else:
            raise InvalidProblem(f"{where}: a line must begin with c, p (once, first) or s, not {kind!r}")
    if n_items < 0:
        raise InvalidProblem(f"{file}: the line `p ec N` is missing")
    return ExactCover(np.array(start, np.int32), np.array(item, np.int32), n_items, n_items, counted(n_items))


def write(problem: ExactCover) -> str:
    """Return the problem as text that `read` reads; raises InvalidProblem for secondary items and multiplicities."""
    return "\n".join([f"p ec {problem.n_items}", *(" ".join(["s", *option]) for option in options(problem, ".ec")), ""])


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
