"""A 0/1 matrix as text: a line for each option, an entry for each item; 1 says that the option covers the item.

    0 1 0 1        a,b,|c        option,a,b,cost
    1 0 1 0        1,0,1         Ann,1,0,2.5

Commas, tabs or blanks separate the entries. The first line names the items unless it is an option itself. A name that
begins with `|` makes its item secondary; secondary items come last. A first column named `option`, or without a name as
pandas writes it, names the options. A column named `cost` has their costs. Lines at the top that begin with `#` are
comments.
"""

import csv
from array import array
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from itertools import chain
from typing import NamedTuple

import numpy as np

from danceoff.problems.formats.lines import cells_of, lines
from danceoff.problems.model.arguments import named_by
from danceoff.problems.model.costs import scaled
from danceoff.problems.model.cover import MOST_ITEMS, ExactCover, InvalidProblem
from danceoff.problems.model.digits import exact
from danceoff.problems.model.sizes import refuse_beyond_limit
from danceoff.problems.model.validation import refuse

COST = "cost"
"""The name of the column of costs."""
_OF_OPTIONS = ("option", "")
_ENTRIES = frozenset("01")
_FORM = "write 1,0,1 for an option, below a,b,c where items have names, or Ann,1,0,1 below option,a,b,c"
_TABLE = "a long table is read with --option and --item"


class _Columns(NamedTuple):
    """The columns of a matrix: the first `n_before`, 0 or 1, name the options; `cost` is an index among the others."""

    n: int
    n_before: int
    cost: int | None
    names: list[str]
    n_primary: int

    def option(self, cells: list[str], where: str) -> tuple[list[str], list[Fraction], list[int]]:
        """Return the name and the cost of an option, as lists of one or none, and its items; raises InvalidProblem."""
        if len(cells) != self.n:
            raise InvalidProblem(f"{where}: {len(cells)} entries, but {self.n} in the first line; {_FORM}")
        entries = cells[self.n_before :]
        amount = [] if self.cost is None else [_amount(entries.pop(self.cost), where)]
        if wrong := [one for one in entries if one not in _ENTRIES]:
            raise InvalidProblem(f"{where}: {wrong[0]!r} is neither 0 nor 1; {_FORM}; {_TABLE}")
        if "1" not in entries:
            raise InvalidProblem(f"{where}: an option has a 1, and this line has none; leave it out")
        return cells[: self.n_before], amount, [k for k, one in enumerate(entries) if one == "1"]


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for a ragged matrix and for other entries."""
    rows = _rows(text, file)
    first, head = next(rows, (1, [""]))
    if head == ["0", "1"]:  # as pandas writes the names of two columns
        raise InvalidProblem(f"{file}:{first}: 0,1 may be an option or two names; {_FORM}")
    is_option = _ENTRIES.issuperset(head)
    columns = _Columns(len(head), 0, None, [], len(head)) if is_option else _named(head, f"{file}:{first}")
    start, item, option_names, amounts = array("i", [0]), array("i"), list[str](), list[Fraction]()
    for number, cells in chain([(first, head)], rows) if is_option else rows:
        name, amount, covered = columns.option(cells, f"{file}:{number}")
        item.extend(covered)
        start.append(len(item))
        amounts += amount
        option_names += name
    if len(start) == 1:
        raise InvalidProblem(f"{file}: there is no line of 0 and 1; {_FORM}")
    with named_by(file):
        cost, scale = scaled(amounts)
    return ExactCover.stated(
        f"{file}: ",
        start=np.array(start),
        item=np.array(item),
        n_items=len(columns.names) or columns.n,
        n_primary=columns.n_primary,
        item_names=columns.names,
        option_names=option_names,
        cost=cost,
        cost_scale=scale,
    )


def _rows(text: str, file: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line with its number; the first line shows what separates cells."""
    sign = ""
    for number, line in lines(text):
        if not line.strip() or (line.startswith("#") and not sign):
            continue
        sign = sign or next((one for one in ",\t" if one in line), " ")
        if line.count(sign) >= MOST_ITEMS:  # before it is split, which takes 60 times the memory
            raise InvalidProblem(f"{file}:{number}: more than {MOST_ITEMS} entries, the most items that a problem has")
        try:
            yield number, cells_of(line.strip(" "), sign)
        except csv.Error as error:
            raise InvalidProblem(f"{file}:{number}: {error}") from None


def _named(head: list[str], where: str) -> _Columns:
    """Return the columns that a line of names describes; raises InvalidProblem if an item has no name of its own."""
    n_before = int(head[0] in _OF_OPTIONS)
    marked = head[n_before:]
    cost = marked.index(COST) if COST in marked else None
    if cost is not None:
        del marked[cost]
    names = [name.removeprefix("|") for name in marked]
    if wrong := [name for name, n in Counter(names or [""]).items() if n > 1 or name in ("", COST)]:
        raise InvalidProblem(f"{where}: an item has no name, or two have the same, {wrong[0]!r}; {_FORM}")
    is_secondary = [name.startswith("|") for name in marked]
    if is_secondary != sorted(is_secondary):
        raise InvalidProblem(f"{where}: secondary items, those with |, come last, as in a,b,|c")
    return _Columns(len(head), n_before, cost, names, is_secondary.count(False))


def _amount(cell: str, where: str) -> Fraction:
    try:
        return exact(cell)
    except ValueError as error:
        raise InvalidProblem(f"{where}: the cost: {error}") from None


def write(problem: ExactCover) -> str:
    """Return the problem as text that `read` reads, with a line of names.

    Raises InvalidProblem for multiplicities, costs, a matrix that is too large or has no option, and names that cannot
    stand in the first line.
    """
    refuse(problem, "a 0/1 matrix", multiplicities=True, colours=True, costs=True)
    refuse_beyond_limit(problem.n_options * problem.n_items, "the matrix")
    if not problem.n_options:
        raise InvalidProblem("a 0/1 matrix without an option cannot be written")
    names = [problem.item_name(item) for item in range(problem.n_items)]
    if _ENTRIES.issuperset(names):
        names = [f"item-{name}" for name in names]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([name if item < problem.n_primary else f"|{name}" for item, name in enumerate(names)])
    wrong = "the names of the items cannot be written"
    found = [_named(cells, wrong) for _, cells in _rows(text.getvalue(), wrong)]
    if found != [_Columns(len(names), 0, None, names, problem.n_primary)]:
        raise InvalidProblem(f"{wrong}: one begins with | or #, is option or cost, or has blanks beside blanks")
    matrix = np.zeros((problem.n_options, problem.n_items), np.int8)
    matrix[np.repeat(np.arange(problem.n_options), np.diff(problem.start)), problem.item] = 1
    writer.writerows(matrix.tolist())
    return text.getvalue()
