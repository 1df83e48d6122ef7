"""Puzzles with exactly one answer: a cover, and a minimal set of givens that leaves no other cover.

If a set of givens leaves one cover, so does every larger set of options of that cover. So givens are left out one after
the other, in a random order, and put back only if a second cover appears. One call of `Solver.each` tries several sets:
without the next given, without the next two, without the next three, and so on.

A search begins with Algorithm X in Python, within a bound on its work, so one small puzzle needs no compiled kernel.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from danceoff.addons.puzzles.making import PATTERNS
from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem, check
from danceoff.problems.grids.grid import Grid
from danceoff.problems.model.arguments import shown
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base import UnsupportedProblem
from danceoff.solvers.questions.shuffled import ENGINE, READABLE, is_small, random_cover
from danceoff.solvers.table import load

_FOR_DIFFICULTY = "dlx"
_STEPS = 600
"""Steps of Algorithm X for all puzzles of a small problem: 1 to 2 s."""
_FEW_NODES = 4_000
"""Nodes after which Algorithm X leaves the difficulty of a small problem to `dlx`: 0.2 s."""

MOST_NODES = 1_000_000
"""Nodes after which `dlx` gives up on a puzzle: about a second."""


@dataclass(frozen=True)
class Difficulty:
    """How hard a puzzle is.

    nodes: the nodes of the search of `dlx` for all covers; None if there are more than `MOST_NODES`.
    rounds: the rounds of propagation before the first guess; a round takes every option that is the last option of an
        item.
    is_solved: whether these rounds solve it.
    """

    nodes: int | None
    rounds: int
    is_solved: bool


def puzzles(
    problem: ExactCover, seed: int, groups: IntArray | None = None, most_givens: int | None = None
) -> Iterator[tuple[Cover, Cover] | None]:
    """Yield puzzles made from random covers, without end, and None as a heartbeat; no puzzle if there is no cover.

    A puzzle is its givens, which leave exactly one cover, and this cover, which holds them: ascending option numbers.
    Without any one of the givens there are several covers.

    seed: the same seed gives the same puzzles.
    groups: int32[n_options]; options of a cover in one group are given together or not at all, and those in a
        negative group never. By default each option is a group of its own.
    most_givens: the most givens of a puzzle, including those that the problem itself gives; puzzles with more are
        dropped.

    Raises UnsupportedProblem if a cover may contain another one, or if several covers have the same shown options, so
    that no givens tell them apart.
    """
    if problem.covers_may_nest:
        raise UnsupportedProblem("givens cannot tell covers apart where one may contain another")
    rng, counted = np.random.default_rng(seed), _Counted(problem)
    while True:
        cover: Cover | None = None
        for cover in random_cover(problem, rng, in_python=counted.n_steps > 0):
            if cover is None:
                yield None
        if cover is None:
            return
        if not check(problem, Covers.of([cover])).all():
            raise RuntimeError(f"{ENGINE} gave options that are no cover")
        label = np.asarray(cover) if groups is None else groups[list(cover)]
        parts = [[cover[k] for k in np.flatnonzero(label == one)] for one in np.unique(label[label >= 0])]
        shown = [option for part in parts for option in part]
        for n_covers in counted.each([shown]) if len(shown) < len(cover) else ():  # some options are never given
            yield None
            if n_covers.any() and n_covers[0] > 1:
                raise UnsupportedProblem("what a puzzle shows leaves several covers, whatever is given")
        order = [parts[k] for k in rng.permutation(len(parts)).tolist()]
        givens = yield from _minimal(order, counted)
        is_asked = most_givens is None or len(problem.taken) + len(givens) <= most_givens
        yield (tuple(sorted(givens)), cover) if is_asked else None


def groups_of(problem: ExactCover, board: object, pattern: str | None = None) -> IntArray | None:
    """Return the number of each option's group, int32[n_options]; options of a group are given together.

    Options are in a group if the pattern maps their squares to each other. Without a pattern, each option is a group of
    its own. Options that write nothing are never given, for readers do not see them: the digits of a whole cage.

    None if each option is a group of its own.

    Raises InvalidProblem if there is no such pattern, or if the board is no square of squares.
    """
    if pattern is None:
        if not isinstance(board, Grid):
            return None
        is_shown = problem.origin < len(board.square)
        return None if np.all(is_shown) else np.where(is_shown, np.arange(problem.n_options), -1).astype(np.int32)
    if pattern not in PATTERNS:
        raise InvalidProblem(f"symmetry must be one of {', '.join(PATTERNS)}, not {shown(pattern)}")
    if not isinstance(board, Grid) or board.n_rows != board.n_columns:
        raise InvalidProblem("symmetry is for square boards of squares, as of sudoku and queens")
    if board.cages:
        raise InvalidProblem("symmetry is not for boards with cages")
    side = board.n_rows
    square = np.arange(side * side).reshape(side, side)
    turns = {"half-turn": [np.rot90(square, 2)], "quarter-turn": [np.rot90(square, k) for k in (1, 2, 3)]}
    images = turns.get(pattern) or [square[:, ::-1] if pattern == "mirror" else square.T]
    least = np.minimum.reduce([square, *images]).ravel()
    return np.asarray(least[board.square[problem.origin]], np.int32)


class _Counted:
    """Counts the covers that sets of givens leave: in Python while its budget `n_steps` lasts, then by the engine."""

    def __init__(self, problem: ExactCover) -> None:
        self._problem = problem
        self.n_steps = _STEPS if is_small(problem) else 0

    def each(self, sets: Sequence[Sequence[int]]) -> Iterator[NDArray[np.int64]]:
        """Yield how many covers each set leaves, 2 for several, some sets at a time; an empty array is a heartbeat."""
        n_done = 0
        while n_done < len(sets) and self.n_steps > 0 and (n_covers := self._in_python(sets[n_done])) is not None:
            yield np.array([n_covers])
            n_done += 1
        if n_done < len(sets):
            for answers in load(ENGINE).each(self._problem, Covers.of(sets[n_done:]), limit=2):
                yield answers.n_covers

    def _in_python(self, givens: Sequence[int]) -> int | None:
        n_covers = 0
        with load(READABLE).prepare(self._problem.given(givens)) as search:
            for batch in search.batches(heartbeats=True):
                if self.n_steps <= 0:
                    return None
                self.n_steps -= 1
                n_covers += len(batch)
                if n_covers > 1:
                    return 2
        return n_covers


def _minimal(parts: Sequence[Sequence[int]], counted: _Counted) -> Generator[None, None, list[int]]:
    """Return the options of a minimal set of groups that leaves one cover; groups are left out in this order."""
    kept: list[int] = []
    left = list(parts)
    while left:
        tried = [[*kept, *(option for part in left[k:] for option in part)] for k in range(1, len(left) + 1)]
        n_dropped = 0  # how many of the first groups can be left out; the next one is needed
        for n_covers in counted.each(tried):
            yield
            several = np.flatnonzero(n_covers > 1)
            n_dropped += int(several[0]) if len(several) else len(n_covers)
            if len(several):
                break
        kept += [option for part in left[n_dropped : n_dropped + 1] for option in part]
        left = left[n_dropped + 1 :]
    return kept


def difficulty(problem: ExactCover, givens: Sequence[int], n_covers: int = 1) -> Difficulty:
    """Return how hard it is to find the covers that these givens leave.

    n_covers: how many covers they leave, as the engine counts them.

    Raises RuntimeError if `dlx` finds another number.
    """
    rest, rounds = problem.given(givens), 0
    found, nodes = 0, None
    if is_small(rest) and not rest.has_multiplicities:
        found, nodes = _nodes(rest, READABLE, _FEW_NODES)
    if nodes is None:
        found, nodes = _nodes(rest, _FOR_DIFFICULTY, MOST_NODES)
    if found > n_covers or (nodes is not None and found < n_covers):  # without nodes, the search has stopped early
        raise RuntimeError(f"{_FOR_DIFFICULTY} finds {found} covers of a puzzle, and {ENGINE} says {n_covers}")
    while len(forced := _forced(rest)):
        rest, rounds = rest.given(forced), rounds + 1
    return Difficulty(nodes, rounds, not rest.least.any())


def _nodes(problem: ExactCover, solver: str, most: int) -> tuple[int, int | None]:
    """Return the numbers of covers and of nodes of a search; no number of nodes if it stops at too many."""
    found, n_roots = 0, int(solver == READABLE)  # dlx, which has the same tree, does not count the root
    with load(solver).prepare(problem) as search:
        for increment in search.increments():
            found += increment
            if search.stats()["nodes"] > most:
                return found, None
    return found, search.stats()["nodes"] - n_roots


def _forced(problem: ExactCover) -> IntArray:
    """Return the forced options: all options of an item that has only as many left as it needs."""
    n_each = np.bincount(problem.item, minlength=problem.n_items)
    is_last = (n_each == problem.least) & (problem.least > 0)
    option = np.repeat(np.arange(problem.n_options, dtype=np.int32), np.diff(problem.start))
    return np.unique(option[is_last[problem.item]])
