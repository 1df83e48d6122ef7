"""The command line: every bad usage in one line, and every command but solve on its way."""

import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from danceoff.experiments import cli
from danceoff.experiments.commands import COMMANDS, watch
from danceoff.experiments.terminal import say
from danceoff.experiments.terminal.covers import showing
from danceoff.questions.table import QUESTIONS
from danceoff.solvers.engines.version import ENGINES

SMALL = """
problems = { tromino = ["2x3"], queens = ["4"] }
solvers = { backtracking = {}, algorithm-x = {} }
tasks = ["enumerate"]
time_limit_s = 20
"""


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_each_name_whole(command, run, monkeypatch):
    actions = cli.command_parser([command])._subparsers._group_actions[0].choices[command]._actions
    names = {name for action in actions for name in action.option_strings if name.startswith("--")}
    names |= {*QUESTIONS} - {"certify", "certify-best"} if command == "solve" else set()
    assert len(names) >= 1 + 50 * (command == "solve")
    for width in (0, 60, 77, 80, 100, 115):
        monkeypatch.setattr(cli, "width_of", lambda _stream, width=width: width)
        code, said, err = run(command, "--help-all" if command == "solve" else "--help")
        assert (code, err, said.startswith(f"usage: danceoff {command} ")) == (0, "", True)
        assert names - {*re.findall(r"[\w-]+", said)} == set(), said
        assert re.findall(r".*\w-$", said, re.MULTILINE) == [], "a name is broken"


def test_help_of_solve_shows_twenty_options_on_one_screen_in_groups(run):
    lines = run("solve", "--help")[1].splitlines()
    assert len(lines) <= 35
    assert max(map(len, lines)) <= 120
    groups = "".join(line for line in lines if line.endswith(":") and line[0] != " ")
    rest = "what to find:solvers and limits:problems as tables:forms of the answer:pictures and models:"
    assert groups == f"options:{rest}"
    assert sum(line.startswith("  --option COL,..., --item COL,...  ") for line in lines) == 1
    usual, every = ({*re.findall(r"(?<= )--[a-z-]+(?=,? )", run("solve", how)[1])} for how in ("-h", "--help-all"))
    assert len(usual - {"--help", "--help-all"}) == 20
    assert usual < every and len(every) > 40
    assert lines[4].split(None, 1) == ["--help-all", "show all options"]


