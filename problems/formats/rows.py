"""The `.rows` format: the numbers of items and of options, then for each option how many items it has, and these items.

    3 2
    2 1 3
    1 2

Items are numbered from 1. All of them are primary. The programs DXD and DXZ read it; their files end in .txt.
"""

from array import array
from itertools import pairwise

import numpy as np

from danceoff.problems.formats.ec import number, options
from danceoff.problems.formats.lines import lines
from danceoff.problems.model.arguments import INT32_MAX
from danceoff.problems.model.cover import MOST_ITEMS, ExactCover, InvalidProblem


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text."""
    numbered = ((f"{file}:{k}", line.split()) for k, line in lines(text) if line.strip())
    where, sizes = next(numbered, (file, []))
    if len(sizes) != 2:
        raise InvalidProblem(f"{where}: expected two numbers, those of items and of options, not {len(sizes)}")
    n_items, n_options = number(sizes[0], 0, MOST_ITEMS, where), number(sizes[1], 0, INT32_MAX, where)
    start, item = array("i", [0]), array("i")
    for where, (size, *words) in numbered:
        option = sorted(number(word, 1, n_items, where) - 1 for word in words)
        if number(size, 1, n_items, where) != len(option):
            raise InvalidProblem(f"{where}: the line begins with {size}, and {len(option)} items follow")
        if any(a == b for a, b in pairwise(option)):
            raise InvalidProblem(f"{where}: an option covers no item twice")
        item.extend(option)
        start.append(len(item))
    if len(start) - 1 != n_options:
        raise InvalidProblem(f"{file}: {len(start) - 1} options, but the first line says {n_options}")
    return ExactCover(np.array(start, np.int32), np.array(item, np.int32), n_items, n_items)


def write(problem: ExactCover) -> str:
    """Return the problem as text that `read` reads; raises InvalidProblem for what the format cannot express."""
    rows = (" ".join([str(len(option)), *option]) for option in options(problem, ".rows"))
    return "\n".join([f"{problem.n_items} {problem.n_options}", *rows, ""])
