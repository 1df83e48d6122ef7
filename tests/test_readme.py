"""The README keeps its word: every command in it runs and prints what it shows, and its numbers come from files."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from experiments.record import read
from experiments.report.markdown import overview

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
SHELL = r"^```\n(\$ .*?)^```"
PYTHON = r"^```python\n(.*?)^```"


def shown() -> list[list[tuple[str, str]]]:
    """The blocks of commands, each command with the output shown below it."""
    blocks = re.findall(SHELL, README, re.MULTILINE | re.DOTALL)
    return [[(line.partition("\n")[0], line.partition("\n")[2]) for line in split(block)] for block in blocks]


def split(block: str) -> list[str]:
    return [part for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part]


def runs(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run from the root; the modules are those of this checkout."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_the_readme_shows_commands() -> None:
    assert sum(map(len, shown())) > 5


@pytest.mark.parametrize("block", shown())
def test_commands_run_and_print_what_is_shown(block: list[tuple[str, str]], tmp_path: Path) -> None:
    for command, output in block:
        words = command.replace("/tmp/danceoff-smoke", str(tmp_path / "smoke")).split()
        program = {"danceoff": [sys.executable, "-m", "experiments.cli"], "cat": ["cat"]}[words[0]]
        done = runs([*program, *words[1:]])
        assert done.returncode == 0, done.stderr
        pattern = re.escape(output.strip()).replace(re.escape("..."), r"\S+")
        assert re.search(pattern, done.stdout), done.stdout


def test_the_python_example_prints_its_comment() -> None:
    (example,) = re.findall(PYTHON, README, re.MULTILINE | re.DOTALL)
    done = runs([sys.executable, "-c", example])
    assert done.stdout.strip() == example.rpartition("# ")[2].strip(), done.stderr


def test_the_table_is_that_of_the_reference_run() -> None:
    table = re.search(
        r"<!-- table of results/seeds: begin -->\n(.*)<!-- table of results/seeds: end -->", README, re.DOTALL
    )
    assert table
    assert table[1].strip() == overview(read(ROOT / "results" / "seeds")).strip()
