"""Results and problems from elsewhere: whatever they hold, nothing runs, and nothing outside is read or written."""

import csv
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import night
import pandas as pd
import pytest
from hostile import NASTY, OF_JAVASCRIPT, hostile_folder, hostile_rows, texts
from hypothesis import given

from danceoff.experiments.cli import main
from danceoff.experiments.report.escaping import for_latex, for_markdown, for_spreadsheets
from danceoff.experiments.report.page.html import page
from danceoff.experiments.report.summary import summary, write
from danceoff.experiments.report.tables.latex import latex
from danceoff.experiments.report.tables.markdown import overview
from danceoff.experiments.results.record import read
from danceoff.problems import ExactCover
from danceoff.problems.instance import Instance
from danceoff.problems.model.printable import printable

few = night.drawn(30)


@pytest.fixture
def folder(tmp_path):
    """Hostile rows."""
    return hostile_folder(tmp_path / "results")


def lines(capsys) -> list[str]:
    out, err = capsys.readouterr()
    return [*out.split("\n"), *err.split("\n")]


def test_every_command_takes_hostile_results_and_prints_what_can_be_printed(folder, tmp_path, capsys, record_property):
    files = ["--latex", str(tmp_path / "t.tex"), "--figures", str(tmp_path / "figures")]
    rows = str(folder)
    commands = (["verify", rows], ["compare", rows, rows], ["run", "--like", rows, "--dry"], ["report", rows, *files])
    for command in commands:
        assert main(command) in (0, 1, 2)
        record_property("inputs: commands given hostile names, rows or files", 1)
        printed = lines(capsys)
        assert [line for line in printed if not line.isprintable()] == []
        assert not any("Traceback" in line for line in printed)
    assert {path.name for path in tmp_path.iterdir()} == {"results", "t.tex", "figures"}
    assert {path.suffix for path in (tmp_path / "figures").iterdir()} == {".svg", ".png", ".pdf"}
    for file in (tmp_path / "figures").glob("*.svg"):
        ElementTree.fromstring(file.read_bytes())


