"""Says what the rows of one problem contradict: each other, a checked cover, or a certified or published number.

Rows of one problem have the same digest. Exact numbers must be equal, and no lower bound may exceed them; lists of all
covers must have the same fingerprint. Covers are checked when they are found, and compared with each other when a list
ends, so a list refutes every smaller count, also a published one. A vote has each backend once, and is the weakest
evidence. Of published numbers that of the newest row counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from enum import IntEnum
from operator import attrgetter
from typing import NamedTuple, TypeVar

from danceoff.experiments.results.record import SOLVED, Row
from danceoff.problems.analysis.repeats import TWICE
from danceoff.problems.model.digits import decimal
from danceoff.solvers import KNOWN_MISCOUNTS
from danceoff.solvers.plugins import split

_Key = TypeVar("_Key", bound=Hashable)


class Ground(IntEnum):
    """Why an answer is held to be wrong, the strongest evidence first."""

    INVALID = 0
    KNOWN = 1
    CHECKED = 2
    MAJORITY = 3
    UNDECIDED = 4


@dataclass(frozen=True)
class Offence:
    """A contradiction between answers to one problem.

    what: the contradiction, in words.
    rows: the rows that show it.
    blamed: the rows that are at fault, or may be; none if the published number is.
    ground: why these.
    answer: what the blamed rows gave, in words.
    against: what speaks against it, in words; empty if `answer` says so.
    """

    what: str
    rows: tuple[Row, ...]
    blamed: tuple[Row, ...]
    ground: Ground
    answer: str
    against: str

    @property
    def known_faults(self) -> list[str]:
        """Known faults of the solvers that may be at fault."""
        names = dict.fromkeys(row.solver for row in self.blamed)
        return [f"{name} {KNOWN_MISCOUNTS[name]}" for name in names if name in KNOWN_MISCOUNTS]


class _Number(NamedTuple):
    """A number that exact rows have in common.

    of: returns that of a row.
    published: returns what is published of it, None for nothing.
    called: the number in words, and in the plural.
    """

    of: Callable[[Row], int]
    published: Callable[[Row], int | None]
    called: str
    plural: str


_BY_OTHERS = ("auto", "race", "parts")
"""Solvers that leave the search to others, whose vote they would have twice."""
_COVERS = _Number(attrgetter("covers"), attrgetter("published"), "count", "covers")
_ORBITS = _Number(attrgetter("orbits"), attrgetter("published_orbits"), "orbit count", "orbits")


def by_digest(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Return digest -> rows, in the order of the first row of each; rows that never read their problem are left out."""
    return _grouped((row for row in rows if row.digest), attrgetter("digest"))


def offences(rows: Iterable[Row]) -> list[Offence]:
    """Return every contradiction in the rows."""
    return [offence for group in by_digest(rows).values() for offence in _of_problem(group)]


def are_compared(rows: Sequence[Row]) -> bool:
    """Return whether the rows of one problem have an answer, and something that could contradict it."""
    solved = [row for row in rows if row.status in SOLVED]
    said = [row for row in rows if row.status in SOLVED or row.covers or row.bound is not None]
    published = [one for row in rows for one in (row.published, row.published_orbits, row.published_cost)]
    return bool(solved) and (len(said) > 1 or any(one is not None for one in published))


def at_fault(rows: Sequence[Row]) -> list[bool]:
    """Return for each row whether it is at fault, or may be if evidence decides nothing."""
    blamed = {id(row) for offence in offences(rows) for row in offence.blamed}
    return [id(row) in blamed for row in rows]


def shown(row: Row) -> int:
    """Return how many different covers of the problem the case is known to have found.

    Covers are known to be right if they were checked, and to be different if they were compared with each other.
    """
    if not row.checked or row.status == "wrong":
        return 0
    is_compared = row.status in SOLVED and row.orbits is None and "compared with" not in row.detail  # see walks.py
    return row.covers if is_compared and row.checked >= row.covers else min(row.covers, 1)


def _of_problem(rows: Sequence[Row]) -> Iterator[Offence]:
    yield from _invalid(rows)
    right = [row for row in rows if row.status != "wrong"]
    barred = {split(row.solver)[0] for row in rows if row.status == "wrong"}.union(_BY_OTHERS)
    witness, least = _witness(right)
    yield from _numbers(right, _COVERS, witness, least, barred)
    with_orbits = [row for row in right if row.orbits is not None]
    for same_board in _grouped(with_orbits, attrgetter("problem")).values():
        yield from _numbers(same_board, _ORBITS, None, 0, barred)
    yield from _costs([row for row in right if not row.is_exact or row.covers >= least], barred)


