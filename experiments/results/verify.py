"""Whether all solvers agree, with each other and with what is published.

Counts are compared between the rows of one problem, whatever solver, task or name of the problem; fingerprints between
those that list all covers. Only rows that are exact are compared as equal; a lower bound must not exceed them. A row
that comes with a certificate is right: where counts differ, the others are at fault.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from danceoff.experiments.results.digits import decimal
from danceoff.experiments.results.record import Row
from danceoff.solvers import KNOWN_MISCOUNTS


@dataclass(frozen=True)
class Offence:
    """What is wrong with the answers to one problem, the rows that show it, and those of them that may be at fault."""

    what: str
    rows: tuple[Row, ...]
    blamed: tuple[Row, ...]

    @property
    def known_faults(self) -> list[str]:
        """What is known already to be wrong with those that may be at fault."""
        names = dict.fromkeys(row.solver for row in self.blamed)
        return [f"{name} {KNOWN_MISCOUNTS[name]}" for name in names if name in KNOWN_MISCOUNTS]


def by_digest(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The rows of each problem, in the order of their first row; rows that never read their problem are left out."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.digest:
            groups[row.digest].append(row)
    return groups


def offences(rows: Iterable[Row]) -> list[Offence]:
    """Every contradiction in the rows; none when all solvers agree."""
    return [offence for group in by_digest(rows).values() for offence in _of_problem(group)]


def at_fault(rows: Sequence[Row]) -> list[bool]:
    """Which of the rows hold an answer that is contradicted; one that is published or certified is borne out."""
    blamed = {id(row) for offence in offences(rows) for row in offence.blamed}
    return [id(row) in blamed for row in rows]


def _of_problem(rows: list[Row]) -> Iterator[Offence]:
    wrong = [row for row in rows if row.status == "wrong"]
    if wrong:
        yield Offence("gave a cover that is none", tuple(wrong), tuple(wrong))
    exact = [row for row in rows if row.is_exact]
    certified = {row.covers for row in exact if row.certificate}
    if len(certified) == 1:
        if astray := tuple(row for row in exact if row.covers not in certified):
            yield Offence(f"{decimal(min(certified))} covers are certified", astray, astray)
    elif len({row.covers for row in exact}) > 1:
        unsure = tuple(row for row in exact if row.covers != row.published)
        yield Offence("the numbers of covers differ", tuple(exact), unsure)
    listed = [row for row in exact if row.fingerprint]
    for count in sorted({row.covers for row in listed}):
        same_count = tuple(row for row in listed if row.covers == count)
        if len({row.fingerprint for row in same_count}) > 1:
            yield Offence("as many covers, but not the same ones", same_count, same_count)
    for row in rows:
        if row.is_exact and row.published is not None and row.published != row.covers:
            what = f"published are {decimal(row.published)} covers{', certified others' * bool(row.certificate)}"
            yield Offence(what, (row,), () if row.certificate else (row,))
    yield from _bounds(rows, exact)


def _bounds(rows: list[Row], exact: list[Row]) -> Iterator[Offence]:
    """Lower bounds beyond an exact count, published or found."""
    published = [row.published for row in rows if row.published is not None]
    least = min([*published, *(row.covers for row in exact)], default=None)
    for row in rows:
        if least is not None and not row.is_exact and row.covers > least:
            yield Offence(f"more covers than the {decimal(least)} that there are", (row,), (row,))
