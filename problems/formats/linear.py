"""An exact cover problem as linear constraints over 0/1 variables, written as OPB, LP and MPS.

Variable xk says that option k, counted from 1, is chosen. The sum over the options of an item is 1 if the item is
primary, at most 1 if it is secondary, and lo to hi if it has this multiplicity.

For each colour of a secondary item there is a further variable: it is 1 if an option that gives this colour is chosen.
The sum over these variables and the options that cover the item without a colour is at most 1.

To exclude a cover, one more sum gets a bound that only this cover breaks.
"""

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from danceoff.problems.model.colours import coloured_items, has_colour
from danceoff.problems.model.costs import each, scale_note
from danceoff.problems.model.cover import Cover, ExactCover, InvalidProblem
from danceoff.problems.model.validation import refuse

_TERMS_A_LINE = 14  # CPLEX reads lines of at most 560 characters
_TYPES = {"=": "E", ">=": "G", "<=": "L"}


class Sum(NamedTuple):
    """A constraint: least <= sum of coefficient * variable <= most, where None is no bound."""

    terms: list[tuple[int, int]]
    least: int | None
    most: int | None


class Row(NamedTuple):
    """A sum and its relation, =, >= or <=, to a number on the right side."""

    terms: list[tuple[int, int]]
    relation: str
    side: int


def write_opb(problem: ExactCover, excluded: Iterable[Cover] = ()) -> str:
    """Return the problem in the format of the pseudo-Boolean competitions; raises InvalidProblem as `write_lp` does.

    The objective is the costs as the model has them: whole, to be minimised. It is left out if all are 0.
    """
    rows, n_variables = _rows(problem, excluded)
    head = [f"* #variable= {n_variables} #constraint= {len(rows)}", *(f"* {note}" for note in _notes(problem))]
    if problem.has_costs:
        head.append(f"min: {objective(problem)} ;")
    lines = []
    for terms, relation, side in rows:
        sign = -1 if relation == "<=" else 1  # the competitions have no <=
        total = " ".join(_words([(sign * times, variable) for times, variable in terms]))
        lines.append(f"{total} {relation.replace('<', '>')} {sign * side} ;")
    return "\n".join([*head, *lines, ""])


def objective(problem: ExactCover) -> str:
    """Return the sum of the costs as OPB writes it."""
    return " ".join(_words([(cost, k) for k, cost in enumerate(problem.cost.tolist(), 1) if cost]))


def write_lp(problem: ExactCover, excluded: Iterable[Cover] = ()) -> str:
    """Return the problem in the LP format of CPLEX; raises InvalidProblem without options or with a bound on costs.

    The objective is the costs as the model has them: whole, to be minimised.
    """
    rows, n_variables = _rows(problem, excluded)
    costs = _lines(_words(list(zip(each(problem), range(1, problem.n_options + 1), strict=True))))
    lines = [*(f"\\ {note}" for note in _notes(problem)), "Minimize", f" obj: {costs}", "Subject To"]
    lines += [f" i{k}: {_lines(_words(row.terms))} {row.relation} {row.side}" for k, row in enumerate(rows, 1)]
    variables = _lines([f"x{variable}" for variable in range(1, n_variables + 1)])
    return "\n".join([*lines, "Binary", f" {variables}", "End", ""])


def write_mps(problem: ExactCover) -> str:
    """Return the problem in MPS; raises InvalidProblem as `write_lp` does, and the objective is the same.

    The names are short enough for fixed MPS, and so are numbers of up to 12 digits.
    """
    rows, n_variables = _rows(problem, ())
    entries = [(k, "obj", cost) for k, cost in enumerate(each(problem), 1)]
    entries += [(variable, f"i{k}", times) for k, row in enumerate(rows, 1) for times, variable in row.terms]
    columns = [_fields(f"x{k}", name, times) for k, name, times in sorted(entries, key=itemgetter(0))]
    integers = [_fields("marker", "'MARKER'", "'INTORG'"), *columns, _fields("marker", "'MARKER'", "'INTEND'")]
    bounds = [f" BV bound     x{k}" for k in range(1, n_variables + 1)]
    head = [*(f"* {note}" for note in _notes(problem)), "NAME          cover"]
    types = [" N  obj", *(f" {_TYPES[row.relation]}  i{k}" for k, row in enumerate(rows, 1))]
    sides = [_fields("rhs", f"i{k}", row.side) for k, row in enumerate(rows, 1)]
    body = ["ROWS", *types, "COLUMNS", *integers, "RHS", *sides, "BOUNDS", *bounds]
    return "\n".join([*head, *body, "ENDATA", ""])


def _fields(*words: object) -> str:
    """A line of MPS: two names and a number."""
    return "    {:<8}  {:<8}  {:>12}".format(*words)


def _notes(problem: ExactCover) -> list[str]:
    """The comments of a text, which say by what its costs were multiplied."""
    return [note] if (note := scale_note(problem)) else []


def _words(terms: list[tuple[int, int]]) -> list[str]:
    """The words of a sum; an empty sum is 0 times a variable."""
    return [f"{times:+d} x{variable}" for times, variable in terms or [(0, 1)]]


def _lines(words: list[str]) -> str:
    return "\n  ".join(" ".join(words[k : k + _TERMS_A_LINE]) for k in range(0, len(words), _TERMS_A_LINE))


def constraints(problem: ExactCover, excluded: Iterable[Cover]) -> tuple[list[Sum], int]:
    """Return the constraints, items counted from 1, and the number of variables; idle constraints are left out."""
    if problem.n_options == 0:
        raise InvalidProblem("a problem without options has no variables, and cannot be written so")
    refuse(problem, "a file of linear constraints")
    sums = list(_sums_of_items(problem))
    n_variables = problem.n_options
    for one in coloured_items(problem):
        colours = list(enumerate(one.coloured, n_variables + 1))
        n_variables += len(colours)
        terms = [(1, option + 1) for option in one.plain] + [(1, variable) for variable, _ in colours]
        sums.append(Sum(terms, None, 1))
        for variable, options in colours:
            sums += [Sum([(1, variable), (-1, option + 1)], 0, None) for option in options]
            sums.append(Sum([*((1, option + 1) for option in options), (-1, variable)], 0, None))
    sums += [excluding(problem, cover) for cover in excluded]
    return sums, n_variables


def _rows(problem: ExactCover, excluded: Iterable[Cover]) -> tuple[list[Row], int]:
    """Return the constraints as rows, and the number of variables; for a range, a row >= comes before a row <=."""
    sums, n_variables = constraints(problem, excluded)
    rows = list[Row]()
    for terms, least, most in sums:
        if least is not None:
            rows.append(Row(terms, "=" if least == most else ">=", least))
        if most is not None and least != most:
            rows.append(Row(terms, "<=", most))
    return rows, n_variables


def excluding(problem: ExactCover, cover: Cover) -> Sum:
    """Return the constraint that only this cover breaks."""
    terms = [(1, option + 1) for option in cover]
    if problem.covers_may_nest or not cover:  # the sum over an empty cover alone has no terms
        terms += [(-1, option + 1) for option in range(problem.n_options) if option not in cover]
    return Sum(terms, None, len(cover) - 1)


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
            yield Sum(terms, least if item <= problem.n_primary else None, most)