def _invalid(rows: Sequence[Row]) -> Iterator[Offence]:
    """Yield the rows with a cover that is none, or comes twice."""
    wrong = [row for row in rows if row.status == "wrong"]
    for answer, group in _grouped(wrong, lambda row: _called(row.detail)).items():
        yield Offence("gave a wrong answer", tuple(group), tuple(group), Ground.INVALID, answer, "")


def _called(detail: str) -> str:
    """What a row of status `wrong` gave."""
    if detail == TWICE:
        return "repeated cover"
    return "invalid cover" if " not a " in detail else "refuted answer"


def _witness(rows: Sequence[Row]) -> tuple[Row | None, int]:
    """Return the row with the most checked covers, and how many covers there are at least."""
    if not rows:
        return None, 0
    witness = max(rows, key=shown)
    least = shown(witness)
    lists = [row for row in rows if row.fingerprint and row.covers == shown(row) == least > 0]
    stopped = [row for row in lists if not row.is_exact]
    if stopped and len({row.fingerprint for row in lists}) > 1:  # together they have one more
        return stopped[0], least + 1
    return witness, least


def _numbers(
    rows: Sequence[Row], number: _Number, witness: Row | None, least: int, barred: Set[str]
) -> Iterator[Offence]:
    """Yield numbers, and sets of covers, that contradict what is known or each other.

    witness: a row whose checked covers show that there are at least so many; None if no covers show the number.
    barred: here as below, backends without a vote.
    """
    exact = [row for row in rows if row.is_exact]
    certified = tuple(row for row in exact if row.certificate and number is _COVERS)
    known, against = None, ""
    if published := _newest(rows, number.published):
        value = number.published(published) or 0
        refuted = _refuted(published, value, number, certified, witness, least, exact, barred)
        if refuted:
            yield refuted
        else:
            known, against = value, "the published number"
    if certified:
        known, against = number.of(certified[0]), "the certified number"
    if known is not None and (blamed := tuple(row for row in exact if number.of(row) != known)):
        what = f"{decimal(known)} {number.plural} are {against.split()[1]}"
        yield Offence(what, tuple(exact), blamed, Ground.KNOWN, number.called, against)
        exact = [row for row in exact if number.of(row) == known]
    if witness and (blamed := tuple(row for row in exact if number.of(row) < least)):
        what = f"more covers than the exact count of {decimal(min(map(number.of, blamed)))}"
        covers = "a checked cover" if least == 1 else f"{decimal(least)} checked covers"
        yield Offence(what, (witness, *blamed), blamed, Ground.CHECKED, number.called, covers)
        exact = [row for row in exact if number.of(row) >= least]
    differ = list(_unlike(exact, number.of, f"the numbers of {number.plural} differ", number.called, barred))
    yield from differ
    blamed_ids = {id(row) for offence in differ for row in offence.blamed}
    agreed = [row for row in exact if id(row) not in blamed_ids] or exact
    if number is _COVERS:
        for same in _grouped((row for row in agreed if row.fingerprint), number.of).values():
            what = "same number of covers, but different ones"
            yield from _unlike(same, attrgetter("fingerprint"), what, "list", barred)
    yield from _bounds(rows, agreed, known, number, against)


def _refuted(
    published: Row,
    value: int,
    number: _Number,
    certified: tuple[Row, ...],
    witness: Row | None,
    least: int,
    exact: Sequence[Row],
    barred: Set[str],
) -> Offence | None:
    """Return what refutes the published number of a row, or puts it in doubt; None if nothing does."""
    said = f"{decimal(value)} {number.plural} are published"
    if certified and number.of(certified[0]) != value:
        what = f"{said}, but another number is certified"
        return Offence(what, certified, (), Ground.KNOWN, "number", "the certified number")
    if witness and value < least:
        covers = f"{decimal(least)} checked covers"
        return Offence(f"{said}, but {covers} were found", (witness, published), (), Ground.CHECKED, "number", covers)
    votes = _votes([row for row in exact if number.of(row) >= least], number.of, barred)
    most = max(votes, key=lambda one: len(votes[one]), default=value)
    if most != value and not votes.get(value) and len(votes[most]) > 1:
        agree = tuple(row for row in exact if number.of(row) == most)
        what = f"{said}, but solvers agree on another number"
        return Offence(what, agree, (), Ground.MAJORITY, "number", "the majority")
    return None


