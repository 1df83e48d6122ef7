"""Checks a list of covers that another program made: what is wrong or repeated, and whether covers are missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from danceoff.problems.model.checking import check
from danceoff.problems.model.cover import Covers, ExactCover
from danceoff.problems.model.fingerprint import Fingerprint
from danceoff.problems.model.naming import called

if TYPE_CHECKING:
    from danceoff.problems.instance import Instance


@dataclass(frozen=True)
class CheckedCovers:
    """The result of checking a list of covers; its truth value is True if nothing is wrong, repeated or missing.

    n_covers: how many different covers the list has.
    n_wrong: entries that are no covers.
    n_repeated: entries that repeat an earlier cover.
    first_wrong: the place of the first entry that is no cover, and why it is none.
    first_repeated: the place of the first entry that repeats an earlier cover, and the place of that cover.
    missing: the published number of covers less n_covers; None if no number is published.
    fingerprint: 32 hexadecimal digits that name the set of covers, as in `Result` and in rows of results.
    """

    n_covers: int
    n_wrong: int
    n_repeated: int
    first_wrong: tuple[int, str] | None
    first_repeated: tuple[int, int] | None
    missing: int | None
    fingerprint: str

    def __bool__(self) -> bool:
        return not (self.n_wrong or self.n_repeated or self.missing)


def checked_list(instance: Instance, entries: Iterable[tuple[int, Sequence[int]]]) -> CheckedCovers:
    """Check a list of covers.

    entries: for each cover, its place, such as the number of its line, and its options.
    """
    problem, listed = instance.problem, list(entries)
    good = check(problem, Covers.of([options for _, options in listed]))
    place_of: dict[tuple[int, ...], int] = {}
    first_repeated = None
    for (place, options), is_good in zip(listed, good.tolist(), strict=True):
        first_place = place_of.setdefault(tuple(sorted(options)), place) if is_good else place
        if first_place != place and first_repeated is None:
            first_repeated = place, first_place
    wrong = [*compress(listed, ~good)]
    first_wrong = next(((place, fault(problem, options)) for place, options in wrong), None)
    n_covers, known = len(place_of), instance.known.covers if instance.known else None
    n_repeated = len(listed) - len(wrong) - n_covers
    missing = None if known is None else known - n_covers
    fingerprint = str(Fingerprint.of(problem.lift(Covers.of(list(place_of)))))
    return CheckedCovers(n_covers, len(wrong), n_repeated, first_wrong, first_repeated, missing, fingerprint)


def fault(problem: ExactCover, options: Sequence[int]) -> str:
    """Return in words why these options are no cover; empty if they are a cover.

    options: in any order.
    """
    for option in options:
        if options.count(option) > 1:
            return f"{called(problem.option_names, option)} comes twice"
    times = np.zeros(problem.n_items, int)
    colours: dict[int, set[int]] = {}
    for option in options:
        for item, colour in problem.entries_of(option):
            if colour:
                colours.setdefault(item, set()).add(colour)
            else:
                times[item] += 1
    for item, given in colours.items():
        if len(given) + times[item] > 1:
            n_colours = "1 colour" if len(given) == 1 else f"{len(given)} colours"
            also = " and without one" if times[item] else ""
            return f"item {problem.item_name(item)} is covered in {n_colours}{also}"
    for item in range(problem.n_items):
        if not problem.least[item] <= times[item] <= problem.most[item]:
            return f"item {problem.item_name(item)} is covered {_times(int(times[item]))}"
    cost = int(problem.cost_of(Covers.of([options]))[0])
    if problem.max_cost is not None and cost > (most := problem.max_cost + problem.constant):
        return f"it costs {problem.shown_cost(cost)}, and {problem.shown_cost(most)} is the most"
    return ""


def _times(n: int) -> str:
    return {0: "by none of them", 1: "once", 2: "twice"}.get(n, f"{n} times")
