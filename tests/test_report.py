"""Reports: CSV tables and a Markdown table, from the rows alone."""

from __future__ import annotations

import csv
import json

from rows import row

from experiments.record import COLUMNS
from experiments.report.markdown import overview
from experiments.report.tables import agreement, runs, summary, write

HUGE = 10**30 + 1
ROWS = [
    row("sat", repeat=2, prepare_s=1.0, search_s=4.0, peak_rss_mb=50.0),
    row("sat", repeat=1, prepare_s=1.0, search_s=2.0, peak_rss_mb=70.0),
    row("dlx", prepare_s=0.01, search_s=0.02, published=8, stats={"nodes": 3}),
    row("dlx", HUGE, "", problem="huge", digest="d2", task="count", prepare_s=0.0, search_s=0.5),
    row("brute-force", 3, "f3", status="timeout", prepare_s=0.0, search_s=10.0),
    row("cpsat", 0, "", digest="", status="missing", detail="pip install it"),
]


def read_csv(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def test_csv_files_hold_every_row_and_exact_numbers(tmp_path):
    paths = write(ROWS, tmp_path)
    assert [path.name for path in paths] == ["runs.csv", "summary.csv", "agreement.csv"]
    lines = read_csv(paths[0])
    assert len(lines) == len(ROWS)
    assert list(lines[0]) == COLUMNS
    assert lines[0]["covers"] == str(HUGE)
    assert [line["repeat"] for line in lines if line["solver"] == "sat"] == ["1", "2"]
    assert json.loads(lines[3]["stats"]) == {"nodes": 3}
    assert read_csv(paths[1])[0]["covers"] == str(HUGE)
    assert read_csv(paths[2])[0]["covers"] == str(HUGE)


def test_summary_gives_medians_and_spread():
    table = summary(ROWS).set_index(["problem", "solver", "task"])
    sat = table.loc[("tromino/5x5-0", "sat", "enumerate")]
    assert (sat["repeats"], sat["status"], sat["covers"]) == (2, "complete", "8")
    assert (sat["total_s"], sat["total_s_min"], sat["total_s_max"], sat["peak_rss_mb"]) == (4.0, 3.0, 5.0, 60.0)


def test_summary_shows_the_worst_end_of_the_repeats():
    table = summary([row(), row(repeat=2, covers=3, status="timeout")])
    assert (table["status"][0], table["covers"][0]) == ("timeout", "8")


def test_agreement_names_who_found_all_and_what_contradicts():
    table = agreement([*ROWS, row("liar", 7, "f7")]).set_index("problem")
    assert table.loc["huge", "agrees"]
    five = table.loc["tromino/5x5-0"]
    assert (five["agrees"], five["covers"], five["published"]) == (False, "8 7", "8")
    assert (five["n_solvers"], five["solvers"]) == (3, "dlx liar sat")
    assert "the numbers of covers differ" in five["detail"]


def test_the_table_on_the_screen():
    assert (
        overview(ROWS)
        == """\
Seconds for all covers, listed and checked:

| problem       | covers |    dlx | sat | brute-force |     cpsat |
| ------------- | -----: | -----: | --: | ----------: | --------: |
| tromino/5x5-0 |      8 | 0.0300 |   4 |   *timeout* | *missing* |

Seconds for all covers, counted:

| problem |                          covers | dlx |
| ------- | ------------------------------: | --: |
| huge    | 1000000000000000000000000000001 | 0.5 |"""
    )


def test_problems_stand_in_the_order_of_their_sizes():
    rows = [row(problem=f"queens/{n}", digest=f"d{n}", status="timeout", published=n) for n in (10, 9, 12)]
    lines = overview(rows).splitlines()[4:]
    assert [line.split()[1:4:2] for line in lines] == [[f"queens/{n}", f"({n})"] for n in (9, 10, 12)]


def test_rows_that_never_got_anywhere_still_make_a_report(tmp_path):
    rows = [row(covers=0, fingerprint="", digest="", status="crashed")]
    write(rows, tmp_path)
    assert "*crashed*" in overview(rows)
    assert len(runs(rows)) == 1
