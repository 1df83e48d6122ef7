"""`danceoff make`: make puzzles with exactly one answer from a problem with many."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.commands.amounts import positive, positive_int
from danceoff.experiments.commands.exits import DONE, LIMIT_HIT
from danceoff.experiments.terminal.say import say

if TYPE_CHECKING:
    from danceoff.problems.instance import Instance
    from danceoff.problems.model.cover import IntArray
    from danceoff.solvers.questions.making import Difficulty, Puzzle

HELP = "make puzzles with exactly one answer"
PATTERNS = ("half-turn", "quarter-turn", "mirror", "diagonal")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "source", metavar="SOURCE", help="catalog name or file, as for solve: a problem with many covers"
    )
    parser.add_argument(
        "--unique",
        action="store_true",
        required=True,
        help="choose givens that leave exactly one cover, and of which none can be left out",
    )
    parser.add_argument("--count", type=positive_int, default=1, metavar="N", help="how many; default: %(default)s")
    parser.add_argument("--seed", type=positive_int, default=1, metavar="S", help="default: %(default)s")
    parser.add_argument("--clues", type=positive_int, metavar="N", help="only puzzles with at most N givens")
    parser.add_argument(
        "--symmetry",
        choices=PATTERNS,
        help="on a board of squares: squares that this maps to each other are given together or not at all",
    )
    parser.add_argument("--time-limit", type=positive, metavar="S", help="stop after S seconds")
    parser.add_argument("--format", default="text", choices=["text", "json"], help="default: %(default)s")


def run(args: argparse.Namespace) -> int:
    """Print the puzzles as they are made: a sudoku as a line of its squares, others as pictures."""
    from danceoff.problems import InvalidProblem
    from danceoff.problems.formats.sources import read

    try:
        instance = read(args.source)
        groups = None if args.symmetry is None else _groups(instance, args.symmetry)
    except InvalidProblem as error:
        raise BadInput(str(error)) from None
    from danceoff.solvers import UnsupportedProblem

    try:
        return _made(args, instance, groups)
    except UnsupportedProblem as error:
        raise BadInput(f"{args.source}: {error}") from None


def _made(args: argparse.Namespace, instance: Instance, groups: IntArray | None) -> int:
    n_made = 0
    for puzzle in _within(args, instance, groups):
        n_made += 1
        for line in _as_json(instance, puzzle) if args.format == "json" else _as_text(instance, puzzle):
            say(line)
        if n_made == args.count:
            return DONE
    if args.time_limit is None:
        raise BadInput(f"{args.source}: it has no cover to make a puzzle of")
    say(f"danceoff: time limit reached after {n_made} of {args.count} puzzles", error=True)
    return LIMIT_HIT


def _within(args: argparse.Namespace, instance: Instance, groups: IntArray | None) -> Iterator[Puzzle]:
    """Yield the puzzles that are asked for until the time limit."""
    from danceoff.solvers.questions.making import puzzles

    began = monotonic()
    for puzzle in puzzles(instance.problem, args.seed, groups):
        if puzzle is not None and (args.clues is None or _n_givens(instance, puzzle) <= args.clues):
            yield puzzle
        if args.time_limit is not None and monotonic() - began > args.time_limit:
            return


def _n_givens(instance: Instance, puzzle: Puzzle) -> int:
    return len(instance.problem.taken) + len(puzzle.givens)


def _groups(instance: Instance, pattern: str) -> IntArray:
    """Return a number for the squares of each option that the pattern maps to each other: int32[n_options]."""
    import numpy as np

    from danceoff.problems.grids.grid import Grid

    grid = instance.board
    if not isinstance(grid, Grid) or grid.n_rows != grid.n_columns:
        raise BadInput(f"{instance.name}: --symmetry is for square boards of squares, as of sudoku and queens")
    side = grid.n_rows
    square = np.arange(side * side).reshape(side, side)
    turns = {"half-turn": [np.rot90(square, 2)], "quarter-turn": [np.rot90(square, k) for k in (1, 2, 3)]}
    images = turns.get(pattern) or [square[:, ::-1] if pattern == "mirror" else square.T]
    least = np.minimum.reduce([square, *images]).ravel()
    return np.asarray(least[grid.square[instance.problem.origin]], np.int32)


def _as_text(instance: Instance, puzzle: Puzzle) -> list[str]:
    from danceoff.problems.grids.grid import Grid
    from danceoff.solvers.questions.making import difficulty

    hard = difficulty(instance.problem, puzzle.givens)
    about = f"# {_number(_n_givens(instance, puzzle), 'given')}; {_in_words(hard)}"
    grid, shown = instance.board, _lifted(instance, puzzle.givens)
    if not isinstance(grid, Grid) or grid.box is None:
        return [about, *instance.picture(tuple(shown)).split("\n"), ""]
    squares = ["."] * (grid.n_rows * grid.n_columns)
    for option in shown:
        squares[grid.square[option]] = grid.symbols[grid.symbol[option]]
    return [about, "".join(squares)]


def _in_words(hard: Difficulty) -> str:
    from danceoff.solvers.questions.making import MOST_NODES

    nodes = f"more than {MOST_NODES} nodes" if hard.nodes is None else _number(hard.nodes, "node")
    if hard.rounds == 0:
        return f"dlx visits {nodes}; no move is forced"
    solved = "to the answer" if hard.is_solved else "and no further"
    return f"dlx visits {nodes}; {_number(hard.rounds, 'round')} of forced moves, {solved}"


def _number(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _as_json(instance: Instance, puzzle: Puzzle) -> list[str]:
    from danceoff.solvers.questions.making import difficulty

    hard = difficulty(instance.problem, puzzle.givens)
    options = {"givens": _lifted(instance, puzzle.givens), "cover": _lifted(instance, puzzle.cover)}
    effort = {"nodes": hard.nodes, "rounds": hard.rounds, "is_solved_by_rounds": hard.is_solved}
    return [json.dumps({"problem": instance.name, **options, **effort})]


def _lifted(instance: Instance, options: tuple[int, ...]) -> list[int]:
    """Return options of the problem in the numbering of the root problem, with those that were given, ascending."""
    from danceoff.problems import Covers

    return sorted(instance.problem.lift(Covers.of([options])).option.tolist())
