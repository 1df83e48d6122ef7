"""Who is wrong: one suspect a solver, with the evidence against it in one sentence."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from danceoff.experiments.results.record import SOLVED, Row
from danceoff.experiments.results.verify import AGAINST, Ground, Offence, offences
from danceoff.problems.model.digits import decimal
from danceoff.solvers import KNOWN_MISCOUNTS

PUBLISHED = "the published number"
"""The name of a suspect that is no solver."""
_NAMED = 6
_OF_COSTS = ("bound", "optimum", "answer", "set of cheapest covers")
_PLURALS = {
    "cover that is none": "covers that are none",
    "list with a cover twice": "lists with a cover twice",
    "answer that its check refutes": "answers that their check refutes",
    "set of covers": "sets of covers",
    "set of cheapest covers": "sets of cheapest covers",
    "number of orbits": "numbers of orbits",
    "optimum": "optima",
}


@dataclass(frozen=True)
class Suspect:
    """A solver some of whose answers are at fault, or may be.

    solver: as in the rows, or PUBLISHED.
    ground: the strongest evidence against it.
    n_wrong, n_problems: on how many problems, and how many it answered.
    evidence: the wrong answers by kind and by what speaks against them, in words.
    agree: the solvers that decided the same of these problems, and are not suspected there.
    problem, what: an example, and what is contradicted there.
    """

    solver: str
    ground: Ground
    n_wrong: int
    n_problems: int
    evidence: str
    agree: tuple[str, ...]
    problem: str
    what: str

    def __str__(self) -> str:
        """Return the whole in words, without the last full stop."""
        undecided = "in doubt" if self.solver == PUBLISHED else "contradicted"
        verb = undecided if self.ground is Ground.UNDECIDED else "wrong"
        problems = "problem" if self.n_problems == 1 else "problems"
        more = f" and {len(self.agree) - _NAMED} more" if len(self.agree) > _NAMED else ""
        agree = f"; {', '.join(self.agree[:_NAMED])}{more} agree{'s' * (len(self.agree) == 1)}" if self.agree else ""
        fault = KNOWN_MISCOUNTS.get(self.solver)
        known = f". Known fault: {self.solver} {fault}" if fault else ""
        on = f"{verb} on {self.n_wrong} of {self.n_problems} {problems}"
        return f"{self.solver}: {on}: {self.evidence}{agree}{known}. Disagreement on {self.problem}: {self.what}"


def suspects(rows: Sequence[Row], found: Iterable[Offence] | None = None) -> list[Suspect]:
    """Return who is wrong, by the strength of the evidence and then by the number of problems.

    rows: of one folder.
    found: the offences of the rows, if they are known.
    """
    against: dict[str, list[tuple[Row, Offence]]] = defaultdict(list)
    for offence in offences(rows) if found is None else found:
        for row in offence.blamed:
            against[row.solver].append((row, offence))
        if not offence.blamed:
            against[PUBLISHED].append((offence.rows[0], offence))
    answered = {(row.digest, row.solver) for row in rows if row.status in SOLVED}
    answers = {offence.answer for charges in against.values() for _, offence in charges}
    decided = {(answer, row.digest, row.solver) for row in rows for answer in answers if _decides(row, answer)}
    accused = {(row.digest, solver) for solver, charges in against.items() for row, _ in charges}
    made = [_suspect(solver, charges, answered, decided, accused) for solver, charges in against.items()]
    return sorted(made, key=lambda one: (one.ground, -one.n_wrong, one.solver))


def _suspect(
    solver: str,
    charges: Sequence[tuple[Row, Offence]],
    answered: set[tuple[str, str]],
    decided: set[tuple[str, str, str]],
    accused: set[tuple[str, str]],
) -> Suspect:
    digests = dict.fromkeys(row.digest for row, _ in charges)
    asked = {digest for digest, one in answered if solver in (one, PUBLISHED)}
    wrong = {(offence.answer, row.digest) for row, offence in charges}
    agree = {one for answer, digest, one in decided if (answer, digest) in wrong}
    blamed = {one for digest, one in accused if digest in digests}
    row, first = min(charges, key=lambda charge: (charge[1].ground, charge[0].n_options or 0))
    n_problems, others = len(asked | digests.keys()), tuple(sorted(agree - blamed))
    return Suspect(solver, first.ground, len(digests), n_problems, _evidence(charges), others, row.problem, first.what)


def _decides(row: Row, answer: str) -> bool:
    """Return whether a row says which answer of this kind is right."""
    if answer == "number of orbits":
        return row.is_exact and row.orbits is not None
    return row.is_optimal or (row.is_exact and (answer not in _OF_COSTS or not row.covers))


def _evidence(charges: Sequence[tuple[Row, Offence]]) -> str:
    """Return how many answers of each kind are wrong, and what speaks against them."""
    of_row: dict[tuple[int, str], list[Offence]] = defaultdict(list)
    for row, offence in charges:
        of_row[id(row), offence.answer].append(offence)
    kinds: Counter[tuple[str, ...]] = Counter()
    for (_, answer), found in of_row.items():
        kinds[answer, *dict.fromkeys(one.against or AGAINST.get(one.ground, "") for one in found)] += 1
    shown = {offence.shown for _, offence in charges if offence.shown}
    checked = f"{decimal(min(shown))} {_CHECKED}" if len(shown) == 1 else _CHECKED
    checked = "a checked cover" if shown == {1} else checked
    parts = []
    for (answer, *reasons), n in kinds.items():
        counted = answer if n == 1 else _PLURALS.get(answer, f"{answer}s")
        why = " and".join(f" against {checked if one == _CHECKED else one}" for one in reasons if one)
        parts.append(f"{n} {counted}{why}")
    return ", ".join(parts)


_CHECKED = AGAINST[Ground.CHECKED]
