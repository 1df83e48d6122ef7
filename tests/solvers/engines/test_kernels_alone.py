"""Each kernel file by itself: stopped after every node it gives what it gives in one go, and moves undo each other."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from danceoff.experiments.contract.small import all_covers
from danceoff.problems import Cover, ExactCover
from danceoff.problems.analysis.components import components_of_items
from danceoff.problems.catalog import instance
from danceoff.solvers.base.turns import ended
from danceoff.solvers.engines.bits import kernel_inside, multiplicity, tables
from danceoff.solvers.engines.bits.kernel import search as search_bits
from danceoff.solvers.engines.bits.kernel_state import OVER
from danceoff.solvers.engines.compiled import lean
from danceoff.solvers.engines.counter import item_order, kernel_frontier, kernel_memo, probes
from danceoff.solvers.engines.counter.frontier import Frontier
from danceoff.solvers.engines.counter.kernel_item_order import greedy
from danceoff.solvers.engines.counter.kernel_small import NODES, PARTS, READ, UNKNOWN, count_small
from danceoff.solvers.engines.counter.memo import Memo
from danceoff.solvers.engines.dancing_links import kernel_links, kernel_multiplicity
from danceoff.solvers.engines.dancing_links import solver as dlx
from danceoff.solvers.engines.dancing_links.kernel import search as search_links
from danceoff.solvers.engines.dancing_links.kernel_branches import branches

MANY = 1 << 20
LATIN = instance("latin/3").problem  # 12 covers
QUEENS = instance("queens/6").problem  # 4 covers, secondary items
TWICE = ExactCover.from_options(  # items covered lo to hi times
    [[0, 3], [0, 4], [1, 3], [1, 4], [2, 3], [2, 4], [0], [1, 2]], range(5), multiplicity={3: (1, 2), 4: (0, 3)}
)
PROBLEMS = [LATIN, QUEENS, TWICE]
EDGES = ExactCover.from_options(  # four dominoes in a ring, each either way round: neighbours agree on the end between
    [
        [piece, f"place {k}", (f"end {k}", ends[k % 2]), (f"end {(k + 1) % 4}", ends[(k + 1) % 2])]
        for piece in range(4)
        for k in range(4)
        for ends in ("AB", "BA")
    ],
    [*range(4), *(f"place {k}" for k in range(4))],
    [f"end {k}" for k in range(4)],
)  # 2 x 4! covers
COLOURED_TWICE = ExactCover.from_options(
    [
        [a, b, *([(c, colour)] if colour else [c])]
        for a, b in ((0, 3), (1, 3), (2, 4), (1, 4))
        for c, colour in (("c", ""), ("c", "A"), ("d", "A"), ("d", "B"))
    ],
    range(5),
    "cd",
    multiplicity={3: (1, 2), 4: (0, 3), 1: (1, 2)},
)
COLOURED = [EDGES, COLOURED_TWICE]


def in_steps(call: Callable[[], int], is_over: Callable[[], bool]) -> int:
    """Call until it is over; return how many calls that took."""
    n_calls = 0
    while not is_over():
        call()
        n_calls += 1
        assert n_calls < 10_000
    return n_calls


def copied(arrays: tuple[NDArray[np.generic], ...]) -> list[list[int]]:
    return [array.ravel().tolist() for array in arrays]


@cache
def called(part: Callable[..., Any]) -> Callable[..., Any]:
    """A part of kernels as a kernel, which Python can call; the plain function where the JIT is off."""
    return lean(getattr(part, "py_func", part))


def but_for_hidden(links: kernel_links.Links) -> tuple[NDArray[np.generic], ...]:
    """The links without the number of options that were hidden."""
    return links._replace(size=links.size[1:])


@pytest.mark.backend("dlx")
@pytest.mark.parametrize("problem", PROBLEMS + COLOURED, ids=["latin", "queens", "twice", "edges", "coloured-twice"])
def test_dancing_links_stop_after_every_node(problem: ExactCover) -> None:
    def listed(budget: int, n_covers: int) -> tuple[list[Cover], int, int]:
        links, colours, place = dlx.linked(problem), dlx.coloured(problem), dlx.root(problem)
        multiple = dlx._multiplicities(problem)
        before, covers = copied((*but_for_hidden(links), *(colours or ()))), []

        def call() -> int:
            start, option = np.zeros(n_covers + 1, np.int32), np.empty(1000, np.int32)
            n = search_links(links, colours, multiple, None, place, budget, start, option)
            covers.extend(tuple(sorted(option[a:b].tolist())) for a, b in pairwise(start[: n + 1].tolist()))
            return n

        n_calls = in_steps(call, lambda: bool(place.at[0] < 0))
        assert copied((*but_for_hidden(links), *(colours or ()))) == before
        return covers, int(place.at[2]), n_calls

    whole, n_nodes, n_calls = listed(MANY, 200)
    by_node, n_nodes_by_node, n_calls_by_node = listed(1, 1)
    assert (by_node, n_nodes_by_node) == (whole, n_nodes)
    assert set(whole) == all_covers(problem)
    assert n_calls == 1
    assert n_calls_by_node > n_nodes


@pytest.mark.backend("dlx")
def test_moves_on_the_links_are_undone_bit_for_bit() -> None:
    problem = COLOURED_TWICE
    links, multiple = dlx.linked(problem), dlx._multiplicities(problem)
    colours = dlx.coloured(problem, always=multiple is not None)
    assert multiple
    assert colours
    moved = (*but_for_hidden(links), *colours, *multiple)
    before = copied(moved)
    for item in (1, 3):  # those that are covered once
        called(kernel_links.cover)(links, links.top[item])
        assert copied(moved) != before
        called(kernel_links.uncover)(links, links.top[item])
        assert copied(moved) == before
    for node in np.flatnonzero(colours.colour).astype(np.uint32):
        called(kernel_links.purify)(links, colours, node)
        assert copied(moved) != before
        called(kernel_links.unpurify)(links, colours, node)
        assert copied(moved) == before
    for node in links.down[1 : problem.n_items + 1]:
        called(kernel_multiplicity.take)(links, colours, multiple, node)
        assert copied(moved) != before
        called(kernel_multiplicity.untake)(links, colours, multiple, node)
        assert copied(moved) == before


@pytest.mark.backend("dlx")
@pytest.mark.parametrize(("problem", "sizes"), [(LATIN, (1, 3, 6)), (EDGES, (1, 8, 24))], ids=["latin", "edges"])
def test_the_first_levels_of_a_tree_leave_the_links_as_they_were(problem: ExactCover, sizes: tuple[int, ...]) -> None:
    links, colours = dlx.linked(problem), dlx.coloured(problem)
    before = copied((*but_for_hidden(links), *(colours or ())))
    for last in range(3):
        first_levels = branches(links, colours, np.zeros(problem.n_options), last)
        assert len(first_levels.parent) == first_levels.weight[0] == sum(sizes[: last + 1])
        assert copied((*but_for_hidden(links), *(colours or ()))) == before


@pytest.mark.backend("bits")
@pytest.mark.parametrize("problem", PROBLEMS + COLOURED, ids=["latin", "queens", "twice", "edges", "coloured-twice"])
def test_bitsets_stop_after_every_node(problem: ExactCover) -> None:
    def listed(budget: int, n_covers: int) -> tuple[list[Cover], int]:
        further: tuple = (None, None)
        table, n_levels, n_more = tables.tables(problem), 0, 0
        if problem.has_multiplicities:
            rows = multiplicity.rows(problem)
            table, n_levels = rows.tables, rows.n_levels
            n_more = multiplicity.n_key_words(len(rows.multiple))
            further = multiplicity.multiplicities(problem, rows), multiplicity.limits(len(rows.multiple))
        levels = tables.levels(table, n_levels)
        tables.begin(table, levels)
        state = table, levels, tables.inside(table), tables.memo(table.column.shape[1], 4, 1 << 8, n_more)
        covers: list[Cover] = []

        def call() -> int:
            start, option = np.zeros(n_covers + 1, np.int32), np.empty(1000, np.int32)
            n = int(search_bits(*state, *further, None, np.uint64(budget), start, option))
            covers.extend(tuple(sorted(option[a:b].tolist())) for a, b in pairwise(start[: n + 1].tolist()))
            return n

        return covers, in_steps(call, lambda: bool(levels.at["phase"][0] == OVER))

    (whole, n_calls), (by_node, n_calls_by_node) = listed(MANY, 100), listed(1, 1)
    assert by_node == whole
    assert len(whole) == len(set(whole))
    assert set(whole) == all_covers(problem)
    assert n_calls == 1
    assert n_calls_by_node > len(whole)


@pytest.mark.backend("bits")
@pytest.mark.parametrize("room", [3, 100])
def test_a_packed_sub_problem_stops_after_every_node_and_where_its_block_is_full(room: int) -> None:
    table = tables.tables(LATIN)
    levels, inside = tables.levels(table), tables.inside(table)
    tables.begin(table, levels)
    block = np.empty(len(inside.path) + 1 + room + int(kernel_inside.SLACK), np.int32)
    found = []
    for budget in (1, MANY):
        called(kernel_inside.pack)(inside, table, levels, np.uint64(1))
        numbers: list[int] = []

        def call(budget: int = budget, numbers: list[int] = numbers) -> int:
            inside.at["end"] = 0
            called(kernel_inside.walk)(inside, table.conflict, None, np.uint64(budget), True, block)
            numbers += block[: int(inside.at["end"][0])].tolist()
            return 0

        in_steps(call, lambda: bool(inside.at["is_over"][0] == 1))
        assert inside.at["found"][0] == 12
        found.append(numbers)
    assert found[0] == found[1]
    rows = np.reshape(found[0], (12, 10))
    assert (rows[:, 0] == 9).all()
    assert {tuple(sorted(row)) for row in rows[:, 1:].tolist()} == all_covers(LATIN)


@pytest.mark.backend("counter")
@pytest.mark.parametrize("n_rows", [1, 1 << 10])
def test_the_memo_stops_after_every_node(n_rows: int) -> None:
    ends = []
    for budget in (1, MANY):
        memo = Memo(QUEENS, 1, n_rows=n_rows)
        assert not list(memo._to_do)
        bits, stack, table = memo._bits, memo._stack, memo._table
        done: list[int] = []

        def call(budget: int = budget, state: tuple = (bits, stack, None, table), done: list[int] = done) -> int:
            if kernel_memo.count(*state, MANY, budget) == kernel_memo.DONE:
                done.append(1)
            return 0

        n_calls = in_steps(call, lambda done=done: bool(done))
        assert n_calls == (1 if budget == MANY else stack.at[kernel_memo.NODES] + 1)
        assert stack.value.tolist() == [4]
        ends.append(copied((stack.at, table)))
        larger = np.zeros((4 * n_rows, table.shape[1]), np.uint64)
        assert kernel_memo.move(table, larger, len(bits.primary)) == stack.at[kernel_memo.STORED]
        for row in table[table.any(axis=1)]:
            is_known, place = called(kernel_memo.find)(larger, row[:-1])
            assert is_known
            assert larger[place].tolist() == row.tolist()
    assert ends[0] == ends[1]


@pytest.mark.backend("counter")
@pytest.mark.parametrize("problem", PROBLEMS, ids=["latin", "queens", "twice"])
def test_the_frontier_stops_after_every_state(problem: ExactCover) -> None:
    ends = []
    for budget in (1, MANY):
        frontier = Frontier(problem, 64, capacity=1 << 8)
        assert not list(frontier._to_do)
        at, done = frontier._pool.at, []

        def call(budget: int = budget, frontier: Frontier = frontier, done: list[int] = done) -> int:
            status = kernel_frontier.walk(frontier._steps, frontier._fields, None, frontier._pool, budget)
            if status == kernel_frontier.DONE:
                done.append(1)
            return int(status)

        with np.errstate(over="ignore"):
            n_calls = in_steps(call, lambda done=done: bool(done))
        assert n_calls >= (1 if budget == MANY else at[kernel_frontier.STATES])
        assert frontier.count == len(all_covers(problem))
        ends.append(at.tolist())
    assert ends[0] == ends[1]


@pytest.mark.backend("counter")
def test_greedy_orders_hold_each_item_once_and_neighbours_share_an_option() -> None:
    problem = QUEENS
    near = ended(item_order._neighbours(problem))
    shared = {(i, j) for k in range(problem.n_options) for i in problem.items_of(k) for j in problem.items_of(k)}
    every = range(problem.n_items)
    assert {(i, j) for i in every for j in every if int(near[i, j >> 6]) >> (j & 63) & 1} == shared
    degree = np.bitwise_count(near).sum(axis=1, dtype=np.int64)
    for place in range(problem.n_primary):
        for sign, ahead, net in product((1, -1), (False, True), (False, True)):
            orders, budgets = [], (1, 100, MANY)
            for budget in budgets:
                begun = item_order._begun(problem)
                n_calls = 1
                while not greedy(near, degree, begun, place, sign, ahead, net, budget):
                    n_calls += 1
                assert (n_calls == 1) == (budget == MANY)
                orders.append(begun.order.tolist())
            assert orders == [orders[0]] * len(budgets)
            assert orders[0][0] == place
            assert sorted(orders[0]) == list(range(problem.n_primary))


@pytest.mark.backend("counter")
def test_one_probe_of_a_regular_tree_is_exact_and_a_small_budget_stops_after_it() -> None:
    regular = ExactCover.from_options([[a, b] for a in range(3) for b in range(3, 6)], range(6))
    found = []
    for n_probes, most_visits in ((1, MANY), (MANY, 1), (5, MANY)):
        with pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore"):
            patch.setattr(probes, "_N_PROBES", n_probes)
            found.append(probes.plain_work(regular, most_visits))
    assert found == [found[0]] * 3
    assert found[0][0] == 1 + 3 + 6 + 6


@pytest.mark.backend("counter")
def test_small_components_are_counted_at_once_within_their_budgets() -> None:
    names = [(part, item) for part in range(3) for item in range(6)]
    one = [[a, b] for a in range(3) for b in range(3, 6)]  # 6 covers
    other = [[0, "s"], [1], [0, 1], [1, "s"], *([i] for i in range(2, 6))]  # 2 covers, one of which holds the secondary
    options = [[(0, i) for i in option] for option in one] + [[(1, i) for i in option] for option in other]
    options += [[(2, k), (2, k + 1)] for k in range(5) for _ in range(20)]  # 100 options, 8000 covers
    problem = ExactCover.from_options(options[::-1], names[::-1], [(1, "s"), "nowhere"])
    arrays = problem.start, problem.item, problem.n_items, problem.n_primary
    least = {part: problem.n_primary - 6 * part - 6 for part in range(3)}

    def counted(most_options: int, budget: int, most: int) -> tuple[list[int], list[int]]:
        covers, label, at = count_small(*arrays, most_options, budget, most)
        assert at[READ] >= at[NODES]
        assert label.tolist() == components_of_items(problem).tolist()
        return [int(covers[least[part]]) for part in (0, 2)], [int(at[PARTS])]

    assert counted(100, MANY, MANY) == ([6, 8000], [7])
    assert counted(99, MANY, MANY) == ([6, UNKNOWN], [6])
    assert counted(100, 99, MANY)[0] == [6, UNKNOWN]
    assert counted(100, MANY, 0) == ([UNKNOWN, UNKNOWN], [0])
