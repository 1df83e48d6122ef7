"""What pages have from rows by builders of docs: sums, starts, new terms; and the pictures of docs/questions.md."""

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from builders.new_numbers import confirmed, new_numbers
from builders.paste import pasted
from builders.pictures import PICTURES
from builders.startup import startup
from builders.sums import sums
from builders.taocp import taocp
from builders.taocp_problems import MAKERS
from rows import row

from danceoff.experiments.results.record import Row, append

DOCS = Path(__file__).parents[2] / "docs"
RESULTS = DOCS.parent / "results"


def took(cpu_s: float, solver: str, problem: str, **columns: object) -> Row:
    return row(solver, problem=problem, digest=problem, prepare_s=0.0, search_s=cpu_s, cpu_s=cpu_s, **columns)


def test_in_sums_every_solver_is_compared_with_the_best_of_each_case():
    rows = [took(1.0, "dlx", "a"), took(4.0, "dlx", "b"), took(3.0, "sat", "a"), took(2.0, "sat", "b")]
    rows += [took(0.5, "auto", "a"), took(4.0, "auto", "b"), took(2.0, "cpsat", "a")]
    rows += [took(1.5, "cpsat", "b", covers=0, status="timeout")]
    rows += [took(s, "dlx", "a", task="count", fingerprint="", repeat=k) for k, s in enumerate((0.25, 0.35), 1)]
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in sums(rows).splitlines()]
    assert [*lines[:1], *lines[2:]] == [
        ["CPU seconds in sum", "cases", "best of each", "auto", "dlx", "sat", "cpsat"],
        ["all covers", "2", "3", "4.5 (1.5 x)", "5 (1.67 x)", "5 (1.67 x)", "> 12 (4 x)"],
        ["their number", "1", "0.3", "", "0.3 (1 x)", "", ""],
        ["together", "3", "3.3", "", "5.3 (1.61 x)", "", ""],
    ]


def test_solvers_are_grouped_by_the_median_of_their_starts():
    started = [("dlx", 0.14), ("dlx", 0.11), ("dlx", 4.0), ("sat", 0.06), ("peer-xcover", 10.0), ("sat", None)]
    rows = [row(solver, startup_s=seconds) for solver, seconds in started]
    assert startup(rows).splitlines()[2:] == ["| 0.1 s | dlx, sat |", "| 10.0 s | peer-xcover |"]


SEQUENCE = '[A1]\nwhat = "ways"\nproblem = "queens/{n}"\nchanged = "1 May 2020"\nfirst = 1\nterms = [1, 0]\n'
TRACE = {"task": "certify", "certificate": "trace", "certificate_steps": 7, "certificate_bytes": 900, "check_s": 2.0}


def counted(n: int, covers: int, solver: str = "counter:method=memo", **columns: object) -> Row:
    return row(solver, covers, problem=f"queens/{n}", **{"task": "count", "cpu_s": 1.0, **columns})


ONE, TWO, PROVED = counted(1, 1), counted(2, 0), counted(3, 5, **TRACE)


@pytest.mark.parametrize(
    ("rows", "n_new"),
    [
        ([ONE, TWO, PROVED], 1),
        ([ONE, TWO, PROVED, counted(3, 5, "bits"), counted(4, 9, **TRACE)], 2),
        ([ONE, TWO, counted(3, 5), counted(3, 5, "bits")], 0),
        ([ONE, TWO, counted(3, 5, **{**TRACE, "status": "timeout"})], 0),
        ([ONE, TWO, PROVED, counted(3, 6, "bits")], 0),
        ([ONE, TWO, counted(4, 9, **TRACE)], 0),
        ([ONE, PROVED], 0),
        ([ONE, counted(2, 1), PROVED], 0),
    ],
)
def test_a_term_is_claimed_only_by_the_rules(rows: list[Row], n_new: int, tmp_path: Path) -> None:
    append(tmp_path, *rows)
    (tmp_path / "sequences.toml").write_text(SEQUENCE)
    assert new_numbers(tmp_path).startswith(f"{n_new} new terms of {min(n_new, 1)} sequences")


