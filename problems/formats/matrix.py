"""A 0/1 matrix as CSV: a line an option, a column an item, 1 where the option covers the item.

The first line may name the items; a name that begins with `|` makes its item secondary, and those stand last.
"""

from __future__ import annotations

import csv
from io import StringIO

import numpy as np

from problems.cover import ExactCover, InvalidProblem, refuse_multiplicities
from problems.packing import refuse_beyond_limit


def read(text: str, file: str) -> ExactCover:
    """The problem that a text describes; raises InvalidProblem for a ragged matrix and for other entries."""
    lines = csv.reader(text.splitlines())
    try:
        rows = [(lines.line_num, [field.strip() for field in row]) for row in lines if row]
    except csv.Error as error:
        raise InvalidProblem(f"{file}:{lines.line_num}: {error}") from None
    names: list[str] = rows.pop(0)[1] if rows and not set(rows[0][1]) <= {"0", "1"} else []
    width = len(names) or (len(rows[0][1]) if rows else 0)
    for number, row in rows:
        if len(row) != width:
            raise InvalidProblem(f"{file}:{number}: {len(row)} entries here, {width} in the first line")
        if wrong := [field for field in row if field not in ("0", "1")]:
            raise InvalidProblem(f"{file}:{number}: {wrong[0]!r} is neither 0 nor 1")
    n_primary = next((k for k, name in enumerate(names) if name.startswith("|")), width)
    if late := [name for name in names[n_primary:] if not name.startswith("|")]:
        raise InvalidProblem(f"{file}:1: item {late[0]!r} is primary and stands after a secondary one")
    names = [name.removeprefix("|") for name in names]
    if len(set(names)) < len(names):
        raise InvalidProblem(f"{file}:1: two items have the same name")
    matrix = np.array([[field == "1" for field in row] for _, row in rows], dtype=bool).reshape(len(rows), width)
    try:
        return ExactCover.from_matrix(matrix, n_primary, names)
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}: {error}") from None


def write(problem: ExactCover) -> str:
    """The problem as a text that `read` reads, with a line of names.

    Raises InvalidProblem for multiplicities, for names that come twice, and for a matrix that is too large.
    """
    refuse_multiplicities(problem, "a 0/1 matrix")
    refuse_beyond_limit(problem.n_options * problem.n_items, "the matrix")
    names = [problem.item_name(item) for item in range(problem.n_items)]
    if set(names) <= {"0", "1"}:  # as a first line they would be an option
        names = [f"item {name}" for name in names]
    for name in names:
        if name != " ".join(name.split()) or not name or name.startswith("|"):
            raise InvalidProblem(f"item name {name!r} cannot be written: no | begins a name, and single spaces part it")
    if len(set(names)) < len(names):
        raise InvalidProblem("item names cannot be written: two of them are the same")
    matrix = np.zeros((problem.n_options, problem.n_items), np.int8)
    matrix[np.repeat(np.arange(problem.n_options), np.diff(problem.start)), problem.item] = 1
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(["|" * (item >= problem.n_primary) + name for item, name in enumerate(names)])
    writer.writerows(matrix.tolist())
    return lines.getvalue()
