"""Checks that all solvers agree with each other and with published counts and optima, and says who is at fault.

Counts are compared between all rows of one problem, identified by its digest; fingerprints between rows that list all
covers. Exact rows must be equal, and lower bounds must not exceed them. Evidence decides who is at fault, the strongest
first: see `Ground`. Covers are checked when they are found, and compared with each other when a list ends, so a list
refutes every smaller count without a vote, also a published one. Where evidence decides nothing, all are at fault.
Of published numbers that of the newest row counts, and it is in doubt if independent solvers agree on another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Generator, Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from enum import IntEnum
from operator import attrgetter
from typing import TypeVar

from danceoff.experiments.results import votes
from danceoff.experiments.results.record import SOLVED, Row
from danceoff.problems.analysis.repeats import TWICE
from danceoff.problems.model.digits import decimal
from danceoff.solvers import KNOWN_MISCOUNTS

_DIFFER = "the numbers of covers differ"
_PUBLISHED = {
    "covers": ("published", "{} covers are published", "number", "count"),
    "orbits": ("published_orbits", "{} orbits are published", "number of orbits", "number of orbits"),
    "cost": ("published_cost", "the optimum {} is published", "optimum", "answer"),
}
"""Column of an answer -> that of the published number, what is said of it, how it is called, and how the answer is."""
_AGREE, _ON_ANOTHER = "independent solvers that agree", "but independent solvers agree on another"
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
    return _grouped((row for row in rows if row.digest), attrgetter("digest"))


def offences(rows: Iterable[Row]) -> list[Offence]:
    """Return every contradiction in the rows."""
    return [offence for group in by_digest(rows).values() for offence in _of_problem(group)]


def at_fault(rows: Sequence[Row]) -> list[bool]:
    """Return for each row whether it is at fault, or may be if evidence decides nothing."""
    blamed = {id(row) for offence in offences(rows) for row in offence.blamed}
    return [id(row) in blamed for row in rows]


def _of_problem(rows: list[Row]) -> Iterator[Offence]:
    barred = votes.unreliable(rows)
    right = yield from _without_blamed(rows, _counts(rows, barred))
    for same_board in _grouped((row for row in right if row.orbits is not None), lambda row: row.problem).values():
        yield from _orbits(same_board, barred)
    yield from _costs(rows, set(map(id, right)), barred)


def _counts(rows: Sequence[Row], barred: Set[int]) -> Iterator[Offence]:
    """Yield covers that are none, and numbers and sets of covers that differ.

    barred: here as below, ids of the rows without a vote on anything.
    """
    yield from _invalid(rows)
    exact = [row for row in rows if row.is_exact]
    newest = yield from _newest(rows, "covers")
    left = yield from _without_blamed(exact, _refuted(rows, exact, newest, barred))
    agreed = (yield from _without_blamed(left, _unlike(left, lambda row: row.covers, barred, _DIFFER))) or left
    for same_count in _grouped((row for row in agreed if row.fingerprint), lambda row: row.covers).values():
        what = "same number of covers, but different ones"
        yield from _unlike(same_count, lambda row: row.fingerprint, barred, what, "set of covers")
    yield from _bounds(rows, agreed, newest, "covers", barred)


def _without_blamed(rows: Sequence[Row], found: Iterable[Offence]) -> Generator[Offence, None, list[Row]]:
    """Yield the offences, and return the rows that none of them blames."""
    offences = list(found)
    yield from offences
    blamed = {id(row) for offence in offences for row in offence.blamed}
    return [row for row in rows if id(row) not in blamed]


def _invalid(rows: Sequence[Row]) -> Iterator[Offence]:
    wrong = [row for row in rows if row.status == "wrong"]
    for answer, group in _grouped(wrong, lambda row: _called(row.detail)).items():
        yield Offence("gave a wrong answer", tuple(group), tuple(group), Ground.INVALID, answer)


def _called(detail: str) -> str:
    """What a row of status `wrong` gave."""
    if detail == TWICE:
        return "list with a cover twice"
    return "cover that is none" if " not a " in detail else "answer that its check refutes"


def _refuted(rows: Sequence[Row], exact: Sequence[Row], newest: Row | None, barred: Set[int]) -> Iterator[Offence]:
    """Yield exact counts against facts: a certified count, the published one of the newest row, and checked covers."""
    witness = max(rows, key=shown)
    n_shown = shown(witness)
    lists = [row for row in rows if row.fingerprint and row.covers == shown(row) == n_shown > 0]
    if (stopped := [row for row in lists if not row.is_exact]) and len({row.fingerprint for row in lists}) > 1:
        witness, n_shown = stopped[0], n_shown + 1  # lists that differ have one more cover together
    witnesses = tuple(row for row in exact if row.certificate)
    certified = {row.covers for row in witnesses}
    if len(certified) == 1 and (blamed := tuple(row for row in exact if row.covers not in certified)):
        what = f"{decimal(min(certified))} covers are certified"
        yield Offence(what, blamed, blamed, Ground.KNOWN, against="the certified number")
    if newest:
        published, what = newest.published or 0, _said(newest, "covers")
        if len(certified) == 1 and published not in certified:
            refuted = f"{what}, but another number is certified"
            yield Offence(refuted, witnesses, (), Ground.KNOWN, "number", "the certified number")
        elif published < n_shown:
            refuted = f"{what}, but {decimal(n_shown)} were found and checked"
            yield Offence(refuted, (witness,), (), Ground.CHECKED, "number", shown=n_shown)
        else:
            unlike = [row for row in exact if row.covers != published]
            yield from _against(newest, [row for row in exact if row.covers >= n_shown], unlike, "covers", barred)
    if blamed := tuple(row for row in exact if row.covers < n_shown):
        above = f"more covers than the exact count of {decimal(min(row.covers for row in blamed))}"
        what = _DIFFER if witness.is_exact else above
        yield Offence(what, (witness, *blamed), blamed, Ground.CHECKED, shown=n_shown)


def _newest(rows: Sequence[Row], column: str) -> Generator[Offence, None, Row | None]:
    """Yield the published numbers that only older rows have, and return the newest row with one."""
    name, _, called, _ = _PUBLISHED[column]
    told = sorted((row for row in rows if getattr(row, name) is not None), key=lambda row: row.started)
    for old in {getattr(row, name): row for row in told}.values():
        if getattr(old, name) != getattr(told[-1], name):
            what = f"{_said(told[-1], column)}; in older rows {_said(old, column)}"
            yield Offence(what, (old, told[-1]), (), Ground.UNDECIDED, called, "that of newer rows")
    return told[-1] if told else None


def _said(row: Row, column: str) -> str:
    """Return what is published, in words."""
    name, words, *_ = _PUBLISHED[column]
    return words.format((row.shown_cost if column == "cost" else decimal)(getattr(row, name)))


def _against(
    newest: Row, exact: Sequence[Row], unlike: Sequence[Row], column: str, barred: Set[int]
) -> Iterator[Offence]:
    """Yield that a published number is in doubt, as independent solvers agree on another; else the answers unlike it.

    newest: the row with the number.
    exact: the complete answers that nothing stronger refutes.
    """
    name, _, number, answer = _PUBLISHED[column]
    what, unsure = _said(newest, column), votes.unsure(exact if unlike else (), attrgetter(column)) | barred
    sure = [row for row in exact if unlike and id(row) not in unsure]
    groups = _grouped(sure, lambda row: (getattr(row, column), row.fingerprint if row.question.lists else ""))
    agree = [(*same, *(groups.get((one, ""), ()) if sign else ())) for (one, sign), same in groups.items()]
    most = max(agree, key=lambda same: len(votes.voters(same)), default=())
    said = {one for (one, _), same in groups.items() if votes.voters(same)}
    if getattr(newest, name) not in said and len(votes.voters(most)) > 1:
        yield Offence(f"{what}, {_ON_ANOTHER}", most, (), Ground.UNDECIDED, number, _AGREE)
    elif unlike:
        what = f"{_DIFFER}: {what}" if column == "covers" and len(said) > 1 else what
        yield Offence(what, tuple(unlike), tuple(unlike), Ground.KNOWN, answer, f"the published {number}")


def shown(row: Row) -> int:
    """Return how many different covers of the problem the case is known to have found.

    Covers are known to be right if they were checked, and to be different if they were compared with each other.
    """
    if not row.checked or row.status == "wrong":
        return 0
    is_compared = row.status in SOLVED and row.orbits is None and "compared with" not in row.detail  # see walks.py
    return row.covers if is_compared and row.checked >= row.covers else min(row.covers, 1)


def _unlike(
    rows: Sequence[Row], answer: Callable[[Row], Hashable], barred: Set[int], what: str, called: str = "count"
) -> Iterator[Offence]:
    """Yield an offence if rows answer the same question differently, for each ground on which some are at fault.

    The answer with the most solvers is right; one whose settings answer differently has no vote.
    """
    said = _grouped(rows, answer)
    if len(said) < 2:
        return
    unsure = votes.unsure(rows, answer)
    engines = {one: votes.voters(some, unsure | barred) for one, some in said.items()}
    n_of = Counter(engine for some in engines.values() for engine in some)
    n_for = {one: sum(not engine or n_of[engine] == 1 for engine in some) for one, some in engines.items()}
    most = max(n_for.values())
    leading = [one for one, n in n_for.items() if n == most]
    is_settled = len(leading) == 1 and (most > 1 or sum(n_for.values()) == most)
    blamed = [row for row in rows if not is_settled or answer(row) != leading[0]]
    ground = Ground.MAJORITY if is_settled else Ground.UNDECIDED
    for why, group in sorted(_grouped(blamed, lambda row: Ground.ITSELF if id(row) in unsure else ground).items()):
        yield Offence(what, tuple(rows), tuple(group), why, called)


def _grouped(rows: Iterable[Row], key: Callable[[Row], _Key]) -> dict[_Key, list[Row]]:
    groups: dict[_Key, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups


def _bounds(
    rows: Sequence[Row], agreed: Sequence[Row], newest: Row | None, column: str, barred: Set[int]
) -> Iterator[Offence]:
    """Yield lower bounds that exceed the exact number, found or published, by covers that were not all checked."""
    name, _, number, answer = _PUBLISHED[column]
    n, said = attrgetter(column), getattr(newest, name, None)
    published = said if said is not None and said >= max(map(shown, rows)) else None
    most = max(map(n, agreed), default=published)
    if most is None:
        return
    open_ones = [row for row in rows if not row.is_exact and row.status != "wrong"]
    if above := tuple(row for row in open_ones if n(row) > most and shown(row) <= most):
        exact = tuple(row for row in agreed if n(row) == most)
        what = f"more {column} than the exact count of {decimal(most)}"
        judged = (*(row for row in rows if row.is_exact), *above)
        unsure = votes.unsure(judged, lambda row: row.is_exact and (n(row),)) | barred
        n_for, n_against = (len(votes.voters(side, unsure)) for side in (exact, above))
        both = (*exact, *above)
        if most == published and not exact and n_against > 1:
            yield Offence(what, above, (), Ground.UNDECIDED, number, _AGREE)
        elif (is_certified := any(row.certificate for row in exact)) or most == published:
            known = "certified number" if is_certified else f"published {number}"
            yield Offence(what, above, above, Ground.KNOWN, answer, f"the {known}")
        elif n_for == n_against:
            yield Offence(what, both, both, Ground.UNDECIDED, answer)
        else:
            blamed, against = (exact, "") if n_against > n_for else (above, f"the exact {answer}")
            yield Offence(what, both, blamed, Ground.MAJORITY, answer, against)


def _orbits(rows: Sequence[Row], barred: Set[int]) -> Iterator[Offence]:
    """Yield numbers of orbits, of one problem and board, that contradict each other or the published one."""
    exact = [row for row in rows if row.is_exact]
    if newest := (yield from _newest(rows, "orbits")):
        unlike = [row for row in exact if row.orbits != newest.published_orbits]
        exact = yield from _without_blamed(exact, _against(newest, exact, unlike, "orbits", barred))
    differ = _unlike(exact, lambda row: row.orbits, barred, "the numbers of orbits differ", "number of orbits")
    agreed = (yield from _without_blamed(exact, differ)) or exact
    yield from _bounds(rows, agreed, newest, "orbits", barred)


def _costs(rows: Sequence[Row], right: Container[int], barred: Set[int]) -> Iterator[Offence]:
    """Yield bounds above the cost of a cover, optima that differ from the published one, and sets that differ.

    right: ids of the rows that may doubt a published optimum.
    """
    rows = [row for row in rows if row.status != "wrong"]
    found = [row for row in rows if row.cost is not None and row.checked]
    cheapest = min(found, key=lambda row: (row.cost, not row.is_optimal), default=None)
    if cheapest and (
        refuted := tuple(row for row in rows if row.bound is not None and row.bound > (cheapest.cost or 0))
    ):
        what = f"a cover costs {cheapest.shown_cost(cheapest.cost or 0)}, and that was proven impossible"
        yield Offence(what, (cheapest, *refuted), refuted, Ground.PROOF, "bound")
    if newest := (yield from _newest(rows, "cost")):
        optimum, said = newest.published_cost or 0, _said(newest, "cost")
        unlike = tuple(row for row in rows if replace(row, published_cost=optimum).contradicts_optimum)
        least = cheapest.cost if cheapest else None
        sure = (row for row in unlike if id(row) in right)
        agree = tuple(row for row in sure if least is None or (row.bound is not None and row.bound <= least))
        if below := tuple(row for row in unlike if row.cost is not None and row.checked and row.cost < optimum):
            what = f"{said}, but a cheaper cover was found and checked"
            yield Offence(what, below, (), Ground.PROOF, "optimum")
        elif len(votes.voters(agree, barred)) > 1:
            yield Offence(f"{said}, {_ON_ANOTHER}", agree, (), Ground.UNDECIDED, "optimum", _AGREE)
        elif unlike:
            yield Offence(said, unlike, unlike, Ground.KNOWN, "answer", "the published optimum")
    sets = [row for row in rows if row.question.finds_costs and row.status == "complete" and row.fingerprint]
    for alike in _grouped(sets, lambda row: (row.limit, row.cost)).values():  # other costs are refuted
        what = "different sets of cheapest covers"
        yield from _unlike(alike, lambda row: (row.covers, row.fingerprint), barred, what, "set of cheapest covers")
