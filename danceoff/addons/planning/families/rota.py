"""Rotas: who works which shift, at the least cost: `rota/6x14-1`, and `soft-rota/6x14-1` where shifts may stay open.

An option is a shift of a person on a day. Nobody works two shifts a day, more than 5 of 6 days, more than a fair share
of all shifts, or a shift that begins too soon after the last one. Wishes are costs from -2 to 8, drawn from the seed.
In a soft rota a third of the people are ill on day 8, and each shift may lack one person at a price of 100.

Nobody has published an optimum; several solvers prove the same.
"""

from collections.abc import Hashable, Iterator
from functools import partial
from itertools import product
from random import Random

import numpy as np

from danceoff.problems.grids.grid import Grid
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import parsed

_FORM = "PEOPLExDAYS-SEED, 6 to 60 people and 6 to 56 days"
_SHIFTS = ("early", "late", "night")
_TOO_SOON = {
    "early": (("late-early", 1), ("night-early", 1)),
    "late": (("late-early", 0), ("night-late", 1)),
    "night": (("night-early", 0), ("night-late", 0)),
}
"""Shift -> the pairs with it that must not follow each other on two days, and how many days before it a pair begins."""
_WINDOW, _WORKED = 6, 5  # days
_PRICE, _ILL_ON = 100, 8


def _build(is_soft: bool, size: str) -> Model:
    n_people, n_days, seed = map(int, parsed(r"(\d{1,2})x(\d{1,2})-(\d{1,9})", size, _FORM).groups())
    if not (6 <= n_people <= 60 and 6 <= n_days <= 56):
        raise InvalidProblem(f"{size!r} is not of the form {_FORM}")
    random = Random(seed)
    people = [chr(65 + k % 26) + str(k // 26 or "") for k in range(n_people)]  # A, B, ..., Z, A1, B1, ...
    need = {f"{day}-{shift}": _needed(n_people, day, shift) for day in range(1, n_days + 1) for shift in _SHIFTS}
    n_ill = n_people // 3 if is_soft else 0
    works = [
        (k, day, shift)
        for k, day, shift in product(range(n_people), range(1, n_days + 1), range(len(_SHIFTS)))
        if k >= n_ill or day != _ILL_ON
    ]
    options = {
        f"{people[k]}-{day}-{_SHIFTS[shift]}": [*_items(people[k], day, _SHIFTS[shift], n_days)]
        for k, day, shift in works
    }
    cost = [random.randint(-2, 8) for _ in options]
    if is_soft:
        options |= {f"open-{each}": [each] for each in need}
        cost += [_PRICE] * len(need)
    times: dict[Hashable, tuple[int, int]] = {each: (n, n) for each, n in need.items() if n > 1}
    fair_share = -(-sum(need.values()) // n_people)  # rounded up
    times |= dict.fromkeys([f"{who}-shifts" for who in people], (0, fair_share))
    windows = [f"{who}-from-{day}" for who in people for day in range(1, n_days - _WINDOW + 2)]
    times |= dict.fromkeys(windows, (0, _WORKED))
    primary = dict.fromkeys([*need, *times])
    secondary = dict.fromkeys(item for items in options.values() for item in items if item not in primary)
    problem = ExactCover.from_options(
        options.values(), primary, secondary, multiplicity=times, cost=cost, option_names=list(options)
    )
    who, when, shifts = np.array(works, np.int32).T
    return problem, Grid(n_people, n_days, who * n_days + when - 1, shifts, "ELN")


def _needed(n_people: int, day: int, shift: str) -> int:
    """Return how many people a shift needs: one of six, and twice as many early on weekdays."""
    is_early_on_a_weekday = shift == _SHIFTS[0] and (day - 1) % 7 < 5
    return n_people // 6 * (1 + int(is_early_on_a_weekday))


def _items(who: str, day: int, shift: str, n_days: int) -> Iterator[str]:
    """Yield the items of a shift of a person: what it counts for, and what it excludes."""
    yield from (f"{day}-{shift}", f"{who}-shifts", f"{who}-{day}")
    for first in range(max(1, day - _WINDOW + 1), min(day, n_days - _WINDOW + 1) + 1):  # windows with this day
        yield f"{who}-from-{first}"
    yield from (f"{who}-{pair}-{day - ago}" for pair, ago in _TOO_SOON[shift] if 0 < day - ago < n_days)


FAMILIES = (Family("rota", _FORM, partial(_build, False)), Family("soft-rota", _FORM, partial(_build, True)))
