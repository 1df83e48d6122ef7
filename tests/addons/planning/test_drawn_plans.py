"""The families of planning: rotas, and dates of exams."""

from danceoff.problems.catalog import instance
from danceoff.solvers import load


def test_a_rota_obeys_its_rules_and_a_soft_one_leaves_a_shift_open_at_a_price() -> None:
    """By the names alone: needs, one shift a day, rest between shifts, 5 of 6 days, a fair share."""
    for name in ("rota/6x8-1", "soft-rota/6x8-1"):
        problem = instance(name).problem
        costs = set()
        for solver in ("cpsat", "auto"):
            with load(solver).prepare(problem) as search:
                cover = [step.cover for step in search.cheapest() if step.cover is not None][-1]
            costs.add(int(problem.cost[list(cover)].sum()))
            parts = [problem.option_names[k].split("-") for k in cover]
            n_open = sum(who == "open" for who, _, _ in parts)
            works = {(who, int(day)): shift for who, day, shift in parts if who != "open"}
            assert len(works) == len(parts) - n_open == 30 - n_open
            rank = {"early": 0, "late": 1, "night": 2}
            for (who, day), shift in works.items():
                assert (who, day + 1) not in works or rank[works[who, day + 1]] >= rank[shift]
            for who in "ABCDEF":
                days = [day for each, day in works if each == who]
                assert len(days) <= 5
                assert max(sum(first <= day < first + 6 for day in days) for first in range(1, 4)) <= 5
            assert n_open == 0 or name.startswith("soft")
        assert len(costs) == 1


def test_exams_of_a_class_have_other_dates_and_no_date_more_exams_than_rooms() -> None:
    problem = instance("exams/12x6-1").problem
    with load("auto").prepare(problem) as search:
        cover = [step.cover for step in search.cheapest() if step.cover is not None][-1]
    chosen = [{problem.item_names[item] for item in problem.items_of(option)} for option in cover]
    assert sorted(item[1] for items in chosen for item in items if item[0] == "exam") == list(range(12))
    of_classes = [item for items in chosen for item in items if item[0] == "class"]
    assert len(of_classes) == len(set(of_classes)) > 12
    on_dates = [item for items in chosen for item in items if item[0] == "rooms"]
    assert max(map(on_dates.count, on_dates)) <= 3
