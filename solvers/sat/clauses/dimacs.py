"""Writes DIMACS CNF and WCNF text: the clauses of a problem, with comments that say what the variables mean.

WCNF is what MaxSAT solvers read, as the MaxSAT Evaluations have defined it since 2022.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import starmap

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.colours import coloured_items
from danceoff.problems.model.costs import scale_note
from danceoff.problems.model.validation import refuse
from danceoff.solvers.sat.clauses.cnf import ENCODINGS, Clauses, blocking, encode, n_variables

_SHOWN_A_LINE = 32


def write(problem: ExactCover, excluded: Iterable[Cover] = (), encoding: str = "pairwise") -> str:
    """Return clauses whose models, restricted to the variables of options, are the covers; variable k + 1 is option k.

    Comments say what each option covers; `c p show` lines tell a projected model counter to count these variables.
    Multiplicities and colours need auxiliary variables, which the options determine. Comments say what the variables of
    colours mean.

    excluded: covers that shall not be models; each is excluded by a blocking clause.
    encoding: a key of ENCODINGS. With most of them, `pairwise` included, models and covers correspond one to one; a
        comment warns if there may be more models.

    Raises InvalidProblem if the problem has a bound on the cost. Costs are left out.
    """
    refuse(problem, "DIMACS CNF")
    clauses = encode(problem, encoding) + Clauses.of([blocking(problem, cover) for cover in excluded])
    lines = meanings(problem, encoding)
    lines.append(f"p cnf {n_variables(problem, clauses)} {len(clauses)}")
    for first in range(1, problem.n_options + 1, _SHOWN_A_LINE):
        shown = range(first, min(first + _SHOWN_A_LINE, problem.n_options + 1))
        lines.append(" ".join(["c p show", *map(str, shown), "0"]))
    lines += [" ".join(map(str, [*clause, 0])) for clause in clauses]
    return "\n".join([*lines, ""])


def meanings(problem: ExactCover, encoding: str) -> list[str]:
    """Return comments that say what the variables mean, and whether there may be more models than covers."""
    sizes = f"{problem.n_items} items, {problem.n_primary} of them primary, by {problem.n_options} options"
    lines = [f"c exact cover of {sizes}", f"c encoding {encoding}: {ENCODINGS[encoding].meaning}"]
    if ENCODINGS[encoding].determined == "never" or (
        ENCODINGS[encoding].determined == "primary" and problem.n_primary < problem.n_items
    ):
        lines.append("c a cover may be several models: count only the variables of options")
    return lines + [f"c variable {k}: {name}" for k, name in enumerate(names_of(problem), 1)]


def names_of(problem: ExactCover) -> Iterator[str]:
    """Yield what each variable means, on one line: options, and then colours of items, as in `colours.defined`.

    An option goes by its name, or by the names of its items with their colours.
    """
    for option in range(problem.n_options):
        entries = starmap(problem.entry_name, problem.entries_of(option))
        name = str(problem.option_names[option]) if problem.option_names else " ".join(entries)
        yield " ".join(name.split())
    for one in coloured_items(problem):
        for options in one.coloured:
            colour = dict(problem.entries_of(options[0]))[one.item]
            yield " ".join(problem.entry_name(one.item, colour).split())


def write_wcnf(problem: ExactCover, encoding: str = "pairwise") -> str:
    """Return the clauses of an encoding as hard ones, and a soft clause for each option with a cost.

    encoding: a key of ENCODINGS.

    A comment says what to add to the weight of the broken clauses to get the cost of the cover, if some costs are below
    0. Raises InvalidProblem if the problem has a bound on the cost.
    """
    refuse(problem, "WCNF")
    lines = [*meanings(problem, encoding), *([f"c {scale_note(problem)}"] if scale_note(problem) else [])]
    if below_0 := sum(min(cost, 0) for cost in problem.cost.tolist()):
        lines.append(f"c a cover costs {below_0} more than the weight of the clauses that it breaks")
    lines += [" ".join(map(str, ["h", *clause, 0])) for clause in encode(problem, encoding)]
    lines += [f"{weight} {literal} 0" for literal, weight in soft(problem.cost.tolist())]
    return "\n".join([*lines, ""])


def soft(costs: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the soft clauses for the costs of the options: one literal each, with its weight.

    If a cost is above 0, its clause says that the option is not chosen; if it is below 0, that the option is chosen.
    So a cover costs the weight of the clauses that it breaks, plus the sum of all costs below 0.
    """
    for variable, cost in enumerate(costs, 1):
        if cost:
            yield -variable if cost > 0 else variable, abs(cost)