def _bounds(
    rows: Sequence[Row], agreed: Sequence[Row], known: int | None, number: _Number, against: str
) -> Iterator[Offence]:
    """Yield lower bounds that exceed the exact number."""
    most = max(map(number.of, agreed), default=known)
    if most is None:
        return
    above = tuple(row for row in rows if not row.is_exact and number.of(row) > most)
    if above and shown(max(above, key=shown)) <= most:
        what = f"more {number.plural} than the exact count of {decimal(most)}"
        if most == known:
            yield Offence(what, above, above, Ground.KNOWN, number.called, against)
        else:
            both = (*(row for row in agreed if number.of(row) == most), *above)
            yield Offence(what, both, both, Ground.UNDECIDED, number.called, "another")


def _newest(rows: Sequence[Row], published: Callable[[Row], object]) -> Row | None:
    told = [row for row in rows if published(row) is not None]
    return max(told, key=attrgetter("started"), default=None)


def _votes(rows: Sequence[Row], answer: Callable[[Row], _Key], barred: Set[str]) -> dict[_Key, set[str]]:
    """Return answer -> the backends that give it, and no other one."""
    said: dict[str, set[_Key]] = defaultdict(set)
    votes: dict[_Key, set[str]] = {answer(row): set() for row in rows}
    for row in rows:
        if row.solver not in KNOWN_MISCOUNTS:
            said[split(row.solver)[0]].add(answer(row))
    for backend, answers in said.items():
        if backend not in barred and len(answers) == 1:
            votes[answers.pop()].add(backend)
    return votes


def _unlike(
    rows: Sequence[Row], answer: Callable[[Row], _Key], what: str, called: str, barred: Set[str]
) -> Iterator[Offence]:
    """Yield an offence if rows answer the same question differently: by the majority, if most backends agree."""
    votes = _votes(rows, answer, barred)
    if len(votes) < 2:
        return
    (n_second, _), (n_first, right) = sorted((len(backends), n) for n, backends in enumerate(votes.values()))[-2:]
    if n_first > max(n_second, 1):
        leading = [*votes][right]
        blamed = tuple(row for row in rows if answer(row) != leading)
        yield Offence(what, tuple(rows), blamed, Ground.MAJORITY, called, "the majority")
    else:
        yield Offence(what, tuple(rows), tuple(rows), Ground.UNDECIDED, called, "another")


def _costs(rows: Sequence[Row], barred: Set[str]) -> Iterator[Offence]:
    """Yield bounds above the cost of a checked cover, optima unlike the published one, and sets that differ."""
    found = [row for row in rows if row.cost is not None and row.checked]
    cheapest = min(found, key=lambda row: (row.cost, not row.is_optimal), default=None)
    if cheapest and cheapest.cost is not None:
        least = cheapest.cost
        refuted = tuple(row for row in rows if row.bound is not None and row.bound > least)
        if refuted:
            what = f"a cover costs {cheapest.shown_cost(least)}, and that was proven impossible"
            against = "the cost of a checked cover"
            yield Offence(what, (cheapest, *refuted), refuted, Ground.CHECKED, "bound", against)
        rows = [row for row in rows if row not in refuted]
    if newest := _newest(rows, attrgetter("published_cost")):
        yield from _optimum(rows, newest, newest.published_cost or 0, barred)
    sets = [row for row in rows if row.question.finds_costs and row.status == "complete" and row.fingerprint]
    for alike in _grouped(sets, lambda row: (row.limit, row.cost)).values():  # other costs are refuted
        what = "different sets of cheapest covers"
        yield from _unlike(alike, lambda row: (row.covers, row.fingerprint), what, "cheapest set", barred)


def _optimum(rows: Sequence[Row], newest: Row, optimum: int, barred: Set[str]) -> Iterator[Offence]:
    """Yield what contradicts the published optimum of the newest row."""
    said = f"the optimum {newest.shown_cost(optimum)} is published"
    cheaper = tuple(row for row in rows if row.cost is not None and row.checked and row.cost < optimum)
    dearer = tuple(row for row in rows if row.bound is not None and row.bound > optimum)
    none = tuple(row for row in rows if row.is_exact and row.covers == 0)
    if cheaper:
        what = f"{said}, but a cheaper cover was found and checked"
        yield Offence(what, cheaper, (), Ground.CHECKED, "least cost", "a checked cover")
    elif len(_votes((*dearer, *none), lambda _row: "another", barred).get("another", ())) > 1:
        what = f"{said}, but solvers agree on another"
        yield Offence(what, (*dearer, *none), (), Ground.MAJORITY, "least cost", "the majority")
    elif dearer or none:
        yield Offence(said, (*dearer, *none), (*dearer, *none), Ground.KNOWN, "answer", "the published optimum")


def _grouped(rows: Iterable[Row], key: Callable[[Row], _Key]) -> dict[_Key, list[Row]]:
    groups: dict[_Key, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups
