"""README and docs keep their word: every command in them runs and prints what they show; numbers come from files."""

import json
import linecache
import re
import shutil
from pathlib import Path

import pytest
from builders.beside import beside, wrong
from builders.paste import pasted
from builders.record import record
from builders.suite import GROUPS
from builders.tables import beside as tables_beside
from chapters import work_through
from in_process import cases_here
from rows import row

import danceoff
from danceoff.experiments.results.record import Row, append
from danceoff.solvers import BACKENDS

ROOT = Path(__file__).parent.parent
PAGES = [
    "README.md",
    *(f"docs/{name}.md" for name in ("start", "files", "compare", "proofs", "sudoku", "puzzles", "questions")),
]
SHELL = r"^```\n(\$ .*?)^```"
SCRATCH = "/tmp/danceoff-smoke"


def shown() -> list[list[tuple[str, str]]]:
    """The blocks of commands of all pages, each command with the output shown below it."""
    pages = "".join((ROOT / page).read_text() for page in PAGES)
    blocks = dict.fromkeys(re.findall(SHELL, pages, re.MULTILINE | re.DOTALL))  # some are on two pages
    return [[(line.partition("\n")[0], line.partition("\n")[2]) for line in split(block)] for block in blocks]


def split(block: str) -> list[str]:
    return [part for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part]


def readme() -> dict[str, str]:
    """The sections of the README by their titles; what stands above them by an empty one."""
    sections = ("\n" + (ROOT / "README.md").read_text(encoding="utf-8")).split("\n## ")
    return {"": sections[0], **{title: text for title, _, text in (one.partition("\n") for one in sections[1:])}}


def test_the_readme_leads_in_ninety_lines_from_a_picture_to_two_commands_and_on() -> None:
    sections = readme()
    assert sum(len(text.splitlines()) for text in sections.values()) <= 90
    assert sections[""].count("<img src=") == 1
    commands = sections["Two commands"]
    assert re.findall(r"^    make (\w+) ", commands, re.MULTILINE) == ["run", "test"]
    assert "PATH=$path make test\n" in (ROOT / ".ci" / "run").read_text(), "CI runs the command of the README"
    assert "`pip install .`" in commands
    assert sum(map(len, shown())) > 30, "commands of all pages"


