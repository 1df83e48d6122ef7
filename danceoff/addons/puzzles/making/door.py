"""Puzzles with exactly one answer, and sets of pieces that fill a board in one way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from danceoff.addons.puzzles.making import search as making
from danceoff.addons.puzzles.making.piece_sets import PieceSets
from danceoff.addons.puzzles.making.search import Difficulty
from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem
from danceoff.problems.found import FoundCover, FoundCovers, Numbering
from danceoff.problems.instance import Instance
from danceoff.problems.model.arguments import bound, whole_number, whole_or_none
from danceoff.problems.stated import instance
from danceoff.solvers.engines.loading import counted_s

Made = TypeVar("Made")

_MOST_AGAIN = 200  # puzzles made before, one after the other: it is likely that there are no others


@dataclass(frozen=True)
class Puzzle:
    """Givens that leave exactly one cover; without any one of them there are several.

    givens: the options given, including the givens of the problem itself.
    cover: the answer.
    """

    givens: FoundCover
    cover: FoundCover
    _rest: ExactCover = field(repr=False, compare=False)

    @cached_property
    def difficulty(self) -> Difficulty:
        """How hard it is to find the cover.

        The result has `nodes`, the nodes of a search by `dlx`, `rounds`, the rounds of forced moves, and `is_solved`,
        whether forced moves alone find the cover.
        """
        return making.difficulty(self._rest, ())


@dataclass(frozen=True)
class PieceSet:
    """Pieces that fill a board in one way, up to rotations and reflections of the board.

    pieces: how many copies of each piece, by name.
    cover: one of the covers.
    n_covers: how many covers there are; all are rotations and reflections of one another.
    """

    pieces: dict[str, int]
    cover: FoundCover
    n_covers: int
    _problem: ExactCover = field(repr=False, compare=False)

    @cached_property
    def difficulty(self) -> Difficulty:
        """How hard it is to find the covers, as for a `Puzzle`."""
        return making.difficulty(self._problem, (), self.n_covers)


def make(
    problem: Any,
    n: int = 1,
    seed: int = 1,
    *,
    most_givens: int | None = None,
    symmetry: str | None = None,
    time_limit: float | None = None,
) -> Iterator[Puzzle]:
    """Yield different puzzles with exactly one answer, made from random covers of a problem.

    problem: any source that `danceoff.problem` accepts.
    n: how many.
    seed: the same seed makes the same puzzles.
    most_givens: the most givens of a puzzle.
    symmetry: for a square board of squares: half-turn, quarter-turn, mirror or diagonal; squares that it maps to each
        other are given together or not at all.
    time_limit: seconds, including the time spent in the loop; None for no limit.

    Raises InvalidProblem if the problem or an argument is invalid, or if no new puzzles are found, UnsupportedProblem
    if a cover of the problem may contain another one, ValueError if there is no cover, and TimeoutError at the time
    limit.
    """
    whole_number("n", n, 0)
    whole_number("seed", seed, 0)
    whole_or_none("most_givens", most_givens, 0)
    root = instance(problem)
    groups = making.groups_of(root.problem, root.board, symmetry)
    puzzles = making.puzzles(root.problem, seed, groups, most_givens)
    made = _until(puzzles, bound("time_limit", time_limit, "seconds"))
    return _puzzles(root, (one for one in made if one is not None), n)


def piece_sets(
    problem: Any, n: int | None = None, seed: int = 1, *, time_limit: float | None = None
) -> Iterator[PieceSet]:
    """Yield sets of pieces that fill a board in exactly one way, up to rotations and reflections of the board.

    problem: a packing that has more pieces than fit, such as `pentomino-subset/5x5`.
    n: how many; None for all.
    seed: the same seed tries the sets in the same order.
    time_limit: as for `make`.

    If more than 2^20 sets are as large as the board, sets are drawn at random without end, and may be repeated.

    Raises the errors of `make`, and UnsupportedProblem if the problem is no packing that fills its board.
    """
    whole_or_none("n", n, 0)
    whole_number("seed", seed, 0)
    root = instance(problem)
    sets = PieceSets(root.problem, root.board)
    tried = _until(sets.tried(seed), bound("time_limit", time_limit, "seconds"))
    found = (one for some in tried for one in some if one.n_covers)
    covers = ((one, FoundCover(Numbering(root), one.cover)) for one in islice(found, n))
    return (PieceSet(sets.named(one), cover, one.n_covers or 0, sets.problem_of(one.copies)) for one, cover in covers)


def _until(made: Iterator[Made], seconds: float) -> Iterator[Made]:
    """Yield the elements of `made`, heartbeats included, until the time limit, which counts from the first element."""
    began = counted_s()
    for one in made:
        yield one
        if counted_s() - began > seconds:
            raise TimeoutError(f"the time limit of {seconds:g} s is reached")


def _puzzles(root: Instance, made: Iterator[tuple[Cover, Cover]], n: int) -> Iterator[Puzzle]:
    known, n_again = set[Cover](), 0
    while len(known) < n:
        if (one := next(made, None)) is None:
            raise InvalidProblem("there is no cover to make a puzzle of")
        given, _ = one
        if given in known:
            n_again += 1
            if n_again == _MOST_AGAIN:
                made_all = f"{_MOST_AGAIN} tries made no other puzzle than the first {len(known)}"
                raise InvalidProblem(f"{made_all}: ask for fewer")
            continue
        known.add(given)
        n_again = 0
        givens, cover = FoundCovers(Numbering(root), [root.problem.lift(Covers.of(one))])
        yield Puzzle(givens, cover, root.problem.given(given))
