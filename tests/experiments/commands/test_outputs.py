"""What is written: `-` is standard output where a command writes one text; all other names of outputs refuse it."""

from pathlib import Path

import pytest

from danceoff.experiments.cli import command_parser
from danceoff.experiments.words import outputs

COMMANDS = command_parser()._subparsers._group_actions[0].choices.items()
ACTIONS = [(command, action) for command, parser in COMMANDS for action in parser._actions]
READ = {"certificate", "old", "new", "results", "like", "programs"}
REFUSING = [(command, one) for command, one in ACTIONS if one.type in (outputs.file, outputs.folder)]


def test_whatever_is_written_has_a_type_of_outputs():
    assert {one.dest for _, one in ACTIONS if one.type is Path} == READ
    assert len(REFUSING) == 15


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
