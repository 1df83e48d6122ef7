"""`python -m builders.pictures FOLDER`: draw the pictures of docs/questions.md and docs/puzzles.md."""

import sys
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from danceoff.addons.puzzles.apart.disassembly import Disassembler
from danceoff.addons.puzzles.apart.taking_apart import frames
from danceoff.experiments.results.whole_file import write_whole
from danceoff.problems import Covers
from danceoff.problems.catalog import instance
from danceoff.problems.grids.packing import Packing
from danceoff.problems.pictures.drawing import STYLE, document, sheet
from danceoff.problems.pictures.isometric import moved
from danceoff.problems.pictures.pair import Pair
from danceoff.solvers import load
from danceoff.solvers.engines import diagram
from danceoff.solvers.questions.conflict import conflicts
from danceoff.solvers.rewriting.orbit_search import OrbitSearch

_SUDOKU = "sudoku/.3..7....6..195....98....6.8...6....4..8.3..1....2...6.6.....8....419..5....8...9"
"""A sudoku from which five clues were taken: it has 85 answers."""


def _random(name: str, seed: int) -> str:
    case = instance(name)
    batches = diagram.samples(diagram.diagram(case.problem, 2048), 1, seed)
    cover = next(cover for batch in batches for cover in case.problem.lift(batch))
    return case.svg(cover, f"{name}, a random cover")


def _numbered(name: str, number: int) -> str:
    case = instance(name)
    covers = diagram.covers_at(diagram.diagram(case.problem, 2048), [number])
    return case.svg(next(iter(case.problem.lift(covers))), f"{name}, the cover with the number {number}")


def _held(name: str) -> str:
    case = instance(name)
    made = diagram.diagram(case.problem, 2048)
    return case.heat_map(diagram.counts_of_options(made), made.count)


def _orbits(name: str, n_across: int) -> str:
    case = instance(name)
    found = sorted(OrbitSearch(load("dlx"), case).covers())
    drawn = sheet([case.board.draw(case.problem, cover) for cover in found], n_across)
    return document(drawn, f"{name}, one cover of each orbit", f"{len(found)} covers", STYLE)


def _pair(name: str) -> str:
    case = instance(name)
    first, second = islice(load("bits").prepare(case.problem).covers(), 2)
    first, second = case.problem.lift(Covers.of([first, second]))
    return Pair(case.problem, case.board, first, second).svg(f"{name}, two covers")


def _conflict(name: str) -> str:
    case = instance(name)
    *_, best = conflicts(case.problem)
    return case.conflict(best.items, best.decisive or ()) or ""


def _apart(name: str, shown: Sequence[int]) -> str:
    """Draw a packing that comes apart after some of its moves."""
    case = instance(name)
    assert isinstance(case.board, Packing)
    disassembler = Disassembler(case.board)
    for cover in sorted(load("bits").prepare(case.problem).covers()):
        if found := disassembler.disassembly(cover):
            states = [state for state, _ in frames(case.board, cover, found)]
            drawn = sheet(moved(case.board, [states[k] for k in shown]), len(shown))
            return document(drawn, f"{name}, taken apart", f"level {found}", STYLE)
    return ""


PICTURES: dict[str, Callable[[], str]] = {
    "random-aztec": lambda: _random("domino/aztec-16", 7),
    "random-lozenges": lambda: _random("lozenge/8", 3),
    "random-dominoes": lambda: _random("domino/12x12", 7),
    "numbered": lambda: _numbered("tromino/12x12", 10**12),
    "held-aztec": lambda: _held("domino/aztec-16"),
    "held-trominoes": lambda: _held("tromino/7x7-16"),
    "held-queens": lambda: _held("queens/8"),
    "held-sudoku": lambda: _held(_SUDOKU),
    "unique": lambda: _pair("sudoku/12..34..2...4..."),
    "orbits": lambda: _orbits("domino/4x4", 9),
    "apart": lambda: _apart("burr/103-760-960-992-996-1024", (0, 4, 5)),
    "conflict": lambda: _conflict("domino/8x8-0-63"),
    "conflict-fault-free": lambda: _conflict("fault-free-domino/6x6"),
}


def main() -> None:
    """Write each picture into the folder."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw_one in PICTURES.items():
        write_whole(folder / f"{name}.svg", draw_one())


if __name__ == "__main__":
    main()
