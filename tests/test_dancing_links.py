"""The dancing links: the covers of brute force, wherever the kernel is interrupted and however it is run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from brute import all_covers
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import problems

from danceoff.problems import ExactCover
from danceoff.solvers.engines.dancing_links import DancingLinks, solver


@settings(deadline=None)
@given(
    problems() | problems(multiplicities=True), st.sampled_from([1, 2, 3, 1 << 16]), st.sampled_from([1, 5, 1 << 18])
)
def test_resuming_anywhere_gives_the_covers_of_brute_force(problem: ExactCover, budget: int, buffer: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "_LARGEST_BUDGET", budget)
        patch.setattr(solver, "_BUFFER", buffer)
        listed = list(DancingLinks().prepare(problem).covers())
        assert DancingLinks().prepare(problem).count() == len(listed)
    assert len(set(listed)) == len(listed)
    assert set(listed) == all_covers(problem)


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "DANCEOFF_CHECKED"])
def test_the_kernel_is_sound_as_plain_python_and_with_bounds_checked(setting: str) -> None:
    name = test_resuming_anywhere_gives_the_covers_of_brute_force.__name__
    code = f"import test_dancing_links; test_dancing_links.{name}()"
    environment = {**os.environ, "DANCEOFF_CHECKED": "1", setting: "1"}
    subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parent, env=environment, check=True)


def test_a_small_budget_yields_increments_of_nothing_in_between() -> None:
    rows = [[a, b] for a in range(4) for b in range(4, 8)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "_LARGEST_BUDGET", 1)
        increments = list(DancingLinks().prepare(ExactCover.from_options(rows, range(8))).increments())
    assert sum(increments) == 24
    assert increments[0] == 0


def test_the_first_batch_holds_one_cover() -> None:
    search = DancingLinks().prepare(ExactCover.from_options([[0], [0], [0], [0]], [0]))
    assert [len(batch) for batch in search.batches()] == [1, 2, 1]
    assert search.stats()["nodes"] == 4


def test_five_thousand_levels_do_not_recurse() -> None:
    problem = ExactCover.from_options([[item] for item in range(5000)], range(5000))
    assert list(DancingLinks().prepare(problem).covers()) == [tuple(range(5000))]
