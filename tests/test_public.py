"""docs/public.txt is the list of what is public; names that go warn, and are gone in the version that they name."""

import re
import subprocess
import sys
import tomllib
from difflib import ndiff
from pathlib import Path

import pytest
from builders import public
from packaging.version import Version

import danceoff
from danceoff.lazily import OUTDATED

ROOT = Path(__file__).parents[1]


def changed(listed: list[str], found: list[str]) -> str:
    """What to do, in one line; empty if the lists are equal."""
    lines = [line for line in ndiff(listed, found) if line[0] in "+-"]
    if not lines:
        return ""
    gone = " (keep the old name, in OUTDATED of danceoff/lazily.py)" * any(line[0] == "-" for line in lines)
    return f"public: {'; '.join(lines[:3])}: undo it, or say it in CHANGELOG.md and run make public{gone}"


def test_the_code_has_what_the_list_promises():
    wrong = changed(public.LIST.read_text(encoding="utf-8").splitlines(), list(public.lines()))
    assert not wrong, wrong


def test_a_change_is_one_line_that_says_what_to_do(monkeypatch):
    before = list(public._names())
    with monkeypatch.context() as patch:
        patch.setattr("danceoff.door.solve.count.__kwdefaults__", {"given": (), "without": ("a",)})
        told = changed(before, list(public._names()))
    assert "without: Iterable[Hashable] = ('a',)" in told and "make public" in told and "\n" not in told
    monkeypatch.delattr(danceoff.ExactCover, "has_costs")
    assert changed(before, list(public._names())).startswith("public: - danceoff.ExactCover.has_costs: bool: undo")


def test_names_that_go_warn_and_are_gone_in_time():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    with pytest.warns(DeprecationWarning) as told:
        assert danceoff.nearest is danceoff.most_covered
        assert danceoff.Nearest is danceoff.MostCovered
    said = [f"{name} goes in version {end}: use {instead}" for name, (instead, end) in OUTDATED.items()]
    assert [str(one.message) for one in told] == said
    assert {one.filename for one in told} == {__file__}
    assert [name for name, (_, end) in OUTDATED.items() if Version(version) >= Version(end)] == [], "remove them"


def test_the_page_shows_what_is_said():
    page = (ROOT / "docs" / "public.md").read_text(encoding="utf-8")
    code, shown = re.findall(r'^\$ python -W default -c "(.*)"\n(.*)$', page, re.MULTILINE)[0]
    done = subprocess.run([sys.executable, "-W", "default", "-c", code], capture_output=True, text=True)
    assert done.stderr == f"{shown}\n"
