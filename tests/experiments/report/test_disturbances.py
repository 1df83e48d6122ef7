"""A report warns where the machine was disturbed or changed, and is silent where it was not."""

import pytest
from rows import row

from danceoff.experiments.report.cautions import cautions
from danceoff.experiments.report.disturbances import disturbances

QUIET = {
    "startup_s": 1.0,
    "prepare_s": 0.0,
    "search_s": 10.0,
    "cpu_s": 10.0,
    "waited_s": 0.1,
    "steal_s": 0.1,
    "load_begin": 1.5,
    "load_end": 1.2,
    "swap_begin_mb": 5.0,
    "swap_end_mb": 5.5,
    "cpu_begin_mhz": 3000.0,
    "cpu_end_mhz": 3100.0,
    "governor": "performance",
}


@pytest.mark.parametrize(
    ("columns", "begin", "worst"),
    [
        ([{"waited_s": 0.3}, {"waited_s": 2.5}], "Other work on the machine: 2 rows waited for a core", "25%"),
        (
            [{"steal_s": 0.12}, {"steal_s": 1.1}],
            "The host of this virtual machine took cores away: from 2 rows",
            "10.0%",
        ),
        ([{"cpu_begin_mhz": 2900.0}, {"cpu_end_mhz": 2400.0}], "The frequency of the machine changed: in 1 row", "20%"),
        ([{"swap_end_mb": 7.0}, {"swap_end_mb": 95.0}], "Swap grew during 2 rows", "90 MB"),
    ],
)
def test_each_disturbance_is_one_line_with_the_worst_row(columns, begin, worst):
    rows = [row(solver, **QUIET) for solver in ("dlx", "learn", "counter")]
    assert disturbances(rows) == []
    rows += [row(solver, **{**QUIET, **own}) for solver, own in zip(("bits", "sat"), columns, strict=True)]
    (said,) = disturbances(rows)
    assert said.startswith(begin)
    assert said.endswith(f"; most sat on tromino/5x5-0 (enumerate), {worst}.")
    assert said in cautions(rows)


@pytest.mark.parametrize(
    "columns",
    [
        {"waited_s": 2.5, "load_begin": 0.3, "load_end": 1.0},  # nobody else: its threads share a core
        {"waited_s": 2.5, "cpu_s": 30.0, "load_end": 2.9},
        {"waited_s": 15.0, "load_end": 2.4},  # its processes share a core
        {"waited_s": 0.04, "search_s": 0.1, "cpu_s": 0.1, "steal_s": 0.0},
        {"steal_s": 0.03, "startup_s": 0.5, "search_s": 0.5},  # a few ticks
        {**dict.fromkeys(QUIET), "governor": ""},
    ],
)
def test_what_says_nothing_is_no_warning(columns):
    assert disturbances([row("bits", **{**QUIET, **columns})]) == []


def test_a_governor_that_follows_the_load_is_a_warning():
    rows = [row("dlx", **QUIET), row("bits", **{**QUIET, "governor": "powersave"})]
    said = "The frequency follows the load: 1 row ran under governor powersave, 1 row under performance."
    assert disturbances(rows) == [said]
    assert disturbances(rows[1:]) == [said.replace(", 1 row under performance", "")]
