"""The dancing links: the covers of brute force, wherever the kernel is interrupted and however it is run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import ExactCover
from danceoff.solvers import Feature
from danceoff.solvers.engines.dancing_links import DancingLinks, solver


@drawn(50)
@given(problems_with(Feature), st.sampled_from([1, 2, 3, 1 << 16]), st.sampled_from([1, 5, 1 << 18]))
def test_resuming_anywhere_gives_the_covers_of_brute_force(problem: ExactCover, budget: int, buffer: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "_LARGEST_BUDGET", budget)
        patch.setattr(solver, "_BUFFER", buffer)
        listed = list(DancingLinks().prepare(problem).covers())
        assert DancingLinks().prepare(problem).count() == len(listed)
    assert len(set(listed)) == len(listed)
    assert set(listed) == all_covers(problem)