@pytest.mark.parametrize(
    "arguments",
    [
        *("dance", "run no-such-plan", "verify nowhere", "report nowhere", "list everything"),
        *("solve", "solve queens/x", "solve nothing/8", "solve nowhere.dlx", "solve queens/8 --solver nobody"),
        *("solve queens/8 --solver algorithm-x:speed=11", "solve queens/8 --task guess", "solve queens/8 --limit 0"),
        *("solve queens/8 --format xml", "solve queens/8 --svg nowhere/a.svg", "watch queens/4 --svg nowhere/a.svg"),
        *("solve queens/8 --task count --svg a.svg", "solve matching/4 --up-to rotations"),
        *("solve sudoku/9x9 --up-to-symmetry", "watch", "watch nothing/8", "watch nowhere.dlx"),
        *("watch queens/8 --solver bits", "watch queens/8 --solver sat --tree", "watch queens/8 --nodes 0"),
        "watch queens/8 --tree --svg a.svg",
        *("play nothing/8 -o a.html", "play queens/4", "play queens/4 -o nowhere/a.html", "play n-omino/7 -o a.html"),
    ],
)
@pytest.mark.usefixtures("cases_in_process")
def test_bad_usage_is_one_line_and_exit_code_2(run, arguments):
    code, out, err = run(*arguments.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("danceoff: ")


@pytest.mark.usefixtures("cases_in_process")
def test_danceoff_alone_says_in_twelve_lines_what_works(run, tmp_path, monkeypatch):
    code, said, err = run()
    lines = said.splitlines()
    assert (code, err, len(lines) <= 12, max(map(len, lines)) <= 80) == (0, "", True, True)
    monkeypatch.chdir(tmp_path)
    commands = [line.split("  ")[1].split()[1:] for line in lines if line.startswith("  danceoff ")]
    assert len(commands) == 8
    assert [line for line in lines[1:] if line[0] != " "] == [*dict.fromkeys(one.group for one in COMMANDS.values())]
    for command in commands:
        code, out, _ = run(*command)
        assert (command, code, bool(out)) == (command, 0, True)


def test_help_has_the_commands_in_groups(run):
    told = run("--help")[1].partition("\ncommands:\n")[2].partition("\nexit codes:")[0]
    named = re.findall(r"^(?:  |    )(\w[a-z-]*(?: [a-z]+)*)", told, re.MULTILINE)
    assert named == [
        *("puzzles and plans", "solve", "watch", "export", "certify", "check", "check-covers", "list", "sets"),
        *("play", "make", "table"),
        *("comparing solvers", "demo", "new-plan", "run", "verify", "report", "compare", "contract"),
        *("agents and maintenance", "skill", "serve", "warm"),
    ]


@pytest.mark.parametrize("task", [*QUESTIONS])
def test_a_task_that_is_no_command_says_what_asks_it(run, task):
    code, out, err = run(task, "a b.dlx", "--limit", "3")
    assert (code, out, err.count("\n")) == (2, "", 1)
    told = f"danceoff: {task} is a task: danceoff solve 'a b.dlx' --limit 3 --task {task} (see danceoff --help)\n"
    assert (err == told) == (task not in ("certify", "certify-best"))
    assert task in COMMANDS or run(task)[2] == err.replace("'a b.dlx' --limit 3", "SOURCE")


def test_a_bad_plan_writes_nothing(run, tmp_path):
    plan = tmp_path / "bad.toml"
    plan.write_text(SMALL + "colour = 'red'\n")
    code, out, err = run("run", str(plan), "--into", str(tmp_path / "out"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{plan}: unknown key 'colour'" in err
    assert not (tmp_path / "out").exists()
    plan.write_text(SMALL)
    assert run("run", str(plan), "--into", str(plan))[::2] == (2, f"danceoff: {plan}: File exists\n"), "not safe there"


@pytest.fixture
def listed(run):
    def listed(*arguments: str) -> list[list[str]]:
        """The lines below the header of the list of problems, in words."""
        code, out, _ = run("list", "problems", *arguments)
        assert code == 0
        header, *lines = out.splitlines()
        assert header.split() == ["problem", "items", "options", "covers", "up", "to", "symmetry", "optimum", "source"]
        return [line.split() for line in lines]

    return listed


def test_problems_are_found_by_name_and_source_and_listed_with_sizes_and_published_counts(listed):
    assert listed("queens/8", "a000170") == [
        ["queens/8", "46", "64", "92", "12", "-", "OEIS", "A000170", "and", "A002562"]
    ]
    assert listed("conway") == [["conway", *listed("conway")[0][1:3], "-", "-", "-"]]
    assert [line[0] for line in listed("oeis", "a172477")] == [f"n-omino/{n}" for n in range(4, 10)]


def test_watch_ends_with_the_code_of_a_limit_where_nodes_are_left(run):
    assert [run("watch", "queens/4", *more)[0] for more in ([], ["--tree", "--nodes", "3"])] == [0, 3]


def test_the_version_is_that_of_the_package(run):
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert run("--version") == (0, f"danceoff {project['version']} (engines {ENGINES})\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        *("list problems tromino", "list families", "list solvers", "list plans"),
        *("watch graceful/path-3 --nodes 5", "solve matching/50"),
    ],
)
def test_lines_fit_a_terminal_and_are_whole_without_one(run, monkeypatch, arguments):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    whole = run(*arguments.split())[1]
    assert max(map(len, whole.splitlines())) > 60
    for module in (say, showing, watch):
        monkeypatch.setattr(module, "width_of", lambda _stream: 60)
    fitted = run(*arguments.split())[1]
    assert max(map(len, fitted.splitlines())) <= 60
    if not arguments.startswith("solve"):
        assert fitted.split() == whole.split()


def test_json_is_whole_on_a_terminal(run, monkeypatch):
    monkeypatch.setattr(say, "width_of", lambda _stream: 60)
    assert len(run("solve", "queens/4", "--format", "json")[1].splitlines()) == 1


def test_a_command_line_imports_and_builds_no_other_command(monkeypatch):
    built = []
    monkeypatch.setattr(cli, "import_module", lambda name: built.append(name) or import_module(name))
    assert cli.command_parser(["list", "problems"]).parse_args(["list", "problems"]).what == "problems"
    assert built == ["danceoff.experiments.commands.listing"]
    cli.command_parser(["--help"])
    assert len(built) == 1
    cli.command_parser()
    assert len(built) == 1 + len(COMMANDS)
