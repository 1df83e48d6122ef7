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


TO_DO = "undo it, or say it in CHANGELOG.md, keep an old name in OUTDATED of danceoff/lazily.py, and run make public"


def test_the_code_has_what_the_list_promises():
    listed = public.LIST.read_text(encoding="utf-8").splitlines()
    assert [line for line in ndiff(listed, [*public.lines()]) if line[0] in "+-"] == [], TO_DO


def test_another_signature_is_another_line_and_what_is_gone_has_none(monkeypatch):
    before = {*public._names()}
    monkeypatch.setattr("danceoff.door.solve.count.__kwdefaults__", {"given": (), "without": ("a",)})
    monkeypatch.delattr(danceoff.ExactCover, "has_costs")
    (now,) = {*public._names()} - before
    assert "without: Iterable[Hashable] = ('a',)" in now
    assert "danceoff.ExactCover.has_costs: bool" in before - {*public._names()}


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
