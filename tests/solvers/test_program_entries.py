"""Entries of programs: where they stand, how they are called, and how wrong ones are refused."""

import os
from pathlib import Path

import pytest
from programs import TINY, covers
from programs import own as program

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.contract.hold import Finding
from danceoff.experiments.contract.rules import rules_for
from danceoff.experiments.plans import plan
from danceoff.experiments.results.record import read as read_rows
from danceoff.experiments.run.one_case.child import run_case
from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance
from danceoff.solvers import MissingBackend, load
from danceoff.solvers.entries import SHIPPED, entries, standard


@pytest.fixture(scope="module")
def entered(tmp_path_factory):
    """A folder with the programs `honest` and `liar`, and their entries in `mine.toml`."""
    folder = tmp_path_factory.mktemp("programs")
    made = {name: program(folder, name, first=first) for first, name in enumerate(("honest", "liar"))}
    keys = 'input = "ec"\nfirst = 1\n'
    (folder / "mine.toml").write_text(
        "".join(f'[programs.{name}]\ncommand = ["{path}"]\n{keys}' for name, path in made.items())
    )
    return folder


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The file of entries in the configuration folder of a user."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config" / "danceoff").mkdir(parents=True)
    standard.cache_clear()
    yield tmp_path / "config" / "danceoff" / "programs.toml"
    standard.cache_clear()


def test_a_plan_with_programs_of_its_own_catches_the_one_that_lies(entered, tmp_path, run):
    file = tmp_path / "compare.toml"
    tables = (entered / "mine.toml").read_text()
    cases = (
        "problems = { tromino = ['5x5-0'] }\ntasks = ['enumerate']\nsolvers = { bits = {}, honest = {}, liar = {} }\n"
    )
    file.write_text(cases + tables)
    assert run("run", str(file), "--into", str(tmp_path / "rows"), "--engine", "poll")[0] == 0
    rows = {row.solver: row for row in read_rows(tmp_path / "rows")}
    assert [rows[name].status for name in ("bits", "honest", "liar")] == ["complete", "complete", "wrong"]
    assert rows["honest"].fingerprint == rows["bits"].fingerprint
    assert "are not a cover" in rows["liar"].detail
    code, said, _ = run("verify", str(tmp_path / "rows"))
    assert code == 1 and said.startswith("liar: wrong on 1 of 1 problem")
    assert "1 wrong answer" in said


@pytest.mark.usefixtures("cases_in_process")
def test_programs_are_named_by_the_command_line(entered, run, monkeypatch):
    file = str(entered / "mine.toml")
    all_kept = lambda solver, *_: [Finding(rule, 1) for rule in rules_for(solver)]  # noqa: E731
    monkeypatch.setattr("danceoff.experiments.contract.hold.hold", all_kept)
    for command, said in (
        (["list", "solvers"], f"\nhonest            The program {entered}/honest\n"),
        (["solve", TINY, "--solver", "honest", "--task", "count"], "2 covers in "),
        (["contract", "honest"], f"{file}:honest keeps the contract\n"),
    ):
        code, out, _ = run(*command, "--programs", file)
        assert code == 0 and said in out
    code, _, err = run("solve", TINY, "--solver", "nobody", "--programs", file)
    assert code == 2 and "unknown solver 'nobody'" in err
    assert run("list", "plans", "--programs", file)[0] == 2


def test_a_plan_may_name_programs_of_the_command_line(entered, tmp_path):
    file = tmp_path / "a.toml"
    file.write_text("problems = { queens = ['4'] }\ntasks = ['count']\nsolvers = { honest = {}, dlx = {} }\n")
    found = [(case.solver, case.spec) for case in plan.read(str(file), entered / "mine.toml").cases]
    assert found == [("honest", f"{entered}/mine.toml:honest"), ("dlx", "dlx")]
    with pytest.raises(BadInput, match="unknown solver 'honest'"):
        plan.read(str(file))


def test_programs_of_the_user_need_no_file_named(entered, own, run):
    own.write_text((entered / "mine.toml").read_text())
    problem = instance("tromino/5x5-0").problem
    assert str(load("honest")) == "honest"
    assert covers("honest", problem) == covers("bits", problem)
    assert "\nliar  " in run("list", "solvers")[1]
    row = run_case(Ask(TINY, "honest", "enumerate"))
    assert (row.status, row.solver, row.covers) == ("complete", "honest", 2)


def test_a_name_that_two_have_is_refused_and_both_are_named(own, tmp_path):
    own.write_text("[programs.dlx]\ncommand = ['x']\n")
    with pytest.raises(ValueError, match=rf"both danceoff and {own} bring a solver 'dlx'"):
        load("x")
    assert load("dlx").name == "dlx"  # ours is asked for without a look at programs
    standard.cache_clear()
    own.write_text("[programs.clasp]\ncommand = ['x']\n")
    with pytest.raises(ValueError, match=rf"both {SHIPPED} and {own} bring a solver 'clasp'"):
        load("x")
    own.unlink()
    file = tmp_path / "a.toml"
    file.write_text(
        "problems = { queens = ['4'] }\ntasks = ['count']\nsolvers = { bits = {} }\n[programs.bits]\ncommand = ['x']\n"
    )
    with pytest.raises(BadInput, match=rf"both danceoff and {file} bring a solver 'bits'"):
        plan.read(str(file))
    (tmp_path / "b.toml").write_text("[programs.mine]\ncommand = ['x']\n")
    file.write_text(file.read_text().replace("programs.bits", "programs.mine"))
    with pytest.raises(BadInput, match=rf"both {file} and {tmp_path}/b.toml bring a solver 'mine'"):
        plan.read(str(file), tmp_path / "b.toml")


