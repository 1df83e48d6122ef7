"""Checks whole weights of items that show that there is no cover.

Words: B, then for each item its weight in two words, the low one first. Say that a cover covers item i t[i] times:
    least[i] <= t[i] <= most[i], and t[i] is at most the number of options of i. The options of the cover weigh the sum
    of t[i] times the weight of item i. (An item with colours may count once for many options; it must weigh 0.)

If B is 0, no option weighs more than 0, so no cover weighs more than 0. The sum is least if t[i] is least[i] where the
weight is positive, and its upper bound where the weight is negative. If even this sum is above 0, there is no cover.

Otherwise M is 2^B, or -B if B is below 0. Every option weighs a multiple of M, so every cover also does. Only items
with least[i] = most[i] may have weights, so the sum is known. If it is no multiple of M, there is no cover.
"""

from collections.abc import Iterator

import numpy as np

from danceoff.problems.certificate.budget import WRITTEN_LITERAL, InvalidCertificate, Meter
from danceoff.problems.certificate.covers import entries_by_kind
from danceoff.problems.certificate.file import take
from danceoff.problems.model.cover import ExactCover


def count_by_weights(problem: ExactCover, words: Iterator[int], meter: Meter) -> tuple[int, int]:
    """Return 0, the number of covers, and how many items have a weight."""
    meter.step(problem.n_items + len(problem.item))
    meter.hold(WRITTEN_LITERAL * (6 * problem.n_items + 3 * len(problem.item)))
    if (bits := next(words)) > 64:
        raise InvalidCertificate(f"its weights are said to have {bits} bits")
    modulus = 1 << bits if bits > 0 else -bits
    weight: list[int] = np.array(take(words, 2 * problem.n_items, 2 * problem.n_items), "<i4").view("<i8").tolist()
    least, most = problem.least.tolist(), [0] * problem.n_items
    plain, coloured = entries_by_kind(problem)
    for option, (items, entries) in enumerate(zip(plain, coloured, strict=True)):
        of_option = sum(weight[item] for item in items)
        is_wrong = of_option % modulus != 0 if modulus else of_option > 0
        if is_wrong:
            which = f"which is no multiple of {modulus}" if modulus else "which is more than 0"
            raise InvalidCertificate(f"option {option} weighs {of_option}, {which}")
        if any(weight[item] for item, _ in entries):
            raise InvalidCertificate(f"an item that option {option} gives a colour has a weight")
        for item in items:
            most[item] = min(most[item] + 1, int(problem.most[item]))
    weighed = [item for item in range(problem.n_items) if weight[item]]
    if modulus and any(least[item] < problem.most[item] for item in weighed):
        raise InvalidCertificate("an item that may be covered more or less often has a weight")
    needed = sum(weight[item] * (least[item] if modulus or weight[item] > 0 else most[item]) for item in weighed)
    is_possible = needed % modulus == 0 if modulus else needed <= 0
    if is_possible:
        raise InvalidCertificate(f"what a cover covers may weigh {needed}, which a cover may")
    return 0, len(weighed)
