"""An exact cover problem as linear constraints over 0/1 variables, written as OPB, LP and MPS.

Variable xk says that option k, counted from 1, is chosen. The sum over the options of an item is 1 where the item is
primary, at most 1 if it is secondary, and lo to hi if the item has this multiplicity.

Further variables say that a secondary item has a colour: each is as large as the largest of the options that give the
colour, and the sum over the colours of an item and its options without a colour is at most 1.

An excluded cover is one sum more, which only this cover exceeds.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from danceoff.problems.model.colours import coloured_items, has_colour
from danceoff.problems.model.costs import scale_note
from danceoff.problems.model.cover import Cover, ExactCover, InvalidProblem
from danceoff.problems.model.validation import refuse

_TERMS_A_LINE = 14  # CPLEX reads lines of at most 560 characters


class Sum(NamedTuple):
    """A constraint: least <= sum of coefficient * variable <= most, where None is no bound.

    kind, item: what the constraint is about, and its number.
    """

    kind: str
    item: int
    terms: list[tuple[int, int]]
    least: int | None
    most: int | None


def write_opb(problem: ExactCover, excluded: Iterable[Cover] = ()) -> str:
    """Return the problem in the format of the pseudo-Boolean competitions; raises InvalidProblem as `write_lp` does.

    The objective is the costs as the model has them: whole, to be minimised. It is left out if all are 0.
    """
    sums, n_variables = constraints(problem, excluded)
    lines = []
    for one in sums:
        if one.least == one.most and one.terms:
            lines.append(f"{_opb(one.terms)} = {one.most} ;")
            continue
        if one.least or one.kind == "colour":
            lines.append(f"{_opb(one.terms) or '+0 x1'} >= {one.least} ;")
        if one.most is not None and one.terms:
            lines.append(f"{_opb([(-times, variable) for times, variable in one.terms])} >= {-one.most} ;")
    head = [f"* #variable= {n_variables} #constraint= {len(lines)}"]
    if scale_note(problem):
        head.append(f"* {scale_note(problem)}")
    if problem.has_costs:
        head.append(f"min: {_opb([(cost, k) for k, cost in enumerate(_costs(problem), 1) if cost])} ;")
    return "\n".join([*head, *lines, ""])


def write_lp(problem: ExactCover, excluded: Iterable[Cover] = ()) -> str:
    """Return the problem in the LP format of CPLEX; raises InvalidProblem without options or with a bound on costs.

    The objective is the costs as the model has them: whole, to be minimised.
    """
    sums, n_variables = constraints(problem, excluded)
    lines = [f"\\ {scale_note(problem)}"] if scale_note(problem) else []
    objective = _lp(list(zip(_costs(problem), range(1, problem.n_options + 1), strict=True)))  # all, to say their order
    lines += ["Minimize", f" obj: {objective}", "Subject To"]
    for k, one in enumerate(sums):
        total = _lp(one.terms)
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


def write_mps(problem: ExactCover) -> str:
    """Return the problem in MPS; raises InvalidProblem as `write_lp` does, and the objective is the same.

    The names are short enough for fixed MPS, and so are numbers of up to 12 digits.
    """
    sums, n_variables = constraints(problem, ())
    entries: list[list[tuple[str, int]]] = [[("obj", cost)] * (cost != 0) for cost in _costs(problem)]
    entries += [[] for _ in range(n_variables - problem.n_options)]
    rows, sides, ranges = [" N  obj"], [], []
    for k, one in enumerate(sums):
        name = f"i{one.item}" if one.kind == "item" else f"i{one.item}_{k}"
        kind, side = ("G", one.least) if one.most is None else ("E" if one.least == one.most else "L", one.most)
        rows.append(f" {kind}  {name}")
        sides.append(_fields("rhs", name, side or 0))
        if kind == "L" and one.least is not None and one.most is not None:
            ranges.append(_fields("range", name, one.most - one.least))
        for times, variable in one.terms:
            entries[variable - 1].append((name, times))
    columns = [_fields(f"x{k}", name, times) for k, of_one in enumerate(entries, 1) for name, times in of_one]
    note = [f"* {scale_note(problem)}"] if scale_note(problem) else []
    integers = [_fields("marker", "'MARKER'", "'INTORG'"), *columns, _fields("marker", "'MARKER'", "'INTEND'")]
    bounds = [f" BV bound     x{k}" for k in range(1, n_variables + 1)]
    blocks = [("ROWS", rows), ("COLUMNS", integers), ("RHS", sides), ("RANGES", ranges), ("BOUNDS", bounds)]
    body = [line for name, block in blocks if block for line in (name, *block)]
    return "\n".join([*note, "NAME          cover", *body, "ENDATA", ""])


def _fields(*words: object) -> str:
    """A line of MPS: two names and a number."""
    return "    {:<8}  {:<8}  {:>12}".format(*words)


def _costs(problem: ExactCover) -> list[int]:
    return problem.cost.tolist() if problem.has_costs else [0] * problem.n_options


def _lp(terms: list[tuple[int, int]]) -> str:
    words = []
    for times, variable in terms:
        coefficient = "" if abs(times) == 1 else f"{abs(times)} "
        words.append(f"{'-' if times < 0 else '+'} {coefficient}x{variable}")
    return "\n  ".join(map(" ".join, _chunks(words or ["0 x1"]))).removeprefix("+ ")


def _opb(terms: list[tuple[int, int]]) -> str:
    return " ".join(f"{times:+d} x{variable}" for times, variable in terms)


def constraints(problem: ExactCover, excluded: Iterable[Cover]) -> tuple[list[Sum], int]:
    """Return the constraints, items counted from 1, and the number of variables; leaves out what constrains nothing."""
    if problem.n_options == 0:
        raise InvalidProblem("a problem without options has no variables, and cannot be written so")
    refuse(problem, "a file of linear constraints")
    sums = list(_sums_of_items(problem))
    n_variables = problem.n_options
    for one in coloured_items(problem):
        item, colours = one.item + 1, list(enumerate(one.coloured, n_variables + 1))
        n_variables += len(colours)
        terms = [(1, option + 1) for option in one.plain] + [(1, variable) for variable, _ in colours]
        sums.append(Sum("item", item, terms, None, 1))
        for variable, options in colours:
            sums += [Sum("colour", item, [(1, variable), (-1, option + 1)], 0, None) for option in options]
            sums.append(Sum("colour", item, [*((1, option + 1) for option in options), (-1, variable)], 0, None))
    sums += [excluding(problem, cover) for cover in excluded]
    return sums, n_variables


def excluding(problem: ExactCover, cover: Cover) -> Sum:
    """Return the constraint that only this cover breaks."""
    terms = [(1, option + 1) for option in cover]
    if problem.covers_may_nest or not cover:
        terms += [(-1, option + 1) for option in range(problem.n_options) if option not in cover]
    return Sum("excluded", 0, terms, None, len(cover) - 1)


def _sums_of_items(problem: ExactCover) -> Iterator[Sum]:
    """The constraints of the items without colours."""
    option = np.repeat(np.arange(1, problem.n_options + 1), np.diff(problem.start))
    by_item = option[np.argsort(problem.item, kind="stable")]
    end = np.cumsum(np.bincount(problem.item, minlength=problem.n_items))
    columns = np.split(by_item, end[:-1]) if problem.n_items else []
    bounds = zip(problem.least.tolist(), problem.most.tolist(), has_colour(problem).tolist(), strict=True)
    for item, (options, (least, most, is_coloured)) in enumerate(zip(columns, bounds, strict=True), 1):
        if not is_coloured:
            terms = [(1, k) for k in options.tolist()]
            yield Sum("item", item, terms, least if item <= problem.n_primary else None, most)


def _chunks(words: list[str]) -> Iterator[list[str]]:
    for begin in range(0, len(words), _TERMS_A_LINE):
        yield words[begin : begin + _TERMS_A_LINE]
