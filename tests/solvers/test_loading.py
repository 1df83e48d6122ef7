"""No kernel is loaded or compiled while a search is measured: `warm_up` loads what the problem will need."""

import json
import subprocess
import sys
from collections.abc import Callable, Hashable
from pathlib import Path

import numpy as np
import pytest

from danceoff.experiments.plans.case import Case
from danceoff.experiments.run.one_case import worker
from danceoff.problems import ExactCover
from danceoff.problems.formats import knuth
from danceoff.solvers.engines.compiled import kernel
from danceoff.solvers.engines.loading import LoadedLate, no_loading
from danceoff.solvers.readable.brute_force import BruteForce

ENGINES = ["dlx", "learn", "bits", "bits:form=mixed", "bits:form=links", "auto", "race:of=auto+dlx"]
ENGINES += ["bits:threads=2", "learn:threads=2"]
LISTING = [*ENGINES, "bits:form=keys", "bits:form=popcount", "parts:of=bits:form=mixed"]
COUNTING = [*ENGINES, "parts:of=counter", *(f"counter:method={name}" for name in ("auto", "frontier", "memo", "plain"))]
TREES = ["dlx", "bits"]
COLOURED = [*(spec for spec in ENGINES if not spec.startswith("race")), "parts:of=bits"]
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


@pytest.fixture
def late(record_property) -> Callable[[list[tuple]], list[tuple]]:
    """Tells which cases do not end as they should, and how they end."""

    def late(cases: list[tuple]) -> list[tuple]:
        program = [sys.executable, Path(__file__).parents[1] / "support" / "loads_late.py"]
        run = subprocess.run(program, input=json.dumps(cases), capture_output=True, text=True, timeout=200)
        assert run.returncode == 0, run.stderr
        ends = json.loads(run.stdout)
        assert len(ends) == len(cases)
        record_property("runs: cases in which nothing was compiled or loaded while the clock ran", len(cases))
        return [(*case, end) for case, end in zip(cases, ends, strict=True) if end not in ("complete", "limit")]

    return late


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
        worker.work(Case("queens/4", "lazy", "count"), None, lambda **_: None)


def test_small_problems_listed(tmp_path: Path, late) -> None:
    problems = ["queens/6", with_multiplicities(6, 14, tmp_path / "counted.dlx")]
    assert late([(problem, spec, "enumerate", None, False) for problem in problems for spec in LISTING]) == []


def test_small_problems_counted(tmp_path: Path, late) -> None:
    problems = ["queens/6", with_multiplicities(6, 14, tmp_path / "counted.dlx")]
    cases = [(problem, spec, "count", None, False) for problem in problems for spec in COUNTING]
    assert not [
        case for case in late(cases) if case[1:] != ("counter:method=memo", "count", None, False, "unsupported")
    ]


def test_problems_with_colours(tmp_path: Path, late) -> None:
    problems = [with_colours(tmp_path / f"{len(bounds)}.dlx", bounds) for bounds in ({}, {0: (0, 2), 2: (1, 3)})]
    cases = [(problem, spec, task) for problem in problems for spec in COLOURED for task in ("count", "enumerate")]
    assert late([(*case, None, False) for case in cases]) == []


def test_problems_of_each_method_of_the_counter(tmp_path: Path, late) -> None:
    problems = ["domino/12x12", "tromino/8x8-0", "latin/4", with_multiplicities(12, 60, tmp_path / "counted.dlx")]
    specs = ["counter", "auto", "parts:of=counter"]
    assert late([(problem, spec, "count", None, False) for problem in problems for spec in specs]) == []


def test_cheapest_covers(tmp_path: Path, late) -> None:
    counted = with_multiplicities(6, 14, tmp_path / "counted.dlx")
    problems = ["queens/6", "domino/8x8", "soma", counted, priced(tmp_path / "priced.dlx")]
    cases = [(problem, spec) for problem in problems for spec in ("counter:memory_mb=20", "auto")]
    for name, bounds in ("coloured", {}), ("both", {0: (0, 2), 2: (1, 3)}):
        for costs in (False, True):
            problem = with_colours(tmp_path / f"{name}-{costs}.dlx", bounds, costs)
            cases += [(problem, spec) for spec in [*TREES, "auto"]]
    cases += [(problem, spec) for spec in ("sat", "clingo", "cpsat")]  # have no kernels: the last problem will do
    assert late([(*case, "best", 3, False) for case in cases]) == []


def test_first_covers_of_deep_and_large_problems(tmp_path: Path, late) -> None:
    large = [LARGEST, with_multiplicities(60, 25_000, tmp_path / "counted.dlx")]
    cases = [(problem, spec, "first", 1, False) for problem in DEEP for spec in ("bits", "auto", "parts:of=bits")]
    cases += [(problem, "bits", task, 1, False) for problem in large for task in ("first", "count")]
    assert late(cases) == []


def test_certificates_and_orbits(late) -> None:
    cases = [("queens/6", spec, "certify", None, False) for spec in ("bits", "counter", "algorithm-x")]
    cases += [("tromino/5x6", spec, "enumerate", None, True) for spec in ("bits", "auto")]
    assert late([*cases, ("tromino/18x18", "bits", "enumerate", 3, True)]) == []