class Scripts(HTMLParser):
    """What a browser would run or load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.n_scripts = 0

    def handle_starttag(self, tag, attrs):
        self.n_scripts += tag == "script"
        self.found += [f"{tag} {name}" for name, _ in attrs if name.startswith("on") or name in ("src", "href")]


def test_a_page_of_hostile_rows_has_only_our_scripts(folder, record_property):
    rows = read(folder)
    text = page(rows, summary(rows), "a race")
    parser = Scripts()
    parser.feed(text)
    assert (parser.n_scripts, {*parser.found} - {"a href"}) == (3, set())
    assert "alert(1)</script>" not in text
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)[1])
    assert set(data["covers"]) == {printable(name) for name in NASTY if name not in OF_JAVASCRIPT}
    text.encode()
    record_property("inputs: hostile names in reports", len(NASTY))


def test_links_out_of_the_folder_are_neither_read_nor_written(tmp_path, capsys):
    secret = tmp_path / "secret"
    secret.write_text("<svg><title>secret</title></svg>")
    for name in ("runs.csv", "report.html"):
        folder = tmp_path / f"results-{name}"
        hostile_folder(folder)
        (folder / "rows.jsonl").write_text((folder / "rows.jsonl").read_text().replace(hostile_rows()[0].digest, "d1"))
        (folder / name).symlink_to(secret)
        assert main(["report", str(folder)]) == 2
        assert "a link that leads out of the folder" in "".join(lines(capsys))
        assert secret.read_text() == "<svg><title>secret</title></svg>"
        assert not (folder / "report.html").exists() or name == "report.html"


def test_a_link_to_itself_is_said_in_a_line(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hostile_folder(Path("rows"))
    for name in ("loop", "rows/report.html", "loop.py"):
        Path(name).symlink_to(Path(name).name)
    into = ["run", "--like", "rows", "--dry", "--into"]
    for words in (["run", "--like", "loop"], [*into, "loop"], ["report", "rows"], ["list", "solvers", "loop.py:Mine"]):
        assert main(words) == 2
        assert lines(capsys)[-2].startswith("danceoff: ")


def test_spreadsheets_find_no_formulas_and_pandas_finds_its_numbers(tmp_path):
    rows = [replace(one, covers=10**30) for one in hostile_rows()]
    rows = [replace(one, problem=printable(one.problem), solver=printable(one.solver)) for one in rows]
    for path in write(rows, summary(rows), tmp_path):
        with path.open(newline="") as file:
            for line in csv.reader(file):
                assert not [cell for cell in line if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    back = pd.read_csv(tmp_path / "runs.csv", dtype={"covers": str})
    assert set(back["covers"]) == {str(10**30)}
    assert back["search_s"].dtype == float
    assert "'=1+1" in set(back["problem"])


def test_numbers_stay_numbers():
    table = pd.DataFrame({"text": ["-1", "-2.5", "-1-1", "-25/2", "a"], "number": [-1.5, 2.0, 0.0, 1.0, 2.0]})
    assert for_spreadsheets(table)["text"].tolist() == ["-1", "-2.5", "'-1-1", "'-25/2", "a"]
    assert for_spreadsheets(table)["number"].tolist() == ["-1.5", "2.0", "0.0", "1.0", "2.0"]


@few
@given(text=texts)
def test_latex_shows_every_character_literally(text):
    plain = for_latex(text)
    assert plain.isprintable()
    bare = re.sub(r"\\[a-z]+\{\}|\\[&%$#_{}]|\{[\[\]*]\}|-\{\}", "", plain)
    assert not set(bare) & set("\\{}&%$#_~^[]*<>|\"`'")
    assert "--" not in plain


def test_rows_of_latex_tables_have_as_many_cells_and_no_options(folder):
    rows = read(folder)
    text = latex(rows, summary(rows)).partition(r"\label{tab:times")[2]
    table = text[text.index(r"\toprule") : text.index(r"\bottomrule")].split("\n")
    body = [line for line in table if line.endswith(r"\\")]
    assert len({len(re.findall(r"(?<!\\)&", line)) for line in body}) == 1
    assert not [line for line in table if line.startswith(("[", "*"))]


@few
@given(text=texts)
def test_markdown_shows_every_character_literally(text):
    plain = for_markdown(text)
    assert plain.isprintable()
    assert not re.search(r"[|`*<&\[\]]", re.sub(r"\\[\\|`*<&\[\]]", "", plain))


def test_tables_of_markdown_have_as_many_cells_in_every_line(folder):
    table = [line for line in overview(read(folder), summary(read(folder))).split("\n") if line.startswith("| ")]
    assert len({len(re.findall(r"(?<!\\)\|", line.replace(r"\\", ""))) for line in table}) == 1


NAMES = [name for name in ("".join(text.split()) for text in NASTY) if name]


@pytest.fixture
def problem(tmp_path) -> str:
    """A file of a nasty name, with nasty items, none of them twice."""
    items = " ".join(re.sub(r"[|:\0]", "", f"{k}{name}") for k, name in enumerate(NAMES))
    file = tmp_path / "file\x1b[31m\n\u202e[red].dlx"
    file.write_bytes(f"{items}\n{items}\n".encode(errors="replace"))
    return str(file)


@pytest.mark.parametrize(
    "command",
    [
        ["solve", "--task", "enumerate"],
        ["solve", "--task", "count", "--format", "json"],
        ["watch"],
        ["watch", "--tree"],
        ["watch", "--solver", "nobody\x1b"],
        ["certify", "-o", "{folder}/c\x1b[31m.zip"],
        ["check", "{problem}"],
        ["export", "--format", "xmpuzzle"],
    ],
    ids=lambda command: " ".join(command)[:16].encode("unicode_escape").decode(),
)
@pytest.mark.usefixtures("cases_in_process")
def test_names_of_items_and_files_cannot_control_a_terminal(command, problem, tmp_path, capfd, record_property):
    filled = [word.format(problem=problem, folder=tmp_path) for word in command[1:]]
    main([command[0], problem, *filled])
    printed = lines(capfd)
    record_property("inputs: commands given hostile names, rows or files", 1)
    assert any(printed)
    assert [line for line in printed if not line.isprintable()] == []


def test_a_run_prints_what_can_be_printed(problem, tmp_path, capfd):
    plan = tmp_path / "plan.toml"
    files = f"[problems]\nfiles = [{json.dumps(problem)}]"
    plan.write_text(f'description = "x"\ntasks = ["count"]\n{files}\n[solvers]\ndlx = {{}}\n')
    assert main(["run", str(plan), "--into", str(tmp_path / "into")]) == 0
    assert main(["verify", str(tmp_path / "into")]) == 0
    printed = lines(capfd)
    assert [line for line in printed if not line.isprintable()] == []
    assert any("[red]" in line for line in printed), "no markup"
    (one,) = read(tmp_path / "into")
    assert (one.status, one.problem) == ("complete", printable(problem))
    assert main(["list", "problems", "\x1b[31m"]) == 2
    assert all(line.isprintable() for line in lines(capfd))


@few
@given(text=texts)
def test_every_picture_of_a_problem_without_a_board_can_be_printed(text):
    problem = ExactCover.from_options([["a", f"{text}."], ["c"]], ["a", f"{text}.", "c"])
    drawn = Instance("x", "", problem).picture((0, 1))
    assert len(drawn.split("\n")) == 2
    assert drawn.replace("\n", "").isprintable()
    assert printable(printable(text)) == printable(text)
