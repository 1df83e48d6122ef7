"""Partitions of a set of n elements; every non-empty subset is an option: `partition/12`.

`progression/7x12` has the partitions of 1 to 84 into 12 arithmetic progressions of 7 terms, and `blocks` those of 1 to
N into blocks that obey a rule. `progression` is any arithmetic progression, also a single number. In a `coprime` block
no two numbers have a common divisor; `coprime-many` also has no block of one number but {1}. The blocks of `mean` all
have the mean of 1 to N. In a block of `sum-free` no number is the sum of two, which may be equal.
"""

from functools import partial
from itertools import chain
from math import gcd

import numpy as np

from danceoff.problems.grids.points import Points
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.naming import Names, counted
from danceoff.problems.model.sizes import LARGEST_NAMED, parsed, refuse_beyond_limit, whole_number

_FORM = "N, the number of elements"


def _build(size: str) -> Model:
    n = whole_number(size, _FORM)
    refuse_beyond_limit(n << min(n - 1, 40), f"all blocks of {n} elements")
    holds = (np.arange(1, 1 << n)[:, None] >> np.arange(n)) & 1
    start = np.concatenate([[0], np.cumsum(holds.sum(axis=1))]).astype(np.int32)
    item = np.nonzero(holds)[1].astype(np.int32)
    option_names = Names((1 << n) - 1, partial(_block_name, start, item))
    return ExactCover(start, item, n, n, Names(n, str), option_names), Points(n, start, item)


def _block_name(start: IntArray, item: IntArray, option: int) -> str:
    return " ".join(map(str, item[start[option] : start[option + 1]]))


_PROGRESSION_FORM = "KxN[-MOST], N progressions of K terms, 2 or more, with differences of at most MOST"


def _progressions(size: str) -> Model:
    match = parsed(r"([2-9]|[1-9]\d{1,3})x([1-9]\d{0,3})(?:-([1-9]\d{0,3}))?", size, _PROGRESSION_FORM)
    k, n = int(match[1]), int(match[2])
    most = min(int(match[3] or k * n), (k * n - 1) // (k - 1))
    refuse_beyond_limit(k * k * n * most, f"all progressions of {k} terms up to {k * n}")
    progressions = [
        (first, difference, first + (k - 1) * difference) for first in range(k * n) for difference in range(1, most + 1)
    ]
    return _sets(k * n, [list(range(first, end + 1, step)) for first, step, end in progressions if end < k * n])


def _sets(n: int, sets: list[list[int]]) -> Model:
    """Return the problem whose options are these sets of points; points are numbered from 0, and named from 1."""
    start = np.cumsum([0, *map(len, sets)]).astype(np.int32)
    item = np.fromiter(chain.from_iterable(sets), np.int32)
    board = Points(n, start, item, first=1)
    return ExactCover(start, item, n, n, counted(n), Names(len(sets), board.option_name)), board


_RULES = ("progression", "coprime", "coprime-many", "mean", "sum-free")
_BLOCKS_FORM = f"RULE-N, the numbers 1 to N, RULE being one of {', '.join(_RULES)}"


def _blocks(size: str) -> Model:
    rule, _, most = size.rpartition("-")
    if rule not in _RULES:
        raise InvalidProblem(f"{size!r} is not of the form {_BLOCKS_FORM}")
    n = whole_number(most, _BLOCKS_FORM)
    refuse_beyond_limit(n * n, f"all pairs of {n} numbers", LARGEST_NAMED)
    sets, ahead, n_entries = [], [[number] for number in range(n, 0, -1)], 0
    while ahead:
        block = ahead.pop()
        if _is_whole(rule, block, n):
            sets.append([number - 1 for number in block])
        larger = [[*block, number] for number in range(n, block[-1], -1) if _may_grow(rule, block, number)]
        n_entries += len(larger) * (len(block) + 1)
        refuse_beyond_limit(n_entries, f"all blocks of {n} numbers", LARGEST_NAMED)
        ahead += larger
    return _sets(n, sets)


def _may_grow(rule: str, block: list[int], number: int) -> bool:
    if rule == "progression":
        return len(block) < 2 or number - block[-1] == block[1] - block[0]
    if rule == "sum-free":
        return all(number - each not in block for each in block)
    return rule == "mean" or all(gcd(each, number) == 1 for each in block)


def _is_whole(rule: str, block: list[int], n: int) -> bool:
    if rule == "mean":
        return 2 * sum(block) == (n + 1) * len(block)
    return rule != "coprime-many" or len(block) > 1 or block == [1]


FAMILIES = (
    Family("partition", _FORM, _build),
    Family("progression", _PROGRESSION_FORM, _progressions),
    Family("blocks", _BLOCKS_FORM, _blocks),
)
