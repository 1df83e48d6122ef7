"""The lists of narrow problems: the covers of brute force, wherever the walk is interrupted and however it begins."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.problems import Cover, ExactCover
from danceoff.problems.catalog import instance
from danceoff.solvers.engines.bits import Bits, narrow, solver, walkers
from danceoff.solvers.engines.bits.narrow import NarrowWalk, lists_of


def board(seed: int) -> ExactCover:
    """A board of one row with short pieces that also cover wide items; its numbers are mixed."""
    random = np.random.default_rng(seed)
    n_cells, n_wide = int(random.integers(9, 15)), int(random.integers(1, 4))
    cells, wide = np.split(random.permutation(n_cells + n_wide), [n_cells])
    options = [[*piece, *wide[k : k + 1]] for k, piece in enumerate(np.array_split(cells, 5))]  # a cover
    for first in random.integers(0, n_cells - 1, 40):
        place = first + np.flatnonzero(random.random(n_cells // 3) < 0.7)
        options.append([*cells[place[place < n_cells]], *wide[random.random(n_wide) < 0.6]])
    options = [option for option in options if {*option} & {*cells}]
    secondary = [item for item in wide if random.random() < 0.5]
    return ExactCover.from_options(options, sorted({*range(n_cells + n_wide)} - {*secondary}), secondary)


def listed(problem: ExactCover, buffer: int, blocked: frozenset[Cover] = frozenset()) -> list[Cover]:
    """The covers along the lists, in calls of three nodes."""
    lists = lists_of(problem)
    assert lists is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(narrow, "_BUDGET", 3)
        patch.setattr(walkers, "_BUFFER", buffer)
        return [cover for batch in NarrowWalk(lists, blocked).batches() for cover in batch]


@drawn(50)
@given(st.integers(0, 1 << 40), st.sampled_from([1, 100]))
def test_lists_give_the_covers_of_brute_force(seed: int, buffer: int) -> None:
    problem = board(seed)
    if lists_of(problem) is None:  # half of them
        return
    covers = all_covers(problem)
    assert sorted(listed(problem, buffer)) == sorted(covers)
    some = frozenset(sorted(covers)[::2])
    assert {*listed(problem, buffer, some)} == {*covers} - some


@pytest.mark.parametrize("look", [1, 100, 1000])
def test_a_walk_that_turns_tells_each_cover_once(monkeypatch: pytest.MonkeyPatch, look: int) -> None:
    problem = instance("pentomino-subset/3x15").problem
    before = [*Bits().prepare(problem).covers()]
    monkeypatch.setattr(walkers, "FIRST_BUDGET", look)
    monkeypatch.setattr(walkers, "LOOK", look)
    monkeypatch.setattr(solver, "LOOK", look)
    monkeypatch.setattr(narrow, "_WORTH", 0)
    monkeypatch.setattr(narrow, "_STEADY", np.inf)
    monkeypatch.setattr(narrow, "_rest", lambda present: 0.0 if isinstance(present, NarrowWalk) else np.inf)
    for blocked in frozenset(), frozenset(before[::3]):
        search = Bits().prepare(problem, blocked)
        assert sorted(search.covers()) == sorted({*before} - blocked)
        assert search.choice
        assert search.done() == 1
        search = Bits().prepare(problem, blocked)
        assert search.count() == len(before) - len(blocked)
        assert search.choice
    monkeypatch.setattr(solver, "_MOST_SEEN", -1)
    search = Bits().prepare(problem)
    assert sorted(search.covers()) == sorted(before)
    assert not search.choice


@pytest.mark.parametrize("name", ["pentomino/4x15", "hexiamond/4x10-2-2"])
def test_narrow_boards_turn(name: str) -> None:
    case = instance(name)
    search = Bits().prepare(case.problem)
    assert case.known
    assert search.count() == case.known.covers
    assert search.choice


@pytest.mark.parametrize("name", ["tromino/9x9", "l-tetromino/7x10", "langford/11", "pentomino/8x8-centre"])
def test_other_problems_do_not_turn(name: str) -> None:
    search = Bits().prepare(instance(name).problem)
    search.count()
    assert not search.choice
