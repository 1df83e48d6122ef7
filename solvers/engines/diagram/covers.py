"""Covers of a diagram: by their numbers, in ranges, at random; and the numbers of given covers.

The covers have the numbers 0 to count - 1 in the order of the diagram, which is the same for the same problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from danceoff.problems import Covers, InvalidProblem
from danceoff.problems.model import arrays
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.digits import decimal
from danceoff.solvers.engines.diagram import kernel_covers
from danceoff.solvers.engines.diagram.graph import Diagram, Digits, number, rows

_BATCH = 1 << 14  # covers


def covers_at(diagram: Diagram, numbers: Sequence[int]) -> Covers:
    """Return the covers with these numbers, in their order; raises IndexError unless 0 <= number < count."""
    for one in (*numbers[:1], *numbers[-1:]) if isinstance(numbers, range) else numbers:
        if not 0 <= one < diagram.count:
            last, wrong = decimal(diagram.count - 1), f"{'-' * (one < 0)}{decimal(abs(one))}"
            raise IndexError(f"the covers have the numbers 0 to {last}, and {wrong} is none of them")
    return _covers_at(diagram, rows(numbers, diagram.below.shape[1]))


def covers_from(diagram: Diagram, first: int, end: int) -> Iterator[Covers]:
    """Yield the covers with the numbers from `first` to `end` - 1, in order and in batches; raises IndexError."""
    for begin in range(first, end, _BATCH):
        yield covers_at(diagram, range(begin, min(end, begin + _BATCH)))


def ranks(diagram: Diagram, covers: Covers) -> list[int]:
    """Return the number of each cover: `covers_at` gives the cover back.

    Raises InvalidProblem if one of them is no cover of the problem.
    """
    arrays.numbers_below("option", covers.option, diagram.n_options)
    first, chosen = covers.start.copy(), covers.option.copy()  # an array that cannot be written is of another type
    rank, is_cover = kernel_covers.ranks(*diagram.arrays, diagram.below, first, chosen)
    if not is_cover.all():
        raise InvalidProblem(f"number {int(np.argmin(is_cover))} of the covers is no cover of the problem")
    return [number(digits) for digits in rank]


def samples(diagram: Diagram, n: int, seed: int, repeats: bool = True) -> Iterator[Covers]:
    """Yield n covers drawn at random, in batches: every cover has exactly the same probability, whatever the count.

    seed: the same seed draws the same covers.
    repeats: whether a cover may be drawn again; if not, every set of n covers, in every order, is equally likely.

    Raises ValueError if there are not so many covers.
    """
    if n > 0 and diagram.count < (1 if repeats else n):
        raise ValueError(f"{n} covers cannot be drawn: the problem has only {decimal(diagram.count)}")
    random = np.random.default_rng(seed)
    drawn: set[bytes] = set()
    while n > 0:
        if not repeats and not drawn and 2 * n >= diagram.count:
            for batch in np.array_split(random.permutation(diagram.count)[:n], -(-n // _BATCH)):
                yield covers_at(diagram, batch.tolist())
            return
        numbers = _numbers_below(diagram.below[0], min(2 * n, _BATCH), random)[:n]
        if not repeats:
            numbers = _new(numbers, drawn)
        n -= len(numbers)
        yield _covers_at(diagram, numbers)


def _new(numbers: Digits, drawn: set[bytes]) -> Digits:
    """Return the numbers that are not in `drawn`, each once, and add them to it."""
    is_new = np.zeros(len(numbers), bool)
    for k, digits in enumerate(numbers):
        is_new[k] = (key := digits.tobytes()) not in drawn
        drawn.add(key)
    return numbers[is_new]


def _numbers_below(end: Digits, n: int, random: np.random.Generator) -> Digits:
    """Draw n numbers with as many bits as `end`, and return those below it: at least half of them on average."""
    numbers = random.integers(1 << 32, size=(n, len(end)), dtype=np.uint32)
    numbers[:, -1] &= np.uint32((1 << int(end[-1]).bit_length()) - 1)
    is_less, is_equal = np.zeros(n, bool), np.ones(n, bool)
    for digit in reversed(range(len(end))):
        is_less |= is_equal & (numbers[:, digit] < end[digit])
        is_equal &= numbers[:, digit] == end[digit]
    return numbers[is_less]


def _covers_at(diagram: Diagram, numbers: Digits) -> Covers:
    out = np.empty((len(numbers), kernel_covers.longest(*diagram.arrays[:3])), np.int32)
    size = kernel_covers.covers_at(*diagram.arrays, diagram.below, numbers, out)
    return Covers(offsets(size), out[np.arange(out.shape[1]) < size[:, None]])
