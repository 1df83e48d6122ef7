"""`danceoff make`: make puzzles with exactly one answer from a problem with many."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DONE, LIMIT_HIT
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import positive, positive_int, seed
from danceoff.experiments.words.outputs import file

if TYPE_CHECKING:
    from danceoff.asking.making import Puzzle
    from danceoff.problems import Cover
    from danceoff.problems.grids.board import Written
    from danceoff.problems.instance import Instance
    from danceoff.solvers.questions.making import Difficulty
    from danceoff.solvers.questions.piece_sets import PieceSet, PieceSets

HELP = "make puzzles with exactly one answer"
BUSY = "making puzzles"
PATTERNS = ("half-turn", "quarter-turn", "mirror", "diagonal")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "source", metavar="SOURCE", help="catalog name or file, as for solve: a problem with many covers"
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--unique",
        action="store_true",
        help="choose givens that leave exactly one cover, and of which none can be left out",
    )
    what.add_argument(
        "--pieces",
        action="store_true",
        help="choose pieces that fill the board in exactly one way, up to its rotations and reflections",
    )
    parser.add_argument("--count", type=positive_int, default=1, metavar="N", help="how many; default: %(default)s")
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="default: %(default)s")
    parser.add_argument("--clues", type=positive_int, metavar="N", help="only puzzles with at most N givens")
    parser.add_argument(
        "--symmetry",
        choices=PATTERNS,
        help="on a board of squares: squares that this maps to each other are given together or not at all",
    )
    parser.add_argument("--time-limit", type=positive, metavar="S", help="stop after S seconds")
    parser.add_argument("--svg", type=file, metavar="FILE", help="write a picture of the first one")
    parser.add_argument("--format", default="text", choices=["text", "json"], help="default: %(default)s")


def run(args: argparse.Namespace) -> int:
    """Print the puzzles as they are made: sudokus as a file that `danceoff solve` reads, others as pictures."""
    from danceoff.problems import InvalidProblem
    from danceoff.problems.sources import read
    from danceoff.solvers import UnsupportedProblem

    if args.pieces and (args.clues or args.symmetry):
        raise BadInput("--clues and --symmetry go with --unique")
    instance = read(args.source)
    try:
        return _piece_sets(args, instance) if args.pieces else _puzzles(args, instance)
    except (InvalidProblem, UnsupportedProblem) as error:
        raise BadInput(f"{args.source}: {error}") from None


def _puzzles(args: argparse.Namespace, instance: Instance) -> int:
    from danceoff.asking.found import places_in
    from danceoff.asking.making import make

    limits = {"most_givens": args.clues, "symmetry": args.symmetry, "time_limit": args.time_limit}
    n_made, form = 0, instance.board.puzzle(instance.problem, ()).format
    if args.format != "json" and args.count > 1 and form not in ("", "sdk"):
        each = f"each of its puzzles is a file .{form}"
        raise BadInput(f"{args.source}: {each}: leave out --count, or add --format json")
    try:
        for n_made, puzzle in enumerate(make(instance, args.count, args.seed, **limits), 1):
            written = instance.board.puzzle(instance.problem, puzzle.givens.numbers)
            if n_made == 1 and args.svg:
                begun = replace(instance, problem=instance.problem.given(places_in(instance, puzzle.givens)))
                _draw(args.svg, begun, tuple(begun.problem.taken.tolist()))
            if args.format == "json":
                say(_as_json(instance, puzzle, written), whole=True)
            else:
                about = f"# {_number(len(puzzle.givens), 'given')}; {_in_words(puzzle.difficulty)}"
                for line in [about, *(written.head if n_made == 1 else ()), *written.lines]:
                    say(line, whole=True)
    except TimeoutError:
        return _late(n_made, args.count, "puzzles")
    return DONE


def _late(n_made: int, n_asked: int, what: str) -> int:
    say(f"danceoff: time limit reached after {n_made} of {n_asked} {what}", error=True)
    return LIMIT_HIT


def _as_json(instance: Instance, puzzle: Puzzle, written: Written) -> str:
    options = {"givens": puzzle.givens.numbers, "cover": puzzle.cover.numbers}
    text = "\n".join([*written.head, *written.lines, ""])
    file = {"format": written.format, "puzzle": text} if written.format else {}
    return json.dumps({"problem": instance.name, **options, **_in_numbers(puzzle.difficulty), **file})


def _piece_sets(args: argparse.Namespace, instance: Instance) -> int:
    """Print sets of pieces that fill the board in one way, and how many sets were tried."""
    from danceoff.solvers.engines.loading import counted_s
    from danceoff.solvers.questions.piece_sets import PieceSets

    sets = PieceSets(instance.problem, instance.board)
    began = counted_s()
    tally = {"none": 0, "one": 0, "more": 0}
    is_late = False
    for tried in sets.tried(args.seed):
        for one in tried:
            tally["more" if one.n_covers is None else "one" if one.n_covers else "none"] += 1
            if one.n_covers:
                if tally["one"] == 1 and args.svg:
                    _draw(args.svg, instance, one.cover)
                for line in (_set_as_json if args.format == "json" else _set_as_text)(instance, sets, one):
                    say(line, whole=True)
            if tally["one"] == args.count:
                break
        is_late = args.time_limit is not None and counted_s() - began > args.time_limit
        if is_late or tally["one"] == args.count:
            break
    n_tried = sum(tally.values())
    if args.format == "json":
        say(json.dumps({"problem": instance.name, "sets": sets.n_sets, "tried": n_tried, **tally}), whole=True)
    else:
        ways = f"one way to fill the board for {tally['one']}, several for {tally['more']}, none for {tally['none']}"
        say(f"# {n_tried} of {_number(sets.n_sets, 'set')} of pieces tried: {ways}", whole=True)
    return _late(tally["one"], args.count, "sets") if is_late and tally["one"] < args.count else DONE


def _set_as_text(instance: Instance, sets: PieceSets, one: PieceSet) -> list[str]:
    from danceoff.solvers.questions.making import difficulty

    names = [name if n == 1 else f"{n} {name}" for name, n in sets.named(one).items()]
    images = "1 cover" if one.n_covers == 1 else f"{one.n_covers} covers, images of each other"
    about = (
        f"# {', '.join(names)}: {images}; {_in_words(difficulty(sets.problem_of(one.copies), (), one.n_covers or 0))}"
    )
    legend = sets.packing.legend(one.cover)
    return [about, *([f"# {legend}"] if legend else []), *instance.picture(one.cover).split("\n"), ""]


def _set_as_json(instance: Instance, sets: PieceSets, one: PieceSet) -> list[str]:
    from danceoff.solvers.questions.making import difficulty

    answer = {"pieces": sets.named(one), "cover": one.cover, "covers": one.n_covers}
    hard = difficulty(sets.problem_of(one.copies), (), one.n_covers or 0)
    return [json.dumps({"problem": instance.name, **answer, **_in_numbers(hard)})]


def _draw(file: Path, instance: Instance, options: Cover) -> None:
    from danceoff.experiments.results.whole_file import write_whole

    write_whole(file, instance.svg(options, instance.name))


def _in_words(hard: Difficulty) -> str:
    from danceoff.solvers.questions.making import MOST_NODES

    nodes = f"more than {MOST_NODES} nodes" if hard.nodes is None else _number(hard.nodes, "node")
    if hard.rounds == 0:
        return f"dlx visits {nodes}; no move is forced"
    solved = "to the answer" if hard.is_solved else "and no further"
    return f"dlx visits {nodes}; {_number(hard.rounds, 'round')} of forced moves, {solved}"


def _in_numbers(hard: Difficulty) -> dict[str, int | bool | None]:
    return {"nodes": hard.nodes, "rounds": hard.rounds, "is_solved_by_rounds": hard.is_solved}


def _number(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"
