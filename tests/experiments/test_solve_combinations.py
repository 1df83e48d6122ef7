"""`danceoff solve` with every question and every two of its flags: refused in one line, or right by brute force."""

import json
from itertools import combinations

import night
import pytest

from danceoff.asking.ask import Ask
from danceoff.experiments.contract.small import all_covers
from danceoff.problems import sources
from danceoff.problems.model.arguments import Refused
from danceoff.questions.question import OPB
from danceoff.questions.table import QUESTIONS

COSTS = """a b c d | x
a b |3
c d x |1
a c |2
b d x |2
a |1
b |1
c x |5
d |1
b c d x |9
"""
FLAGS = (["--limit", "2"], ["--at-most", "4"], ["--maximise"], ["--order", "3"], ["--up-to-symmetry"])
FLAGS += (["--can-be-taken-apart"], ["--no-repeats"], ["--seed", "2"], ["--distinct", "*[a0]"])
"""The flags that change an answer; others say how it is shown."""
ASKED = [["--task", name] for name, question in QUESTIONS.items() if not question.certifies]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "costs.dlx"
    path.write_text(COSTS)
    return path


@pytest.mark.parametrize("asked", ASKED, ids=lambda words: words[-1])
@pytest.mark.parametrize("board", [False, True], ids=["costs", "board"])
def test_every_two_flags_of_a_question_are_refused_or_answered_right(solve, file, asked, board):
    source = "tromino/2x6" if board else str(file)
    problem = sources.read(source).problem
    covers = {frozenset(cover) for cover in all_covers(problem)}
    answered = 0
    for flags in ([], *([flag] for flag in FLAGS), *night.sampled(map(list, combinations(FLAGS, 2)), 4)):
        words = [word for flag in flags for word in ([flag] if isinstance(flag, str) else flag)]
        probes = ["--probes", "20"] if "estimate" in asked else []
        code, out, err = solve(source, *asked, *words, *probes, "--format", "json")
        if code == 2:
            refused = err or json.loads(out)["detail"] + "\n"
            assert refused.count("\n") == 1 < len(refused), (asked, words, refused)
            continue
        assert code in (0, 3), (asked, words, err)
        answered += 1
        is_right(problem, covers, asked, words, json.loads(out, parse_float=str))
    assert answered >= 2


APART = "can-be-taken-apart"
GIVEN = {
    "order": 3,
    "up_to_symmetry": True,
    "at_most": "4",
    "maximise": True,
    "only": APART,
    "limit": 5,
    "distinct": "r*",
}
IN_PLANS = ("up_to_symmetry", "at_most", "maximise", "limit", "distinct")


@pytest.mark.parametrize("task", QUESTIONS)
def test_what_a_question_excludes_is_refused_in_the_same_words_everywhere(run, tmp_path, task):
    question, refused = QUESTIONS[task], 0
    options = tuple((option.name, option.default) for option in question.options if option.default is not None)
    options += ((OPB, "p.opb"),) if question.certifies else ()  # without, no certificate is about distinct choices
    asked = {"problem": "queens/4", "solver": "auto", "task": task, "options": options}
    for name, value in GIVEN.items():
        if name not in question.excludes and not (name == "limit" and question.has_own_limit):
            Ask.of({**asked, name: value})
            continue
        refused += 1
        with pytest.raises(Refused) as error:
            Ask.of({**asked, name: value})
        said, flag = error.value.args[0], f"--{APART if value == APART else name.replace('_', '-')}"
        assert "--" not in str(error.value), "the names of Python"
        if question.certifies:
            continue
        code, _, err = run("solve", "queens/4", "--task", task, flag, *([] if value in (True, APART) else [str(value)]))
        assert (code, err) == (2, f"danceoff: {said}\n")
        if question.asks and name in IN_PLANS:
            plan = tmp_path / "mine.toml"
            top = f"{name} = {json.dumps(value)}\ntasks = [{task!r}]\nsolvers = {{ bits = {{}} }}\n"
            plan.write_text(f"{top}problems = {{ queens = ['4'] }}\n")
            code, _, err = run("run", str(plan), "--into", str(tmp_path / "rows"))
            assert (code, str(error.value) in err) == (2, True)
    assert refused


def is_right(problem, covers, asked, words, answer) -> None:
    told = (asked, words, answer)
    cost = {cover: sum(problem.cost[k] for k in cover) if problem.has_costs else 0 for cover in covers}
    right = {cover for cover in covers if "--at-most" not in words or cost[cover] <= 4}
    if "--distinct" in words:
        kept = {
            k for k in range(problem.n_options) if any(problem.item_name(i)[-1] in "a0" for i in problem.items_of(k))
        }
        right = {cover & kept for cover in right}
    found = [frozenset(one["options"]) for one in answer["answers"]] if "answers" in answer else []
    if answer["task"] == "most-covered":
        assert answer["left_out"] == [], told
        return
    if answer["task"] == "estimate":
        assert answer["probes"] == 20 and (answer["estimate"] > 0) == (answer["met"] > 0), told
        return
    assert {*found} <= right, told
    n = answer["orbits"] if answer["up_to_symmetry"] else answer["covers"]
    if answer["task"] == "best":
        best = sorted((cost[cover] for cover in right), reverse="--maximise" in words)
        if best:
            assert answer["cost"] == float(best[0]), told
            assert [cost[cover] for cover in found] == best[: len(found)], told
    elif answer["task"] in ("count", "enumerate", "options"):
        if answer["status"] != "complete":
            assert answer["status"] == "limit" and 2 <= n <= len(right), told
            return
        assert answer["covers"] == len(right), told
        assert answer["task"] != "enumerate" or answer["up_to_symmetry"] or {*found} == right, told
    elif answer["task"] == "unique":
        assert answer["verdict"] == ("none", "one", "several")[min(n, 2)], told
        assert answer["up_to_symmetry"] or n == min(2, len(right)), told
    else:
        assert bool(found) == bool(right), told
