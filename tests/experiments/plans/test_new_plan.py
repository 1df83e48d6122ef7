"""`danceoff new-plan`: a plan with comments that runs as it is."""

import re
from pathlib import Path

import pytest

from danceoff.experiments import cli
from danceoff.experiments.plans import plan

ROOT = Path(__file__).parents[3]


def commands_of_the_page() -> list[str]:
    return re.findall(r"^danceoff (.*?)(?:#.*)?$", (ROOT / "docs" / "compare.md").read_text(), re.MULTILINE)


def written(tmp_path, *arguments: str) -> plan.Plan:
    """The plan that the command writes; it must be one."""
    file = tmp_path / "plans" / "mine.toml"
    file.parent.mkdir(exist_ok=True)
    assert cli.main(["new-plan", *arguments, "-o", str(file)]) == 0
    text = file.read_text()
    assert f"danceoff run {file.name} --dry" in text
    assert all(line.startswith(("#", "[")) or " = " in line or not line for line in text.splitlines())
    return plan.read(str(file))


def test_a_new_plan_is_valid_without_arguments(tmp_path, run):
    cases = written(tmp_path).cases
    assert {case.task for case in cases} == {"enumerate"}
    assert {case.solver for case in cases} == {"auto", "bits", "dlx", "sat"}
    code, out, _ = run("new-plan")
    assert code == 0 and out.startswith("# A plan.")


def test_problems_and_solvers_are_those_of_the_arguments(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text("")
    for name in ('a"b.dlx', "c.dlx", "d[1].dlx"):
        (tmp_path / name).write_text("a b\na b\n" + "a b\n" * len(name))
    files = ['a"b.dlx', "c.*", "d[1].dlx", str(tmp_path / "c.dlx")]
    solvers = "dlx,sat:encoding=ladder,seed=3,warm_start=false,sat,learn:seed=1"
    cases = written(tmp_path, "queens/4..5", "soma", *files, "--solvers", solvers, "--task", "count").cases
    problems = [case.problem for case in cases if case.solver == "dlx"]
    places = [str(tmp_path / "plans" / ".." / name) for name in ('a"b.dlx', "c.dlx", "d[1].dlx")]
    assert problems == ["queens/4", "queens/5", "soma", *places]
    assert {case.solver for case in cases} == {"dlx", "sat:encoding=ladder,seed=3", "sat", "learn:seed=1"}
    assert {case.task for case in cases} == {"count"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["queans/4"], "the new plan: no problem is called 'queans/4'; did you mean queens/4"),
        (["none.dlx"], "none.dlx: no such file"),
        (["n*.dlx"], "the new plan: files: no file matches n*.dlx\n"),
        (["queens/4", "--solvers", "dxl"], "the new plan: unknown solver 'dxl'"),
        (["queens/4", "--solvers", "dlx,"], "unknown solver ''"),
        (["queens/4", "--solvers", "sat:speed=3"], "unknown option 'speed=3'"),
        (["queens/4", "--task", "counts"], "invalid choice: 'counts'; did you mean count?"),
        (["queens/4", "--task", "zzz"], "invalid choice: 'zzz'; there are "),
    ],
)
def test_what_does_not_exist_is_refused_in_one_line(tmp_path, monkeypatch, run, arguments, message):
    monkeypatch.chdir(tmp_path)
    code, _, err = run("new-plan", *arguments, "-o", "plan.toml")
    assert (code, err.count("\n")) == (2, 1) and message in err
    assert list(tmp_path.iterdir()) == []


def test_the_commands_of_the_page_about_plans_work(tmp_path, monkeypatch, run):
    """The shell would expand `puzzles/*.dlx`; unexpanded it stays a pattern. What runs cases is only read."""
    commands = commands_of_the_page()
    told = ["new-plan", *["run"] * 4, "report", *["run"] * 5, "compare"]
    assert [command.split()[0] for command in commands] == told
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "a.dlx").write_text("a b\na b\n")
    assert run(*commands[0].split())[0] == 0
    code, out, _ = run(*commands[1].split())
    assert code == 0 and "\n12 cases to run: " in out
    assert len(plan.read(commands[2].split()[1]).cases) == 12
    monkeypatch.setattr(plan, "digest_of", lambda problem, *_: problem.encode().hex()[-16:])  # of hundreds of problems
    code, out, _ = run(*commands[3].split())
    tracks = [line for line in out.splitlines() if line.startswith(("coloured:", "cheapest:"))]
    assert (code, len(tracks)) == (0, 2)


@pytest.mark.slow
@pytest.mark.parametrize("command", commands_of_the_page()[6:11])
def test_the_commands_of_the_page_that_go_on_with_a_run_work(monkeypatch, run, command):
    monkeypatch.chdir(ROOT)
    code, out, _ = run(*command.split(), *["--dry"] * ("--dry" not in command))
    assert code == 0 and " cases to run" in out


def test_a_folder_stands_for_its_problems(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "inst").mkdir()
    for name in ("b10.dlx", "b9.dlx", "c.csv"):
        (tmp_path / "inst" / name).write_text("a,b\n1,1\n" if name == "c.csv" else "a b\na b\n" + "a b\n" * len(name))
    (tmp_path / "inst" / "notes.txt").write_text("These are no problem.\n")
    (tmp_path / "inst" / "plan.toml").write_text('tasks = ["count"]\n')
    (tmp_path / "inst" / "solver.py").write_text("")
    for folder in ("inst", "inst/"):
        code, out, _ = run("new-plan", folder, "--solvers", "dlx")
        assert code == 0 and 'files = ["inst/*.dlx", "inst/*.csv"]\n' in out
    problems = [Path(case.problem).name for case in written(tmp_path, "inst", "--solvers", "dlx").cases]
    assert problems == ["b9.dlx", "b10.dlx", "c.csv"]
    (tmp_path / "empty").mkdir()
    code, _, err = run("new-plan", "empty")
    assert code == 2 and err.startswith("danceoff: empty: no file of this folder ends in .dlx, ")
    (tmp_path / "soma").mkdir()
    assert [case.problem for case in written(tmp_path, "soma", "--solvers", "dlx").cases] == ["soma"], "a name"


def test_programs_of_a_file_may_be_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text('[programs.mine]\ncommand = ["true", "{file}"]\n')
    cases = written(tmp_path, "queens/4", "--solvers", "dlx,mine", "--programs", "own.toml").cases
    assert [Path(case.solver).name for case in cases] == ["dlx", "own.toml:mine"]


@pytest.mark.parametrize("command", ["new-plan", "verify", "run", "report"])
def test_an_unknown_option_names_the_help_of_its_command(run, command):
    said = f"danceoff: unrecognized arguments: --frobnicate (see danceoff {command} --help)\n"
    assert run(command, "x", "--frobnicate") == (2, "", said)
