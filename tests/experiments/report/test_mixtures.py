"""A table says when its rows were not measured in the same way."""

import pytest
from rows import row

from danceoff.experiments.report.cautions import mixtures

HERE = {
    "host": "ant",
    "cpu": "fast",
    "commit": "abc",
    "engines": 1,
    "measured_by": "poll",
    "versions": {"python": "3.11", "ortools": "9"},
}


def test_rows_of_one_run_are_not_a_mixture():
    other = HERE | {"versions": {"python": "3.11", "ortools": "9", "clingo": "5"}}
    assert mixtures([row(**HERE), row("sat", **HERE), row("clingo", **other), row("never ran")]) == []


@pytest.mark.parametrize(
    ("column", "value", "line"),
    [
        ("host", "bee", "This table mixes rows of 2 machines, whose times may not compare: ant (fast), bee (fast)."),
        ("measured_by", "cgroup", "2 ways of measuring"),
        ("commit", "abc-dirty", "2 commits of danceoff"),
        ("engines", 2, "rows of 2 versions of our engines, whose times may not compare: 1, 2."),
        ("engines", None, "rows of 2 versions of our engines, whose times may not compare: 1, unknown."),
        ("versions", {"python": "3.11", "ortools": "10"}, "rows of 2 versions of ortools"),
    ],
)
def test_a_mixture_names_the_circumstances_in_which_rows_differ(column, value, line):
    (said,) = mixtures([row(**HERE), row("sat", **{**HERE, column: value})])
    assert line in said
