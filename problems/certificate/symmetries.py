"""The symmetries that a trace names: permutations of the occurring pairs of an item and a colour."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.certificate.budget import WRITTEN_LITERAL, InvalidCertificate, Meter
from danceoff.problems.certificate.file import take
from danceoff.problems.model.costs import each
from danceoff.problems.model.cover import ExactCover


def orbits(problem: ExactCover, symmetries: Iterable[Sequence[int]], keeps_costs: bool) -> NDArray[np.int64]:
    """Return for each option the first option to which products of these symmetries map it, int64[n_options].

    keeps_costs: whether an option must be mapped to an option of the same cost.

    Raises InvalidCertificate if a symmetry does not map the problem to itself.
    """
    pairs, items = paired(problem)
    cost = each(problem) if keeps_costs else [0] * problem.n_options
    rows = list(zip(items, cost, strict=True))
    bounds = list(zip(problem.least.tolist(), problem.most.tolist(), strict=True))
    first = {row: option for option, row in reversed(list(enumerate(rows)))}  # of equal options, the first
    label = list(range(problem.n_options))

    def root(option: int) -> int:
        while label[option] != option:
            label[option] = option = label[label[option]]
        return option

    for symmetry in symmetries:
        if sorted(symmetry) != list(range(len(pairs))):
            raise InvalidCertificate("a symmetry is not a permutation")
        image_of: dict[int, int] = {}
        for (item, colour), (image, to) in zip(pairs, (pairs[k] for k in symmetry), strict=True):
            is_alike = bounds[item] == bounds[image] and (item < problem.n_primary) == (image < problem.n_primary)
            if not is_alike or (colour == 0) != (to == 0) or image_of.setdefault(item, image) != image:
                raise InvalidCertificate("a symmetry does not map items to items of the same kind")
        moved = [(tuple(sorted(symmetry[pair] for pair in own)), own_cost) for own, own_cost in rows]
        if len(set(image_of.values())) < len(image_of) or sorted(moved) != sorted(rows):
            raise InvalidCertificate("a symmetry does not map the options to the options")
        for option, row in enumerate(moved):
            low, high = sorted((root(option), root(first[row])))
            label[high] = low
    return np.array([root(option) for option in range(problem.n_options)], np.int64)


def paired(problem: ExactCover) -> tuple[list[tuple[int, int]], list[tuple[int, ...]]]:
    """Return the occurring pairs of an item and a colour, ascending, and each option as the numbers of its pairs."""
    entries = [problem.entries_of(option) for option in range(problem.n_options)]
    pairs = sorted(set(chain.from_iterable(entries)))
    number = {pair: k for k, pair in enumerate(pairs)}
    return pairs, [tuple(number[pair] for pair in option) for option in entries]


def symmetries_in(problem: ExactCover, words: Iterator[int], meter: Meter) -> list[list[int]]:
    """Return the symmetries at the beginning of the words."""
    n_symmetries, n_pairs = next(words), len(paired(problem)[0])
    if not 0 <= n_symmetries <= problem.n_options:
        raise InvalidCertificate(f"it announces {n_symmetries} symmetries, and {problem.n_options} are enough")
    meter.step(n_symmetries * (n_pairs + len(problem.item)))
    meter.hold(WRITTEN_LITERAL * n_symmetries * n_pairs)
    return [take(words, n_pairs, n_pairs) for _ in range(n_symmetries)]
