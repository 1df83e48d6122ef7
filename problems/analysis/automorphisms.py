"""The automorphisms of a problem: the exchanges of options that exchange its items, too.

They are the symmetries of the graph of options, items and colours of items. An item may only take the place of an item
with the same bounds, and an option the place of an option with the same cost. Equal options may be exchanged as well.

The search gives one option after another a colour of its own, and refines the colours each time, until all differ. If
other options lead to the same colours, they give an automorphism (B. D. McKay, "Practical graph isomorphism",
Congressus Numerantium 30, 1981). The colours are hashes: whoever asks checks the permutations.
"""

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.grids.board_symmetries import Surroundings
from danceoff.problems.model.cover import ExactCover, IntArray, InvalidProblem

TOO_MANY = "more than {} symmetries are too many to write down; ask for all covers"
Words = NDArray[np.uint64]


def automorphisms(problem: ExactCover, most: int) -> list[IntArray]:
    """Return permutations of the options that generate all automorphisms, int32[n_options] each.

    Raises InvalidProblem if there are more than `most` automorphisms, or if they are not found in time.
    """
    search = _Search(problem)
    found: list[IntArray] = []
    n_found = 1
    for depth in reversed(range(len(search.chosen))):  # generators fix the options chosen before this depth
        orbit = _orbit(search.chosen[depth], found)
        for other in search.alike(search.path[depth], depth):  # one generator for each new element of the orbit
            if other not in orbit and (last := search.matched(search.path[depth], depth, other)) is not None:
                image = np.empty(problem.n_options, np.int32)
                image[np.argsort(search.path[-1])] = np.argsort(last)  # maps each option to the one of equal colour
                found.append(image)
                orbit = _orbit(search.chosen[depth], found)
        n_found *= len(orbit)  # orbit times stabilizer
        if n_found > most:
            raise InvalidProblem(TOO_MANY.format(most))
    return found


def _orbit(option: int, generators: list[IntArray]) -> set[int]:
    """Return the options to which products of the generators map an option."""
    orbit, reached = {option}, [option]
    for one in reached:  # the list grows meanwhile
        images = {int(generator[one]) for generator in generators} - orbit
        orbit |= images
        reached += sorted(images)
    return orbit


class _Search:
    """The options that get a colour of their own, and the colours after each.

    chosen: the options.
    path: the colours at first, and then after each choice; the last colours all differ.
    """

    def __init__(self, problem: ExactCover) -> None:
        self._surroundings = Surroundings(problem)
        cost = problem.cost if problem.has_costs else np.zeros(problem.n_options, np.int64)
        self.path = [self._surroundings.refined(cost.astype(np.uint64))]
        self.chosen: list[int] = []
        while len(set(self.path[-1].tolist())) < problem.n_options:
            _, number, times = np.unique(self.path[-1], return_inverse=True, return_counts=True)
            times_if_shared = np.where(times > 1, times, problem.n_options + 1)  # the rarest shared colour is chosen
            self.chosen.append(int(np.argmin(times_if_shared[number])))
            self.path.append(self._apart(self.path[-1], self.chosen[-1]))

    def alike(self, colour: Words, depth: int) -> list[int]:
        """Return the options that have, in these colours, the colour of the option chosen at this depth."""
        alike: list[int] = np.flatnonzero(colour == self.path[depth][self.chosen[depth]]).tolist()
        return alike

    def matched(self, colour: Words, depth: int, option: int) -> Words | None:
        """Return the last colours of a path that goes on with this option; None if no path is coloured as `path` is."""
        colour = self._apart(colour, option)
        if not np.array_equal(np.sort(colour), np.sort(self.path[depth + 1])):
            return None
        if depth + 1 == len(self.chosen):
            return colour
        paths = (self.matched(colour, depth + 1, other) for other in self.alike(colour, depth + 1))
        return next((last for last in paths if last is not None), None)

    def _apart(self, colour: Words, option: int) -> Words:
        """Return the refined colours after an option gets a colour of its own: its hash plus 1."""
        return self._surroundings.refined(colour + (np.arange(len(colour)) == option))
