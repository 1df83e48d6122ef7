"""Many sets of givens on one problem: the same answers as one sub-problem after another, however they are made."""

from itertools import chain
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import Covers, ExactCover, InvalidProblem, check
from danceoff.problems.grids import sudoku
from danceoff.solvers import Feature, Solver, load
from danceoff.solvers.engines.bits import sets_of_givens

SPECS = ["bits", "dlx"]


def answers(solver: Solver, problem: ExactCover, givens: list[tuple[int, ...]], limit: int) -> list[tuple]:
    found = list(solver.each(problem, Covers.of(givens), limit))
    n_covers = np.concatenate([part.n_covers for part in found] or [np.zeros(0, np.int64)])
    return list(zip(n_covers.tolist(), chain.from_iterable(part.first for part in found), strict=True))


@st.composite
def asked(draw: st.DrawFn, features: frozenset[Feature]) -> tuple[ExactCover, list[tuple[int, ...]]]:
    problem = draw(problems_with(features))
    option = st.integers(0, max(problem.n_options - 1, 0))
    largest = min(3, problem.n_options)
    return problem, draw(st.lists(st.lists(option, max_size=largest, unique=True).map(tuple), max_size=5))


@pytest.mark.parametrize("spec", SPECS)
@drawn(20)
@given(st.data(), st.integers(1, 3), st.sampled_from([1, 1 << 17]), st.sampled_from([1, 2, 4096]))
def test_every_set_of_givens_is_answered_in_order(spec, data, limit, budget, chunk) -> None:
    problem, givens = data.draw(asked(load(spec).features))
    covers = all_covers(problem)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sets_of_givens, "_BUDGET", budget)
        patch.setattr(sets_of_givens, "_LARGEST_CHUNK", chunk)
        found = answers(load(spec), problem, givens, limit)
    assert len(found) == len(givens)
    for (n_covers, first), chosen in zip(found, givens, strict=True):
        fitting = {cover for cover in covers if set(chosen) <= set(cover)}
        assert n_covers == min(limit, len(fitting))
        assert first in fitting if fitting else first == ()


@pytest.mark.parametrize("spec", [*SPECS, "algorithm-x", "learn"])
def test_covers_of_a_sub_problem_have_its_numbers(spec: str) -> None:
    rest = ExactCover.from_options([["x"], ["y"], ["y"], ["z"]], "xyz").given([0])
    assert answers(load(spec), rest, [(0,), (1, 2)], 5) == [(1, (0, 2)), (1, (1, 2))]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("givens", [[(0, 0)], [(-1,)], [(), (99,)]])
def test_givens_that_are_no_options_are_refused(spec: str, givens: list[tuple[int, ...]]) -> None:
    problem = ExactCover.from_options([["a"], ["a"]], "a")
    with pytest.raises(InvalidProblem, match="option"):
        answers(load(spec), problem, givens, 1)


def test_a_board_whose_items_have_more_options_than_a_byte_counts() -> None:
    problem = ExactCover.from_options([["a"]] * 300 + [["b"]], "ab")
    found = answers(load("bits"), problem, [(), (7,), (300,), (7, 8)], 1000)
    assert [n_covers for n_covers, _ in found] == [300, 1, 300, 0]


@pytest.mark.parametrize("box", [(2, 3), (3, 3), (3, 4)])
def test_bitsets_of_every_width_give_the_covers_that_dancing_links_find(box: tuple[int, int]) -> None:
    problem, _ = sudoku.blank(prod(box), box)
    side = box[0] * box[1]
    (first,) = answers(load("bits"), problem, [()], 1)
    drawn_from = np.random.default_rng(side)
    n_given = (3 * side * side // 10, 4 * side * side // 10)
    givens = [tuple(drawn_from.choice(first[1], n, replace=False).tolist()) for n in n_given for _ in range(3)]
    givens.append((0, 1))  # two values in one square
    found = [answers(load(spec), problem, givens, 200) for spec in ("bits", "dlx")]
    counts = [[n_covers for n_covers, _ in answer] for answer in found]
    assert counts[0] == counts[1]
    assert counts[0][-1] == 0
    assert all(check(problem, Covers.of([cover])).all() for n_covers, cover in found[0] if n_covers)
