"""Run all kernels of one engine and print how many: `python drive_kernels.py ENGINE`, JIT off or in the checked build.

With the JIT off it fails if a kernel of the engine did not run. Small budgets make each stop and go on.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from danceoff.solvers.engines import compiled

IS_PLAIN = bool(os.environ.get("NUMBA_DISABLE_JIT"))
ENGINE = sys.argv[1] if __name__ == "__main__" else ""
kernels: set[str] = set()
idle: set[str] = set()


def noting(
    function: Callable[..., Any], compile_: Callable[..., Any] = compiled._compiled, **options: bool
) -> Callable[..., Any]:
    """Note whether a kernel runs; machine code calls machine code unnoticed."""
    made: Callable[..., Any] = compile_(function, **options)
    name = f"{function.__module__}.{function.__qualname__}"
    if f".{ENGINE}." in name:
        kernels.add(name)
    if not IS_PLAIN:
        return made
    idle.update(kernels & {name})

    def call(*arguments: Any) -> Any:
        idle.discard(name)
        return made(*arguments)

    return call


if __name__ == "__main__":
    compiled._compiled = noting  # type: ignore[assignment]  # before any kernel is imported
    sys.path += [str(Path(__file__).parents[2] / "support"), str(Path(__file__).parents[3])]

import fuzz_learning  # noqa: E402
import numpy as np  # noqa: E402
import pytest  # noqa: E402
import test_bits  # noqa: E402
import test_counter  # noqa: E402
import test_dancing_links  # noqa: E402
import test_diagram  # noqa: E402
import test_diagram_text  # noqa: E402
import test_each  # noqa: E402
import test_narrow  # noqa: E402
import test_net  # noqa: E402
import test_prices  # noqa: E402
import test_reductions  # noqa: E402
from hypothesis import given  # noqa: E402
from hypothesis.strategies import sampled_from  # noqa: E402
from night import drawn  # noqa: E402

from danceoff.experiments.contract.small import all_covers  # noqa: E402
from danceoff.experiments.contract.strategies import problems  # noqa: E402
from danceoff.problems import ExactCover  # noqa: E402
from danceoff.problems.catalog import instance  # noqa: E402
from danceoff.solvers.engines.counter import item_order  # noqa: E402
from danceoff.solvers.engines.counter.solver import METHODS, Counter  # noqa: E402
from danceoff.solvers.rewriting.colours import in_places  # noqa: E402
from danceoff.solvers.together.balance import balance  # noqa: E402


def dancing_links() -> None:
    test_dancing_links.test_resuming_anywhere_gives_the_covers_of_brute_force()
    parts = balance(instance("queens/6").problem, 3)
    assert len(parts) == 3
    cheapest_covers("dlx")


def cheapest_covers(spec: str) -> None:
    for bounds in {}, {"multiplicity": {3: (0, 2)}}:
        test_net.cheapest(spec, test_net.partition(7, 14, 1, **bounds), 3)


def bits() -> None:
    test_bits.test_resuming_anywhere_gives_the_covers_of_brute_force()
    twice = ExactCover.from_options(
        [[0, 3], [0, 4], [1, 3], [1, 4], [2, 3], [1, 2]], range(5), multiplicity={3: (1, 2)}
    )
    counts_of_multiple_items = test_bits.test_counts_of_multiple_items_resume_beyond_a_word.hypothesis.inner_test
    for budget, bounds in ((1, (0, 1)), (5, (1, 1)), (100, (65, 66))):  # few: a problem takes a second with the JIT off
        counts_of_multiple_items(twice, budget, 10, bounds)
    test_bits.a_problem_of_every_phase()
    test_bits.test_a_counted_problem_of_every_phase(1, 80)
    for budget in (1, 1 << 17):
        test_each.sets_of_givens._BUDGET = budget
        found = test_each.answers(test_each.load("bits"), instance("latin/3").problem, [(), (0,), (0, 4)], 100)
        assert [n_covers for n_covers, _ in found] == [12, 4, 2]
        ((n_matchings, _),) = test_each.answers(test_each.load("bits"), instance("matching/6").problem, [()], 100)
        assert n_matchings == 15
    for seed in 1, 4:
        test_narrow.test_lists_give_the_covers_of_brute_force.hypothesis.inner_test(seed, 1)
    cheapest_covers("bits")


def counter() -> None:
    test_counter.test_small_tables_and_budgets_give_the_count_of_brute_force()
    every_method_gives_the_count_of_brute_force()
    diagrams_of_small_problems()
    item_order._HARD = 0.0  # so that it looks ahead
    places = in_places(instance("latin/3").problem)
    ahead, plain = (item_order.best_item_order(places, ahead=one).size() for one in (True, False))
    assert ahead <= plain


@drawn(20)
@given(problems() | problems(colours=True), sampled_from([*METHODS]))
def every_method_gives_the_count_of_brute_force(problem: ExactCover, method: str) -> None:
    with np.errstate(over="ignore"):
        assert Counter(method).prepare(problem).count() == len(all_covers(problem))


def diagrams_of_small_problems() -> None:
    for how in (test_diagram.swept, test_diagram.searched):
        with pytest.MonkeyPatch.context() as patch:
            test_diagram.test_a_walk_that_stops_often_records_the_same(how, 1, 1, patch)


def diagram() -> None:
    diagrams_of_small_problems()
    test_diagram.test_counts_of_many_digits_are_exact(100)
    test_diagram.test_the_paths_of_a_diagram_are_the_covers_of_brute_force()
    test_diagram.test_costs_by_brute_force()
    test_diagram_text.test_what_is_read_are_the_covers_of_brute_force()


def learning() -> None:
    @drawn(40)
    @given(fuzz_learning.cases())
    def keep(case: fuzz_learning.Case) -> None:
        assert fuzz_learning.complaint(case) == ""

    keep()
    cheapest_covers("learn")
    for seed in (1, 2, 3):  # items that may cost something; not every draw above has enough of them
        test_net.cheapest("learn", test_net.partition(7, 20, seed, multiplicity={3: (1, 4)}), 3)


def prices() -> None:
    test_prices.test_the_bound_is_the_optimum_where_the_linear_relaxation_is_integral(0, 100, 30)
    test_prices.test_a_target_is_no_bound()
    test_prices.test_the_number_at_a_place_is_that_of_the_sorted_ones(1)


def reductions() -> None:
    test_reductions.test_the_cheapest_covers_cost_as_much_as_before()


if __name__ == "__main__":
    globals()[ENGINE]()
    assert not idle, f"these kernels did not run: {sorted(idle)}"
    print(len(kernels))
