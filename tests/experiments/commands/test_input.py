"""What commands read, standard input and pipes, and `--input FORMAT`; what they write, and where `-` is refused."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from danceoff.experiments import BadInput
from danceoff.experiments.cli import command_parser
from danceoff.experiments.commands import COMMANDS
from danceoff.experiments.plans import plan
from danceoff.experiments.terminal import standard_streams
from danceoff.experiments.words import outputs
from danceoff.problems import InvalidProblem
from danceoff.problems.sources import read

TEXT = "a b c\na b\nc\nb c\na\n"
TABLE = "a long table is read with --option and --item\n"


def piped(*arguments, **given):
    line = [sys.executable, "-m", "danceoff.experiments.cli", *arguments]
    ended = subprocess.run(line, **given, capture_output=True, text=True, timeout=100, check=False)
    return ended.returncode, ended.stdout, ended.stderr


def test_a_dash_is_standard_input_and_a_redirected_file_has_the_ending_of_its_name(tmp_path):
    code, _, err = piped("export", "-", "--input", "csv", "--format", "ec", input="1 0\n0 x\n")
    assert code == 2 and err.startswith("danceoff: -:2: 'x' is neither 0 nor 1; write 1,0,1") and err.endswith(TABLE)
    assert piped("export", "-", "--format", "ec", input=TEXT) == (0, "p ec 3\ns 1 2\ns 3\ns 2 3\ns 1\n", "")
    (tmp_path / "mine.ec").write_text("p ec 2\ns 1\ns 2\n")
    with (tmp_path / "mine.ec").open() as file:
        assert piped("export", "/dev/stdin", "--format", "ec", stdin=file) == (0, "p ec 2\ns 1\ns 2\n", "")


def test_a_command_that_is_given_no_columns_says_how_a_table_is_read(run, tmp_path):
    for name in ("a.csv", "a.xlsx"):
        (tmp_path / name).write_text("who,need\nAnn,bed\n")
        _, _, err = run("watch", str(tmp_path / name))
        assert err.endswith(TABLE.removeprefix("a long table is "))


def test_warnings_name_what_the_user_gave():
    code, _, err = piped("export", "-", "--input", "dlx", "--format", "dlx", input="0|a b\na\nb\n")
    assert (code, err) == (0, "warning: -: items covered 0 times: 'a'; options left out with them: 1\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["solve", "FILE", "--task", "count", "--solver", "backtracking"], "1 cover in"),
        (["watch", "FILE"], "the search is over"),
        (["export", "FILE", "--format", "ec"], "p ec "),
        (["certify", "FILE", "-o", "/dev/null", "--solver", "backtracking"], "1 cover, "),
        (["make", "FILE", "--unique"], "# 4 givens"),
        (["play", "FILE", "-o", "/dev/null"], ""),
    ],
)
@pytest.mark.usefixtures("cases_in_process")
def test_every_command_reads_the_format_that_is_named(run, tmp_path, arguments, says):
    file = tmp_path / "puzzle.txt"
    file.write_text("1...\n..2.\n.3..\n...4\n")
    code, out, _ = run(*[str(file) if word == "FILE" else word for word in arguments], "--input", "sdk")
    assert code == 0
    assert says in out


def test_every_command_with_a_source_takes_a_format():
    for name in COMMANDS:
        parser = next(iter(command_parser([name])._subparsers._group_actions[0].choices.values()))
        dests = {action.dest for action in parser._actions}
        assert ("source" in dests) == ("input" in dests), name


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["queens/4", "--input", "cvs"], "--input: no format 'cvs' is read; did you mean csv?"),
        (["queens/4", "--input", "csv"], "queens/4: No such file or directory"),
        *(
            ([f"a.{ending}"], f"a.{ending}: .{ending} is only written: ")
            for ending in ("cnf", "wcnf", "nnf", "zdd", "lp")
        ),
    ],
)
def test_what_is_not_read_is_refused(run, tmp_path, monkeypatch, arguments, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / arguments[0].replace("/", "-")).touch()
    code, _, err = run("export", *arguments, "--format", "ec")
    assert (code, err.startswith(f"danceoff: {says}")) == (2, True), err


@pytest.mark.usefixtures("cases_in_process")
def test_a_cost_of_each_option_asks_for_the_fewest(run, tmp_path):
    file = tmp_path / "a.dlx"
    file.write_text("a b c d\na b\nc d\na\nb\nc\nd\n")
    code, out, _ = run("solve", str(file), "--task", "best", "--cost", "1")
    assert (code, "cost 2 (proven optimal)" in out) == (0, True)
    code, out, _ = run("solve", str(file), "--task", "best", "--cost", "1/2", "--maximise")
    assert "cost 2 (proven optimal)" in out
    code, out, _ = run("solve", str(file), "--task", "count", "--cost", "1", "--at-most", "3", "--solver", "dlx")
    assert "3 covers" in out
    file.write_text("a b\na |3\nb\n")
    code, _, err = run("solve", str(file), "--task", "best", "--cost", "1")
    assert (code, "cost: the problem has costs of its own" in err) == (2, True)


@pytest.fixture
def pipe(tmp_path) -> Path:
    """A pipe that somebody writes to once."""
    path = tmp_path / "mine.dlx"
    os.mkfifo(path)
    threading.Thread(target=path.write_text, args=[TEXT], daemon=True).start()
    return path


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        (["solve", "PIPE", "--solver", "backtracking", "--task", "count"], "2 covers in "),
        (["watch", "PIPE"], "the search is over: "),
        (["export", "PIPE", "--format", "dlx"], TEXT),
        (["certify", "PIPE", "-o", "/dev/null", "--solver", "backtracking"], "/dev/null: 2 covers, "),
    ],
)
@pytest.mark.usefixtures("cases_in_process")
def test_a_named_pipe_is_read_once_by_every_command(run, pipe, arguments, end):
    code, out, err = run(*[str(pipe) if word == "PIPE" else word for word in arguments])
    assert (code, err) == (0, "")
    assert end in out


def test_a_process_substitution_is_read_as_knuths_format(tmp_path):
    (tmp_path / "file").write_text("a b\nzz\n")
    line = f"{sys.executable} -m danceoff.experiments.cli export --format ec <(cat {tmp_path}/file)"
    ended = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, ended.stderr.startswith("danceoff: /dev/fd/63:2: unknown")) == (2, True)


def test_an_endless_input_is_refused(monkeypatch):
    monkeypatch.setattr(standard_streams, "_MOST", 1 << 21)
    with pytest.raises(BadInput, match="/dev/zero: more than 2097152 bytes"), standard_streams.rereadable("/dev/zero"):
        pytest.fail("it was read to its end")


def test_plans_and_readers_refuse_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "mine.dlx")
    (tmp_path / "plan.toml").write_text("problems = { files = ['mine.dlx'] }\nsolvers = { dlx = {} }\ntasks=['count']")
    with pytest.raises(InvalidProblem, match="not a regular file"):
        read(str(tmp_path / "mine.dlx"))
    with pytest.raises(BadInput, match="not a regular file"):
        plan.read(str(tmp_path / "plan.toml"))


PARSERS = command_parser()._subparsers._group_actions[0].choices.items()
ACTIONS = [(command, action) for command, parser in PARSERS for action in parser._actions]
READ = {"certificate", "old", "new", "results", "like", "programs"}
REFUSING = [(command, one) for command, one in ACTIONS if one.type in (outputs.file, outputs.folder)]


def test_whatever_is_written_has_a_type_of_outputs():
    assert {one.dest for _, one in ACTIONS if one.type is Path} == READ
    assert len(REFUSING) == 16


@pytest.mark.parametrize(("command", "action"), REFUSING, ids=[f"{one}-{action.dest}" for one, action in REFUSING])
def test_standard_output_and_folders_are_refused_before_any_work(run, tmp_path, monkeypatch, command, action):
    monkeypatch.chdir(tmp_path)
    words = [command, *action.option_strings[-1:]]
    code, _, err = run(*words, "-")
    assert (code, "- is standard output" in err) == (2, True)
    if action.type is outputs.file:
        assert run(*words, ".") == (2, "", "danceoff: .: is a folder\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words", [["export", "queens/4", "--format", "dlx"], ["new-plan", "queens/4"], ["skill"], ["play", "queens/4"]]
)
def test_one_text_goes_to_standard_output(tmp_path, monkeypatch, run, words):
    monkeypatch.chdir(tmp_path)
    assert run(*words, "-o", "PLAN.toml")[0] == 0
    assert run(*words, "-o", "-") == (0, (tmp_path / "PLAN.toml").read_text(), "")
    assert [path.name for path in tmp_path.iterdir()] == ["PLAN.toml"]


def test_two_outputs_have_a_file_each(run, tmp_path):
    same = str(tmp_path / "a")
    for one, other in (("svg", "gallery"), ("svg", "glb"), ("gallery", "glb")):
        code, _, err = run("solve", "tromino/2x3", f"--{one}", same, f"--{other}", same)
        assert (code, err) == (2, f"danceoff: {same}: --{one} and --{other} need a file each\n")
