"""Checks certificates of numbers of covers and of least costs. You have to trust only this code; it uses no solver.

A certificate is one line of text, `danceoff-certificate 2 KIND DIGEST COUNT`, then a zlib stream of little-endian
32-bit integers, its *words*, then the SHA-256 of all bytes before it. DIGEST names the problem, COUNT is what the
certificate claims. There are five kinds; `trace`, `best`, `proof` and `weights` check them:

trace       the branchings of a count that walks equal sub-problems once: COUNT is exact
best        a cover, and the branchings of a search for cheaper ones: COUNT is the least cost of a cover
list+proof  the covers, and a proof that there is no other: COUNT is exact
weights     whole weights of the items, by which no options can be a cover: COUNT is 0
none        covers without such a proof: there are at least COUNT

All kinds are for any problem, with multiplicities and colours. In version 1, a trace had other words. A file is read
from front to back, and is never all in memory. A small file can demand much work and memory, so a check has a budget of
each; if it needs more, the certificate is neither right nor wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from danceoff.problems.certificate.best import cost_by_trace
from danceoff.problems.certificate.budget import BUDGET, Budget, InvalidCertificate, Meter, NotChecked
from danceoff.problems.certificate.file import MAGIC, opened, words_of
from danceoff.problems.certificate.proof import clause_against, clauses_of, count_by_list
from danceoff.problems.certificate.trace import count_by_trace
from danceoff.problems.certificate.weights import count_by_weights
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.digits import decimal, written

__all__ = [
    "BUDGET", "MAGIC", "Budget", "InvalidCertificate", "NotChecked", "Verdict", "check_certificate", "clause_against",
    "clauses_of",
]  # fmt: skip


_CHECKS = {"trace": count_by_trace, "best": cost_by_trace, "weights": count_by_weights}


@dataclass(frozen=True)
class Verdict:
    """What a certificate shows.

    kind: one of the five kinds.
    count: the number of covers; 1 for kind `best`.
    n_steps: the nodes of a trace, the derived clauses of a proof, or the items that have a weight.
    cost: what the cheapest cover costs, in the units of people, for kind `best`.
    """

    kind: str
    count: int
    n_steps: int
    cost: Fraction | None = None

    def __str__(self) -> str:
        if self.cost is not None:
            return f"the best cover costs {written(self.cost)}, by a trace of {self.n_steps} steps"
        covers = f"{decimal(self.count)} {'cover' if self.count == 1 else 'covers'}"
        items = f"{self.n_steps} {'item' if self.n_steps == 1 else 'items'}"
        return {
            "none": f"at least {covers}, by a list without a proof that there are no others",
            "weights": f"exactly {covers}, by weights of {items}",
        }.get(self.kind, f"exactly {covers}, by a {self.kind} of {self.n_steps} steps")


def check_certificate(problem: ExactCover, path: Path, budget: Budget = BUDGET) -> Verdict:
    """Check the certificate of a problem in a file, and return what it shows.

    Raises InvalidCertificate if it is wrong, NotChecked if the check needs more than the budget, and OSError if the
    file cannot be read.
    """
    kind, digest, count, packed = opened(path)
    if digest != problem.digest:
        raise InvalidCertificate(f"it is about problem {digest}, not {problem.digest}")
    if problem.max_cost is not None:
        raise InvalidCertificate("a certificate is for all covers, not for those of bounded cost")
    meter = Meter(budget)
    words = words_of(packed, meter)
    try:
        if kind in _CHECKS:
            shown, n_steps = _CHECKS[kind](problem, words, meter)
        else:
            shown, n_steps = count_by_list(problem, words, count, kind != "none", meter)
    except StopIteration:
        raise InvalidCertificate("it ends before its proof does") from None
    if shown != count and kind == "best":
        raise InvalidCertificate(f"it claims a cover of cost {count} and has one of cost {shown}")
    if shown != count:
        raise InvalidCertificate(f"it claims {decimal(count)} covers and shows {decimal(shown)}")
    if next(words, None) is not None:
        raise InvalidCertificate("it has further words after its proof has ended")
    if kind == "best":
        return Verdict(kind, 1, n_steps, problem.shown_cost(count + problem.constant))
    return Verdict(kind, count, n_steps)
