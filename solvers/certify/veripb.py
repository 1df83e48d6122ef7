"""Proofs for VeriPB (https://veripb.org), in version 3.0 of its format; a formally verified checker knows it, too.

Constraints over 0/1 variables are numbered: first those of a file in OPB, where an equation counts as >= and then <=,
then those that rules of the proof add: `solx` demands another choice than a cover has, `soli` a cheaper cover. `pol`
sums constraints, each times a number; `rup` states what follows by unit propagation from all, or from those it names.

CaDiCaL refutes that there are other covers; each of its clauses follows from one constraint. For a least cost, the
constraints are summed, each times the price of its item: a bound on the sum of the reduced costs of a cheaper cover.
SAT finds dearer covers, and of each cover some options are too dear together for this bound: a clause excludes them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb
from pathlib import Path
from typing import TextIO

import numpy as np
from pysat.solvers import Solver as SatSolver

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.certificate import BUDGET, Verdict, clause_against
from danceoff.problems.certificate.budget import WRITTEN_CLAUSE, WRITTEN_LITERAL, Meter
from danceoff.problems.certificate.covers import CoverCheck
from danceoff.problems.formats.linear import constraints, objective, write_opb
from danceoff.problems.model.colours import has_colour
from danceoff.problems.model.costs import each
from danceoff.problems.model.cover import ADDED
from danceoff.solvers.certify.proof import refutation
from danceoff.solvers.certify.trace import NotBest
from danceoff.solvers.engines.prices import item_prices
from danceoff.solvers.questions.distinct import choices_may_nest
from danceoff.solvers.sat.interrupts import interrupts_left_to_python


def write_veripb(path: Path, problem: ExactCover, opb: Path, covers: Sequence[Cover], is_best: bool) -> Verdict:
    """Write a proof that there are no other covers, or no cheaper one, and return what the proof is to show.

    opb: the file for the problem.
    covers: found by any solver, each with its options ascending; the cheapest one if `is_best` is set. If the problem
        is `projected`, one for each choice of the options that lifting keeps.

    Raises InvalidCertificate for a wrong cover, Incomplete or NotBest if there is another or a cheaper one, NotChecked
    for too many clauses, and InvalidProblem if OPB cannot hold the problem.
    """
    of_choice = dict(zip(problem.lift(Covers.of(covers)), covers, strict=True))
    ascending, check = sorted(of_choice.values()), CoverCheck(problem, Meter(BUDGET))
    with path.open("w", encoding="ascii", newline="\n") as file:
        proof = _Proof(problem, file)
        for k, cover in enumerate(ascending):
            check.check([*cover], k)
            proof.exclude(cover, "soli" if is_best else "solx")
            proof.conclusion = f"ENUMERATION_COMPLETE {k + 1} : -1"
        if is_best and ascending:
            proof.bound(ascending[0])
        proof.refute()
    first, rest = write_opb(replace(problem, cost=problem.cost[:0])).split("\n", 1)
    opb.write_text(f"{first}\n{proof.target} ;\n{rest}", encoding="ascii", newline="\n")
    return Verdict("veripb", len(ascending), proof.n_steps)


class _Proof:
    """A proof that is being written; each step adds a constraint. `target` is a line for the file of the problem."""

    def __init__(self, problem: ExactCover, file: TextIO) -> None:
        is_kept = problem.origin < ADDED
        self._problem, self._file, self._kept = problem, file, np.flatnonzero(is_kept)
        self._may_nest = choices_may_nest(problem, is_kept)
        # Covers are told apart by the variables that are preserved; those of colours are not among them.
        self.target = f"preserved:{_words((1 + self._kept).tolist())}"
        self.claim, self.conclusion = ">= 1", "UNSAT : -1"
        self._clauses: dict[tuple[int, ...], int] = {}  # literals ascending -> the constraint that implies the clause
        self._n_given, self.n_steps, meter = 0, 0, Meter(BUDGET)
        for terms, least, most in constraints(problem, ())[0]:
            literals = np.array(terms, np.int64).reshape(-1, 2).prod(axis=1)  # coefficients are 1 or -1
            for sign, bound in ((1, least), (-1, most)):
                if bound is not None:
                    self._n_given += 1
                    signed = np.sort(sign * literals)
                    size = max(0, len(terms) + 1 - sign * bound - int((signed < 0).sum()))  # among so many, one holds
                    meter.hold((WRITTEN_CLAUSE + WRITTEN_LITERAL * size) * comb(len(terms), size))
                    size = min(size, len(terms) + 1)  # for which `combinations` makes room
                    self._clauses |= dict.fromkeys(combinations(signed.tolist(), size), self._n_given)
        file.write(f"pseudo-Boolean proof version 3.0\nf {self._n_given} ;\n")

    def _add(self, rule: str, named: Sequence[int] = ()) -> int:
        """Write a rule with the constraints that it names; return the number of the constraint that it adds."""
        hints = f" : ~ {' '.join(map(str, dict.fromkeys(named)))}" if named else ""
        self._file.write(f"{rule}{hints} ;\n")
        self.n_steps += 1
        return self._n_given + self.n_steps

    def exclude(self, cover: Cover, rule: str) -> None:
        """Write a cover by this rule, and a clause that excludes its choice of the options that are kept."""
        self._add(f"{rule}{_words(-literal for literal in sorted(clause_against(self._problem, cover)))}")
        is_chosen = np.isin(self._kept, cover)
        literals = np.where(is_chosen, -1, 1) * (1 + self._kept)
        clause = tuple(np.sort(literals[is_chosen | self._may_nest]).tolist())
        self._clauses[clause] = self._add(f"rup{_words(clause, ' 1 ')} >= 1")

    def bound(self, cover: Cover) -> None:
        """Exclude all covers that are not cheaper than this one, which is the first in the proof."""
        problem, cost = self._problem, np.array(each(self._problem), object)  # whole numbers of any size
        least = sum(cost[[*cover]])
        self.target, self.claim = f"min: {objective(problem)}", f"{objective(problem)} >= {least}"
        self.conclusion = f"BOUNDS {least} : -1 {least}"
        found = item_prices(problem, least)
        times, finer = 1 << max(found.places, 0), 1 << max(-found.places, 0)
        price = finer * np.where(problem.least > 0, found.price, np.minimum(found.price, 0)).astype(object)
        # An item without colours has a constraint <=, and before it, if it is primary, one >=, for prices above 0.
        n_constraints = np.where(has_colour(problem), 0, 1 + (np.arange(problem.n_items) < problem.n_primary))
        number = np.cumsum(n_constraints) - (price > 0)
        parts = [f" {number[item]} {abs(price[item])} *" for item in np.flatnonzero(price)]
        summed = self._add(f"pol {self._n_given + 1} {times} *{''.join(parts)}{' +' * len(parts)}")
        room = times * (least - 1) - sum(price * np.where(price > 0, problem.least, problem.most))
        reduced = times * cost - np.add.reduceat(price[problem.item], problem.start[:-1])
        with SatSolver("cadical195", bootstrap_with=self._clauses) as sat, interrupts_left_to_python:
            while sat.solve():
                chosen = np.flatnonzero(np.array(sat.get_model()[: problem.n_options]) > 0)
                by_cost = chosen[np.argsort(-reduced[chosen], kind="stable")]
                if sum(cost[by_cost]) < least:
                    raise NotBest("there is a cheaper cover")
                last = np.searchsorted(np.cumsum(reduced[by_cost]), room, "right")
                against, named = (-1 - by_cost[: last + 1]).tolist(), [summed]
                if last == len(by_cost):  # prices of items that are covered more or less often say too little
                    against, named = clause_against(problem, by_cost.tolist()), []
                clause = tuple(sorted(against))
                self._clauses[clause] = self._add(f"rup{_words(clause, ' 1 ')} >= 1", named)
                sat.add_clause(clause)

    def refute(self) -> None:
        """Write a refutation of the clauses, and the end; raises Incomplete if they can be satisfied."""
        given, number = [*map(list, self._clauses)], [0, *self._clauses.values()]
        for size, *step in map(np.ndarray.tolist, refutation(given)):
            if size >= 0:
                named = [*map(number.__getitem__, step[size + 1 :])]
                number.append(self._add(f"rup{_words(step[:size], ' 1 ')} >= 1", named))
            elif gone := [str(number[k]) for k in step if k > len(given)]:
                self._file.write(f"del id {' '.join(gone)} ;\n")
        self._add(f"rup {self.claim}")
        self._file.write(f"output NONE ;\nconclusion {self.conclusion} ;\nend pseudo-Boolean proof ;\n")


def _words(literals: Iterable[int], before: str = " ") -> str:
    return "".join(f"{before}{'~' if literal < 0 else ''}x{abs(literal)}" for literal in literals)
