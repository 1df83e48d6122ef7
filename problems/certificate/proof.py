"""Checks a list of covers and, for kind `list+proof`, the proof that there is no other one.

Words: each cover as its size and its options, ascending; the covers are ascending, too, so none comes twice. Then the
proof that there are no other covers, in LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, CADE 2017). It
refutes `clauses_of` the problem with a blocking clause for each cover; literal o + 1 chooses option o. A step
is the size of a clause, its literals, the number of hints, and the hints; or a negative number -n and n clauses to
delete. Clauses are numbered from 1, in their order.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from danceoff.problems.certificate.budget import (
    BUDGET,
    ENTRY,
    WRITTEN_CLAUSE,
    WRITTEN_LITERAL,
    Budget,
    InvalidCertificate,
    Meter,
)
from danceoff.problems.certificate.covers import CoverCheck, entries_by_kind
from danceoff.problems.certificate.file import take
from danceoff.problems.model.cover import ExactCover


def clause_against(problem: ExactCover, cover: Sequence[int]) -> list[int]:
    """Return the blocking clause of a cover: one of its options is not chosen, or another one is if covers may nest."""
    others = set(range(problem.n_options)) - set(cover) if problem.covers_may_nest else set()
    return [*(-1 - option for option in cover), *(1 + option for option in sorted(others))]


def clauses_of(problem: ExactCover, budget: Budget = BUDGET) -> list[list[int]]:
    """Return the problem as clauses: at least one option of every primary item, and no two options of any item.

    An item with a multiplicity has counting clauses instead. A colour of an item is a variable that takes the place of
    the options that give the colour; each of them implies it.

    Raises NotChecked if the clauses take too much memory.
    """
    return clauses_within(problem, Meter(budget))


def clauses_within(problem: ExactCover, meter: Meter) -> list[list[int]]:
    """Return `clauses_of` the problem; the meter counts the memory that the clauses take."""
    literals_of: list[list[int]] = [[] for _ in range(problem.n_items)]
    variables: dict[tuple[int, int], int] = {}
    implied: list[list[int]] = []
    for option, (items, coloured) in enumerate(zip(*entries_by_kind(problem), strict=True), 1):
        for item in items:
            literals_of[item].append(option)
        for entry in coloured:
            if entry not in variables:
                variables[entry] = problem.n_options + len(variables) + 1
                literals_of[entry[0]].append(variables[entry])
            implied.append([-option, variables[entry]])
    counted = np.flatnonzero(problem.has_multiplicity).tolist()  # all of them are primary
    exclusive = [literals for item, literals in enumerate(literals_of) if item not in counted]
    n_clauses = len(implied) + sum(len(literals) * (len(literals) - 1) // 2 for literals in exclusive)
    # For an option of a counted item, `_times` has up to most + 1 variables, and at most 5 clauses for each.
    n_clauses += 5 * sum(len(literals_of[i]) * min(len(literals_of[i]), int(problem.most[i]) + 1) for i in counted)
    meter.hold((WRITTEN_CLAUSE + 3 * WRITTEN_LITERAL) * n_clauses + WRITTEN_LITERAL * len(problem.item))
    clashes = sorted({pair for literals in exclusive for pair in combinations(literals, 2)})
    clauses = [*exclusive[: problem.n_primary - len(counted)], *([-a, -b] for a, b in clashes), *implied]
    free = problem.n_options + len(variables) + 1
    for item in counted:
        more, free = _times(literals_of[item], int(problem.least[item]), int(problem.most[item]), free)
        clauses += more
    return clauses


def _times(options: list[int], least: int, most: int, free: int) -> tuple[list[list[int]], int]:
    """Return clauses that say that `least` to `most` of these options are chosen, and the first unused variable.

    Variable `now[j]` says that more than j of the options so far are chosen: more than j of the earlier ones are, or
    exactly j of them are and this option is, too. So every choice of options determines these variables, and only the
    last clauses forbid a choice.
    """
    clauses: list[list[int]] = []
    now: list[int] = []
    for option in options:
        before, now = now, list(range(free, free + min(len(now), most) + 1))
        free += len(now)
        for j, this in enumerate(now):  # this <-> already or (option and fewer); with j = 0 there is no fewer
            already, fewer = before[j : j + 1], before[j - 1 : j] if j else []
            clauses += [[-so, this] for so in already] + [[-option, *(-so for so in fewer), this]]
            clauses += [[-this, *already, so] for so in [option, *fewer]]
    clauses += [[-this] for this in now[most:]]
    enough = [now[least - 1 : least]] if least > 0 else []  # the empty clause if there are fewer options
    return clauses + enough, free


def count_by_list(
    problem: ExactCover, words: Iterator[int], count: int, complete: bool, meter: Meter
) -> tuple[int, int]:
    """Return the number of covers listed, and the number of steps of the proof that these are all."""
    covers = CoverCheck(problem, meter)
    blocks: list[Sequence[int]] = []
    last: list[int] | None = None
    for k in range(count):
        cover = take(words, next(words), problem.n_options)
        covers.check(cover, k)
        if last is not None and cover <= last:
            raise InvalidCertificate(f"cover {k} is out of order or comes twice")
        last = cover
        if complete:
            blocks.append(array("i", clause_against(problem, cover)))
            meter.hold(ENTRY + 4 * len(blocks[-1]))
    return count, _refute([*clauses_within(problem, meter), *blocks], words, meter) if complete else 0


def _refute(given: Sequence[Sequence[int]], words: Iterator[int], meter: Meter) -> int:
    """Check a proof up to the empty clause, which shows that nothing satisfies the clauses; return its length.

    A clause follows if, when its literals are assumed to be false, unit propagation through its hints, in their order,
    leads to a contradiction (reverse unit propagation).
    """
    clauses: dict[int, Sequence[int]] = dict(enumerate(given, 1))
    number, n_variables = len(given), max((abs(literal) for clause in given for literal in clause), default=0)
    if not all(given):  # an item without options, or the empty cover
        return 0
    while True:
        size = next(words)
        if size < 0:
            for _ in range(-size):
                meter.step(1)
                gone = next(words)
                if (forgotten := clauses.pop(gone, None)) is not None and gone > len(given):
                    meter.hold(-ENTRY - 4 * len(forgotten))
            continue
        number += 1
        clause = take(words, size, 2 * n_variables)
        false, refuted = set(clause), False
        for _ in range(next(words)):
            hint = clauses.get(next(words))
            if hint is None:
                raise InvalidCertificate(f"clause {number} has a hint that names no clause")
            meter.step(len(hint) + 1)
            unit = [literal for literal in hint if literal not in false]
            refuted = refuted or not unit
            if len(unit) == 1:
                false.add(-unit[0])
        if not refuted:
            raise InvalidCertificate(f"clause {number} does not follow from its hints")
        if not clause:
            return number - len(given)
        clauses[number] = array("i", clause)
        meter.hold(ENTRY + 4 * len(clause))
