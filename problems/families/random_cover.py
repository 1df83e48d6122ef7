"""Random exact cover, regular and uniform: `random-cover/60-3-7-1`; with a hidden cover: `planted-cover/60-3-7-1`.

Every option covers SIZE items, and every item is in DEGREE options. As positive 1-in-DEGREE SAT, each item is a clause,
and each option is a variable that occurs SIZE times. Moore (The phase transition in random regular exact cover,
Ann. Inst. Henri Poincaré D 3, 2016; arXiv:1502.07591) proves the threshold: with many items there is a cover almost
surely if SIZE < s, and none if SIZE > s, where s = 1 - ln k / ((k - 1) ln(1 - 1/k)) for k = DEGREE. This is 2.97 for
k = 6, 3.10 for k = 7, 3.97 for k = 18, and 4.03 for k = 19.
"""

from functools import partial
from random import Random

import numpy as np

from danceoff.problems.grids.points import Points
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import IntArray, InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, equal_options, joined, refuse_beyond_limit, whole_numbers

_FORM = "ITEMS-SIZE-DEGREE-SEED: the items, how many an option covers, how many options cover an item, and the seed"
_TRIALS = 1000


def _build(is_planted: bool, size: str) -> Model:
    n_items, n_each, degree, seed = whole_numbers(size, _FORM, 4)
    if n_items % n_each:
        raise InvalidProblem(f"{size!r}: {n_items} items are no multiple of {n_each}, so there is no cover")
    refuse_beyond_limit(n_items * degree, f"{n_items} items in {degree} options each", LARGEST_NAMED)
    items = _drawn(n_items, n_each, degree, is_planted, Random(seed))
    problem = equal_options(items, n_items, str, partial(joined, items))
    return problem, Points(n_items, problem.start, problem.item)


def _drawn(n_items: int, n_each: int, degree: int, is_planted: bool, random: Random) -> IntArray:
    """Return the items of each option; raises InvalidProblem if no different options are found.

    The items are dealt out at random. While an option holds an item twice, or equals another option, one of its items
    is exchanged with a random one.
    """
    rest = [item for item in range(n_items) for _ in range(degree - is_planted)]
    random.shuffle(rest)
    hidden = random.sample(range(n_items), n_items) if is_planted else []
    dealt = hidden + rest
    for _ in range(_TRIALS):
        options = [tuple(sorted(dealt[k : k + n_each])) for k in range(0, len(dealt), n_each)]
        seen: set[tuple[int, ...]] = set()
        wrong = []
        for k, option in enumerate(options):
            if option in seen or len(set(option)) < n_each:
                wrong.append(k)
            seen.add(option)
        if not wrong:
            random.shuffle(options)
            return np.array(options, np.int32)
        for k in wrong:
            here, there = k * n_each + random.randrange(n_each), random.randrange(len(hidden), len(dealt))
            dealt[here], dealt[there] = dealt[there], dealt[here]
    raise InvalidProblem(f"{n_items} items are hardly ever in {degree} different options of {n_each} items each")


FAMILIES = (
    Family("random-cover", _FORM, partial(_build, False)),
    Family("planted-cover", _FORM, partial(_build, True)),
)
