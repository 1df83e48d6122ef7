"""An exact cover problem as linear constraints over 0/1 variables: OPB and LP text, only written.

Variable xk says that option k, counted from 1, is chosen. The sum over the options of an item is 1 where the item is
primary, at most 1 if it is secondary, and lo to hi if the item has this multiplicity.

Further variables say that a secondary item has a colour: each is as large as the largest of the options that give the
colour, and the sum over the colours of an item and its options without a colour is at most 1.

An excluded cover is one sum more, which only this cover exceeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from danceoff.problems.model.colours import coloured_items, has_colour
from danceoff.problems.model.cover import Cover, ExactCover, InvalidProblem

_TERMS_A_LINE = 16  # CPLEX reads lines of at most 560 characters


class _Sum(NamedTuple):
    """least <= sum of coefficient * variable <= most; a bound of None is none. kind, item: what the sum is about."""

    kind: str
    item: int
    terms: list[tuple[int, int]]
    least: int | None
    most: int | None


def write_opb(problem: ExactCover, excluded: Iterable[Cover] = ()) -> str:
    """Return the problem in the format of the pseudo-Boolean competitions; raises InvalidProblem without options."""
    sums, n_variables = _sums(problem, excluded)
    lines = []
    for one in sums:
        if one.least == one.most and one.terms:
            lines.append(f"{_opb(one.terms)} = {one.most} ;")
            continue
        if one.least is not None:
            lines.append(f"{_opb(one.terms) or '+0 x1'} >= {one.least} ;")
        if one.most is not None and one.terms:
            lines.append(f"{_opb([(-times, variable) for times, variable in one.terms])} >= {-one.most} ;")
    return "\n".join([f"* #variable= {n_variables} #constraint= {len(lines)}", *lines, ""])


def write_lp(problem: ExactCover, excluded: Iterable[Cover] = ()) -> str:
    """Return the problem in the LP format of CPLEX, with objective 0; raises InvalidProblem without options."""
    sums, n_variables = _sums(problem, excluded)
    lines = ["Minimize", " obj: 0 x1", "Subject To"]
    for k, one in enumerate(sums):
        words = [f"{'-' if times < 0 else '+'} x{variable}" for times, variable in one.terms]
        total = "\n  ".join(map(" ".join, _chunks(words or ["0 x1"]))).removeprefix("+ ")
        if one.least == one.most:
            lines.append(f" i{one.item}: {total} = {one.most}")
            continue
        name = str(one.item) if one.kind == "item" else f"{one.item}_{k}"
        if one.most is not None:
            lines.append(f" i{name}: {total} <= {one.most}")
        if one.least is not None:
            lines.append(f" l{name}: {total} >= {one.least}")
    variables = [f"x{variable}" for variable in range(1, n_variables + 1)]
    return "\n".join([*lines, "Binary", *(" " + " ".join(chunk) for chunk in _chunks(variables)), "End", ""])


def _opb(terms: list[tuple[int, int]]) -> str:
    return " ".join(f"{times:+d} x{variable}" for times, variable in terms)


def _sums(problem: ExactCover, excluded: Iterable[Cover]) -> tuple[list[_Sum], int]:
    """The constraints, items counted from 1, and the number of variables; what constrains nothing is left out."""
    if problem.n_options == 0:
        raise InvalidProblem("a problem without options has no variables, and cannot be written so")
    sums = list(_sums_of_items(problem))
    n_variables = problem.n_options
    for one in coloured_items(problem):
        item, colours = one.item + 1, list(enumerate(one.coloured, n_variables + 1))
        n_variables += len(colours)
        terms = [(1, option + 1) for option in one.plain] + [(1, variable) for variable, _ in colours]
        sums.append(_Sum("item", item, terms, None, 1))
        for variable, options in colours:
            sums += [_Sum("colour", item, [(1, variable), (-1, option + 1)], 0, None) for option in options]
            sums.append(_Sum("colour", item, [*((1, option + 1) for option in options), (-1, variable)], 0, None))
    sums += [_excluding(problem, cover) for cover in excluded]
    return sums, n_variables


def _excluding(problem: ExactCover, cover: Cover) -> _Sum:
    """Return the constraint that only this cover breaks."""
    terms = [(1, option + 1) for option in cover]
    if problem.covers_may_nest or not cover:
        terms += [(-1, option + 1) for option in range(problem.n_options) if option not in cover]
    return _Sum("excluded", 0, terms, None, len(cover) - 1)


def _sums_of_items(problem: ExactCover) -> Iterator[_Sum]:
    """The constraints of the items without colours."""
    option = np.repeat(np.arange(1, problem.n_options + 1), np.diff(problem.start))
    by_item = option[np.argsort(problem.item, kind="stable")]
    end = np.cumsum(np.bincount(problem.item, minlength=problem.n_items))
    columns = np.split(by_item, end[:-1]) if problem.n_items else []
    bounds = zip(problem.least.tolist(), problem.most.tolist(), has_colour(problem).tolist(), strict=True)
    for item, (options, (least, most, is_coloured)) in enumerate(zip(columns, bounds, strict=True), 1):
        if not is_coloured and (least > 0 or len(options)):
            terms = [(1, k) for k in options.tolist()]
            yield _Sum("item", item, terms, least or None, most)


def _chunks(words: list[str]) -> Iterator[list[str]]:
    for begin in range(0, len(words), _TERMS_A_LINE):
        yield words[begin : begin + _TERMS_A_LINE]
