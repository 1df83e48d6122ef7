"""Finds what the rows of one problem contradict: each other, a checked cover, or a certified or published number.

Rows of one problem have the same digest. Exact numbers must be equal, and no lower bound may exceed them; lists of all
covers must have the same fingerprint. Covers are checked when they are found, and compared with each other when a list
ends. So a list refutes every smaller count, even a published one. In a vote, each backend counts once; a vote is the
weakest evidence. The published number is the one in the newest row.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from enum import IntEnum
from math import inf
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from danceoff.experiments.results.record import SOLVED, Row
from danceoff.problems.model.digits import decimal
from danceoff.solvers import KNOWN_MISCOUNTS
from danceoff.solvers.specs import split

_Key = TypeVar("_Key", bound=Hashable)


class Ground(IntEnum):
    """The reasons to hold an answer to be wrong, the strongest evidence first."""

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
    ground: the reason to blame these rows.
    answer: the answer of the blamed rows, in words.
    against: the evidence against it, in words; empty if `answer` includes it.
    """

    what: str
    rows: tuple[Row, ...]
    blamed: tuple[Row, ...]
    ground: Ground
    answer: str
    against: str


class _Number(NamedTuple):
    """A number about a problem, for which each row gives a range: the number of covers or orbits, or the least cost.

    Costs are negated, so that covers prove a lower bound in all three cases.

    called: the statement of a row, in words.
    least, most: the ends of the range.
    checked: the lower bound that the checked covers of a row prove.
    published: the published number, or None.
    words: says a number in words, with a verb; takes the row for the scale of costs.
    """

    called: str
    least: Callable[[Row], float]
    most: Callable[[Row], float]
    checked: Callable[[Row], float]
    published: Callable[[Row], int | None]
    words: Callable[[Row, Any], str]

    def fits(self, row: Row, number: float) -> bool:
        """Return whether the number is in the range of the row."""
        return self.least(row) <= number <= self.most(row)

    def is_exact(self, row: Row) -> bool:
        """Return whether the row gives a single number."""
        return self.least(row) == self.most(row)


def shown(row: Row) -> int:
    """Return how many different covers of the problem the case is known to have found.

    Covers are known to be right if they were checked, and to be different if they were compared with each other.
    """
    if not row.checked or row.status == "wrong":
        return 0
    is_compared = row.status in SOLVED and row.orbits is None and "compared with" not in row.detail  # see walks.py
    return row.covers if is_compared and row.checked >= row.covers else min(row.covers, 1)


def _at_least(rows: Sequence[Row], number: _Number) -> float:
    """Return the lower bound on the number of covers that checked covers prove.

    Two different lists of equally many covers prove one more. If both are complete, they are compared as lists instead.
    """
    least = max(map(number.checked, rows), default=0)
    lists = [row for row in rows if number is _COVERS and row.fingerprint and row.covers == shown(row) == least > 0]
    shows_more = not all(row.is_exact for row in lists) and len({row.fingerprint for row in lists}) > 1
    return least + 1 if shows_more else least


def _least_cost(row: Row) -> float:
    """Return the negated cost of the cheapest cover; -inf if no cover was checked."""
    return -row.cost if row.cost is not None and row.checked else -inf


def _bound(row: Row) -> float:
    """Return the negated bound on the cost; -inf if there is no cover, inf if there is no bound."""
    has_no_cover = row.is_exact and row.covers == 0
    return -inf if has_no_cover else inf if row.bound is None else -row.bound


def _exactly(column: str) -> Callable[[Row], float]:
    return lambda row: getattr(row, column) if row.is_exact else inf


_BY_OTHERS = ("auto", "race", "parts")
"""Solvers that leave the search to others, whose vote they would have twice."""
_COVERS = _Number(
    "count",
    attrgetter("covers"),
    _exactly("covers"),
    shown,
    attrgetter("published"),
    lambda _row, n: "1 cover is" if n == 1 else f"{decimal(n)} covers are",
)
_ORBITS = _Number(
    "orbit count",
    attrgetter("orbits"),
    _exactly("orbits"),
    lambda _row: 0,
    attrgetter("published_orbits"),
    lambda _row, n: f"{decimal(n)} orbits are",
)
_COSTS = _Number(
    "bound",
    _least_cost,
    _bound,
    _least_cost,
    lambda row: None if row.published_cost is None else -row.published_cost,
    lambda row, n: f"cost {row.shown_cost(-n)} is",
)


