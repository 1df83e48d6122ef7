"""The primal integral: how good the covers were that a search had, and for how long (Berthold 2013)."""

from collections.abc import Iterable


def primal_integral(points: Iterable[tuple[float, int]], best: int, until_s: float) -> float:
    """Return the integral of the gap to the best cost over time, seconds: 0 if the best cover is there at once.

    The gap is 1 before the first cover, and where the costs have opposite signs.

    points: when there was a cover of which cost, ascending, seconds.
    best: the least cost that anybody found.
    until_s: where the integral ends, the time limit.
    """
    total, since, gap = 0.0, 0.0, 1.0
    for s, cost in [*points, (until_s, best)]:
        total += gap * (min(s, until_s) - since)
        since, gap = min(s, until_s), _gap(cost, best)
    return total


def _gap(cost: int, best: int) -> float:
    if cost == best:
        return 0.0
    return 1.0 if cost * best < 0 else abs(cost - best) / max(abs(cost), abs(best))
