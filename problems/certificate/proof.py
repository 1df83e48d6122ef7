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

from danceoff.problems.certificate.budget import ENTRY, InvalidCertificate, Meter
from danceoff.problems.certificate.clauses import clause_against, clauses_within
from danceoff.problems.certificate.covers import CoverCheck
from danceoff.problems.certificate.file import take
from danceoff.problems.model.cover import ExactCover


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
