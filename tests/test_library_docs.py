"""Python in the README and three pages of docs: blocks run and print their comments; each public name has a section."""

import linecache
import re
from pathlib import Path

import pytest

import danceoff

ROOT = Path(__file__).parent.parent
PAGES = {"docs/library.md": 12, "docs/questions.md": 1, "docs/sudoku.md": 1, "README.md": 1}
BLOCK = r"^```python\n(.*?)^```"
PRINTED = r"^ *print\(.*\)  # (.*)$"


@pytest.mark.parametrize("page", [pytest.param("docs/library.md", marks=pytest.mark.slow), *[*PAGES][1:]])
def test_every_block_runs_and_prints_its_comments(page, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    found = re.findall(BLOCK, (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    assert len(found) >= PAGES[page]
    names: dict[str, object] = {"__name__": "__main__"}
    n_promised = 0
    for number, block in enumerate(found):
        file = f"<{page} {number}>"
        monkeypatch.setitem(linecache.cache, file, (len(block), None, block.splitlines(True), file))  # as in a notebook
        exec(compile(block, file, "exec"), names)
        printed, expected = capsys.readouterr().out.splitlines(), re.findall(PRINTED, block, re.MULTILINE)
        for line in expected:
            pattern = re.escape(line).replace(re.escape("..."), ".*")
            assert any(re.fullmatch(pattern, one) for one in printed), (line, printed)
        n_promised += len(expected)
    assert n_promised >= PAGES[page]


def test_every_public_name_has_a_section():
    headings = re.findall(r"^## (.*)$", (ROOT / "docs" / "library.md").read_text(), re.MULTILINE)
    named = [name for heading in headings for name in re.findall(r"`(\w+)`", heading)]
    assert sorted(named) == sorted(danceoff.__all__)
