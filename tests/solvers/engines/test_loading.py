"""No kernel is loaded or compiled while a search is measured: `warm_up` loads what the problem will need."""

import json
import subprocess
import sys
from collections.abc import Hashable, Iterator
from itertools import product
from pathlib import Path

import night
import numpy as np
import pytest

from danceoff.asking.ask import Ask
from danceoff.experiments.run.one_case import worker
from danceoff.problems import ExactCover
from danceoff.problems.formats import knuth
from danceoff.solvers.engines.compiled import kernel
from danceoff.solvers.engines.loading import LoadedLate, no_loading
from danceoff.solvers.readable.brute_force import BruteForce

ENGINES = ["dlx", "learn", "bits", "bits:form=mixed", "bits:form=links", "auto"]
OF_THEM = ["bits:threads=2", "learn:threads=2", "race:of=auto+dlx"]
"""What is made of engines: by day it is asked once, and at night everywhere."""
FORMS = ["bits:form=keys", "bits:form=popcount", "parts:of=bits:form=mixed"]
COUNTERS = ["parts:of=counter", *(f"counter:method={name}" for name in ("auto", "frontier", "memo", "plain"))]
TREES = ["dlx", "bits"]
DEEP = ["queens/50", "sudoku/16x16", "tromino/20x20-0"]
LARGEST = "partition/15"  # beyond what `bits` makes one table of, and not deep


def with_multiplicities(n_items: int, n_options: int, path: Path) -> str:
    """A file of a problem with items that are covered once, several times, and at most once."""
    draw = np.random.default_rng(n_options)
    options = [sorted({k % (n_items - 1), int(draw.integers(n_items))}) for k in range(n_options)]
    bounds = {item: (item % 2, 3) for item in range(0, n_items - 1, 2)}
    path.write_text(
        knuth.write(ExactCover.from_options(options, range(n_items - 1), [n_items - 1], multiplicity=bounds))
    )
    return str(path)


def with_colours(path: Path, bounds: dict[Hashable, tuple[int, int]], costs: bool = False) -> str:
    """A file of a problem with items that are covered at most once, and others in one colour."""
    options = [[k % 4, (4, f"{k % 3}"), (5, f"{k % 2}") if k % 5 else 5] for k in range(14)]
    cost = [3 * k % 7 for k in range(14)] if costs else []
    path.write_text(knuth.write(ExactCover.from_options(options, range(4), [4, 5], multiplicity=bounds, cost=cost)))
    return str(path)


def priced(path: Path) -> str:
    """A file of a problem with costs."""
    rows, items = [[k, (k + 1) % 4] for k in range(4)] + [[0, 1, 2], [3]], range(4)
    path.write_text(knuth.write(ExactCover.from_options(rows, items, cost=[3, 1, 4, 1, 5, 9])))
    return str(path)


def test_loading_a_kernel_inside_no_loading_raises() -> None:
    @kernel
    def double(number):
        return 2 * number

    with no_loading(), pytest.raises(LoadedLate, match="double"):
        double(21)
    assert double(21) == 42
    with no_loading():
        assert double(21) == 42
        with pytest.raises(LoadedLate):
            double(21.0)  # a kernel for other types is another


def test_a_case_that_loads_late_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    @kernel
    def double(number):
        return 2 * number

    class Lazy(BruteForce):
        def warm_up(self, problem, listing):
            pass

        def build(self, problem, blocked):
            double(problem.n_options)
            return super().build(problem, blocked)

    monkeypatch.setattr(worker, "_load", lambda _spec: Lazy())
    with pytest.raises(LoadedLate, match="double"):
        worker.work(Ask("queens/4", "lazy", "count"), None, lambda **_: None)


def cases_of(folder: Path) -> Iterator[tuple]:
    """Problem, solver, task, limit, and whether up to symmetry: what an engine may warm up for."""
    at_night = OF_THEM if night.seed else []
    counted = with_multiplicities(6, 14, folder / "counted.dlx")
    for problem in ("queens/6", counted):
        for spec in [*ENGINES, *OF_THEM, *FORMS] if problem == counted or night.seed else ENGINES:
            yield problem, spec, "enumerate", None, False
        for spec in [*ENGINES, *COUNTERS, *at_night]:
            yield problem, spec, "count", None, False
    for bounds in ({}, {0: (0, 2), 2: (1, 3)}):
        problem = with_colours(folder / f"{len(bounds)}.dlx", bounds)
        for spec, task in product([*ENGINES, *at_night, "parts:of=bits"], ("count", "enumerate")):
            if night.seed or task == "count" or spec in TREES:
                yield problem, spec, task, None, False
    for problem in ("domino/12x12", "tromino/8x8-0", "latin/4", with_multiplicities(12, 60, folder / "more.dlx")):
        for spec in ("counter", "auto", *(["parts:of=counter"] if night.seed else [])):
            yield problem, spec, "count", None, False
    for problem in ("queens/6", "domino/8x8", "soma", counted, priced(folder / "priced.dlx")):
        for spec in ("counter:memory_mb=20", "auto"):
            yield problem, spec, "best", 3, False
    for name, bounds in ("coloured", {}), ("both", {0: (0, 2), 2: (1, 3)}):
        for costs in (False, True):
            problem = with_colours(folder / f"{name}-{costs}.dlx", bounds, costs)
            for spec in [*TREES, "auto"]:
                yield problem, spec, "best", 3, False
    for spec in ("sat", "clingo", "cpsat"):  # have no kernels: one problem will do
        yield "queens/6", spec, "best", 3, False
    for problem, spec in product(DEEP, ("bits", "auto", "parts:of=bits")):
        yield problem, spec, "first", 1, False
    for problem, task in product((LARGEST, with_multiplicities(60, 25_000, folder / "large.dlx")), ("first", "count")):
        yield problem, "bits", task, 1, False
    for spec in ("bits", "counter", "algorithm-x"):
        yield "queens/6", spec, "certify", None, False
    for spec in ("bits", "auto"):
        yield "tromino/5x6", spec, "enumerate", None, True
    yield "tromino/18x18", "bits", "enumerate", 3, True


@pytest.mark.timeout(600)  # a second of search in all, and minutes of loading where others need the machine
@pytest.mark.parametrize("half", night.sampled([0, 1], 2))
def test_no_kernel_is_loaded_while_the_clock_runs(half: int, tmp_path: Path, record_property) -> None:
    cases = list(cases_of(tmp_path))[half::2] if night.seed else list(cases_of(tmp_path))[::8]
    program = [sys.executable, Path(__file__).parents[2] / "support" / "loads_late.py"]
    run = subprocess.run(program, input=json.dumps(cases), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    ends = dict(zip(cases, json.loads(run.stdout), strict=True))
    refused = (str(tmp_path / "counted.dlx"), "counter:method=memo", "count", None, False)
    assert ends.pop(refused, "unsupported") == "unsupported"
    assert {case: end for case, end in ends.items() if end not in ("complete", "limit")} == {}
    record_property("runs: cases in which nothing was compiled or loaded while the clock ran", len(ends))
