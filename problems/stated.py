"""A problem from any source: a name, a file, named options, a 0/1 matrix, a frame, or a table that an add-on reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import fields, replace
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from os import PathLike
from typing import Any

import numpy as np

from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.board import NO_BOARD
from danceoff.problems.instance import Instance
from danceoff.problems.model.arguments import shown
from danceoff.problems.model.costs import Amount, scaled
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.edges import times
from danceoff.problems.model.lookup import listed, numbers_of, short, there_are
from danceoff.problems.model.naming import called
from danceoff.rooms import added_by_rooms

TABLES: dict[str, str] = added_by_rooms("tables")
"""A kind of table -> the module whose `stated` returns the problem of such a table, and `board` what draws it."""


def problem(
    source: Any,
    *,
    primary: Iterable[Hashable] | None = None,
    secondary: Iterable[Hashable] = (),
    multiplicity: Mapping[Hashable, int | tuple[int, int | None]] | str | None = None,
    cost: Mapping[Hashable, Amount] | Sequence[Amount] | Amount | str | None = None,
    option: Hashable | Sequence[Hashable] | None = None,
    item: Hashable | Sequence[Hashable] | None = None,
    colour: str | None = None,
    needs: Any = None,
) -> ExactCover:
    """Return the exact cover problem that a source states.

    Raises InvalidProblem if the source states no problem, and TypeError if it is of another type.

    source: a mapping from the name of each option to its items; a 0/1 matrix (NumPy, SciPy sparse, pandas DataFrame)
        with a row per option and a column per item; a catalog name; a file; an Instance; or an ExactCover. The labels
        of a DataFrame become names; the items of any other matrix are column numbers.
    primary: the items of named options that must be covered; by default, all items except the items in `secondary`.
    secondary: items, or columns of a matrix, that may be covered at most once.
    multiplicity: how often to cover each primary item that is not covered exactly once: a number or (least, most); None
        as most is no bound. Options of an item that is covered 0 times are left out, with a warning. For a long table,
        also the name of a column with values such as 2 or 2:5, equal in all rows of an item; an empty cell means once.
    cost: the cost of every option: a number, such as 1 to ask for the fewest options; a mapping from names, or from
        numbers if options have no names; a sequence in the order of the options; or a pandas Series with names as
        labels. Fractions and decimals are exact. For a frame, also the name of the column of costs: by default `cost`
        for a 0/1 matrix; for a long table, costs are equal in all rows of an option.
    option, item: say that the source is a long table, a frame or the path of a CSV or Excel file, each row of which
        gives one item to one option. Each is a column of names, or a list of columns, whose tuples are the names; in a
        file all names are texts. Missing values, an item twice in an option and two costs of an option are refused,
        with the row. A warning names columns that are not used.
    colour: the column of a table with the colours that its options give to items; empty for none. An item that some row
        colours is secondary.
    needs: how often to cover items of a table: a mapping from their names, or a frame or file with columns
        `item` and `need`; each is a number or a text such as `2..5`. An item that no row has is needed as well: then a
        warning says so, and there is no cover.

    All arguments but `cost` are only for mappings, matrices and tables; other sources define these properties
    themselves.
    """
    if not all(one is None for one in (option, item, colour, needs)):
        if option is None or item is None:
            raise InvalidProblem("a table needs both: option, the columns that name it, and item")
        priced_by, often_by = (one if isinstance(one, str) else None for one in (cost, multiplicity))
        later = listed("secondary", secondary, "items")
        named_by = option, item, priced_by, colour, often_by
        stated = import_module(TABLES["long"]).stated(source, *named_by, primary, later, needs)
        often = {} if isinstance(multiplicity, str) else _often(multiplicity)
        cost = None if isinstance(cost, str) else cost
        if needs is not None and often:
            raise InvalidProblem("needs and multiplicity both say how often to cover items: give one mapping")
    else:
        source, cost = _without_costs(source, cost)
        often = _often(multiplicity)
        stated = _stated(source, primary, secondary, often)
    stated = stated if cost is None else priced(stated, cost)
    return _with_multiplicities(stated, often)  # last, for it leaves out options of items that are covered 0 times


def _without_costs(source: Any, cost: Any) -> tuple[Any, Any]:
    """Return a frame without its column of costs, and the costs; by default the column is `cost`, as in a CSV file."""
    if not (hasattr(source, "iloc") and source.ndim == 2):
        return source, cost
    named = "cost" if cost is None else cost
    if not isinstance(named, str) or [*source].count(named) != 1:
        return source, cost
    return source.drop(columns=[named]), source[named].tolist()


def _stated(
    source: Any, primary: Iterable[Hashable] | None, secondary: Iterable[Hashable], often: Mapping[Hashable, Any]
) -> ExactCover:
    later = listed("secondary", secondary, "items")
    if isinstance(source, Mapping):
        return _named(source, primary, later)
    if primary is not None:
        raise InvalidProblem("primary is for named options; for a matrix, name the columns that are secondary")
    if hasattr(source, "tocsr") or getattr(source, "ndim", 0) == 2:
        return _matrix(source, later)
    if later or often:
        raise InvalidProblem("secondary and multiplicity are for named options and matrices; this problem has its own")
    return instance(source).problem


def _often(multiplicity: Any) -> Mapping[Hashable, Any]:
    if not isinstance(multiplicity, Mapping | None):
        raise InvalidProblem(f"multiplicity must be a mapping from items, not {shown(multiplicity)}")
    return multiplicity or {}


def priced(problem: ExactCover, cost: Mapping[Hashable, Amount] | Sequence[Amount] | Amount | str) -> ExactCover:
    """Return the problem with these costs instead of its own; raises InvalidProblem unless they are numbers."""
    if problem.max_cost is not None:
        raise InvalidProblem("cost: the problem bounds the cost of its covers already, in its own costs")
    if isinstance(cost, str | Set):
        raise InvalidProblem(f"cost must be a mapping, or a sequence with one cost an option, not {shown(cost)}")
    if isinstance(cost, int | float | Fraction | Decimal | np.number):
        cost = [cost] * problem.n_options
    if isinstance(cost, Mapping):
        cost = _by_option(problem, list(cost), list(cost.values()))
    elif hasattr(cost, "iloc"):  # a Series
        labels = list(getattr(cost, "index"))  # noqa: B009 - a Sequence has a method of this name
        cost = _by_option(problem, labels, list(np.asarray(cost)))
    whole, scale = scaled(cost, problem.option_names)
    return replace(problem, cost=whole, cost_scale=scale)


def _by_option(problem: ExactCover, options: list[Hashable], costs: Sequence[Amount]) -> list[Amount]:
    """The costs in the order of the options; raises InvalidProblem unless each option has one."""
    cost_of = dict(zip(numbers_of(problem, options, "cost"), costs, strict=True))
    if len(cost_of) < len(options):
        raise InvalidProblem("cost: an option has two costs")
    free = next((option for option in range(problem.n_options) if option not in cost_of), None)
    if free is not None:
        raise InvalidProblem(f"cost: {called(problem.option_names, free)} has none; write 0 if it costs nothing")
    return [cost_of[option] for option in range(problem.n_options)]


def instance(source: Any) -> Instance:
    """Return the source as an Instance, with a board if the catalog or the file has one; other sources as `problem`."""
    if isinstance(source, Instance):
        return source
    if isinstance(source, ExactCover):
        has_parts = len(source.option_names) > 0 and isinstance(source.option_names[0], tuple)
        return Instance("", "", source, board=import_module(TABLES["long"]).board(source) if has_parts else NO_BOARD)
    if isinstance(source, str | PathLike):
        from danceoff.problems.sources import read  # late: all formats and families, which named options do not need

        return read(source)
    if isinstance(source, Mapping) or hasattr(source, "tocsr") or getattr(source, "ndim", 0) == 2:
        return instance(problem(source))
    if isinstance(source, Sequence):
        raise InvalidProblem(
            "a list may hold options or the rows of a matrix: say which by ExactCover.from_options or .from_matrix"
        )
    raise TypeError(f"a problem is a name, a file, a mapping of options or a matrix, not {shown(source)}")


def _named(
    options: Mapping[Hashable, Any], primary: Iterable[Hashable] | None, secondary: list[Hashable]
) -> ExactCover:
    names = tuple(options)
    rows = [listed(called(names, k), items, "items") for k, items in enumerate(options.values())]
    if primary is not None:
        return ExactCover.from_options(rows, listed("primary", primary, "items"), secondary, names)
    later = set(secondary)
    held = {item: _without_colour(item, later) for row in rows for item in row}  # the items of all entries
    refuse_unheld(secondary, {*held, *held.values()}, held)
    return ExactCover.from_options(rows, [one for one, item in held.items() if item not in later], secondary, names)


def refuse_unheld(secondary: list[Hashable], known: Set[Hashable], items: Mapping[Hashable, object]) -> None:
    """Raise InvalidProblem for a secondary item that is not known.

    items: the names to propose.
    """
    for item in secondary:
        if item not in known:
            raise InvalidProblem(f"secondary: no option holds {short(item)}; {there_are(item, items)}")


def _without_colour(item: Hashable, secondary: set[Hashable]) -> Hashable:
    """Return the item of a pair (item, colour) if that item is secondary; otherwise the argument itself."""
    is_pair = item not in secondary and isinstance(item, tuple) and len(item) == 2 and item[0] in secondary
    return item[0] if is_pair else item  # type: ignore[index]


def _matrix(matrix: Any, secondary: list[Hashable]) -> ExactCover:
    labels = list(getattr(matrix, "columns", range(matrix.shape[1])))
    twice = next((name for name, n in Counter(labels).items() if n > 1), None)
    if twice is not None:
        raise InvalidProblem(f"the matrix has two columns called {short(twice)}")
    known, later = set(labels), set(secondary)
    for name in secondary:
        if name not in known:
            raise InvalidProblem(f"secondary: the matrix has no column {short(name)}")
    primary = [k for k, name in enumerate(labels) if name not in later]
    order = primary + [k for k, name in enumerate(labels) if name in later]
    names = tuple(labels[k] for k in order)
    if hasattr(matrix, "tocsr"):
        return _sparse(matrix, order, len(primary), names)
    columns = matrix.iloc[:, order] if hasattr(matrix, "iloc") else np.asanyarray(matrix)[:, order]
    return ExactCover.from_matrix(columns, len(primary), names)


def _sparse(matrix: Any, order: list[int], n_primary: int, names: tuple[Hashable, ...]) -> ExactCover:
    """Return the problem of a SciPy sparse matrix, by its own methods, so that SciPy need not be imported.

    Duplicate entries are not added up, since sums may overflow.
    """
    entries = matrix.tocoo()
    wrong = np.flatnonzero((entries.data != 0) & (entries.data != 1))
    number = np.argsort(order)
    if len(wrong):
        first = wrong[0]
        column = names[number[entries.col[first]]]
        value = shown(entries.data[first])
        raise InvalidProblem(f"row {entries.row[first]}, column {column}: {value} is neither 0 nor 1")
    row, column = entries.row[entries.data == 1], number[entries.col[entries.data == 1]]
    size = np.bincount(row, minlength=matrix.shape[0])
    item = column[np.lexsort((column, row))].astype(np.int32)
    return ExactCover.stated(start=offsets(size), item=item, n_items=len(order), n_primary=n_primary, item_names=names)


def _with_multiplicities(problem: ExactCover, often: Mapping[Hashable, Any]) -> ExactCover:
    if not often:
        return problem
    number = {name: item for item, name in enumerate(problem.item_names)}
    given = {one.name: getattr(problem, one.name) for one in fields(problem)}
    given |= {"least": problem.least.copy(), "most": problem.most.copy()}
    for name, bounds in often.items():
        if name not in number:
            raise InvalidProblem(f"multiplicity of an unknown item {short(name)}; {there_are(name, number)}")
        given["least"][number[name]], given["most"][number[name]] = times(name, bounds)
    return ExactCover.stated(**given)
