"""Results in notebooks: pictures, frames, charts, and the progress of a run."""

import argparse
import builtins
import sys
import types
from pathlib import Path
from unittest.mock import MagicMock

import pytest

import danceoff
from danceoff.experiments import BadInput
from danceoff.experiments.commands import report
from danceoff.experiments.report.charts.vega import converter
from danceoff.problems.sources import read

ROOT = Path(__file__).parent.parent
NAMED = {"left": ["a", "b"], "right": ["c"], "one": ["a"], "two": ["b", "c"]}


def test_a_notebook_shows_results_and_covers():
    result = danceoff.solve("soma", limit=1)
    assert "limit: at least 1 cover in" in result._repr_html_()
    assert "<svg" in result._repr_html_()
    assert result.covers[0]._repr_svg_().startswith("<svg")
    assert "left" in danceoff.solve(NAMED).covers[0]._repr_svg_()
    for chosen in ([2], [2, 3]):
        assert danceoff.solve(danceoff.problem(NAMED).given(chosen)).covers[0]._repr_svg_() is None
    assert "<svg" in read("soma")._repr_svg_()
    whole = danceoff.problem(NAMED)._repr_html_()
    assert whole.startswith("<p>4 options, 3 primary and 0 secondary items</p><table>")
    assert whole.count("<td>●</td>") == 6
    assert danceoff.problem("soma")._repr_html_() == "<p>688 options, 34 primary and 0 secondary items</p>"


def test_results_are_frames_and_charts():
    campaign = danceoff.results(ROOT / "results" / "seeds")
    assert {"problem", "solver", "search_s"} <= set(campaign.rows.columns)
    assert len(campaign.rows) == len(campaign._rows) > 100
    assert campaign.agreement["agrees"].all()
    assert set(campaign.scores["solver"]) > set(campaign.summary["solver"])
    assert set(campaign.ratios["solver"]) < set(campaign.summary["solver"])
    chart = campaign.charts["cactus-count"]
    assert "vega-lite" in chart["$schema"]
    assert chart["datasets"]["cells"]
    assert "<svg" in converter().vegalite_to_svg(chart)
    assert "<table" in campaign._repr_html_()


class ZMQInteractiveShell:
    """By the name of this class rich knows a notebook."""


def test_a_run_shows_its_progress_in_a_notebook(monkeypatch, tmp_path):
    shown = []
    display = types.ModuleType("IPython.display")
    display.display = shown.append
    widgets = types.ModuleType("ipywidgets")
    widgets.Output = MagicMock
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setitem(sys.modules, "ipywidgets", widgets)
    monkeypatch.setattr(builtins, "get_ipython", ZMQInteractiveShell, raising=False)
    plan = tmp_path / "plan.toml"
    plan.write_text('tasks = ["count"]\nproblems = { queens = ["4"] }\nsolvers = { backtracking = {} }')
    assert danceoff.run(plan, tmp_path / "results").rows["covers"].tolist() == [2]
    assert any(isinstance(one, MagicMock) for one in shown), "the progress bar is a widget"
    lines = "".join(one.text for one in shown if not isinstance(one, MagicMock))
    assert "1 cases; order shuffled with seed" in lines
    assert "queens/4               backtracking           count                2" in lines


def test_without_the_converter_of_charts_all_else_is_written(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(BadInput, match=r"need vl-convert: pip install 'danceoff\[figures\]'$"):
        converter()
    rows = (ROOT / "results" / "seeds" / "rows.jsonl").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "rows.jsonl").write_text("".join(rows[::20]), "utf-8")
    assert danceoff.results(tmp_path).charts
    asked = {"results": tmp_path, "relative_to": "", "latex": tmp_path / "tables.tex"}
    asked |= {"columns": ""}
    assert report.run(argparse.Namespace(**asked, without=[], figures=None)) == 0
    assert "This page has no charts, only the numbers behind them" in (tmp_path / "report.html").read_text()
    assert {"summary.csv", "tables.tex"} <= {file.name for file in tmp_path.iterdir()}
    with pytest.raises(BadInput, match=r"need vl-convert"):
        report.run(argparse.Namespace(**asked, without=[], figures=tmp_path / "figures"))
