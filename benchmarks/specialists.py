"""`python -m benchmarks.specialists --list NAME=FILE... --program NAME=FILE:FUNCTION[:NUMBER]...`: sudokus beside C.

`--program` is for lists of squares, `--program-of-marks` for lists of pencil marks.

A list has a puzzle a line: 81 squares, or 729 pencil marks, where the digit d of a square stands in its place if the
square may hold it. Each puzzle must have one solution: a program that finds another number ends the benchmark.

A program is a function of a shared library, with the signature that tdoku gives all solvers that it compares:

    size_t solve(const char *puzzle, size_t limit, uint32_t number, char *solution, size_t *guesses)

It is called for one puzzle after the other, with limit 2, by compiled code, so that a call costs nothing. Of our own
solvers the time is that from the text of the list to the text of the answers, with the check of each cover.
"""

import argparse
import ctypes
import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from os import getloadavg
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from danceoff.addons.puzzles.lists.work import SudokuListRun
from danceoff.asking.ask import Ask
from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.run.machine.provenance import provenance
from danceoff.problems import ExactCover
from danceoff.problems.grids import sudoku
from danceoff.solvers import load

FILE = "specialists.json"
_SQUARES, _MARKS = 81, 729
_ROOM = 32  # zeros behind each puzzle: programs look beyond its end for more
_OURS: Mapping[int, Mapping[str, tuple[str, str]]] = {
    _SQUARES: {"danceoff, unique": ("bits", "unique"), "danceoff, count": ("bits", "count")},
    _MARKS: {f"danceoff, {spec}, count": (spec, "count") for spec in ("learn", "bits", "dlx")},
}
"""Our rows by the length of a puzzle: solver and task."""

Solved = Callable[[], int]
"""Solves a list; returns how many of its puzzles have one solution."""


def main() -> None:
    """Measures all programs and our solvers in turns on each list, prints the table, and writes the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.specialists", description="Sudokus beside C programs.")
    parser.add_argument("--list", action="append", required=True, metavar="NAME=FILE", help="a list of puzzles")
    parser.add_argument("--program", action="append", default=[], metavar="NAME=FILE:FUNCTION[:NUMBER]")
    parser.add_argument("--program-of-marks", action="append", default=[], metavar="NAME=FILE:FUNCTION[:NUMBER]")
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds (3)")
    parser.add_argument("--into", type=Path, default=Path("results/bench"), metavar="FOLDER", help="results/bench")
    asked = parser.parse_args()
    load_before = getloadavg()[0]
    lists = list(map(_named, asked.list))
    programs = {_SQUARES: dict(map(_named, asked.program)), _MARKS: dict(map(_named, asked.program_of_marks))}
    found = {name: measured(Path(file), programs, asked.rounds) for name, file in lists}
    machine = {**provenance(), "rounds": asked.rounds, "load": [load_before, getloadavg()[0]]}
    asked.into.mkdir(parents=True, exist_ok=True)
    write_whole(asked.into / FILE, json.dumps({"machine": machine, "lists": found}, indent=2) + "\n")
    print(markdown(asked.into))


def measured(file: Path, programs: Mapping[int, Mapping[str, str]], rounds: int) -> dict[str, Any]:
    """Return the number of puzzles of a list, and the median of the puzzles a second that each solver solves.

    programs: FILE:FUNCTION[:NUMBER] by the length of a puzzle and a name.

    Raises ValueError if somebody finds a puzzle without exactly one solution.
    """
    lines = _lines(file)
    length = len(lines[0])
    solvers: dict[str, Solved] = {name: _foreign(program, lines) for name, program in programs[length].items()}
    for name, (spec, task) in _OURS[length].items():
        solvers[name] = partial(_in_list if length == _SQUARES else _one_by_one, file, spec, task)
    seconds: dict[str, list[float]] = {name: [] for name in solvers}
    for turn in range(rounds + 1):
        for name, solved in solvers.items():
            begin = process_time()
            n_solved = solved()
            if turn > 0:  # the first one loads and compiles
                seconds[name].append(process_time() - begin)
            if n_solved != len(lines):
                raise ValueError(f"{name} finds {n_solved} of {len(lines)} puzzles in {file} with exactly one solution")
    return {"puzzles": len(lines), "a_second": {name: len(lines) / median(times) for name, times in seconds.items()}}


def markdown(folder: Path, short: bool = False) -> str:  # noqa: ARG001 - the tables are short
    """Return the figures written to a folder as Markdown: a table of the lists that the same solvers solve."""
    report = json.loads((folder / FILE).read_text("utf-8"))
    machine = report["machine"]
    before, after = machine["load"]
    how = f"One thread of {machine['cpu']}, median of {machine['rounds']} rounds in turns"
    text = [f"{how}, danceoff {machine['commit']}, load average {before:.1f} before and {after:.1f} after."]
    of_solvers: dict[frozenset[str], list[str]] = {}
    for name, one in report["lists"].items():
        of_solvers.setdefault(frozenset(one["a_second"]), []).append(name)
    for solvers, names in of_solvers.items():
        lists = [report["lists"][name] for name in names]
        heads = [f"{name}, {one['puzzles']:,} puzzles" for name, one in zip(names, lists, strict=True)]
        text += ["", f"| puzzles a second | {' | '.join(heads)} |", f"|---|{'--:|' * len(heads)}"]
        for solver in sorted(solvers, key=lambda solver: -lists[0]["a_second"][solver]):
            text.append(f"| {solver} | {' | '.join(_rounded(one['a_second'][solver]) for one in lists)} |")
    return "\n".join(text)


def _rounded(number: float) -> str:
    return f"{number:,.0f}"


def _named(text: str) -> tuple[str, str]:
    name, _, rest = text.partition("=")
    return name, rest


def _lines(file: Path) -> list[str]:
    return [line for line in file.read_text("ascii").splitlines() if line and not line.startswith("#")]


def _in_list(file: Path, spec: str, task: str) -> int:
    run = SudokuListRun(Ask(str(file), spec, task), load(spec))
    _ = "".join(run.lines())
    return run.unique


def _one_by_one(file: Path, spec: str, task: str) -> int:
    del task  # count
    return sum(load(spec).prepare(problem).count() == 1 for problem in _of_marks(file))


@cache
def _of_marks(file: Path) -> list[ExactCover]:
    """The problems of puzzles with pencil marks: the empty board without the options that are not marked."""
    board, _ = sudoku.blank(9, (3, 3))
    return [board.without([k for k, mark in enumerate(line) if mark == "."]) for line in _lines(file)]


def _foreign(program: str, lines: list[str]) -> Solved:
    file, function, *number = program.split(":")
    solve = getattr(ctypes.CDLL(str(Path(file).resolve())), function)
    solve.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p]
    solve.restype = ctypes.c_size_t
    text = np.zeros((len(lines), len(lines[0]) + _ROOM), np.uint8)
    text[:, : len(lines[0])] = np.frombuffer("".join(lines).encode(), np.uint8).reshape(len(lines), -1)
    text[text == ord("0")] = ord(".")

    @numba.njit  # type: ignore[untyped-decorator]
    def solved(text: NDArray[np.uint8], number: int, solution: NDArray[np.uint8], guesses: NDArray[np.uint64]) -> int:
        n_solved = 0
        for k in range(len(text)):
            n_solved += solve(text[k].ctypes.data, 2, number, solution.ctypes.data, guesses.ctypes.data) == 1
        return n_solved

    return partial(solved, text, int(number[0]) if number else 0, np.zeros(_MARKS, np.uint8), np.zeros(1, np.uint64))


if __name__ == "__main__":
    main()
