"""Charts of tables: rows, columns and cells are the parts of the names of options; as text, covers remain lists."""

import re

import pytest
from in_process import cases_here

import danceoff

TABLE = "who,day,shift,need\nJörg,Tue,E,Tue\nJörg,Wed,L,Wed\nAnn,Mon,E,Mon\nAnn,Tue,L,Tue\nAnn,Tue,E,more\n"
TEXT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)')


def shown(svg: str) -> list[list[str]]:
    """Return the texts of a chart, line by line."""
    texts = sorted((float(y), float(x), text) for x, y, text in TEXT.findall(svg.replace('dy=".35em" ', "")))
    return [[text for y, _, text in texts if y == line] for line in sorted({y for y, _, _ in texts})]


@pytest.fixture(autouse=True)
def table(monkeypatch, tmp_path):
    cases_here(monkeypatch)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text(TABLE, encoding="utf-8")


def test_a_table_is_drawn_as_a_chart_and_printed_as_names(run, tmp_path):
    by = ["--option", "who,day,shift", "--item", "need"]
    code, out, _ = run("solve", "a.csv", *by, "--svg", "a.svg", "--gallery", "a.html", "--solver", "dlx")
    first = [["Mon", "Tue", "Wed"], ["Jörg", "E", "L"], ["Ann", "E", "E"]]
    assert (code, shown((tmp_path / "a.svg").read_text("utf-8"))) == (0, first)
    assert "Jörg, Tue, E\nJörg, Wed, L\nAnn, Mon, E\nAnn, Tue, E\n" in out
    (tmp_path / "found.txt").write_text(out, encoding="utf-8")
    assert run("check-covers", "a.csv", "found.txt", *by)[0] == 0
    assert "Jörg" in (tmp_path / "a.html").read_text("utf-8")


def test_covers_in_a_notebook_are_charts_of_three_parts_and_of_two():
    covers = danceoff.solve(danceoff.problem("a.csv", option=["who", "day", "shift"], item="need"), solver="dlx").covers
    assert shown(covers[1]._repr_svg_()) == [["Mon", "Tue", "Wed"], ["Jörg", "L"], ["Ann", "E", "L, E"]]
    two = danceoff.solve({("Ann", "Mon"): ["a"], ("Bo", "Tue"): ["b"]}).covers[0]
    assert shown(two._repr_svg_()) == [["Mon", "Tue"], ["Ann", "x"], ["Bo", "x"]]
