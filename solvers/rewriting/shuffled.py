"""A problem with its items and options in another order: one order may decide a search by a factor of ten."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np

from danceoff.problems import Covers, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.problems.model.options import with_options

if TYPE_CHECKING:
    from danceoff.problems.analysis.group import Group


@dataclass(frozen=True, eq=False)
class Shuffled:
    """A shuffled problem, and the way back.

    problem: the shuffled problem, without names. It is a root problem: covers do not contain what was given.
    option: int32[n_options]; option k of the shuffled problem is option `option[k]` of the original.
    """

    problem: ExactCover
    option: IntArray

    @classmethod
    def of(cls, problem: ExactCover, seed: int) -> Self:
        """Shuffle the primary items, the secondary items and the options of a problem.

        seed: not negative. The same seed gives the same order on every machine and with every version of NumPy: only
            the raw numbers of a bit generator are used, for which NumPy promises this.
        """
        raw = np.random.PCG64(seed).random_raw
        n_secondary = problem.n_items - problem.n_primary
        primary, secondary, option = (
            np.argsort(raw(n), kind="stable").astype(np.int32)
            for n in (problem.n_primary, n_secondary, problem.n_options)
        )
        item = np.append(primary, secondary + np.int32(problem.n_primary))
        return cls(_with_items(with_options(problem, option), item), option)

    def original(self, covers: Covers) -> Covers:
        """Return covers of the shuffled problem as covers of the original.

        A number that is no option stays as it is, so that `check` can report it.
        """
        number = covers.option
        is_option = (number >= 0) & (number < len(self.option))
        if is_option.all():
            return Covers(covers.start, self.option[number])
        mapped = number.copy()
        mapped[is_option] = self.option[number[is_option]]
        return Covers(covers.start, mapped)

    def symmetries(self, group: Group) -> Group:
        """Return symmetries of the original as symmetries of the shuffled problem, in the same order."""
        place = np.empty_like(self.option)
        place[self.option] = np.arange(len(place), dtype=np.int32)
        shuffled: Group = place[group[:, self.option]]
        return shuffled


def _with_items(problem: ExactCover, order: IntArray) -> ExactCover:
    """Return the problem with its items in another order, without their names: item i is item `order[i]`."""
    place = np.empty_like(order)
    place[order] = np.arange(len(order), dtype=np.int32)
    item = place[problem.item]
    entry = np.lexsort((item, np.repeat(np.arange(problem.n_options), np.diff(problem.start))))
    return replace(
        problem,
        item=item[entry],
        colour=problem.colour[entry] if problem.has_colours else problem.colour,
        least=problem.least[order],
        most=problem.most[order],
        item_names=(),
    )
