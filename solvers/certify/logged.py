"""Proves that a list of covers is complete by the log of the search that listed them, which learned from conflicts.

The log names reasons as the search knows them; here each reason becomes clauses of the problem, mostly a single one.
Where an option excludes one of a different colour, it takes three clauses: the option implies its colour, that colour
excludes the other colour, and the other option implies the other colour. An item with a multiplicity has counting
clauses; read from the first option to the last and back, they propagate all that the item enforces.
"""

from collections.abc import Sequence
from itertools import chain, product
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.covers import offsets
from danceoff.solvers.certify.proof import Incomplete
from danceoff.solvers.engines.learning.kernel_state import CLAUSE, ITEM, NOTHING, THREE
from danceoff.solvers.engines.learning.log import Steps

Ints = NDArray[np.int64]


@runtime_checkable
class KeepsLog(Protocol):
    """A search that can log what it learns."""

    def keep_log(self, covers_may_nest: bool) -> Steps:
        """Keep a log from now on, before the search begins; return it, to be read when the search has ended."""


def numbers(
    problem: ExactCover, clauses: Sequence[Sequence[int]], covers: Sequence[Cover], steps: Steps
) -> NDArray[np.int32]:
    """Return the proof as the numbers of LRAT: of each step its number, its literals, 0, its hints, 0.

    clauses: `clauses_of` the problem.
    covers: all covers, in the order in which the search found them; their blocking clauses follow those of the problem,
        in ascending order of the covers.

    Raises Incomplete if the search found more covers than these.
    """
    literal, hint = np.concatenate(steps.literal), np.concatenate(steps.hint)
    n_literals, n_hints = np.concatenate(steps.n_literals), np.concatenate(steps.n_hints)
    n_given = len(clauses) + len(covers)
    code, which = np.unique(_forwards(hint, n_hints), return_inverse=True)
    meant = _Clauses(problem, clauses, covers)
    clauses_of_code = [meant.of(int(one), n_given) for one in code.tolist()]
    n_of_code = np.array([len(some) for some in clauses_of_code], np.int64)
    begin_of_code = offsets(n_of_code)[:-1].astype(np.int64)
    named = np.array([*chain.from_iterable(clauses_of_code)], np.int64)[_spans(begin_of_code[which], n_of_code[which])]
    n_named = _sums(n_of_code[which], n_hints)
    signed = (literal >> 1).astype(np.int64) + 1
    signed[literal & 1 == 1] *= -1
    number = np.arange(n_given + 1, n_given + 1 + len(n_hints))
    return _joined(number, (signed, n_literals), (named, n_named))


class _Clauses:
    """Finds the clauses of the problem that stand for a hint of the log; the arguments are those of `numbers`."""

    def __init__(self, problem: ExactCover, clauses: Sequence[Sequence[int]], covers: Sequence[Cover]) -> None:
        self._n_options = problem.n_options
        self._number = {tuple(clause): number for number, clause in enumerate(clauses, 1)}
        self._rank = np.empty(len(covers), np.int64)
        self._rank[sorted(range(len(covers)), key=covers.__getitem__)] = range(len(covers))
        self._first_rank = len(clauses) + 1
        self._options_of: list[list[int]] = [[] for _ in range(problem.n_items)]
        self._names: list[list[int]] = [[option + 1] for option in range(problem.n_options)]
        variables: dict[tuple[int, int], int] = {}
        for option in range(problem.n_options):
            for item, colour in problem.entries_of(option):
                self._options_of[item].append(option + 1)
                if colour:
                    fresh = problem.n_options + len(variables) + 1
                    self._names[option].append(variables.setdefault((item, colour), fresh))
        end = len(clauses)
        self._counting: dict[int, list[int]] = {}
        for item in np.flatnonzero(problem.has_multiplicity).tolist()[::-1]:
            least, most = int(problem.least[item]), int(problem.most[item])
            begin = end - _n_counting(len(self._options_of[item]), least, most)
            forth = list(range(begin + 1, end + 1))
            self._counting[item] = forth + forth[::-1]
            end = begin

    def of(self, hint: int, n_given: int) -> list[int]:
        """Return the numbers of the clauses, in the order in which they give options their values."""
        kind, what = hint & int(THREE), hint >> 2
        if kind == CLAUSE:
            return [n_given + what]
        if kind == NOTHING:
            if what >= len(self._rank):
                raise Incomplete
            return [self._first_rank + int(self._rank[what])]
        if kind == ITEM:
            return self._counting.get(what) or [self._number[tuple(self._options_of[what])]]
        return self._exclusion(*divmod(what, self._n_options))

    def _exclusion(self, one: int, other: int) -> list[int]:
        """The clauses by which option `one` excludes option `other`."""
        for a, b in product(self._names[one], self._names[other]):
            if clash := self._number.get((-a, -b)) or self._number.get((-b, -a)):
                before = [self._number[-1 - one, a]] if a != one + 1 else []
                after = [self._number[-1 - other, b]] if b != other + 1 else []
                return [*before, clash, *after]
        raise AssertionError(f"options {one} and {other} do not exclude each other")


def _n_counting(n_options: int, least: int, most: int) -> int:
    """Return how many clauses count an item: in the order of `clauses_of`, some for each option, and the last ones."""
    width = np.minimum(np.arange(n_options + 1), most + 1)
    of_each = width[:-1] + 3 * width[1:] - 1
    return int(of_each.sum()) + max(int(width[-1]) - most, 0) + (least > 0)


def _forwards(hint: NDArray[np.uint64], n_hints: Ints) -> NDArray[np.uint64]:
    """Return the hints of each step, first ones first."""
    end = np.cumsum(n_hints)
    place = np.arange(len(hint))
    return hint[np.repeat(2 * end - n_hints - 1, n_hints) - place]


def _spans(begin: Ints, n: Ints) -> Ints:
    """Return the numbers of all spans, one span after another; span k is the n[k] numbers from begin[k] on."""
    ends = np.cumsum(n)
    return np.arange(n.sum()) + np.repeat(begin - ends + n, n)


def _sums(value: Ints, n: Ints) -> Ints:
    """Return the sums of consecutive runs of values, the k-th of which has n[k] values."""
    total: Ints = np.append(0, np.cumsum(value))
    end = np.cumsum(n)
    sums: Ints = total[end] - total[end - n]
    return sums


def _joined(number: Ints, *lists: tuple[Ints, Ints]) -> NDArray[np.int32]:
    """Return all steps in one array: the number of a step, then from each list its values for that step and a 0.

    lists: pairs of all values of a list, and how many of them each step has.
    """
    size = 1 + sum((n + 1 for _, n in lists), np.zeros_like(number))
    begin = np.cumsum(size) - size
    joined = np.zeros(int(size.sum()), np.int32)
    joined[begin] = number
    begin = begin + 1
    for value, n in lists:
        joined[_spans(begin, n)] = value
        begin = begin + n + 1
    return joined
