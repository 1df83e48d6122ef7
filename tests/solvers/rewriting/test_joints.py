"""Joints: the covers of the branches add up to those of the problem, and nearly separate boards are counted apart."""

from collections.abc import Hashable, Iterable
from operator import itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Covers, ExactCover, catalog
from danceoff.problems.catalog import instance
from danceoff.solvers import load
from danceoff.solvers.engines.counter import solver
from danceoff.solvers.engines.counter.solver import Counter
from danceoff.solvers.rewriting.joints import joint_branches
from danceoff.solvers.rewriting.split import components, split

Entry = tuple[Hashable, Hashable]
KINDS = problems() | problems(multiplicities=True) | problems(colours=True, multiplicities=True)


def side_by_side(boards: Iterable[ExactCover], joined: dict[Entry, Entry], links: Iterable[list[Entry]]) -> ExactCover:
    """Boards in one problem, whose items are named (board, item).
    joined: items that are another item as well; of a primary and a secondary one the first must be primary.
    links: options that join boards."""
    rows: list[list[Hashable]] = []
    primary: dict[Hashable, tuple[int, int]] = {}
    secondary: dict[Hashable, None] = {}
    for number, board in enumerate(boards):
        names = [joined.get((number, item), (number, item)) for item in range(board.n_items)]
        primary |= {names[i]: (int(board.least[i]), int(board.most[i])) for i in range(board.n_primary)}
        secondary |= dict.fromkeys(names[board.n_primary :])
        options = map(board.entries_of, range(board.n_options))
        rows += [[(names[i], c) if c else names[i] for i, c in option] for option in options]
    secondary = {name: None for name in secondary if name not in primary}
    bounds = {name: bound for name, bound in primary.items() if bound != (1, 1)}
    return ExactCover.from_options([*rows, *links], primary, secondary, multiplicity=bounds)


@st.composite
def joined_boards(draw: st.DrawFn) -> ExactCover:
    """Two boards of any kind, of which a few items are one, and that a few options join."""
    one, other = draw(KINDS), draw(KINDS)
    pairs = [(i, k) for i in range(one.n_items) for k in range(other.n_items)]
    same_kind = [(i, k) for i, k in pairs if (i < one.n_primary) == (k < other.n_primary)]
    some = st.lists(st.sampled_from(same_kind), max_size=2, unique_by=(itemgetter(0), itemgetter(1)))
    shared = draw(some) if same_kind else []
    both = [(i, k) for i, k in pairs if i < one.n_primary or k < other.n_primary]
    joined: dict[Entry, Entry] = {(1, k): (0, i) for i, k in shared}
    links = draw(st.lists(st.sampled_from(both), max_size=2)) if both else []
    return side_by_side([one, other], joined, [[(0, i), (1, k)] for i, k in links if (1, k) not in joined])


@drawn(80)
@given(KINDS | joined_boards())
def test_the_covers_of_the_branches_add_up(problem: ExactCover) -> None:
    if problem.n_options == 0:
        return
    branches = list(joint_branches(problem))
    assert [sign for _, sign, _ in branches] == sorted(sign for _, sign, _ in branches)
    for rest, _, n_branches in branches:
        assert rest.n_options < problem.n_options
        assert len(branches) <= n_branches
    if branches:
        assert sum(sign * len(all_covers(rest)) for rest, sign, _ in branches) == len(all_covers(problem))


@drawn(50)
@given(joined_boards())
def test_a_count_by_joints_is_that_of_brute_force(problem: ExactCover) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for least in ("_LONG", "_LONGER", "_A_LOOK", "_A_BRANCH"):
            patch.setattr(solver, least, 0)
        patch.setattr(solver, "_budgets", lambda *_: {})
        increments = list(Counter().prepare(problem).increments())
    assert sum(increments) == len(all_covers(problem))
    assert min(increments) >= 0


BOARDS = [instance("tromino/6x6").problem] * 2
LINK: list[list[Entry]] = [[(0, 0), (1, 0)]]


@pytest.mark.parametrize(
    ("problem", "n_branches"),
    [
        (side_by_side(BOARDS, {}, LINK), 2),
        (side_by_side(BOARDS, {}, [*LINK, [(0, 20), (1, 7)]]), 4),
        (side_by_side(BOARDS, {(1, 35): (0, 35)}, []), 2),
        (side_by_side([instance("queens/8").problem] * 2, {(1, 24): (0, 24)}, []), 3),
        (side_by_side(BOARDS, {(1, i): (0, i) for i in range(5)}, []), 0),
        (BOARDS[0], 0),
    ],
    ids=["option", "two options", "primary item", "secondary item", "five items", "one board"],
)
def test_what_joins_two_boards_is_found_and_every_branch_falls_apart(problem: ExactCover, n_branches: int) -> None:
    branches = list(joint_branches(problem))
    assert len(branches) == n_branches
    for rest, _, _ in branches:
        assert max(part.n_options for part in components(rest)) <= problem.n_options * 7 / 8


@pytest.mark.parametrize(("name", "n_boards", "most_nodes"), [("pentomino/5x12", 2, 10**7), ("soma", 3, 2 * 10**6)])
def test_boards_that_one_option_joins_are_counted_apart(name: str, n_boards: int, most_nodes: int) -> None:
    board = instance(name)
    links: list[list[Entry]] = [[(k, 0), (k + 1, 0)] for k in range(n_boards - 1)]
    search = Counter().prepare(side_by_side([board.problem] * n_boards, {}, links))
    assert board.known
    assert search.count() == (board.known.covers or 0) ** n_boards  # what the links leave of a board has no cover
    assert 0 < search.stats()["nodes"] < most_nodes  # 120 and 4 million where the boards are searched together


def lifted(part):
    return list(part.lift(Covers.of(sorted(all_covers(part)))))


@given(problems(multiplicities=True), st.integers(1, 9))
@drawn(40)
def test_the_covers_of_the_parts_are_those_of_the_problem_each_once(problem, n_parts):
    covers = [cover for part in split(problem, n_parts) for cover in lifted(part)]
    assert len(set(covers)) == len(covers)
    assert set(covers) == all_covers(problem)


@pytest.mark.parametrize("n_parts", [1, 2, 7, 50])
def test_there_are_at_least_as_many_parts_as_requested_if_possible(n_parts):
    parts = split(catalog.instance("tromino/6x6").problem, n_parts)
    assert len(parts) >= n_parts
    assert sum(load("dlx").prepare(part).count() for part in parts) == 162


def test_a_problem_without_branches_is_not_split():
    assert [lifted(part) for part in split(ExactCover.from_options([], []), 5)] == [[()]]
    assert split(ExactCover.from_options(["a"], "ab"), 5) == []
    assert len(split(ExactCover.from_options(["a", "a"], "a"), 5)) == 2


def test_fewer_than_one_part_is_refused():
    with pytest.raises(ValueError, match="1 part or more, not 0"):
        split(ExactCover.from_options([], []), 0)