def test_your_own_solver_takes_three_commands(run, capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cases_here(monkeypatch)
    for file in ("own_solver.py", "box.toml", "shop.dlx"):
        shutil.copy(ROOT / "examples" / "own_solver" / file, tmp_path)
    monkeypatch.chdir(tmp_path)
    section = readme()["Your own solver on your own problems"]
    assert len(work_through(section, run, lambda: capsys.readouterr().out)) == 3
    assert (tmp_path / "mine" / "report.html").is_file()
    assert run("verify", "mine")[1].startswith("no disagreement: 2 problems, 6 rows (6 complete)")


@pytest.mark.parametrize("block", shown())
def test_commands_run_and_print_what_is_shown(block, tmp_path, monkeypatch, run) -> None:
    cases_here(monkeypatch)
    monkeypatch.chdir(tmp_path)
    for path in ROOT.iterdir():
        Path(path.name).symlink_to(path)
    scratch = str(tmp_path / "smoke")
    for command, output in block:
        program, *words = command.replace(SCRATCH, scratch).split()
        code, out, err = run(*words) if program == "danceoff" else (0, Path(words[0]).read_text(), "")
        assert (program in ("danceoff", "cat"), code) == (True, 0), err
        shown = output.strip().replace(SCRATCH, scratch).replace(" in\n", " in ...\n")  # so many seconds
        pattern = re.escape(shown).replace(re.escape("..."), ".*?")
        assert re.search(pattern, out), out
    for drawn in tmp_path.glob("*.svg"):
        assert drawn.read_text() == (ROOT / "docs" / "pictures" / drawn.name).read_text()


PASTED = {
    "docs/results": ["table of ../results/seeds", "tracks of ../results/held-out", "record of ../results"],
    "docs/times": ["startup of ../results/championship/field"],
    "docs/solvers": ["sums of ../results/championship/crossover"],
    "results/notes/measurements": ["figures of ../../results/bench"],
    "results/sat2026": ["beside of sat2026", "wrong of sat2026"],
    "results/tiler": ["kinds of tiler"],
    "results/taocp": ["taocp of taocp"],
}
"""What each page has from the results."""


@pytest.mark.slow
@pytest.mark.parametrize("name", PASTED)
def test_the_tables_are_those_of_the_results(name: str) -> None:
    place = ROOT / f"{name}.md"
    page = place.read_text()
    assert f" {name}.md" in (ROOT / "Makefile").read_text(), "make readme"
    assert [marked for marked in PASTED[name] if f"<!-- {marked}: begin -->" not in page] == []
    assert pasted(page, place.parent) == page, "make readme"


RUNS = ("seeds", "bench", "championship", "colours", "costs", "held-out", "new-numbers", "sat2026", "tiler")


@pytest.mark.parametrize("name", ["seeds", *(pytest.param(name, marks=pytest.mark.slow) for name in RUNS[1:])])
def test_the_tables_beside_the_rows_are_those_of_the_rows(name: str) -> None:
    assert f" results/{name}" in (ROOT / "Makefile").read_text(), "make readme writes them"
    tables = tables_beside(ROOT / "results" / name)
    assert tables
    for file, text in tables.items():
        assert file.read_text(encoding="utf-8") == text, f"{file}: make readme"


def cells_of(table: str) -> list[list[str]]:
    """The cells below the head of a table in Markdown."""
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]


def test_the_record_has_the_losses_first_and_says_why_to_doubt_them(tmp_path: Path) -> None:
    def case(solver: str, task: str, seconds: float, **others: object) -> Row:
        columns = {"commit": "1" * 40, "waited_s": 0.0, "load_begin": 9.0, "repeat": 1, **others}
        return row(solver, task=task, search_s=seconds, prepare_s=0.0, status="complete", **columns)

    won = [case("auto", "count", 1.0), case("bits", "count", 2.0, waited_s=1.0)]
    won += [case("dlx", "count", 4.0, commit="3" * 40, repeat=k) for k in (1, 2)]  # no part of the comparison
    lost = [case("auto", "first", 3.0, commit="2" * 40, pin=[0])]
    lost += [case("dlx", "first", 1.0, repeat=k, pin=[0, 1]) for k in (1, 2, 3)]
    for place, rows in (("costs", won), ("held-out/one-cover", lost)):
        (tmp_path / place).mkdir(parents=True)
        append(tmp_path / place, *rows)
    lines = cells_of(record(tmp_path))
    assert [line[:2] for line in lines] == [["3", "held-out/one-cover"], ["0.5", "costs"]]
    assert [line[4].partition(":")[0] for line in lines] == ["dlx", "bits"]
    doubts = ["dlx on 2 cores, 2 commits, one repeat of some", "one repeat, 50% waited for a core"]
    assert [line[5] for line in lines] == doubts


