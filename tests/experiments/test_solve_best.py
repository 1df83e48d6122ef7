"""`danceoff solve --task best`: the covers with their costs, the sentence, and the exit code of every end."""

import json
from fractions import Fraction
from inspect import signature

import fakes
import pytest
from exhibits import exhibits

import danceoff
from danceoff import Best
from danceoff.experiments.commands import solve as command
from danceoff.experiments.commands import solve_case
from danceoff.experiments.run.one_case import child, worker
from danceoff.problems import ExactCover, sources
from danceoff.problems.instance import Instance, Known

OPTIONS = {"ab": 3, "c": 4, "a": 1, "b": 1, "bc": 2.5}


@pytest.fixture
def best(monkeypatch, solve):
    """Runs the command on made-up options and costs, the case in this process."""

    def best(*arguments: str, costs=OPTIONS, known: Known | None = None, task: str = "best"):
        names = list(costs)
        items = [list(name.lower().replace("å", "a")) for name in names]
        primary = sorted({i for row in items for i in row})
        problem = ExactCover.from_options(items, primary, option_names=names, cost=list(costs.values()))
        for module in (worker, sources):
            monkeypatch.setattr(module, "read", lambda name: Instance(name, "made-up", problem, known))
        return solve("made-up", "--task", task, "--solver", "algorithm-x", *arguments)

    return best


def test_a_first_cover_of_a_problem_with_costs_says_how_a_best_one_is_found(best):
    hint = "; its options have costs: --task best finds a best cover\n"
    assert best(task="first")[1].endswith(hint)
    assert hint not in best(task="enumerate")[1] + best()[1] + best(task="first", costs={"a": 0})[1]


def test_at_most_bounds_covers_and_is_a_number_for_the_cheapest(best):
    assert best("--at-most", "6", task="count")[1].startswith("2 covers in ")
    code, _, err = best("--at-most", "1e9")
    assert (code, "'1e9' is not a number such as 12, -0.5 or 25/2" in err) == (2, True)
    assert best("--at-most", "6", "--maximise")[0] == 2


def test_json_has_costs_as_people_wrote_them(best):
    row = json.loads(best("--format", "json")[1])
    assert (row["cost"], row["bound"], row["cost_points"][-1][1:], row["covers"]) == (3.5, 3.5, [3.5, 3.5], 1)
    assert "cost_scale" not in row
    assert row["answers"] == [{"cost": "3.5", "options": [2, 4], "names": ["a", "bc"], "picture": ["a", "bc"]}]
    assert "cost" not in json.loads(best("--format", "json", task="first")[1])["answers"][0]
    row = json.loads(best("--format", "json", "--maximise")[1])
    assert (row["cost"], row["bound"]) == (7, 7)


def test_pictures_are_of_the_cheapest_and_say_what_they_cost(best, tmp_path):
    svg, page = tmp_path / "one.svg", tmp_path / "all.html"
    assert best("--limit", "2", "--svg", str(svg), "--gallery", str(page))[0] == 0
    assert "<title>made-up, cover 1</title>" in svg.read_text()
    text = page.read_text()
    assert [exhibit["cost"] for exhibit in exhibits(page)] == ["3.5", "6"]
    assert '<p id="sentence">the 2 cheapest covers, cost 3.5 to 6, proven in ' in text


@pytest.mark.parametrize(
    ("costs", "optimum", "code", "said"),
    [
        (OPTIONS, Fraction(7, 2), 0, ", as published (me)"),
        (OPTIONS, 4, 1, ": DISAGREES with the optimum 4 (me)"),
        (OPTIONS, 3, 1, ": DISAGREES with the optimum 3 (me)"),
        ({"ab": 1, "bc": 1}, 1, 1, ": DISAGREES with the optimum 1 (me)"),  # there is no cover
    ],
)
def test_the_published_optimum_is_compared(best, costs, optimum, code, said):
    found, out, _ = best(costs=costs, known=Known(None, None, "me", optimum))
    assert (found, f"{said}\n" in out) == (code, True)


@pytest.mark.parametrize(
    ("then", "good", "code", "said"),
    [
        ("sleep", 2, 3, "cost 0\naab\nabb\n\nbest found 0, bound -1, gap 100 %: time limit reached after 0."),
        ("out of memory", 0, 3, "no cover found, no bound: memory limit reached"),
        ("segfault", 1, 4, "tromino/2x3: crashed: killed by SIGSEGV; best found 0, bound -1, gap 100 %"),
        ("lie", 1, 1, "wrong: options 'L 0,0 0,1 1,0', 'L 0,0 0,1 1,1' are not a cover"),
    ],
)
def test_every_end_has_its_sentence_and_exit_code(run, monkeypatch, then, good, code, said):
    monkeypatch.setattr(child, "WORKER", fakes.WORKER)
    arguments = ["solve", "tromino/2x3", "--task", "best", "--solver", f"fake:then={then},good={good}"]
    found, out, err = run(*arguments, "--time-limit", "0.3")
    assert found == code
    assert said in out + err
    assert out.startswith("cost 0\naab\nabb\n") == (good > 0 and code != 1)


def test_an_interrupt_says_how_far_it_came_as_far_as_it_is_known(best, monkeypatch):
    def interrupted(answer, *_):
        answer.known = {"cost": 12, "bound": 10, "cost_scale": 2}
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "_followed", interrupted)
    code, _, err = best()
    assert (code, err) == (130, "danceoff: interrupted; best found 6, bound 5, gap 16.7 %\n")
    assert Best(known={"cost": None, "bound": 4, "cost_scale": -8}).so_far == "no cover found, bound -0.5"
    assert Best(known={"cost": 4}).so_far == "best found 4, no bound"


def test_the_command_and_the_library_have_one_default_solver():
    doors = (danceoff.solve, danceoff.covers, danceoff.count, danceoff.best, danceoff.unique, danceoff.most_covered)
    assert {signature(door).parameters["solver"].default for door in doors} == {solve_case.DEFAULT_SOLVER}
