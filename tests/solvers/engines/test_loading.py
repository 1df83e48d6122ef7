"""Nothing is compiled or loaded while a search is measured, whatever form it has: the clock stands meanwhile."""

import json
import os
import subprocess
import sys
from pathlib import Path

import night
import pytest
from contract import INSTALLED, TELLING
from loads_late import DEEP, LARGER, MADE, torus

from danceoff.experiments.results import record
from danceoff.problems.formats import knuth
from danceoff.solvers.engines import loading
from danceoff.solvers.engines.loading import counted_s, here, uncounted

OURS = ("bits", "dlx", "learn", "counter", "auto", "race", "parts")
FORMS = ["parts:of=counter", "parts:of=bits"]
BY_DAY = {"auto": [*TELLING[2:4], "skips"], "parts:of=bits": ["skips"], "race:of=bits+counter": ["skips"]}
AT_NIGHT = {name: [*MADE, *LARGER, *DEEP] if name.startswith(OURS) else [*MADE] for name in [*INSTALLED, *FORMS]}
"""Solver -> the problems that it is asked about."""


@pytest.mark.timeout(600)  # some seconds of search, and minutes of compiling where nothing is compiled yet
@pytest.mark.parametrize("asked", [[one] for one in AT_NIGHT.items()] if night.seed else [[*BY_DAY.items()]])
def test_no_kernel_is_loaded_while_the_clock_runs(asked: list, record_property) -> None:
    program = [sys.executable, Path(__file__).parents[2] / "support" / "loads_late.py"]
    run = subprocess.run(program, input=json.dumps(asked), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    for (spec, _), (n_loaded, wrong) in zip(asked, json.loads(run.stdout), strict=True):
        assert (wrong, n_loaded > 0 or not spec.startswith(OURS)) == ([], True)
        record_property("runs: kernels that were loaded, while the clock stood", n_loaded)


@pytest.mark.slow  # compiles for minutes
@pytest.mark.timeout(1800)
def test_three_seconds_are_enough_for_an_easy_search_where_nothing_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "torus.dlx").write_text(knuth.write(torus(11)))
    plan = """
        tasks = ["enumerate"]
        time_limit_s = 3
        cpu_limit_s = 3
        [problems]
        files = ["torus.dlx"]
        [solvers]
        auto = {}
        bits = {}
        parts = { of = "auto" }
    """
    (tmp_path / "plan.toml").write_text(plan)
    command = [sys.executable, "-m", "danceoff", "run", "plan.toml", "--into", "rows"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert [(row.status, row.covers) for row in record.read(tmp_path / "rows")] == [("complete", 88)] * 3
    assert any((tmp_path / "cache").rglob("*.nbc"))


def test_the_time_of_a_search_goes_on_but_for_what_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = 1024.0
    monkeypatch.setattr(loading, "monotonic", lambda: now_s)

    def pass_s(seconds: float) -> None:
        nonlocal now_s
        now_s += seconds

    began_s = counted_s()
    pass_s(1)
    uncounted(lambda: uncounted(lambda: pass_s(3600)))
    pass_s(1)
    assert counted_s() - began_s == pytest.approx(2)


def test_what_loads_is_asked_for_from_the_outermost_clock_to_the_innermost() -> None:
    asked = []
    for name in "ab":
        here.counting.append(lambda load, name=name: asked.append(name) or load())
    try:
        assert uncounted(lambda: "loaded") == "loaded"
    finally:
        here.counting.clear()
    assert asked == ["b", "a"]