PUBLISHED = {"published": 4, "published_orbits": 1}
CERTIFIED = counted(6, 4, **TRACE, **PUBLISHED)


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        ([counted(6, 4, **PUBLISHED), counted(6, 4, "bits", **PUBLISHED)], ""),
        ([CERTIFIED], "confirmed"),
        ([CERTIFIED, counted(6, 4, orbits=1, **PUBLISHED)], "confirmed"),
        ([CERTIFIED, counted(6, 4, orbits=2, **PUBLISHED)], "refuted"),
        ([counted(6, 3, **TRACE, **PUBLISHED)], "refuted"),
        ([CERTIFIED, counted(6, 5, "cpsat", **PUBLISHED)], ""),
        ([counted(2, 0, **TRACE, published=0)], ""),
        ([counted(6, 4, **TRACE)], ""),
    ],
)
def test_a_published_number_is_judged_only_by_the_rules(rows: list[Row], verdict: str, tmp_path: Path) -> None:
    append(tmp_path, *rows)
    (tmp_path / "sequences.toml").write_text(SEQUENCE)
    lines = confirmed(tmp_path).splitlines()[2:]
    assert [verdict in line for line in lines] == [True] * bool(verdict)


def test_the_page_of_new_terms_is_what_the_rows_say() -> None:
    page = (RESULTS / "new-numbers.md").read_text(encoding="utf-8")
    assert "<!-- new-numbers of new-numbers: begin -->" in page
    assert pasted(page, RESULTS) == page, "make readme"
    assert new_numbers(RESULTS / "new-numbers") in page


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        ([counted(6, 4)], None),
        ([counted(6, 4), counted(6, 4, "bits")], "as printed"),
        ([counted(6, 4, **TRACE)], "as printed"),
        ([counted(6, 5, **TRACE)], "differs"),
        ([counted(6, 5, **TRACE), counted(6, 4, "bits")], None),
    ],
)
def test_a_printed_answer_has_a_line_if_it_is_proved_or_two_agree(rows, verdict, tmp_path) -> None:
    append(tmp_path, *rows)
    (tmp_path / "answers.toml").write_text(
        f'["1"]\nwhat = "?"\nproblems = [["{Path(rows[0].problem).name}", "n", 4]]\n'
    )
    lines = taocp(tmp_path).splitlines()[6:]
    assert [str(verdict) in line for line in lines] == [True] * bool(verdict)


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_the_problems_of_printed_answers_are_those_of_their_definitions(make) -> None:
    stated = {name: text for name, text in make() if make.__name__ != "tetraboloes" or name == "320-1x29-1100"}
    for name, text in stated.items():
        assert gzip.decompress((RESULTS / "taocp" / "problems" / f"{name}.dlx.gz").read_bytes()).decode() == text


def test_the_page_of_questions_shows_each_picture():
    page = "".join((DOCS / name).read_text() for name in ("questions.md", "puzzles.md"))
    shown = re.findall(r'src="pictures/questions/(.*)\.svg" height="\d+" alt="[^"]+">', page)
    files = {file.stem: file.read_text() for file in (DOCS / "pictures" / "questions").iterdir()}
    assert sorted(shown) == sorted(PICTURES) == sorted(files)
    for text in files.values():
        ElementTree.fromstring(text)
        assert len(text) < 60_000
        assert "prefers-color-scheme:dark" in text


@pytest.mark.parametrize("name", ["held-queens", "numbered", "orbits", "unique", "random-dominoes"])
def test_a_picture_is_what_is_drawn_today(name):
    written = (DOCS / "pictures" / "questions" / f"{name}.svg").read_text()
    assert re.sub("<style>.*</style>", "", PICTURES[name]()) == re.sub("<style>.*</style>", "", written)