def by_digest(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Return the rows by digest, in the order of first rows; rows that never read their problem are left out."""
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


def _of_problem(rows: Sequence[Row]) -> Iterator[Offence]:
    wrong = tuple(row for row in rows if row.status == "wrong")
    if wrong:
        yield Offence("gave a wrong answer", wrong, wrong, Ground.INVALID, "wrong answer", "")
    right = [row for row in rows if row.status != "wrong"]
    barred = {split(row.solver)[0] for row in wrong}.union(_BY_OTHERS)
    yield from _numbers(right, _COVERS, barred)
    with_orbits = [row for row in right if row.orbits is not None]
    for same_board in _grouped(with_orbits, attrgetter("problem")).values():
        yield from _numbers(same_board, _ORBITS, barred)
    # A row with too few covers is blamed already: its least cost says nothing.
    n_covers = _at_least(right, _COVERS)
    yield from _numbers([row for row in right if not row.is_exact or row.covers >= n_covers], _COSTS, barred)
    lists = [row for row in right if row.fingerprint]
    all_covers = _grouped((row for row in lists if row.is_exact), attrgetter("covers"))
    cheapest = [row for row in lists if row.question.finds_costs and row.status == "complete"]
    for alike in (*all_covers.values(), *_grouped(cheapest, lambda row: (row.limit, row.cost)).values()):
        yield from _unlike(alike, lambda row: (row.covers, row.fingerprint), "list", barred)


def _numbers(rows: Sequence[Row], number: _Number, barred: Set[str]) -> Iterator[Offence]:
    """Yield contradictions to certified or published numbers, to checked covers, and to other rows, in this order.

    barred: the backends without a vote, here and below.
    """
    # A known number comes first, and rows that contradict it leave: they would spoil the comparison of the others.
    known: tuple[Row, float, str] | None = None
    told = [row for row in rows if number.published(row) is not None]
    if told:
        newest = max(told, key=attrgetter("started"))
        published = number.published(newest) or 0
        doubts = [(ground, against, by) for ground, against, by in _doubts(published, rows, number, barred) if by]
        for ground, against, by in doubts[:1]:
            what = f"{number.words(newest, published)} published, against {against}"
            yield Offence(what, by, (), ground, "number", against)
        known = None if doubts else (newest, published, "published")
    if certified := [row for row in rows if row.certificate and number.is_exact(row)]:
        known = certified[0], number.least(certified[0]), "certified"
    if known:
        row, value, how = known
        unlike = tuple(row for row in rows if not number.fits(row, value))
        rows = [row for row in rows if number.fits(row, value)]
        if unlike:
            what = f"{number.words(row, value)} {how}"
            yield Offence(what, unlike, unlike, Ground.KNOWN, number.called, f"the {how} number")
    if not rows:
        return
    # Rows that checked covers refute are blamed here, and have no vote below.
    witness = max(rows, key=number.checked)
    least = _at_least(rows, number)
    below = tuple(row for row in rows if number.most(row) < least)
    if below:
        what = f"{number.words(witness, least)} found and checked"
        yield Offence(what, (witness, *below), below, Ground.CHECKED, number.called, "a checked cover")
    exact = [row for row in rows if number.is_exact(row) and number.most(row) >= least]
    most = max(map(number.least, exact), default=inf)
    above = [row for row in rows if number.least(row) > most]
    yield from _unlike([*exact, *above], number.least, number.called, barred)


def _doubts(
    published: int, rows: Sequence[Row], number: _Number, barred: Set[str]
) -> Iterator[tuple[Ground, str, tuple[Row, ...]]]:
    """Yield evidence against a published number, the strongest first: its ground, its name, and its rows."""
    exact = [row for row in rows if number.is_exact(row)]
    certified = tuple(row for row in exact if row.certificate and number.least(row) != published)
    yield Ground.KNOWN, "the certified number", certified
    least, most_checked = _at_least(rows, number), max(map(number.checked, rows))
    shows_more = [row for row in rows if number.checked(row) == most_checked and least > published]
    yield Ground.CHECKED, "a checked cover", tuple(shows_more)
    votes = _votes([row for row in exact if number.least(row) >= least], number.least, barred)
    most = max(votes, key=lambda one: len(votes[one]), default=published)
    are_agreed = len(votes.get(most, ())) > 1 and not votes.get(published)
    yield Ground.MAJORITY, "the majority", tuple(row for row in exact if are_agreed and number.least(row) == most)


def _votes(rows: Sequence[Row], answer: Callable[[Row], _Key], barred: Set[str]) -> dict[_Key, set[str]]:
    """Return for each answer the backends that give only this answer."""
    said: dict[str, set[_Key]] = defaultdict(set)
    votes: dict[_Key, set[str]] = {answer(row): set() for row in rows}
    for row in rows:
        if row.solver not in KNOWN_MISCOUNTS:
            said[split(row.solver)[0]].add(answer(row))
    for backend, answers in said.items():
        if backend not in barred and len(answers) == 1:
            votes[answers.pop()].add(backend)
    return votes


def _unlike(rows: Sequence[Row], answer: Callable[[Row], _Key], called: str, barred: Set[str]) -> Iterator[Offence]:
    """Yield an offence if rows answer the same question differently; if most backends agree, the others are blamed."""
    votes = _votes(rows, answer, barred)
    if len(votes) < 2:
        return
    leading, second = sorted(votes, key=lambda one: len(votes[one]), reverse=True)[:2]
    is_decided = len(votes[leading]) > max(len(votes[second]), 1)
    ground, against = (Ground.MAJORITY, "the majority") if is_decided else (Ground.UNDECIDED, "another")
    blamed = tuple(row for row in rows if not is_decided or answer(row) != leading)
    yield Offence(f"the {called}s differ", tuple(rows), blamed, ground, called, against)


def _grouped(rows: Iterable[Row], key: Callable[[Row], _Key]) -> dict[_Key, list[Row]]:
    groups: dict[_Key, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups
