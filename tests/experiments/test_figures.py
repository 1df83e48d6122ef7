"""Figures and tables for papers."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

from race import race
from rows import row

from danceoff.experiments.report.charts import CHARTS
from danceoff.experiments.report.charts.image_files import image_files
from danceoff.experiments.report.escaping import for_latex
from danceoff.experiments.report.tables.latex import latex


def test_every_chart_becomes_a_figure_in_svg_and_png(tmp_path):
    paths = image_files(race(), tmp_path / "new" / "folder")
    names = [f"{'growth-tromino' if name == 'growth' else name}-enumerate" for name in CHARTS]
    assert [path.name for path in paths] == [f"{name}.{ending}" for name in names for ending in ("svg", "png")]
    for svg, png in zip(paths[::2], paths[1::2], strict=True):
        assert png.read_bytes().startswith(b"\x89PNG")
        root = ElementTree.fromstring(svg.read_text())
        marks = [
            mark for mark in root.iter() if mark.get("aria-roledescription") in ("point", "line mark", "rule mark")
        ]
        assert marks, svg.name
        assert "$" not in svg.read_text(), svg.name
        assert svg.name.startswith("scatter") or ">sat:engine=glucose4<" in svg.read_text(), f"{svg.name} has no legend"


def test_a_chart_without_data_makes_no_figure(tmp_path):
    assert image_files([row(covers=0, fingerprint="", status="crashed")], tmp_path) == []


def test_the_latex_table_marks_the_best_and_the_limits():
    text = latex(race())
    assert r"tromino/7x7-0 & 1440 & \textbf{0.167} & 1.66 & $>$10 \\" in text
    assert r"\emph{contradicted}" in text
    (columns,) = re.findall(r"\\begin\{tabular\}\{(\w+)\}", text)
    assert {line.count("&") + 1 for line in text.splitlines() if "&" in line} == {len(columns)}


def test_latex_sees_no_commands_in_names():
    assert for_latex(r"a_b{50%}\x") == r"a\_b\{50\%\}\textbackslash{}x"
