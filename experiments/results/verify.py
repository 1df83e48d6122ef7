"""Checks that all solvers agree with each other and with published counts and optima, and says who is at fault.

Counts are compared between all rows of one problem, identified by its digest; fingerprints between rows that list all
covers. Exact rows must be equal, and lower bounds must not exceed them. Evidence decides who is at fault, the strongest
first: see `Ground`. Covers are checked when they are found, and compared with each other when a list ends, so a list
refutes every smaller count without a vote, also a published one. Where evidence decides nothing, all are at fault.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from danceoff.experiments.results.record import SOLVED, Row
from danceoff.problems.analysis.repeats import TWICE
from danceoff.problems.model.digits import decimal
from danceoff.solvers import KNOWN_MISCOUNTS
from danceoff.solvers.plugins import split

_DIFFER = "the numbers of covers differ"
_Key = TypeVar("_Key", bound=Hashable)


class Ground(IntEnum):
    """Why an answer is held to be wrong, the strongest evidence first."""

    INVALID = 0
    KNOWN = 1
    CHECKED = 2
    PROOF = 3
    ITSELF = 4
    MAJORITY = 5
    UNDECIDED = 6


AGAINST = {
    Ground.CHECKED: "checked covers",
    Ground.PROOF: "the cost of a checked cover",
    Ground.ITSELF: "its own other answers",
    Ground.MAJORITY: "the majority",
    Ground.UNDECIDED: "another, and nothing decides between them",
}
"""Ground -> what speaks against an answer, in words, unless the offence says it."""


@dataclass(frozen=True)
class Offence:
    """A contradiction between answers to one problem.

    what: the contradiction, in words.
    rows: the rows that show it.
    blamed: the rows that are at fault, or may be; none if the published number is.
    ground: why these.
    answer: what the blamed rows gave, in words.
    against: the evidence against the blamed answers, in words; by default the sentence of `ground` in AGAINST.
    shown: how many checked covers refute the answer, if they do.
    """

    what: str
    rows: tuple[Row, ...]
    blamed: tuple[Row, ...]
    ground: Ground
    answer: str = "count"
    against: str = ""
    shown: int | None = None

    @property
    def known_faults(self) -> list[str]:
        """Known faults of the solvers that may be at fault."""
        names = dict.fromkeys(row.solver for row in self.blamed)
        return [f"{name} {KNOWN_MISCOUNTS[name]}" for name in names if name in KNOWN_MISCOUNTS]


def by_digest(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Return digest -> rows, in the order of the first row of each; rows that never read their problem are left out."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.digest:
            groups[row.digest].append(row)
    return groups


def offences(rows: Iterable[Row]) -> list[Offence]:
    """Return every contradiction in the rows."""
    return [offence for group in by_digest(rows).values() for offence in _of_problem(group)]


def at_fault(rows: Sequence[Row]) -> list[bool]:
    """Return for each row whether it is at fault, or may be if evidence decides nothing."""
    blamed = {id(row) for offence in offences(rows) for row in offence.blamed}
    return [id(row) in blamed for row in rows]


def _of_problem(rows: list[Row]) -> Iterator[Offence]:
    yield from _invalid(rows)
    exact = [row for row in rows if row.is_exact]
    refuted = list(_refuted(rows, exact))
    yield from refuted
    gone = {id(row) for offence in refuted for row in offence.blamed}
    left = [row for row in exact if id(row) not in gone]
    unlike = list(_unlike(left, lambda row: row.covers, _DIFFER))
    yield from unlike
    gone = {id(row) for offence in unlike for row in offence.blamed}
    agreed = [row for row in left if id(row) not in gone] or left
    listed = [row for row in agreed if row.fingerprint]
    for same_count in _grouped(listed, lambda row: row.covers).values():
        what = "same number of covers, but different ones"
        yield from _unlike(same_count, lambda row: row.fingerprint, what, "set of covers")
    yield from _bounds(rows, agreed)
    yield from _costs(rows)


def _invalid(rows: Sequence[Row]) -> Iterator[Offence]:
    wrong = [row for row in rows if row.status == "wrong"]
    for answer, group in _grouped(wrong, lambda row: _called(row.detail)).items():
        yield Offence("gave a wrong answer", tuple(group), tuple(group), Ground.INVALID, answer)


def _called(detail: str) -> str:
    """What a row of status `wrong` gave."""
    if detail == TWICE:
        return "list with a cover twice"
    return "cover that is none" if " not a " in detail else "answer that its check refutes"


def _refuted(rows: Sequence[Row], exact: Sequence[Row]) -> Iterator[Offence]:
    """Yield exact counts against facts: a certified count, the published one, and checked covers."""
    witness = max(rows, key=shown)
    n_shown = shown(witness)
    certified = {row.covers for row in exact if row.certificate}
    if len(certified) == 1 and (blamed := tuple(row for row in exact if row.covers not in certified)):
        what = f"{decimal(min(certified))} covers are certified"
        yield Offence(what, blamed, blamed, Ground.KNOWN, against="the certified number")
    for published in sorted({row.published for row in rows if row.published is not None}):
        what = f"{decimal(published)} covers are published"
        if len(certified) == 1 and published not in certified:
            witnesses = tuple(row for row in exact if row.certificate)
            refuted = f"{what}, but another number is certified"
            yield Offence(refuted, witnesses, (), Ground.KNOWN, "number", "the certified number")
        elif published < n_shown:
            refuted = f"{what}, but {decimal(n_shown)} were found and checked"
            yield Offence(refuted, (witness,), (), Ground.CHECKED, "number", shown=n_shown)
        elif blamed := tuple(row for row in exact if row.covers != published):
            differ = f"{_DIFFER}: " if len({row.covers for row in exact}) > 1 else ""
            yield Offence(f"{differ}{what}", blamed, blamed, Ground.KNOWN, against="the published number")
    if blamed := tuple(row for row in exact if row.covers < n_shown):
        above = f"more covers than the exact count of {decimal(min(row.covers for row in blamed))}"
        what = _DIFFER if witness.is_exact else above
        yield Offence(what, (witness, *blamed), blamed, Ground.CHECKED, shown=n_shown)


def shown(row: Row) -> int:
    """Return how many different covers of the problem the case is known to have found.

    Covers are known to be right if they were checked, and to be different if they were compared with each other.
    """
    if not row.checked or row.status == "wrong":
        return 0
    is_compared = row.status in SOLVED and row.orbits is None and "compared with" not in row.detail  # see walks.py
    return row.covers if is_compared and row.checked >= row.covers else min(row.covers, 1)


def _unlike(
    rows: Sequence[Row], answer: Callable[[Row], Hashable], what: str, called: str = "count"
) -> Iterator[Offence]:
    """Yield an offence if rows answer the same question differently, for each ground on which some are at fault.

    The answer with the most solvers is right, whatever their settings. A solver that contradicts itself or is known to
    miscount has no vote.
    """
    said: dict[Hashable, set[str]] = defaultdict(set)
    for row in rows:
        said[answer(row)].add(row.solver)
    if len(said) < 2:
        return
    of_solver = [solver for solvers in said.values() for solver in solvers]
    unsure = {solver for solver in of_solver if of_solver.count(solver) > 1}
    votes = {one: len(voters(solvers - unsure)) for one, solvers in said.items()}
    most = max(votes.values())
    leading = [one for one, n in votes.items() if n == most]
    is_settled = len(leading) == 1 and (most > 1 or sum(votes.values()) == most)
    blamed = [row for row in rows if not is_settled or answer(row) != leading[0]]
    ground = Ground.MAJORITY if is_settled else Ground.UNDECIDED
    for why, group in _grouped(blamed, lambda row: Ground.ITSELF if row.solver in unsure else ground).items():
        yield Offence(what, tuple(rows), tuple(group), why, called)


def voters(solvers: Collection[str]) -> set[str]:
    """Return the solvers that may vote, by name: settings of one solver have one vote."""
    return {split(solver)[0] for solver in solvers if solver not in KNOWN_MISCOUNTS}


def _grouped(rows: Iterable[Row], key: Callable[[Row], _Key]) -> dict[_Key, list[Row]]:
    groups: dict[_Key, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups


def _bounds(rows: Sequence[Row], agreed: Sequence[Row]) -> Iterator[Offence]:
    """Yield lower bounds that exceed the exact count, found or published, by covers that were not all checked."""
    published = [row.published for row in rows if row.published is not None and row.published >= shown(row)]
    most = max([row.covers for row in agreed] or published, default=None)
    if most is None:
        return
    open_ones = [row for row in rows if not row.is_exact and row.status != "wrong"]
    if above := tuple(row for row in open_ones if row.covers > most and shown(row) <= most):
        exact = tuple(row for row in agreed if row.covers == most)
        what = f"more covers than the exact count of {decimal(most)}"
        if most in published:
            yield Offence(what, above, above, Ground.KNOWN, against="the published number")
            return
        n_for, n_against = (len(voters({row.solver for row in some})) for some in (exact, above))
        if n_for == n_against and all(row.checked >= row.covers for row in above):  # right, but they may come twice
            yield Offence(what, (*exact, *above), (*exact, *above), Ground.UNDECIDED)
            return
        blamed, against = (exact, "") if n_against > n_for else (above, "the exact count")
        yield Offence(what, (*exact, *above), blamed, Ground.MAJORITY, against=against)


def _costs(rows: Sequence[Row]) -> Iterator[Offence]:
    """Yield bounds above the cost of a cover, optima that differ from the published one, and sets that differ."""
    found = [row for row in rows if row.cost is not None]
    cheapest = min(found, key=lambda row: (row.cost, not row.is_optimal), default=None)
    if cheapest and cheapest.cost is not None:
        refuted = tuple(row for row in rows if row.bound is not None and row.bound > cheapest.cost)
        if refuted:
            what = f"a cover costs {cheapest.shown_cost(cheapest.cost)}, and that was proven impossible"
            yield Offence(what, (cheapest, *refuted), refuted, Ground.PROOF, "bound")
    for row in rows:
        if row.contradicts_optimum:
            what = f"the optimum {row.shown_cost(row.published_cost or 0)} is published"
            if row.cost is not None and row.checked and row.cost < (row.published_cost or 0):
                yield Offence(f"{what}, but a cheaper cover was found and checked", (row,), (), Ground.PROOF, "optimum")
            else:
                yield Offence(what, (row,), (row,), Ground.KNOWN, "answer", "the published optimum")
    sets = [row for row in rows if row.question.finds_costs and row.status == "complete" and row.fingerprint]
    for same_limit in _grouped(sets, lambda row: row.limit).values():
        what = "different sets of cheapest covers"
        yield from _unlike(same_limit, lambda row: (row.covers, row.fingerprint), what, "set of cheapest covers")
