"""Problems that come through pipes."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from danceoff.experiments import BadInput
from danceoff.experiments.plans import plan
from danceoff.experiments.terminal import standard_streams
from danceoff.problems import InvalidProblem
from danceoff.problems.sources import read

TEXT = "a b c\na b\nc\nb c\na\n"


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


@pytest.mark.parametrize(("text", "code", "says"), [(TEXT, 0, "2 covers"), ("a b\nzz\n", 2, "/dev/fd/63:2: unknown")])
def test_a_process_substitution_is_read_as_knuths_format(tmp_path, text, code, says):
    (tmp_path / "file").write_text(text)
    line = (
        f"{sys.executable} -m danceoff.experiments.cli solve <(cat {tmp_path}/file) --solver backtracking --task count"
    )
    ended = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=100, check=False)
    assert ended.returncode == code
    assert says in ended.stdout + ended.stderr


def test_a_redirected_file_has_the_ending_of_its_name(tmp_path):
    (tmp_path / "mine.ec").write_text("p ec 2\ns 1\ns 2\n")
    line = [sys.executable, "-m", "danceoff.experiments.cli", "export", "/dev/stdin", "--format", "ec"]
    with (tmp_path / "mine.ec").open() as file:
        ended = subprocess.run(line, stdin=file, capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "p ec 2\ns 1\ns 2\n", "")


def test_an_endless_input_is_refused(monkeypatch):
    monkeypatch.setattr(standard_streams, "_MOST", 1 << 21)
    with pytest.raises(BadInput, match="/dev/zero: more than 2097152 bytes"), standard_streams.rereadable("/dev/zero"):
        pytest.fail("it was read to its end")


def test_plans_and_readers_refuse_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "mine.dlx")
    (tmp_path / "plan.toml").write_text(
        "problems = { files = ['mine.dlx'] }\nsolvers = { dlx = {} }\ntasks = ['count']"
    )
    with pytest.raises(InvalidProblem, match="not a regular file"):
        read(str(tmp_path / "mine.dlx"))
    with pytest.raises(BadInput, match="not a regular file"):
        plan.read(str(tmp_path / "plan.toml"))