WRONG = {
    "command = 'x'": "command must be a list of str",
    "command = []": "must be a table with a command",
    "command = ['x']\ninput = 'y'": "unknown input 'y'; there are knuth, ec",
    "command = ['x']\noutput = 3": "output must be of type str",
    "command = ['x']\nspeed = 3": "unknown key 'speed'",
    "command = ['x']\ncount = '3'": "count must have a group that matches the number",
    "command = ['x']\nchosen = '('": "chosen is not a regular expression",
    "command = ['x']\nfinds = 'two'": "unknown finds 'two'; there are all, one",
    "command = ['x']\nfinds = 'best'": "finds 'best' needs an input that states costs: opb or lp",
    "command = ['x']\nfeatures = 'colours'": "features must be a list of str",
    "command = ['x']\nfeatures = ['costs']": "unknown feature 'costs'; there are colours, multiplicities",
    "command = ['x']\ninput = 'ec'\nfeatures = ['colours']": "input 'ec' cannot state colours: leave this feature out",
    "command = ['x']\noutput = 'lines'": "output 'lines' needs the regular expressions begin and chosen",
}


@pytest.mark.parametrize("keys", WRONG)
def test_a_wrong_entry_is_refused_in_one_line(tmp_path, keys):
    (tmp_path / "p.toml").write_text(f"[programs.a]\n{keys}\n")
    with pytest.raises(ValueError, match=rf"p\.toml: programs\.a: {WRONG[keys]}"):
        load(f"{tmp_path}/p.toml:a")


NEEDS = {
    "": ExactCover.from_options(["a"], "a"),
    "secondary": ExactCover.from_options(["as"], "a", "s"),
    "colours": ExactCover.from_options([["a", ("s", "red")]], "a", "s"),
    "multiplicities": ExactCover.from_options(["a", "a"], "a", multiplicity={"a": (2, 2)}),
}
TAKES = {
    "input = 'knuth'": "secondary",
    "input = 'ec'": "",
    "input = 'matrix'": "secondary",
    "input = 'dimacs'": "secondary colours multiplicities",
    "features = []": "",
    "input = 'matrix'\nfeatures = ['secondary']": "secondary",
    "input = 'lp'\nfeatures = ['multiplicities']": "secondary multiplicities",
    "features = ['colours']": "secondary colours",
    "features = ['secondary', 'colours', 'multiplicities']": "secondary colours multiplicities",
}


@pytest.mark.parametrize("keys", TAKES)
def test_a_program_takes_what_its_features_name(tmp_path, keys):
    (tmp_path / "p.toml").write_text(f"[programs.a]\ncommand = ['true']\n{keys}\n")
    solver = load(f"{tmp_path}/p.toml:a")
    assert [word for word in NEEDS if not solver.lacks(NEEDS[word])] == ["", *TAKES[keys].split()]


def test_what_is_missing_is_named(tmp_path, own):
    (tmp_path / "p.toml").write_text("[programs.a]\ncommand = ['no-such-program']\n[programs.'a b']\ncommand = ['x']")
    with pytest.raises(ValueError, match=r"programs\.a b: the name of a program has only letters"):
        load(f"{tmp_path}/p.toml:a")
    (tmp_path / "p.toml").write_text("[programs.a]\ncommand = ['no-such-program']\ninstall = 'make it'\n")
    with pytest.raises(MissingBackend, match="needs the program no-such-program: make it"):
        load(f"{tmp_path}/p.toml:a")
    with pytest.raises(ValueError, match="there is no program 'b'; there are a"):
        load(f"{tmp_path}/p.toml:b")
    own.write_text("[programs.a")
    with pytest.raises(ValueError, match=str(own)):
        load("x")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("['{here}/mine.py', '{file}']", ": chmod \\+x {here}/mine.py, or name what runs it"),
        ("['true --all {file}']", r'a list of words: \["true", "--all", "{file}"\], for no shell'),
        ("[' ']", "needs the program  : install  , or give its path"),
    ],
)
def test_a_program_that_is_there_and_does_not_run_is_told_why(tmp_path, command, says):
    (tmp_path / "mine.py").touch()
    (tmp_path / "p.toml").write_text(f"[programs.a]\ncommand = {command}\n")
    with pytest.raises(MissingBackend, match=says.replace("{here}", str(tmp_path))):
        load(f"{tmp_path}/p.toml:a")


def test_a_pipe_in_the_place_of_a_file_of_entries_is_not_waited_for(tmp_path, run):
    os.mkfifo(tmp_path / "mine.toml")
    said = f"danceoff: {tmp_path}/mine.toml: not a regular file: copy its content into one\n"
    assert run("list", "solvers", "--programs", str(tmp_path / "mine.toml")) == (2, "", said)


def test_here_is_the_folder_of_the_entry(tmp_path):
    (tmp_path / "mine.toml").write_text('[programs.mine]\ncommand = ["node", "{here}/mine.mjs", "{file}"]\n')
    assert entries(tmp_path / "mine.toml")["mine"].command == ("node", f"{tmp_path}/mine.mjs", "{file}")


NPM = Path(__file__).parents[2] / "examples" / "npm"


@pytest.mark.needs("node")
@pytest.mark.skipif(not (NPM / "node_modules" / "dancing-links").exists(), reason="needs npm install")
def test_the_example_of_npm_lists_covers_with_secondary_items():
    assert len(list(load(f"{NPM}/programs.toml:dancing-links").prepare(instance("queens/6").problem).covers())) == 4
