"""Scenarios of ASlib and Parquet say what the rows say."""

import csv
import io

import pandas as pd
import pytest
from rows import row

from danceoff.experiments import BadInput
from danceoff.experiments.report.tables.aslib import scenarios
from danceoff.experiments.report.tables.parquet import parquet
from danceoff.experiments.results.record import append


def data(text):
    """The lines of an ARFF file after @DATA."""
    lines = io.StringIO(text.partition("@DATA\n")[2])
    return list(csv.reader(lines, quotechar="'", escapechar="\\", doublequote=False))


ROWS = [
    row("dlx", covers=8, published=8, prepare_s=0.5, search_s=1.0, n_items=25, n_options=64),
    row("dlx", covers=8, published=8, prepare_s=0.5, search_s=2.0, repeat=2, order=1, n_items=25, n_options=64),
    row("sat:encoding=ladder,engine=cadical195", covers=3, status="timeout", prepare_s=0.0, search_s=10.0),
    row("mine", covers=7, published=8, fingerprint="f7", status="complete"),
    row("gone", covers=0, fingerprint="", status="missing"),
    row("bits", problem="it's, a file.dlx", digest="d2", task="count", status="memory", covers=0, fingerprint=""),
]


def test_a_scenario_has_the_runs_and_sizes_of_a_task(tmp_path):
    yaml = pytest.importorskip("yaml", reason="PyYAML comes with the documentation's tools")
    folders = scenarios(ROWS, tmp_path / "new" / "folder", "seeds")
    assert [folder.name for folder in folders] == ["seeds-enumerate", "seeds-count"]
    runs, sizes, states = (
        data((folders[0] / f"{name}.arff").read_text())
        for name in ("algorithm_runs", "feature_values", "feature_runstatus")
    )
    assert [run[:3] + run[4:] for run in runs] == [
        ["tromino/5x5-0", "1", "dlx", "ok"],
        ["tromino/5x5-0", "1", "mine", "other"],
        ["tromino/5x5-0", "1", "sat:encoding=ladder,engine=cadical195", "timeout"],
        ["tromino/5x5-0", "2", "dlx", "ok"],
    ]
    assert [float(runs[k][3]) for k in (0, 3)] == [1.5, 2.5]
    assert (sizes, states) == ([["tromino/5x5-0", "1", "25", "64"]], [["tromino/5x5-0", "1", "ok"]])
    description = yaml.safe_load((folders[0] / "description.txt").read_text())
    assert description["scenario_id"] == "seeds-enumerate"
    assert sorted(description["algorithms_deterministic"]) == sorted({run[2] for run in runs})
    assert description["algorithm_cutoff_time"] == 10
    runs = data((folders[1] / "algorithm_runs.arff").read_text())
    assert [run[:3] + run[4:] for run in runs] == [["it's, a file.dlx", "1", "bits", "memout"]]
    assert data((folders[1] / "feature_runstatus.arff").read_text()) == [["it's, a file.dlx", "1", "other"]]


def test_parquet_has_the_columns_of_runs_with_their_types():
    pytest.importorskip("pyarrow", reason="50 MB for one file format: an extra that no other test needs")
    table = pd.read_parquet(io.BytesIO(parquet(ROWS)))
    assert table["search_s"].dtype == float and set(table["covers"]) == {8, 3, 7, 0}
    large = pd.read_parquet(io.BytesIO(parquet([*ROWS, row("bits", 10**30)])))
    assert set(large["covers"]) == {"8", "3", "7", "0", str(10**30)}
    assert len(table) == len(ROWS)


def test_parquet_without_pyarrow_says_how_to_get_it(tmp_path, run, monkeypatch):
    def missing(*_: object, **__: object) -> None:
        raise ImportError("no engine")

    monkeypatch.setattr(pd.DataFrame, "to_parquet", missing)
    with pytest.raises(BadInput, match=r"pip install 'danceoff\[parquet\]'"):
        parquet(ROWS)
    append(tmp_path, *ROWS)
    code, _, err = run("report", str(tmp_path), "--parquet", str(tmp_path / "rows.parquet"))
    assert code == 2, err
    assert "danceoff[parquet]" in err and not (tmp_path / "rows.parquet").exists()
