"""Set partitioning and set covering problems in the texts of the OR-Library: J. E. Beasley, J. Opl Res. Soc. 41 (1990).

Both begin with the numbers of rows and of columns. Rows and columns count from 1, and line breaks mean nothing.

    .spp   for each column its cost, the number of its rows, and these rows; every row is covered exactly once
    .scp   the costs of all columns, then for each row the number of its columns, and these columns; every row is
           covered at least once, so 1 to n times if it has n columns

A column in no row may be chosen or not: it has an item of its own that need not be covered.
"""

from __future__ import annotations

import re
from array import array
from functools import partial
from itertools import pairwise

import numpy as np

from danceoff.problems.formats.binary_program import say_idle
from danceoff.problems.formats.lines import lines
from danceoff.problems.model.arguments import INT32_MAX, MOST_ITEMS, named_by
from danceoff.problems.model.arrays import IntArray
from danceoff.problems.model.costs import MOST, each, scale_note
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.naming import Names, counted
from danceoff.problems.model.validation import refuse


def read_partition(text: str, file: str) -> ExactCover:
    """Return the set partitioning problem that a text describes; raises InvalidProblem for malformed text."""
    numbers = _Numbers(text, file)
    n_rows, n_columns = numbers.sizes()
    cost, size, row = array("q"), array("i"), array("i")
    for k in range(1, n_columns + 1):
        cost.append(numbers.next(f"the cost of column {k}", -MOST, MOST))
        size.append(numbers.next(f"the number of rows of column {k}", 0, n_rows))
        row.extend([numbers.next(f"a row of column {k}", 1, n_rows) - 1 for _ in range(size[-1])])
    numbers.end()
    column = np.repeat(np.arange(n_columns, dtype=np.int32), size)
    return _problem(file, n_rows, cost, column, np.array(row, np.int32), np.ones(n_rows, np.int32))


def read_covering(text: str, file: str) -> ExactCover:
    """Return the set covering problem that a text describes; raises InvalidProblem for malformed text."""
    numbers = _Numbers(text, file)
    n_rows, n_columns = numbers.sizes()
    cost = array("q", [numbers.next(f"the cost of column {k}", -MOST, MOST) for k in range(1, n_columns + 1)])
    size, column = array("i"), array("i")
    for k in range(1, n_rows + 1):
        size.append(numbers.next(f"the number of columns of row {k}", 0, n_columns))
        column.extend([numbers.next(f"a column of row {k}", 1, n_columns) - 1 for _ in range(size[-1])])
    numbers.end()
    row = np.repeat(np.arange(n_rows, dtype=np.int32), size)
    most = np.maximum(np.array(size, np.int32), 1)
    return _problem(file, n_rows, cost, np.array(column, np.int32), row, most)


def write_partition(problem: ExactCover) -> str:
    """Return the problem as text that `read_partition` reads; the costs are whole, to be minimised.

    Raises InvalidProblem for secondary items, multiplicities and a bound on costs.
    """
    if problem.n_primary < problem.n_items:
        raise InvalidProblem("set partitioning knows no secondary items, and this problem has some")
    refuse(problem, "set partitioning", multiplicities=True)
    if scale_note(problem):
        raise InvalidProblem(f"the .spp format has no comments, and {scale_note(problem)}: write .mps or .lp")
    row = (problem.item + 1).tolist()
    parts = zip(each(problem), pairwise(problem.start.tolist()), strict=True)
    lines = [" ".join(map(str, [price, end - begin, *row[begin:end]])) for price, (begin, end) in parts]
    return "\n".join([f"{problem.n_items} {problem.n_options}", *lines, ""])


class _Numbers:
    """The numbers of a text, one after the other."""

    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._words = ((k, word) for k, line in lines(text) for word in line.split())

    def sizes(self) -> tuple[int, int]:
        return self.next("the number of rows", 0, MOST_ITEMS), self.next("the number of columns", 0, INT32_MAX)

    def next(self, what: str, least: int, most: int) -> int:
        line, word = next(self._words, (0, ""))
        if not line:
            raise InvalidProblem(f"{self._file}: the text ends before {what}")
        if not re.fullmatch(r"-?\d{1,19}", word, re.ASCII) or not least <= int(word) <= most:
            raise InvalidProblem(f"{self._file}:{line}: {word!r} is not {what}, a whole number from {least} to {most}")
        return int(word)

    def end(self) -> None:
        """Raise InvalidProblem if there are more words."""
        for line, word in self._words:
            raise InvalidProblem(f"{self._file}:{line}: {word!r} stands after the last number")


def _problem(file: str, n_rows: int, costs: array[int], column: IntArray, row: IntArray, most: IntArray) -> ExactCover:
    """Return the problem in which option column[k] covers item row[k]; a row is covered once to `most` times."""
    cost = np.array(costs, np.int64)
    idle = np.flatnonzero(np.bincount(column, minlength=len(cost)) == 0).astype(np.int32)
    say_idle(file, [str(k + 1) for k in idle.tolist()])
    column = np.concatenate([column, idle])
    row = np.concatenate([row, n_rows + np.arange(len(idle))]).astype(np.int32)
    n_items = n_rows + len(idle)
    with named_by(file):
        return ExactCover(
            offsets(np.bincount(column, minlength=len(cost))),
            row[np.lexsort((row, column))],
            n_items,
            n_items,
            Names(n_items, partial(_item_name, n_rows, idle)),
            counted(len(cost)),
            least=np.repeat(np.array([1, 0], np.int32), [n_rows, len(idle)]),
            most=np.concatenate([most, np.ones(len(idle), np.int32)]),
            cost=cost,
        )


def _item_name(n_rows: int, idle: IntArray, item: int) -> str:
    return str(item + 1) if item < n_rows else f"column {idle[item - n_rows] + 1}"
