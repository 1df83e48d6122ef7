"""The chapters of docs/tutorial and docs/planning.md do what they show; pictures and notebooks are current."""

import json
import re
import shutil
from pathlib import Path

import pytest
from builders.notebook import notebook
from chapters import work_through, work_through_notebook
from in_process import cases_here
from night import sampled

DOCS = Path(__file__).parents[1] / "docs"
NOTEBOOKS = DOCS.parent / "examples" / "notebooks"
PLANNING = (DOCS / "planning.md").read_text(encoding="utf-8")
CHAPTERS = sorted((DOCS / "tutorial").glob("[1-9]-*.md"))


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_does_what_it_shows(chapter, run, capsys, tmp_path, monkeypatch, pytestconfig):
    cases_here(monkeypatch)
    monkeypatch.chdir(tmp_path)
    assert len(work_through(chapter.read_text(encoding="utf-8"), run, lambda: capsys.readouterr().out)) > 2
    for drawn in tmp_path.glob("*.svg"):
        committed = DOCS / "pictures" / "tutorial" / drawn.name
        if pytestconfig.getoption("--redraw"):
            committed.write_bytes(drawn.read_bytes())
        assert without_style(drawn) == without_style(committed), "make pictures"
        assert f'src="../pictures/tutorial/{drawn.name}"' in chapter.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_page_about_planning_does_what_it_shows(run, capsys, tmp_path, monkeypatch):
    cases_here(monkeypatch)
    monkeypatch.chdir(tmp_path)
    shutil.copy(DOCS.parent / "examples" / "rota.csv", tmp_path)
    assert len(work_through(PLANNING, run, lambda: capsys.readouterr().out)) == 8
    assert (tmp_path / "rota.svg").read_text().startswith("<svg")
    assert "x84" in (tmp_path / "rota.lp").read_text()


def test_the_notebook_about_planning_is_that_of_the_page():
    committed = (DOCS.parent / "examples" / "planning.ipynb").read_text(encoding="utf-8")
    assert committed == notebook(PLANNING, "../docs"), "make pictures"


def made(chapter: Path) -> str:
    return notebook(chapter.read_text(encoding="utf-8"), "../../docs/tutorial")


def test_each_chapter_is_a_notebook():
    committed = {file.stem: file.read_text(encoding="utf-8") for file in NOTEBOOKS.iterdir()}
    assert committed == {chapter.stem: made(chapter) for chapter in CHAPTERS}, "make pictures"
    text = "".join(committed.values())
    links = {link for link in re.findall(r'(?:\]\(|src=\\")([^)#"\\]*)', text) if link and ":" not in link}
    assert [link for link in sorted(links) if not (NOTEBOOKS / link).exists()] == []
    assert len(links) > 12 and "<details" not in text and "Here are three pieces" in text


@pytest.mark.parametrize("chapter", sampled(CHAPTERS, 2), ids=lambda path: path.stem)
def test_a_notebook_does_what_it_shows(chapter, run, capsys, tmp_path, monkeypatch):
    cases_here(monkeypatch)
    monkeypatch.chdir(tmp_path)
    work_through_notebook(json.loads(made(chapter))["cells"], run, lambda: capsys.readouterr().out)


def without_style(picture: Path) -> str:
    return re.sub("<style>.*?</style>", "", picture.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize(
    "page",
    [
        "```python\nprint(1)\n```\n\n```text\n2\n```\n",
        "```python\nprint(1)\n```\n",
        "```python\none = 1\n```\n\n```text\n1\n```\n",
        "```python\nprint(1)\n```\n\n```console\n$ danceoff --version\n...\n```\n\n```text\n1\n```\n",
        '`a.dlx`:\n\n```text title="a.dlx"\na\na\n```\n\n```console\n$ cat a.dlx\nb\n```\n',
        '`a.dlx`:\n\n```text title="a.dlx"\na\nb\nc\n```\n\n```console\n$ cat a.dlx\na\n...\nd\n```\n',
        '```text title="a.dlx"\na\na\n```\n',
        "```console\n$ danceoff nothing\n...\n```\n",
        "```console\n$ danceoff --version\n...\n$ echo $?\n1\n```\n",
    ],
)
def test_a_chapter_that_is_wrong_fails(page, run, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssertionError):
        work_through(page, run, lambda: capsys.readouterr().out)
