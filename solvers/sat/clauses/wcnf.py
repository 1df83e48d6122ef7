"""Writes WCNF text, which MaxSAT solvers read, as the MaxSAT Evaluations have defined it since 2022."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from danceoff.problems import ExactCover
from danceoff.problems.model.costs import scale_note
from danceoff.problems.model.validation import refuse_max_cost
from danceoff.solvers.sat.clauses.cnf import encode
from danceoff.solvers.sat.clauses.dimacs import meanings


def write(problem: ExactCover, encoding: str = "pairwise") -> str:
    """Return the clauses of an encoding as hard ones, and a soft clause for each option with a cost.

    encoding: a key of ENCODINGS.

    A comment says what to add to the weight of the broken clauses to get the cost of the cover, if some costs are below
    0. Raises InvalidProblem if the problem has a bound on the cost.
    """
    refuse_max_cost(problem, "WCNF")
    lines = [*meanings(problem, encoding), *([f"c {scale_note(problem)}"] if scale_note(problem) else [])]
    if below_0 := sum(min(cost, 0) for cost in problem.cost.tolist()):
        lines.append(f"c a cover costs {below_0} more than the weight of the clauses that it breaks")
    lines += [" ".join(map(str, ["h", *clause, 0])) for clause in encode(problem, encoding)]
    lines += [f"{weight} {literal} 0" for literal, weight in soft(problem.cost.tolist())]
    return "\n".join([*lines, ""])


def soft(costs: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the soft clauses for the costs of the options: one literal each, with its weight.

    A cost above 0 is the weight of the clause that the option is not chosen; a cost below 0, of the clause that it is.
    So a cover costs the weight of the clauses that it breaks, plus the sum of all costs below 0.
    """
    for variable, cost in enumerate(costs, 1):
        if cost:
            yield -variable if cost > 0 else variable, abs(cost)
