"""Runs from Python: a plan that is a mapping, and functions as its solvers."""

import importlib

import pytest

import danceoff
from danceoff.experiments import BadInput
from danceoff.experiments.run.machine import cores

MODULE = """
from itertools import combinations
import danceoff

def each(options):
    for n in range(len(options) + 1):
        yield from combinations(range(len(options)), n)

def exact(options, primary):
    for chosen in each(options):
        if sorted(item for k in chosen for item in options[k]) == primary:
            yield chosen

@danceoff.solver("wrapped")
def wrapped(options, primary):
    return exact(options, primary)
"""


def plan(**changed):
    return {"problems": {"tromino": ["2x3"]}, "solvers": {"dlx": {}}, "tasks": ["count"], "seed": 1} | changed


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "mine_of_tests.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    return importlib.import_module("mine_of_tests")


def test_functions_are_solvers_of_a_plan_that_is_a_mapping(tmp_path, module):
    def inside(options, primary):
        from itertools import combinations

        sets = (chosen for n in range(len(options) + 1) for chosen in combinations(range(len(options)), n))
        return (chosen for chosen in sets if sorted(item for k in chosen for item in options[k]) == primary)

    name = f"{__name__}.{inside.__qualname__}"
    of_module = {module.exact: {"label": "Subsets"}, module.wrapped: {}}
    asked = plan(solvers={"dlx": {}, inside: {}, **of_module}, tasks=["count", "enumerate"])
    campaign = danceoff.run(asked, tmp_path / "results")
    found = {row.solver: (row.label, row.covers, row.status) for row in campaign._rows}
    unnamed = dict.fromkeys(("dlx", name, "mine_of_tests.wrapped"), ("", 2, "complete"))
    assert found == unnamed | {"mine_of_tests.exact": ("Subsets", 2, "complete")}
    assert set(campaign.summary["solver"]) == {"dlx", name, "Subsets", "mine_of_tests.wrapped"}
    assert len({row.fingerprint for row in campaign._rows if row.task == "enumerate"}) == 1
    assert [list(row.sources) for row in campaign._rows if row.solver == name] == [["inside.py"]] * 2


def test_only_a_function_that_has_changed_runs_again(tmp_path, answered):
    ran = answered()

    def first(_options, _primary):
        return []

    def second(_options, _primary):
        return [()]

    second.__qualname__ = first.__qualname__
    for solver, n_cases in ((first, 2), (first, 2), (second, 3)):
        danceoff.run(plan(solvers={solver: {}, "dlx": {}}), tmp_path)
        assert len(ran) == n_cases


def test_what_a_function_raises_is_told_by_its_name(tmp_path):
    def fails(_options, _primary):
        raise ValueError("of mine")

    (row,) = danceoff.run(plan(solvers={fails: {}}), tmp_path)._rows
    assert row.status == "crashed"
    assert row.detail == f"RuntimeError: solver {row.solver} raises ValueError: of mine (fails.py:4)"


def named(**outside):
    """A new function of the same name, that uses a name from outside or none."""
    if not outside:

        def free(_options, _primary):
            return []

        return free
    answer = outside["answer"]

    def free(_options, _primary):
        return answer

    return free


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({3: ["count"]}, "the plan: unknown key 3; "),
        ({"solvers": {3: {}}}, "the plan: solvers: 3 is neither the name of a solver nor a function made by def"),
        ({"solvers": {len: {}}}, "nor a function made by def"),
        ({"solvers": {named(answer=[[0]]): {}}}, "free uses 'answer' from outside: "),
        ({"solvers": {named: {}}}, "it must be a function with the arguments (options, primary) or "),
        ({"solvers": {named(): {"deep": True}}}, "unknown option 'deep=true'; it has none"),
        ({"solvers": {named(): {}, named(): {}}}, "the plan: solvers: two functions are called "),
        ({"programs": {}}, "the plan: programs: a plan that is a mapping has none: give programs=FILE.toml to run"),
        ({"product": [{"solvers": {lambda _options, _primary: []: {}}}]}, "the plan: product 1: solvers: "),
        ({"solvers": {named(): {}}, "cluster": {"engine": "dask"}}, "the plan: solvers: functions run on this machine"),
    ],
)
def test_what_is_wrong_in_a_mapping_is_told_in_one_line_with_its_key(tmp_path, changed, message):
    with pytest.raises(BadInput) as refused:
        danceoff.run(plan() | changed, tmp_path)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "rows.jsonl").exists()


def test_arguments_are_as_on_the_command_line(tmp_path, monkeypatch, answered):
    asked = answered()
    monkeypatch.setattr(cores, "physical", lambda _: (0,))
    (tmp_path / "mine.toml").write_text('[programs.twin]\ncommand = ["cat", "{file}"]\n')
    mine = plan(solvers={"twin": {}}, time_limit_s=5)
    danceoff.run(mine, tmp_path / "a", jobs=1, time_limit=2.5, programs=tmp_path / "mine.toml")
    (case,) = asked
    assert (case.solver, case.limits.time_limit_s, case.pin) == ("twin", 2.5, (0,))
    for wrong in ({"jobs": 0}, {"jobs": "2"}, {"time_limit": -1}, {"jobs": 2}, {"programs": "no-such.toml"}):
        (name,) = wrong
        with pytest.raises(ValueError, match=rf"\A[^\n]*{'no-such' if name == 'programs' else name}[^\n]*\Z"):
            danceoff.run(plan(), tmp_path / "b", **wrong)
    with pytest.raises(BadInput, match=r"\Afolder: a plan that is a mapping has no name: give the folder of its"):
        danceoff.run(mine)
