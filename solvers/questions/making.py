"""Puzzles with exactly one answer: covers of a problem, and givens of which none can be left out.

If a set of givens leaves one cover, so does every larger set of options of that cover. So givens are left out one after
the other, in a random order, and put back only if a second cover appears. Many steps are tried in one call of
`Solver.each`: all ways to leave out the first 1, 2, 3, ... of the givens that are still to be tried.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem, check
from danceoff.problems.grids.grid import Grid
from danceoff.problems.model.arguments import shown
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base import Solver, UnsupportedProblem
from danceoff.solvers.questions.shuffled import ENGINE, random_cover
from danceoff.solvers.table import load

_FOR_DIFFICULTY = "dlx"

MOST_NODES = 1_000_000
"""Nodes after which `dlx` gives up on a puzzle: about a second."""

PATTERNS = ("half-turn", "quarter-turn", "mirror", "diagonal")
"""Symmetries of a square board that `groups_of` knows."""


@dataclass(frozen=True)
class Puzzle:
    """Givens that leave exactly one cover, and none of which can be left out.

    givens, cover: option numbers, ascending; the cover holds the givens.
    """

    givens: Cover
    cover: Cover


@dataclass(frozen=True)
class Difficulty:
    """How hard a puzzle is.

    nodes: the nodes of the search of `dlx` for all covers; None if there are more than `MOST_NODES`.
    rounds: the rounds of propagation before the first guess; a round takes all options that are the only one of some
        item.
    is_solved: whether these rounds solve it.
    """

    nodes: int | None
    rounds: int
    is_solved: bool


def puzzles(
    problem: ExactCover, seed: int, groups: IntArray | None = None, most_givens: int | None = None
) -> Iterator[Puzzle | None]:
    """Yield puzzles made from random covers, without end, and None as a heartbeat; no puzzle if there is no cover.

    seed: the same seed gives the same puzzles.
    groups: int32[n_options]; options of a cover in one group are given together or not at all. By default each option
        is a group of its own.
    most_givens: the most givens of a puzzle, including those that the problem itself gives; puzzles with more are
        dropped.

    Raises UnsupportedProblem if a cover may contain another one: no givens could then tell the two apart.
    """
    if problem.covers_may_nest:
        raise UnsupportedProblem("givens cannot tell covers apart where one may contain another")
    rng, engine = np.random.default_rng(seed), load(ENGINE)
    while True:
        cover: Cover | None = None
        for cover in random_cover(problem, rng):
            if cover is None:
                yield None
        if cover is None:
            return
        if not check(problem, Covers.of([cover])).all():
            raise RuntimeError(f"{ENGINE} gave options that are no cover")
        label = np.asarray(cover) if groups is None else groups[list(cover)]
        parts = [[cover[k] for k in np.flatnonzero(label == one)] for one in np.unique(label)]
        order = [parts[k] for k in rng.permutation(len(parts)).tolist()]
        givens = yield from _minimal(problem, order, engine)
        is_asked = most_givens is None or len(problem.taken) + len(givens) <= most_givens
        yield Puzzle(tuple(sorted(givens)), cover) if is_asked else None


def groups_of(problem: ExactCover, board: object, pattern: str) -> IntArray:
    """Return the group of each option, int32[n_options]: its square, and the squares that the pattern maps to it.

    Options whose squares are in one group have the same number.

    Raises InvalidProblem if there is no such pattern, or if the board is no square of squares.
    """
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


def _minimal(problem: ExactCover, parts: Sequence[Sequence[int]], engine: Solver) -> Generator[None, None, list[int]]:
    """Return a minimal set of groups of givens that leaves one cover, as options: without any group there are several.

    parts: the options of the cover, in groups; the groups are tried in this order.
    engine: solves the problem with the givens.
    """
    kept: list[int] = []
    left = list(parts)
    while left:
        tried = [[*kept, *(option for part in left[k:] for option in part)] for k in range(1, len(left) + 1)]
        n_needed = 0
        for answers in engine.each(problem, Covers.of(tried), limit=2):
            yield
            several = np.flatnonzero(answers.n_covers > 1)
            n_needed += int(several[0]) if len(several) else len(answers.n_covers)
            if len(several):
                break
        kept += [option for part in left[n_needed : n_needed + 1] for option in part]
        left = left[n_needed + 1 :]
    return kept


def difficulty(problem: ExactCover, givens: Sequence[int], n_covers: int = 1) -> Difficulty:
    """Return how hard it is to find the covers that these givens leave.

    n_covers: how many covers they leave.

    Raises RuntimeError if `dlx` does not find that number.
    """
    rest = problem.given(givens)
    found, is_within, rounds = 0, True, 0
    with load(_FOR_DIFFICULTY).prepare(rest) as search:
        for increment in search.increments():
            found += increment
            is_within = search.stats()["nodes"] <= MOST_NODES
            if not is_within:
                break
    if found > n_covers or (is_within and found < n_covers):
        raise RuntimeError(f"{_FOR_DIFFICULTY} finds {found} covers of a puzzle, and {ENGINE} says {n_covers}")
    nodes = int(search.stats()["nodes"]) if is_within else None
    while len(forced := _forced(rest)):
        rest, rounds = rest.given(forced), rounds + 1
    return Difficulty(nodes, rounds, not rest.least.any())


def _forced(problem: ExactCover) -> IntArray:
    """Return the forced options: an item needs as many options as it has left."""
    n_each = np.bincount(problem.item, minlength=problem.n_items)
    is_last = (n_each == problem.least) & (problem.least > 0)
    option = np.repeat(np.arange(problem.n_options, dtype=np.int32), np.diff(problem.start))
    return np.unique(option[is_last[problem.item]])