def test_a_run_over_data_sets_has_a_line_for_each_solver_and_says_who_is_wrong(tmp_path: Path) -> None:
    known = {"sat2026-graphs/Ans": 17_550, "sat2026-graphs/Epoch": 15_625, "junttila-kaski/bell-03": 5}
    said = [("counter", {}, 0.5), ("dlx", {}, 2.0), ("mine", {"sat2026-graphs/Ans": 17_551}, 1.0)]
    rows = []
    for solver, own, cpu_s in said:
        for problem, covers in known.items():
            about = {"problem": problem, "family": problem.partition("/")[0], "cpu_s": cpu_s * (covers % 2 + 1)}
            status = "timeout" if (solver, covers) == ("dlx", 5) else "complete"
            rows.append(row(solver, own.get(problem, covers), "", task="count", status=status, **about))
    append(tmp_path, *rows, row("dlx", 9, "", task="enumerate", family="junttila-kaski"))
    assert cells_of(beside(tmp_path)) == [
        ["junttila-kaski", "counter", "1 of 1", "0", "1", "1"],
        ["junttila-kaski", "dlx", "0 of 1", "0", "4", ""],
        ["junttila-kaski", "mine", "1 of 1", "0", "2", "2"],
        ["sat2026-graphs", "counter", "2 of 2", "0", "1.5", "1"],
        ["sat2026-graphs", "dlx", "2 of 2", "0", "6", "4"],
        ["sat2026-graphs", "mine", "2 of 2", "1", "3", "2"],
    ]
    assert cells_of(wrong(tmp_path)) == [["sat2026-graphs/Ans", "17,550", "certified", "mine 17,551"]]
    (tmp_path / "rows.jsonl").unlink()
    append(tmp_path, *(one for one in rows if one.solver == "counter"))
    assert wrong(tmp_path) == "None."


def test_what_is_promised_is_tested_as_often_as_the_tests_counted() -> None:
    places = ROOT / "results" / "notes"
    counted = (places / "counted.md").read_text()
    for kind in ("suite", *(f"counted-{group}" for group in GROUPS)):
        assert f"<!-- {kind} of ../../results/trust: begin -->" in counted
    assert pasted(counted, places) == counted, "make trust"
    assert pasted(re.sub(r"\d \| `tests", "9999 | `tests", counted), places) == counted, "a wrong number is replaced"
    figures = json.loads((ROOT / "results" / "trust" / "figures.json").read_text())["figures"]
    assert {name.partition(": ")[0] for name in figures} == set(GROUPS)


def test_the_documentation_is_read_in_an_evening() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    assert len(pages) <= 30, "merge small pages"
    assert sum(len(page.read_text(encoding="utf-8").split()) for page in pages) <= 48_000, "say each thing once"


def test_every_file_of_code_that_a_page_names_is_there() -> None:
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "Makefile"):
        kinds = "tests|problems|solvers|experiments" if page.name == "times.md" else "tests"
        named = set(re.findall(rf"(?<![\w/])(?:{kinds})/[\w/]+\.py\b", page.read_text(encoding="utf-8")))
        assert [name for name in sorted(named) if not (ROOT / name).is_file()] == [], page.name
        assert len(named) > 20 or page.name != "times.md"


def test_the_page_about_times_says_of_each_backend_once_what_it_does_in_python() -> None:
    page = (ROOT / "docs" / "times.md").read_text(encoding="utf-8")
    table = page.split("| backend | native | in Python |\n")[1].split("\n\n")[0]
    named = [name for line in table.splitlines()[1:] for name in re.findall(r"`([^`]+)`", line.split("|")[1])]
    ours = [name for name, backend in BACKENDS.items() if backend.module.startswith("danceoff.")]  # tests add others
    assert sorted(named) == sorted(ours)


OF_PYTHON = {"docs/library.md": 12, "docs/questions.md": 1, "docs/sudoku.md": 1, "README.md": 1}
BLOCK = r"^```python\n(.*?)^```"
PRINTED = r"^ *print\(.*\)  # (.*)$"


@pytest.mark.parametrize("page", [pytest.param("docs/library.md", marks=pytest.mark.slow), *[*OF_PYTHON][1:]])
def test_every_block_runs_and_prints_its_comments(page, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    found = re.findall(BLOCK, (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    assert len(found) >= OF_PYTHON[page]
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
    assert n_promised >= OF_PYTHON[page]


def test_every_public_name_has_a_section():
    headings = re.findall(r"^## (.*)$", (ROOT / "docs" / "library.md").read_text(), re.MULTILINE)
    named = [name for heading in headings for name in re.findall(r"`(\w+)`", heading)]
    assert sorted(named) == sorted(danceoff.__all__)
