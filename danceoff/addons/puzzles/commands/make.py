"""`danceoff make`: make puzzles with exactly one answer from a problem with many."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from danceoff.addons.puzzles.making import PATTERNS
from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DONE, LIMIT_HIT
from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import number_of, positive, positive_int, seed
from danceoff.experiments.words.outputs import file

if TYPE_CHECKING:
    from danceoff.addons.puzzles.making.search import Difficulty
    from danceoff.problems import Cover
    from danceoff.problems.instance import Instance

Made: TypeAlias = "Iterator[tuple[Instance, Cover, Cover, list[str]]]"
"""Each puzzle or set of pieces: the problem with its givens, the options given, the answer, and its lines."""

BUSY = "making puzzles"


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
    page = "a page to print: puzzles, and the answers on a page of their own; then they are not printed as text"
    parser.add_argument("--gallery", type=file, metavar="FILE.html", help=page)
    parser.add_argument("--format", default="text", choices=["text", "json"], help="default: %(default)s")


def run(args: argparse.Namespace) -> int:
    """Print each puzzle once it is made: a sudoku as text that `danceoff solve` reads, another puzzle as a picture."""
    from danceoff.addons.puzzles.making.sheet import puzzle, sheet  # late: readers with NumPy, 0.1 s
    from danceoff.problems.sources import read

    if args.pieces and (args.clues or args.symmetry):
        raise BadInput("--clues and --symmetry go with --unique")
    instance, n_made, code = read(args.source), 0, DONE
    exhibits: list[dict[str, str]] = []
    making = _piece_sets if args.pieces else _puzzles
    try:
        for n_made, made in enumerate(making(args, instance), 1):
            begun, given, cover, lines = made
            if n_made == 1 and args.svg:
                write_whole(args.svg, begun.svg(cover if args.pieces else given, instance.name))
            if args.gallery:
                exhibits.append(puzzle(begun, given, cover, n_made))
            for line in lines[: 1 if args.gallery else None]:
                say(line, whole=True)
    except TimeoutError:
        what = "sets" if args.pieces else "puzzles"
        say(f"danceoff: time limit reached after {n_made} of {args.count} {what}", error=True)
        code = LIMIT_HIT
    if exhibits:
        write_whole(args.gallery, sheet(instance.name, exhibits))
    if code == DONE and n_made < args.count:
        say("# no other set of pieces fills the board in one way", error=args.format == "json")
    return code


def _puzzles(args: argparse.Namespace, instance: Instance) -> Made:
    from danceoff.addons.puzzles.making.door import make  # late: NumPy, 0.1 s
    from danceoff.problems.found import places_in

    limits = {"most_givens": args.clues, "symmetry": args.symmetry, "time_limit": args.time_limit}
    form = instance.board.puzzle(instance.problem, ()).format
    if args.format != "json" and not args.gallery and args.count > 1 and form not in ("", "sdk"):
        how = "leave out --count, or add --format json or --gallery FILE.html"
        raise BadInput(f"{args.source}: each of its puzzles is a file .{form}: {how}")
    for number, puzzle in enumerate(make(instance, args.count, args.seed, **limits)):
        begun = replace(instance, problem=instance.problem.given(places_in(instance, puzzle.givens)))
        written = instance.board.puzzle(instance.problem, puzzle.givens.numbers)
        if args.format == "json":
            options = {"givens": puzzle.givens.numbers, "cover": puzzle.cover.numbers}
            text = "\n".join([*written.head, *written.lines, ""])
            file = {"format": written.format, "puzzle": text} if written.format else {}
            lines = [_as_json(instance, options, puzzle.difficulty, file)]
        else:
            about = f"# {number_of(len(puzzle.givens), 'given')}; {_in_words(puzzle.difficulty)}"
            lines = [about, *(() if number else written.head), *written.lines]
        yield begun, tuple(begun.problem.taken.tolist()), puzzle.cover.numbers, lines


def _piece_sets(args: argparse.Namespace, instance: Instance) -> Made:
    from danceoff.addons.puzzles.making.door import piece_sets  # late: NumPy, 0.1 s

    for one in piece_sets(instance, args.count, args.seed, time_limit=args.time_limit):
        cover = one.cover.numbers
        if args.format == "json":
            answer = {"pieces": one.pieces, "cover": cover, "covers": one.n_covers}
            lines = [_as_json(instance, answer, one.difficulty, {})]
        else:
            names = [name if n == 1 else f"{n} {name}" for name, n in one.pieces.items()]
            images = number_of(one.n_covers, "cover") + (", images of each other" if one.n_covers > 1 else "")
            about = f"# {', '.join(names)}: {images}; {_in_words(one.difficulty)}"
            legend = [f"# {words}"] if (words := instance.board.legend(cover)) else []
            lines = [about, *legend, *instance.picture(cover).split("\n"), ""]
        yield instance, (), cover, lines


def _as_json(instance: Instance, answer: Mapping[str, object], hard: Difficulty, file: dict[str, str]) -> str:
    difficulty = {"nodes": hard.nodes, "rounds": hard.rounds, "is_solved_by_rounds": hard.is_solved}
    return json.dumps({"problem": instance.name, **answer, **difficulty, **file})


def _in_words(hard: Difficulty) -> str:
    from danceoff.addons.puzzles.making.search import MOST_NODES  # late: NumPy, 0.1 s

    nodes = f"more than {MOST_NODES} nodes" if hard.nodes is None else number_of(hard.nodes, "node")
    if hard.rounds == 0:
        return f"dlx visits {nodes}; no move is forced"
    solved = "to the answer" if hard.is_solved else "and no further"
    return f"dlx visits {nodes}; {number_of(hard.rounds, 'round')} of forced moves, {solved}"
