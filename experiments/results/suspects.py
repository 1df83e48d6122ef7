"""Suspects: the solvers that are wrong, each with the evidence against it in one sentence."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from danceoff.experiments.results.record import SOLVED, Row
from danceoff.experiments.results.verify import Ground, Offence, offences
from danceoff.experiments.words.amounts import number_of
from danceoff.solvers import KNOWN_MISCOUNTS

PUBLISHED = "the published number"
"""The name of a suspect that is no solver."""


@dataclass(frozen=True)
class Suspect:
    """A solver with answers that are at fault, or may be.

    solver: the solver as in the rows, or PUBLISHED.
    ground: the strongest evidence against it.
    n_wrong, n_problems: the number of problems on which it is wrong, and the number that it answered.
    evidence: the kinds of wrong answers, and what contradicts them, in words.
    problem, what: an example, and the contradiction there.
    """

    solver: str
    ground: Ground
    n_wrong: int
    n_problems: int
    evidence: str
    problem: str
    what: str

    def __str__(self) -> str:
        """Return the suspect and the evidence in a sentence without its full stop."""
        verb = "in doubt" if self.ground >= Ground.MAJORITY else "wrong"
        fault = KNOWN_MISCOUNTS.get(self.solver)
        known = f". Known fault: {self.solver} {fault}" if fault else ""
        on = f"{verb} on {self.n_wrong} of {number_of(self.n_problems, 'problem')}"
        return f"{self.solver}: {on}: {self.evidence}{known}. Disagreement on {self.problem}: {self.what}"


def suspects(rows: Sequence[Row], found: Iterable[Offence] | None = None) -> list[Suspect]:
    """Return the suspects, by the strength of the evidence, then by the number of problems; `found`: known offences."""
    charges: dict[str, list[Offence]] = defaultdict(list)
    for offence in offences(rows) if found is None else found:
        for solver in dict.fromkeys(row.solver for row in offence.blamed) or [PUBLISHED]:
            charges[solver].append(offence)
    answered = {(row.digest, row.solver) for row in rows if row.status in SOLVED}
    made = []
    for solver, against in charges.items():
        wrong = {offence.rows[0].digest for offence in against}
        asked = {digest for digest, one in answered if solver in (one, PUBLISHED)}
        first = min(against, key=lambda offence: (offence.ground, offence.rows[0].n_options or 0))
        said, problem = _evidence(solver, against), first.rows[0].problem
        made.append(Suspect(solver, first.ground, len(wrong), len(asked | wrong), said, problem, first.what))
    return sorted(made, key=lambda one: (one.ground, -one.n_wrong, one.solver))


def _evidence(solver: str, against: Sequence[Offence]) -> str:
    """Return in words how many answers of each kind are wrong, and what contradicts them."""
    kinds: Counter[tuple[str, str]] = Counter()
    for offence in against:
        n_rows = sum(row.solver == solver for row in offence.blamed)
        kinds[offence.answer, offence.against] += max(n_rows, 1)
    parts = []
    for (answer, reason), n in kinds.items():
        counted = number_of(n, answer)
        parts.append(f"{counted} against {reason}" if reason else counted)
    return ", ".join(parts)
