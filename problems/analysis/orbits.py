"""Covers up to symmetry: the orbits of a group on the covers, their number, and one representative of each.

The symmetry is broken before the search begins. Take an item: every cover has one of its options. The symmetries divide
these options into orbits. A cover belongs to the first orbit that has one of its options, and some symmetry maps it to
a cover with the least option of that orbit. So each orbit of options is one part of the search: its least option is
given, and the options of the earlier orbits are forbidden. Several covers of a part may still be in the same orbit; the
least of them, compared as ascending rows of option numbers, represents it.

The result is checked by counting in a second way. Take a part whose orbit has n options, and a group of g symmetries. A
cover of the part that has m of the n options, and that s symmetries fix, adds n / m to the number of covers and n s /
(m g) to the number of orbits (Burnside's lemma). Right answers pass this check, but wrong ones may pass it, too: if a
search loses all covers of an orbit, both ways of counting lose them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.analysis.group import Group
from danceoff.problems.model.cover import BoolArray, Covers, ExactCover, IntArray
from danceoff.problems.model.naming import called

_ENTRIES_AT_ONCE = 1 << 20  # option numbers in a batch of images: 4 MB


@dataclass(frozen=True, eq=False)
class OrbitPart:
    """A part of a search up to symmetry.

    problem: the sub-problem.
    given: the option that all its lifted covers have; None if the symmetry is not broken, and this is the only part.
    orbit: bool[n_options], the options of the whole problem in the orbit of the given one.
    name: what messages call the part.
    """

    problem: ExactCover
    given: int | None
    orbit: BoolArray
    name: str = "the whole"

    def __str__(self) -> str:
        return self.name


def parts(problem: ExactCover, group: Group) -> Iterator[OrbitPart]:
    """Yield the parts of a search up to symmetry; `lift` turns covers of a part into covers of the problem."""
    whole = replace(problem, origin=np.zeros(0, np.int32), taken=np.zeros(0, np.int32))  # parts lift no further
    label = group.min(axis=0)
    item = _item_to_break(whole, label) if len(group) > 1 else None
    if item is None:
        yield OrbitPart(whole, None, np.zeros(whole.n_options, bool))
        return
    size = np.bincount(label)
    option = np.repeat(np.arange(whole.n_options), np.diff(whole.start))
    orbits = np.unique(label[option[whole.item == item]])
    forbidden = np.zeros(whole.n_options, bool)
    for least in orbits[np.argsort(-size[orbits], kind="stable")].tolist():
        left = whole.without(np.flatnonzero(forbidden).astype(np.int32))
        least_in_left = least - int(np.count_nonzero(forbidden[:least]))
        rest = left.given([least_in_left])
        yield OrbitPart(rest, least, label == least, f"the part with {called(whole.option_names, least)}")
        forbidden |= label == least


def _item_to_break(problem: ExactCover, label: IntArray) -> int | None:
    """Return the needed item with the fewest orbits of options; None if no item is needed, or one has no option."""
    option = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    must_be = problem.least > 0
    is_asked = must_be[problem.item]
    pairs = np.unique(np.column_stack([problem.item[is_asked], label[option[is_asked]]]), axis=0)
    n_orbits = np.bincount(pairs[:, 0], minlength=problem.n_items)
    if not must_be.any() or n_orbits[must_be].min() == 0:
        return None
    return int(np.argmin(np.where(must_be, n_orbits, np.iinfo(np.int64).max)))


@dataclass
class Orbits:
    """The numbers of orbits and covers, added up over the parts.

    orbits: the number of covers that represent their orbits.
    covers: the number of covers in these orbits.
    """

    group: Group
    orbits: int = 0
    covers: int = 0
    _shares_of_orbits: Fraction = field(default_factory=Fraction)
    _shares_of_covers: Fraction = field(default_factory=Fraction)

    def add(self, part: OrbitPart, covers: Covers) -> Covers:
        """Count covers of a part, in the numbering of the whole problem; return the representatives of orbits."""
        is_least = np.zeros(len(covers), bool)
        n_symmetries = len(self.group)
        n_in_orbit = max(1, int(np.count_nonzero(part.orbit)))
        for row, option in _by_size(covers):
            is_least[row], n_fixing = _compared(self.group, option, part.given)
            n_held = part.orbit[option].sum(axis=1) if part.given is not None else np.ones(len(row), np.int64)
            rows, n_times = np.unique(np.column_stack([n_held, n_fixing]), axis=0, return_counts=True)
            for (held, fixing), times in zip(rows.tolist(), n_times.tolist(), strict=True):
                self._shares_of_covers += Fraction(n_in_orbit * times, held)
                self._shares_of_orbits += Fraction(n_in_orbit * fixing * times, held * n_symmetries)
            self.covers += int((n_symmetries // n_fixing[is_least[row]]).sum())
        least = covers.select(is_least)
        self.orbits += len(least)
        return least

    def contradiction(self) -> str:
        """Return in words which number is wrong, once all parts are walked; empty if both are confirmed.

        `orbits` must be the number by Burnside's lemma, `covers` the number by the parts. Agreement is no proof that no
        cover is missing.
        """
        if self._shares_of_orbits != self.orbits:
            return f"{self.orbits} covers represent orbits, and by Burnside's lemma there are {self._shares_of_orbits}"
        if self._shares_of_covers != self.covers:
            return f"the orbits have {self.covers} covers, and by the parts there are {self._shares_of_covers}"
        return ""


def images(group: Group, covers: Covers) -> Iterator[Covers]:
    """Yield all images of these covers, each once, in batches.

    covers: at most one of each orbit.
    """
    for _, options in _by_size(covers):
        step = max(1, _ENTRIES_AT_ONCE // max(1, len(group) * options.shape[1]))
        for begin in range(0, len(options), step):
            option = options[begin : begin + step]
            image = np.sort(group[:, option], axis=2)
            is_free = (image == option).all(axis=2).sum(axis=0) == 1  # only the identity fixes the cover
            symmetric = [np.unique(image[:, k], axis=0) for k in np.flatnonzero(~is_free).tolist()]
            free = np.concatenate(image[:, is_free])  # not by reshape(-1, ...): the empty cover has no entries
            rows = np.concatenate([free, *symmetric])
            yield Covers(np.arange(len(rows) + 1, dtype=np.int32) * np.int32(option.shape[1]), rows.ravel())


def _by_size(covers: Covers) -> Iterator[tuple[NDArray[np.intp], IntArray]]:
    """Yield, for each size of a cover, the indices of the covers of this size, and their options, int32[n, size]."""
    size = np.diff(covers.start)
    for each in np.unique(size).tolist():
        row = np.flatnonzero(size == each)
        yield row, np.sort(covers.option[covers.start[row, None] + np.arange(each)], axis=1)


def _compared(group: Group, option: IntArray, given: int | None) -> tuple[BoolArray, NDArray[np.int64]]:
    """Return which covers are the least of their images that have the given option, and how many symmetries fix each.

    option: int32[n_covers, size], ascending.
    """
    is_least = np.ones(len(option), bool)
    n_fixing = np.zeros(len(option), np.int64)
    step = max(1, _ENTRIES_AT_ONCE // max(1, option.size))
    for begin in range(0, len(group), step):
        image = np.sort(group[begin : begin + step, option], axis=2)
        differs = image != option
        n_fixing += (~differs.any(axis=2)).sum(axis=0)
        if given is not None:  # images without the given option do not count
            differs &= (image == given).any(axis=2, keepdims=True)
        if option.shape[1]:
            first = np.argmax(differs, axis=2)[:, :, None]
            is_less = np.take_along_axis((image < option) & differs, first, axis=2)
            is_least &= ~is_less.any(axis=(0, 2))
    return is_least, n_fixing
