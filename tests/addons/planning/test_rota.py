"""Rotas stated by names, needs, limits and sheets have the covers of brute force; and the families of planning."""

from itertools import pairwise, product
from random import Random

import pandas as pd
import pytest

import danceoff
from danceoff.problems.catalog import instance
from danceoff.solvers import load

PEOPLE, DAYS, SHIFTS = ["Ann", "Bo"], ["Mon", "Tue", "Wed"], ["early", "late"]


def test_rotas_have_the_covers_and_costs_of_brute_force():
    n_found = 0
    for seed in range(8):
        random = Random(seed)
        needs = {shift: {day: random.choice(["0..1", "0..2", 1]) for day in DAYS} for shift in SHIFTS}
        most_late, wishes = random.choice([1, 2]), {work: random.randrange(9) for work in product(PEOPLE, DAYS, SHIFTS)}
        limits = {"late": f"0..{most_late}", ("Mon", "Wed"): {"Ann": "0..1"}, tuple(DAYS): {"Bo": "1..2", "Ann": ""}}
        off, rest = random.choice([*product(PEOPLE, DAYS)]), {"late": ["early"], "early": ["early"] * (seed % 2)}
        expected = {}
        for plan in product([None, *SHIFTS], repeat=6):
            ann, bo = plan[:3], plan[3:]
            counts = [
                (needs[shift][day], (ann[k], bo[k]).count(shift)) for k, day in enumerate(DAYS) for shift in SHIFTS
            ]
            if (
                all(n == 1 if often == 1 else n <= int(often[-1]) for often, n in counts)
                and max(ann.count("late"), bo.count("late")) <= most_late
                and None in (ann[0], ann[2])
                and 1 <= 3 - bo.count(None) <= 2
                and not any(then in rest.get(first, ()) for row in (ann, bo) for first, then in pairwise(row))
            ):
                works = {(*at, shift) for at, shift in zip(product(PEOPLE, DAYS), plan, strict=True) if shift}
                if off not in {work[:2] for work in works}:
                    expected[frozenset(works)] = sum(wishes[work] for work in works)
        problem = danceoff.rota(PEOPLE, DAYS, SHIFTS, needs, limits, rest=rest, no=[off], wishes=wishes)
        found = danceoff.solve(problem, solver="dlx").covers
        assert {frozenset(cover): cover.cost for cover in found} == expected
        n_found += len(found)
    assert n_found > 20


def test_a_sheet_of_wishes_is_a_frame_with_x_for_no():
    sheet = pd.DataFrame([["27", None, "x"], ["0.5", "3", "2"]], PEOPLE, DAYS)
    best = danceoff.best(danceoff.rota(PEOPLE, DAYS, ["on"], 1, wishes=sheet))
    assert (best.cost, best.cover) == (2.5, {("Ann", "Tue", "on"), ("Bo", "Mon", "on"), ("Bo", "Wed", "on")})


@pytest.mark.parametrize(
    ("needs", "more", "said"),
    [
        ({"early": 1}, {}, "needs: 3 of 2 shifts on 3 days; write 0 for nobody"),
        ("two", {}, "rota: 'two' is no need such as 2 or 2..5"),
        (1, {"limits": {"night": "0..1"}}, "('Ann', 'Mon', 'night') is no person, day and shift of the rota"),
        (1, {"limits": "0..38.5"}, "rota: '0..38.5' is no need"),
        (1, {"limits": {("Mon", "Sun"): {"Bo": 1}}}, "('Bo', 'Sun', 'early') is no person"),
        (1, {"rest": [("late", "early")]}, "('Ann', 'Tue', ('late', 'early')) is no person"),
        (1, {"no": [("Cy", "Mon")]}, "('Cy', 'Mon', 'early') is no person"),
        (1, {"wishes": {"Ann": {"Mon": "rather not"}}}, "rota: 'rather not' is not a number such as 12"),
        (1, {"wishes": pd.DataFrame([["Ann", 3]], columns=["nurse", "Mon"])}, "(0, 'nurse', 'early') is no person"),
        (1, {"people": ["Ann", "Ann"]}, "item 'Ann Mon' is declared twice"),
    ],
)
def test_what_is_no_rota_is_refused_in_one_line(needs, more, said):
    with pytest.raises(danceoff.InvalidProblem) as refused:
        danceoff.rota(**{"people": PEOPLE, "days": DAYS, "shifts": SHIFTS, "needs": needs, **more})
    assert str(refused.value).startswith(said) and "\n" not in str(refused.value)


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
