"""A 0/1 matrix as CSV: a line for each option, a column for each item, 1 where the option covers the item.

The first line may name the items. A name that begins with `|` makes its item secondary; secondary items come last.
"""

from __future__ import annotations

import csv
from array import array
from collections.abc import Iterator
from io import StringIO

import numpy as np

from danceoff.problems.formats.lines import lines
from danceoff.problems.grids.building import refuse_beyond_limit
from danceoff.problems.model.cover import MOST_ITEMS, ExactCover, InvalidProblem
from danceoff.problems.model.validation import refuse_colours, refuse_costs, refuse_multiplicities


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for a ragged matrix and for other entries."""
    rows = csv.reader(_narrow_lines(text, file))
    start, item = array("q", [0]), array("i")
    names: list[str] | None = None
    width = 0
    try:
        for row in filter(None, rows):
            fields = [field.strip() for field in row]
            if names is None:
                names, width = [] if set(fields) <= {"0", "1"} else fields, len(fields)
                if names:
                    continue
            if len(fields) != width:
                raise InvalidProblem(f"{file}:{rows.line_num}: {len(fields)} entries, but {width} in the first line")
            if not set(fields) <= {"0", "1"}:
                wrong = next(field for field in fields if field not in ("0", "1"))
                raise InvalidProblem(f"{file}:{rows.line_num}: {wrong!r} is neither 0 nor 1")
            item.extend(np.flatnonzero(np.frombuffer("".join(fields).encode(), np.uint8) == ord("1")).tolist())
            start.append(len(item))
    except csv.Error as error:
        raise InvalidProblem(f"{file}:{rows.line_num}: {error}") from None
    names = names or []
    n_primary = next((k for k, name in enumerate(names) if name.startswith("|")), width)
    if late := [name for name in names[n_primary:] if not name.startswith("|")]:
        raise InvalidProblem(f"{file}:1: item {late[0]!r} is primary but comes after a secondary one")
    names = [name.removeprefix("|") for name in names]
    if len(set(names)) < len(names):
        raise InvalidProblem(f"{file}:1: two items have the same name")
    try:
        return ExactCover(np.array(start, np.int64), np.array(item, np.int32), width, n_primary, names)
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}: {error}") from None


def _narrow_lines(text: str, file: str) -> Iterator[str]:
    """Yield the lines; a line with more entries than a problem may have items is refused before it is split."""
    for number, line in lines(text):
        if line.count(",") >= MOST_ITEMS:
            raise InvalidProblem(
                f"{file}:{number}: more than {MOST_ITEMS} entries: a problem has at most {MOST_ITEMS} items"
            )
        yield line


def write(problem: ExactCover) -> str:
    """Return the problem as text that `read` reads, with a line of names.

    Raises InvalidProblem for multiplicities, names that CSV cannot hold, equal names, and a matrix that is too large.
    """
    refuse_multiplicities(problem, "a 0/1 matrix")
    refuse_colours(problem, "a 0/1 matrix")
    refuse_costs(problem, "a 0/1 matrix")
    refuse_beyond_limit(problem.n_options * problem.n_items, "the matrix")
    names = [problem.item_name(item) for item in range(problem.n_items)]
    if set(names) <= {"0", "1"}:  # otherwise the line of names would be read as an option
        names = [f"item {name}" for name in names]
    for name in names:
        if name != " ".join(name.split()) or not name or name.startswith("|"):
            raise InvalidProblem(
                f"item name {name!r} cannot be written: it is empty, begins with | or has extra spaces"
            )
    if len(set(names)) < len(names):
        raise InvalidProblem("item names cannot be written: two items have the same name")
    matrix = np.zeros((problem.n_options, problem.n_items), np.int8)
    matrix[np.repeat(np.arange(problem.n_options), np.diff(problem.start)), problem.item] = 1
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["|" * (item >= problem.n_primary) + name for item, name in enumerate(names)])
    writer.writerows(matrix.tolist())
    return text.getvalue()
