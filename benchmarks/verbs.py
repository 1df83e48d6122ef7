"""The measurements: every verb does one thing and returns seconds, of CPU time where possible."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import count, islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from benchmarks import children
from benchmarks.hard import hard, in_another_order
from benchmarks.subjects import SUDOKU_LISTS
from benchmarks.sudokus import shuffled
from danceoff.addons.puzzles.lists.work import SudokuListRun
from danceoff.addons.puzzles.making.piece_sets import PieceSets
from danceoff.addons.puzzles.making.search import puzzles
from danceoff.asking.ask import Ask
from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance
from danceoff.solvers import Feature, Search, load
from danceoff.solvers.engines.diagram import Diagram, counts_of_options, covers_at, diagram, samples, warm_up
from danceoff.solvers.rewriting.orbit_search import OrbitCount

_LEAST_S = 0.1
_SUDOKUS = 20_000
_PUZZLES = 20
_ORDERS = 15  # the median of five changes from 0.7 to 1.2 times that of another five
_PAGE = 1 << 17  # option numbers
_ASKED = 10_000  # covers
_PROBE = ["-m", "danceoff.experiments.cli", "solve", "queens/8", "--task", "count", "--solver"]


def counting(spec: str, subject: str) -> float:
    """Count all covers, the native model included."""
    problem = _problem(subject)
    _compile(spec, subject)
    return _seconds(lambda _: load(spec).prepare(problem).count())


def searching(spec: str, subject: str) -> float:
    """Count all covers, without the time to build the native model."""
    solver, problem = load(spec), _problem(subject)
    _compile(spec, subject)
    return _seconds(Search.count, lambda: solver.prepare(problem))


def listing(spec: str, subject: str) -> float:
    """Write out all covers, the native model included."""
    problem = _problem(subject)
    _compile(spec, subject)
    return _seconds(lambda _: [None for _ in load(spec).prepare(problem).batches()])


def first_cover(spec: str, subject: str) -> float:
    """Find a cover, the native model included; the median of several orders of items and options."""
    _compile(spec, subject)
    return median(_first(spec, in_another_order(_problem(subject), seed), 1) for seed in range(1, _ORDERS + 1))


def first_thousand(spec: str, subject: str) -> float:
    """Find a thousand covers, the native model included."""
    _compile(spec, subject)
    return _first(spec, _problem(subject), 1000)


def optimising(spec: str, subject: str) -> float:
    """Find a cheapest cover for random costs, the native model included."""
    problem = _problem(subject)
    problem = replace(problem, cost=np.random.default_rng(0).integers(1, 10_001, problem.n_options))
    load(spec).warm_up(problem, listing=False)
    return _seconds(lambda _: [None for _ in load(spec).prepare(problem).cheapest()])


def recording(subject: str) -> float:
    """Make the diagram of all covers, with their number."""
    problem = _problem(subject)
    warm_up()
    return _seconds(lambda _: diagram(problem).count)


def drawing(subject: str) -> float:
    """Draw random covers from the diagram."""
    made = _made(subject)
    return _seconds(lambda _: [None for _ in samples(made, _ASKED, seed=0)])


def fetching(subject: str) -> float:
    """Fetch covers by their numbers, which are far apart."""
    made = _made(subject)
    numbers = range(0, made.count, max(1, made.count // _ASKED))
    return _seconds(lambda _: covers_at(made, numbers))


def weighing(subject: str) -> float:
    """Count the covers that hold each option."""
    warm_up()
    return _seconds(counts_of_options, partial(diagram, _problem(subject)))


def counting_orbits(subject: str) -> float:
    """Count all covers up to symmetry; finding the symmetries is included."""
    _compile("counter", subject)
    return _seconds(lambda _: OrbitCount(load("counter"), instance(subject)).count())


def making(subject: str, most_givens: str) -> float:
    """Make puzzles with exactly one answer: CPU seconds for each with at most so many givens."""
    made = filter(None, puzzles(_problem(subject), seed=0, most_givens=int(most_givens)))
    next(made)  # compiles
    return _seconds(lambda _: [None for _ in islice(made, _PUZZLES)]) / _PUZZLES


def choosing(subject: str) -> float:
    """Try all sets of pieces on a board."""
    named = instance(subject)
    sets = PieceSets(named.problem, named.board)
    _compile("bits", subject)
    return _seconds(lambda _: [None for _ in sets.tried(seed=0)])


def copying(subject: str) -> float:
    """Copy as many option numbers as all covers contain, inside the cache: a lower bound for writing them."""
    problem = _problem(subject)
    numbers = _count("bits", subject) * len(next(load("bits").prepare(problem).covers()))
    source, target = np.zeros(_PAGE, np.int32), np.empty(_PAGE, np.int32)

    def copy(_: object) -> None:
        for _ in range(numbers // _PAGE):
            target[:] = source

    return _seconds(copy)


def building(subject: str) -> float:
    """Build the problem."""
    return _seconds(lambda _: instance(subject))


def starting(spec: str) -> float:
    """Answer a small puzzle from the command line, with compiled code on disk."""
    return min(_started(spec, {}) for _ in range(3))


def compiling(spec: str) -> float:
    """The same without any compiled code on disk."""
    with tempfile.TemporaryDirectory() as folder:
        return _started(spec, {"NUMBA_CACHE_DIR": folder})


def text_to_text(spec: str, puzzles: str) -> float:
    """Read a list of sudokus, solve and check them, and write the boards: CPU seconds per puzzle."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list.sdk"
        path.write_text(shuffled(SUDOKU_LISTS[puzzles], _SUDOKUS), encoding="ascii")
        times = [
            _seconds(lambda _: "".join(SudokuListRun(Ask(str(path), spec, "first"), load(spec)).lines()))
            for _ in range(3)
        ]
        return min(times) / _SUDOKUS  # the first also compiled


def _count(spec: str, subject: str) -> int:
    return load(spec).prepare(_problem(subject)).count()


@cache
def _compile(spec: str, subject: str) -> None:
    """Compile, so that no measurement includes it."""
    solver, problem = load(spec), _problem(subject)
    solver.warm_up(problem, listing=False)
    if Feature.LIST in solver.features:
        solver.warm_up(problem, listing=True)


@cache
def _made(subject: str) -> Diagram:
    warm_up()
    return diagram(_problem(subject))


@cache
def _problem(subject: str) -> ExactCover:
    return hard(subject)


def _first(spec: str, problem: ExactCover, n: int) -> float:
    began = process_time()
    with load(spec).prepare(problem) as search:
        for _ in islice(search.covers(), n):
            pass
        return process_time() - began


def _seconds(action: Callable[[Any], object], prepared: Callable[[], object] = lambda: None) -> float:
    """CPU seconds; the median of several calls if they are short, each on a freshly prepared subject."""
    times: list[float] = []
    for done in count(1):
        subject = prepared()
        began = process_time()
        action(subject)
        times.append(process_time() - began)
        if sum(times) > _LEAST_S or done == 1000:
            break
    return median(times)


def _started(spec: str, settings: dict[str, str]) -> float:
    before = children.cpu_s()
    command = [sys.executable, *_PROBE, spec]
    subprocess.run(command, env={**os.environ, **settings}, capture_output=True, check=True)
    return children.cpu_s() - before
