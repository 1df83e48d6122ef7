"""Checks that all solvers agree with each other and with published counts and optima.

Counts are compared between all rows of one problem, identified by its digest; fingerprints between rows that list all
covers. Exact rows must be equal, and lower bounds must not exceed them. A row with a certificate is right: if counts
differ, the other rows are at fault. A cover is checked when it is found, so its cost is a fact, and a bound above it,
or a proof that a more expensive one is the cheapest, is wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from danceoff.experiments.results.record import Row
from danceoff.problems.model.digits import decimal
from danceoff.solvers import KNOWN_MISCOUNTS


@dataclass(frozen=True)
class Offence:
    """A contradiction between answers to one problem.

    what: the contradiction, in words.
    rows: the rows that show it.
    blamed: the rows that may be at fault.
    """

    what: str
    rows: tuple[Row, ...]
    blamed: tuple[Row, ...]

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
    """Return for each row whether its answer is contradicted; published and certified answers are never at fault."""
    blamed = {id(row) for offence in offences(rows) for row in offence.blamed}
    return [id(row) in blamed for row in rows]


def _of_problem(rows: list[Row]) -> Iterator[Offence]:
    wrong = [row for row in rows if row.status == "wrong"]
    if wrong:
        yield Offence("gave a wrong answer", tuple(wrong), tuple(wrong))
    exact = [row for row in rows if row.is_exact]
    certified = {row.covers for row in exact if row.certificate}
    if len(certified) == 1:
        if contradicted := tuple(row for row in exact if row.covers not in certified):
            yield Offence(f"{decimal(min(certified))} covers are certified", contradicted, contradicted)
    elif len({row.covers for row in exact}) > 1:
        unsure = tuple(row for row in exact if row.covers != row.published)
        yield Offence("the numbers of covers differ", tuple(exact), unsure)
    listed = [row for row in exact if row.fingerprint]
    for count in sorted({row.covers for row in listed}):
        same_count = tuple(row for row in listed if row.covers == count)
        if len({row.fingerprint for row in same_count}) > 1:
            yield Offence("same number of covers, but different ones", same_count, same_count)
    for row in rows:
        if row.is_exact and row.published is not None and row.published != row.covers:
            suffix = ", but another number is certified" if row.certificate else ""
            what = f"{decimal(row.published)} covers are published{suffix}"
            yield Offence(what, (row,), () if row.certificate else (row,))
    yield from _bounds(rows, exact)
    yield from _costs(rows)


def _bounds(rows: list[Row], exact: list[Row]) -> Iterator[Offence]:
    """Yield lower bounds that exceed an exact count, published or found.

    Covers of a complete task were checked and differ, so the counts are at fault.
    """
    published = [row.published for row in rows if row.published is not None]
    least = min([*published, *(row.covers for row in exact)], default=None)
    for row in rows:
        if least is not None and not row.is_exact and row.covers > least:
            too_few = tuple(other for other in exact if other.covers < row.covers)
            blamed = too_few if row.status == "complete" and row.checked >= row.covers else ()
            yield Offence(f"more covers than the exact count of {decimal(least)}", (row, *blamed), blamed or (row,))


def _costs(rows: list[Row]) -> Iterator[Offence]:
    """Yield bounds above the cost of a cover, optima that differ from the published one, and sets that differ."""
    found = [row for row in rows if row.cost is not None]
    cheapest = min(found, key=lambda row: (row.cost, not row.is_optimal), default=None)
    if cheapest and cheapest.cost is not None:
        refuted = tuple(row for row in rows if row.bound is not None and row.bound > cheapest.cost)
        if refuted:
            what = f"a cover costs {cheapest.shown_cost(cheapest.cost)}, and that was proven impossible"
            yield Offence(what, (cheapest, *refuted), refuted)
    for row in rows:
        if row.contradicts_optimum:
            yield Offence(f"the optimum {row.shown_cost(row.published_cost or 0)} is published", (row,), (row,))
    listed: dict[int | None, list[Row]] = defaultdict(list)
    for row in rows:
        if row.question.finds_costs and row.status == "complete" and row.fingerprint:
            listed[row.limit].append(row)
    for same_limit in listed.values():
        if len({(row.covers, row.fingerprint) for row in same_limit}) > 1:
            yield Offence("different sets of cheapest covers", tuple(same_limit), tuple(same_limit))
