"""A problem from what holds it: a name, a file, named options, a 0/1 matrix, a frame."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any

import numpy as np

from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.formats.sources import read
from danceoff.problems.instance import Instance
from danceoff.problems.model.arguments import IntArray, shown
from danceoff.problems.model.costs import Amount, scaled


def problem(
    source: Any,
    *,
    primary: Iterable[Hashable] | None = None,
    secondary: Iterable[Hashable] = (),
    multiplicity: Mapping[Hashable, int | tuple[int, int]] | None = None,
    cost: Mapping[Hashable, Amount] | Sequence[Amount] | None = None,
) -> ExactCover:
    """Return the exact cover problem that a source states.

    Raises InvalidProblem if the source states no problem, and TypeError if it is of another type.

    source: a mapping from the name of each option to its items; a 0/1 matrix (NumPy, SciPy sparse, pandas DataFrame)
        with a row per option and a column per item; a catalog name; a file; an Instance; or an ExactCover. The labels
        of a DataFrame become names; the items of any other matrix are column numbers.
    primary: the items of named options that must be covered; by default, all items except those in `secondary`.
    secondary: items, or columns of a matrix, that may be covered at most once.
    multiplicity: how often to cover each primary item that is not covered exactly once: a number or (least, most).
    cost: what options cost: a mapping from names, or numbers, in which options that are missing cost nothing, or a
        sequence with one cost an option. Fractions and decimals are exact.

    All but the last are only for mappings and matrices: other sources already define them.
    """
    stated = _stated(source, primary, secondary, multiplicity)
    return stated if cost is None else priced(stated, cost)


def _stated(
    source: Any,
    primary: Iterable[Hashable] | None,
    secondary: Iterable[Hashable],
    multiplicity: Mapping[Hashable, int | tuple[int, int]] | None,
) -> ExactCover:
    later, often = _ordered(secondary), dict(multiplicity or {})
    if isinstance(source, Mapping):
        return _with_multiplicity(_named(source, primary, later), often)
    if primary is not None:
        raise InvalidProblem("primary is for named options; for a matrix, name the columns that are secondary")
    if hasattr(source, "tocsr") or getattr(source, "ndim", 0) == 2:
        return _with_multiplicity(_matrix(source, later), often)
    if later or often:
        raise InvalidProblem("secondary and multiplicity are for named options and matrices; this problem has its own")
    return instance(source).problem


def priced(problem: ExactCover, cost: Mapping[Hashable, Amount] | Sequence[Amount]) -> ExactCover:
    """Return the problem with these costs instead of its own; raises InvalidProblem unless they are numbers."""
    if problem.max_cost is not None:
        raise InvalidProblem("cost: the problem bounds the cost of its covers already, in its own costs")
    if isinstance(cost, Mapping):
        of_option = dict(zip(numbers_of(problem, list(cost), "cost"), cost.values(), strict=True))
        cost = [of_option.get(option, 0) for option in range(problem.n_options)]
    whole, scale = scaled(cost)
    return replace(problem, cost=whole, cost_scale=scale)


def instance(source: Any) -> Instance:
    """The source as an Instance, which has a board if the catalog or the file gives one; else as `problem`."""
    if isinstance(source, Instance):
        return source
    if isinstance(source, ExactCover):
        return Instance("", "", source)
    if isinstance(source, str | PathLike):
        return read(source)
    if isinstance(source, Mapping) or hasattr(source, "tocsr") or getattr(source, "ndim", 0) == 2:
        return Instance("", "", problem(source))
    if isinstance(source, Sequence):
        raise InvalidProblem(
            "a list may hold options or the rows of a matrix: say which by ExactCover.from_options or .from_matrix"
        )
    raise TypeError(f"a problem is a name, a file, a mapping of options or a matrix, not {shown(source)}")


def cut(root: ExactCover, given: Iterable[Hashable], without: Iterable[Hashable]) -> ExactCover:
    """What is left of a problem when some options are chosen and others left out, all by name or else by number.

    Raises InvalidProblem if no option or more than one has a name, or if an option is both chosen and left out.
    """
    chosen, left_out = numbers_of(root, given, "given"), numbers_of(root, without, "without")
    both = [option for option in chosen if option in left_out]
    if both:
        raise InvalidProblem(f"option {_name(root, both[0])!r} is both given and left out")
    rest = root.given(chosen) if chosen else root
    if not left_out:
        return rest
    gone = np.isin(rest.origin, root.origin[left_out])
    return rest.without(np.flatnonzero(gone).astype(np.int32))


def _name(root: ExactCover, option: int) -> Hashable:
    return root.option_names[option] if root.option_names else option


def numbers_of(root: ExactCover, options: Any, argument: str) -> list[int]:
    """The numbers of options, each given by its name or else its number; raises InvalidProblem as `cut` does.

    argument: what errors call the options.
    """
    if isinstance(options, str) or not isinstance(options, Iterable):
        raise InvalidProblem(f"{argument} must be a list of options, not {shown(options)}")
    wanted = list(options)
    if not wanted:
        return []
    known: dict[Hashable, list[int]] = {}
    for number, name in enumerate(root.option_names):
        known.setdefault(name, []).append(number)
    numbers = []
    for option in wanted:
        found = known.get(option, [])
        is_number = isinstance(option, int | np.integer) and not isinstance(option, bool)
        if not found and is_number and 0 <= option < root.n_options:
            found = [int(option)]
        if len(found) != 1:
            which = "no option" if not found else f"{len(found)} options"
            raise InvalidProblem(f"{argument}: {which} of the problem has the name {option!r}; numbers will do, too")
        numbers += found
    return numbers


def _named(
    options: Mapping[Hashable, Any], primary: Iterable[Hashable] | None, secondary: list[Hashable]
) -> ExactCover:
    rows = [_items(name, items) for name, items in options.items()]
    if primary is None:
        later = set(secondary)
        primary = dict.fromkeys(item for row in rows for item in row if not _is_secondary(item, later))
    return ExactCover.from_options(rows, _ordered(primary), secondary, tuple(options))


def _is_secondary(item: Hashable, secondary: set[Hashable]) -> bool:
    """Whether it is a secondary item, or a pair (item, colour) of one."""
    return item in secondary or (isinstance(item, tuple) and len(item) == 2 and item[0] in secondary)


def _items(option: Hashable, items: Any) -> list[Hashable]:
    """The items of one option."""
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise InvalidProblem(f"option {option!r}: {shown(items)} is no list of items; one item is written ['item']")
    return _ordered(items)


def _ordered(items: Iterable[Hashable]) -> list[Hashable]:
    """Items as a list; those of a set in the order of their texts, so that no hash seed numbers them."""
    return sorted(items, key=repr) if isinstance(items, set | frozenset) else list(items)


def _matrix(matrix: Any, secondary: list[Hashable]) -> ExactCover:
    labels = list(getattr(matrix, "columns", range(matrix.shape[1])))
    unknown = [name for name in secondary if name not in labels]
    if unknown:
        raise InvalidProblem(f"secondary: the matrix has no column {unknown[0]!r}")
    primary = [k for k, name in enumerate(labels) if name not in secondary]
    order = primary + [k for k, name in enumerate(labels) if name in secondary]
    names = tuple(labels[k] for k in order)
    if hasattr(matrix, "tocsr"):
        return _sparse(matrix, order, len(primary), names)
    columns = matrix.iloc[:, order] if hasattr(matrix, "iloc") else np.asarray(matrix)[:, order]
    return ExactCover.from_matrix(columns, len(primary), names)


def _sparse(matrix: Any, order: list[int], n_primary: int, names: tuple[Hashable, ...]) -> ExactCover:
    """By the methods of a SciPy matrix, so that SciPy need not be imported."""
    rows = matrix.tocsr()[:, order]
    rows.sum_duplicates()
    rows.eliminate_zeros()
    rows.sort_indices()
    wrong = np.flatnonzero(rows.data != 1)
    if len(wrong):
        row = int(np.searchsorted(rows.indptr, wrong[0], side="right")) - 1
        column, value = names[rows.indices[wrong[0]]], shown(rows.data[wrong[0]])
        raise InvalidProblem(f"row {row}, column {column}: {value} is neither 0 nor 1")
    return ExactCover(rows.indptr, rows.indices, len(order), n_primary, names)


def _with_multiplicity(stated: ExactCover, often: Mapping[Hashable, Any]) -> ExactCover:
    if not often:
        return stated
    number = {name: item for item, name in enumerate(stated.item_names)}
    least, most = stated.least.copy(), stated.most.copy()
    for name, times in often.items():
        if name not in number:
            raise InvalidProblem(f"multiplicity of an unknown item {name!r}")
        least[number[name]], most[number[name]] = _bounds(name, times)
    return replace(stated, least=least, most=most)


def _bounds(item: Hashable, times: Any) -> IntArray:
    both = times if isinstance(times, tuple | list) else (times, times)
    bounds = np.asarray(both)
    if bounds.shape != (2,) or bounds.dtype.kind not in "iu" or abs(bounds).max() > np.iinfo(np.int32).max:
        raise InvalidProblem(f"multiplicity of item {item!r} must be a number or (least, most), not {shown(times)}")
    return bounds.astype(np.int32)
