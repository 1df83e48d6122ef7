"""Frames: numbers are numbers, of the dtypes that pandas gives to the columns of the CSV."""

import io
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from rows import row

import danceoff
from danceoff.experiments.report.columns import amounts
from danceoff.experiments.report.summary import summary, write
from danceoff.experiments.results.record import Row, append
from danceoff.experiments.results.schema import AMOUNT, kinds

HUGE = 10**5000
FRAMES = {"runs": "rows", "summary": "summary", "agreement": "agreement", "scores": "scores", "ratios": "ratios"}
read_csv = partial(pd.read_csv, dtype_backend="numpy_nullable")
DTYPES = {int: "Int64", float: "Float64", bool: "boolean"}


def costly(solver, **columns):
    end = {"task": "best", "fingerprint": "", "checked": 1, "cost": -75, "bound": -75, "cost_scale": 10, "limit": 1}
    return row(solver, 1, **{**end, "prepare_s": 1.0, "search_s": 2.0, **columns})


ROWS = {
    "counts": [row("dlx", 9), row("bits", 10, published=10, orbits=2), row("sat", 8, status="timeout", search_s=3.0)],
    "costs": [costly("auto", at_most="2.5"), costly("sat:phase=true,gap=0.25,seed=7"), costly("sat:phase=false")],
    "fractions": [costly("auto", cost_scale=7, at_most="25/3"), costly("sat", cost_scale=7)],
    "large": [row("dlx", 2**63), row("bits", 2**63, repeat=2)],
    "huge": [replace(row("dlx"), covers=HUGE), replace(row("bits", 2, problem="two", digest="d2"), published=HUGE)],
}


@pytest.mark.parametrize("given", [*ROWS, "results/seeds", "results/costs", "results/championship/up-to-symmetry"])
def test_frames_have_the_dtypes_of_the_csv(given, tmp_path):
    campaign = danceoff.results(Path(__file__).parents[3] / given) if "/" in given else None
    if campaign is None:
        append(tmp_path, *ROWS[given])
        campaign = danceoff.results(tmp_path)
    for file in write(campaign._rows, summary(campaign._rows), tmp_path):
        frame, text = getattr(campaign, FRAMES[file.stem]), read_csv(file)
        assert list(frame.columns) == list(text.columns)
        assert len(frame) == len(text)
        for name in frame:
            if frame[name].dtype == object:  # Python's whole numbers, of which pandas reads text
                large = {value for value in frame[name].dropna() if type(value) is int}
                assert max(map(abs, large)) >= 2**63 and text[name].dtype != "Int64"
            elif text[name].notna().any():
                assert frame[name].dtype == text[name].dtype, name
            if frame[name].dtype == "Float64":
                assert np.allclose(frame[name].to_numpy(float, na_value=0), text[name].to_numpy(float, na_value=0))
            elif frame[name].dtype in ("Int64", "boolean"):
                assert frame[name].equals(text[name].astype(frame[name].dtype)), name


def test_each_column_has_the_dtype_of_its_annotation(tmp_path):
    append(tmp_path, row())
    frame = danceoff.results(tmp_path).rows
    found = kinds(Row)
    assert {int, float, bool, str, list, dict, Fraction} == set(found.values())
    for name, kind in found.items():
        assert frame[name].dtype == DTYPES.get(kind, "Int64" if kind is Fraction else "string"), name
    assert [name for name, hint in Row.__annotations__.items() if "AMOUNT" in hint] == ["at_most"], AMOUNT


@pytest.mark.parametrize(
    ("texts", "dtype", "values"),
    [
        (["7", "", None], "Int64", [7, None, None]),
        (["0.5", "7", "-1e-3"], "Float64", [0.5, 7.0, -0.001]),
        (["true", None], "boolean", [True, None]),
        (["25/3", "7"], "string", ["25/3", "7"]),
        (["true", "7"], "string", ["true", "7"]),
        (["0.1234567890123456789"], "string", ["0.1234567890123456789"]),
        (["1e999", "nan"], "string", ["1e999", "nan"]),
        ([str(2**63), "1", None], "object", [2**63, 1, None]),
        ([], "Int64", []),
    ],
)
def test_what_people_wrote_is_a_number_where_that_is_exact(texts, dtype, values):
    found = amounts(texts)
    assert found.dtype == dtype
    assert [None if value is pd.NA else value for value in found] == values


def test_the_csv_has_all_digits_of_amounts(tmp_path):
    append(tmp_path, costly("auto", cost=12345675, bound=12345675), costly("sat", cost=70, bound=70, status="timeout"))
    write(danceoff.results(tmp_path)._rows, summary(danceoff.results(tmp_path)._rows), tmp_path)
    text = pd.read_csv(io.StringIO((tmp_path / "summary.csv").read_text()), dtype=str)
    assert text["cost"].tolist() == ["1234567.5", "7"]
