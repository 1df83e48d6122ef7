"""Reports: CSV tables and a Markdown table, from the rows alone."""

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from builders import short
from builders.ratios import ratio_tables
from rows import descents, row, times

from danceoff.experiments import BadInput
from danceoff.experiments.report.cells import cells, progress
from danceoff.experiments.report.charts.image_files import charts
from danceoff.experiments.report.names import labels
from danceoff.experiments.report.statistics.ranks import ranked
from danceoff.experiments.report.statistics.scores import ratios, scores
from danceoff.experiments.report.summary import agreement, runs, summary, write
from danceoff.experiments.report.tables.latex import latex
from danceoff.experiments.report.tables.markdown import costs, n_covers, overview, standings
from danceoff.experiments.results import record
from danceoff.experiments.results.record import COLUMNS, without

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
    paths = write(ROWS, summary(ROWS), tmp_path)
    assert [path.name for path in paths] == ["runs.csv", "summary.csv", "agreement.csv", "scores.csv", "ratios.csv"]
    lines = read_csv(paths[0])
    assert len(lines) == len(ROWS)
    assert list(lines[0]) == COLUMNS
    assert lines[0]["covers"] == str(HUGE)
    assert [line["repeat"] for line in lines if line["solver"] == "sat"] == ["1", "2"]
    assert json.loads(lines[3]["stats"]) == {"nodes": 3}
    assert read_csv(paths[1])[0]["covers"] == str(HUGE)
    assert read_csv(paths[2])[0]["covers"] == str(HUGE)


def test_options_of_solvers_are_columns():
    specs = ["sat:encoding=pairwise,seed=3", "sat", "sat:seed=12", "bits:threads=2", "'=1.py:K:a=b'", "=1+1:a=b"]
    table = runs([row(spec, problem=f"p{k}") for k, spec in enumerate(specs)])
    given = ["'=1.py:K.a", "=1+1.a", "bits.threads", "sat.encoding", "sat.seed"]
    assert list(table.columns) == [*COLUMNS[:4], *given, *COLUMNS[4:]]
    assert table["sat.encoding"].fillna("").tolist() == ["pairwise", "", "", "", "", ""]
    assert table["sat.seed"].fillna(-1).tolist() == [3, -1, 12, -1, -1, -1]


def test_labels_name_solvers_in_tables_charts_and_latex():
    rows = [
        row("sat:encoding=ladder,deep=true", label="SAT, with a ladder for each item", prepare_s=0.0, search_s=1.0),
        row("learn:seed=1", label="Clauses", prepare_s=0.0, search_s=2.0),
        row("learn:seed=2", label="Clauses", prepare_s=0.0, search_s=4.0),
        row("dlx", prepare_s=0.0, search_s=3.0),
    ]
    table, names = summary(rows), ["Clauses (2 seeds)", "SAT, with a ladder for each item", "dlx"]
    assert sorted(table["solver"]) == names
    assert all(name in latex(rows, table) and name in overview(rows, summary(rows)) for name in names)
    drawn = json.dumps(dict(charts(rows)))
    assert all(name in drawn for name in names)
    assert set(runs(rows)["label"]) == {"SAT, with a ladder for each item", "Clauses", ""}
    assert [one.solver for one in without(rows, ["Clauses,dlx"])] == ["sat:encoding=ladder,deep=true"]


@pytest.mark.parametrize("taken", ["bits", "X"])
def test_a_label_that_plans_gave_to_two_solvers_is_not_used(taken):
    rows = [row("dlx", label=taken), row("bits", label=taken), row("sat", label="A"), row("sat", 3, label="B")]
    assert {label.solver for label in labels(rows)} == {"dlx", "bits", "B"}


def test_seeds_of_one_setting_are_repeats_of_one_solver():
    specs = ["sat:engine=glucose4,seed=2", "sat:engine=glucose4", "sat:seed=4", "sat:engine=glucose4,seed=9"]
    rows = [row(spec, prepare_s=0.0, search_s=float(k)) for k, spec in enumerate(specs, 1)]
    table = summary(rows).set_index("solver")
    assert list(table.index) == ["sat:engine=glucose4 (3 seeds)", "sat:seed=4"]
    folded = table.loc["sat:engine=glucose4 (3 seeds)"]
    assert (folded["repeats"], folded["total_s"], folded["total_s_min"], folded["total_s_max"]) == (3, 2.0, 1.0, 4.0)
    assert " 2 (1.5 to 3) |" in overview(rows, summary(rows))
    assert r" & \textbf{2} (1.5--3) & " in latex(rows, summary(rows))
    assert "; in brackets the quartiles" in overview(rows, summary(rows))
    assert "quartiles" not in short.overview(rows, summary(rows), "cpu_s")
    shuffled = [row(repeat=k, order=k, prepare_s=0.0, search_s=float(k)) for k in (1, 2, 3)]
    assert "the quartiles of repeats in shuffled orders" in overview(shuffled, summary(shuffled))
    tiny = [row(repeat=k, prepare_s=0.0, search_s=1e-6 * k) for k in (1, 2, 3)]
    assert "(" not in overview(tiny, summary(tiny)), "quartiles that look the same"
    assert {cell["solver"] for cell in cells(rows, summary(rows))} == set(table.index)
    assert agreement(rows)["n_solvers"].tolist() == [4]
    assert [one.repeat for one in labels(rows)] == [2, 1, 1, 3]


def test_limits_of_which_a_solver_was_given_several_are_questions_of_their_own():
    rows = [row(time_limit_s=limit_s, search_s=limit_s, prepare_s=0.0) for limit_s in (1.0, 60.0)]
    rows += [row("sat", time_limit_s=60.0), row("sat", problem="other", digest="o", time_limit_s=60.0)]
    named = [one.problem for one in labels(rows)]
    assert named == [*(f"tromino/5x5-0 (within {s} s)" for s in (1, 60, 60)), "other"]
    assert agreement(rows)["problem"].tolist() == ["other", "tromino/5x5-0"]
    seeds = [row(f"sat:seed={k}", search_s=k, prepare_s=0.0, time_limit_s=s) for k, s in ((1, 1.0), (2, 60.0))]
    assert [one[:2] for one in labels(seeds)] == [(f"tromino/5x5-0 (within {s} s)", "sat (2 seeds)") for s in (1, 60)]


def test_summary_gives_medians_spread_and_the_worst_end():
    table = summary(ROWS).set_index(["problem", "solver", "task"])
    sat = table.loc[("tromino/5x5-0", "sat", "enumerate")]
    assert (sat["repeats"], sat["status"], sat["covers"]) == (2, "complete", 8)
    assert (sat["total_s"], sat["total_s_min"], sat["total_s_max"], sat["peak_rss_mb"]) == (4.0, 3.0, 5.0, 60.0)
    assert (sat["total_s_q1"], sat["total_s_q3"]) == (3.5, 4.5)
    table = summary([row(), row(repeat=2, covers=3, status="timeout")])
    assert (table["status"][0], table["covers"][0]) == ("timeout", 8)


def test_agreement_names_who_found_all_and_what_contradicts():
    table = agreement([*ROWS, row("liar", 7, "f7")]).set_index("problem")
    assert table.loc["huge", "agrees"]
    five = table.loc["tromino/5x5-0"]
    assert (five["agrees"], five["covers"], five["published"]) == (False, "8 7", 8)
    assert (five["n_solvers"], five["solvers"]) == (3, "dlx liar sat")
    assert "8 covers are published" in five["detail"]


def test_the_summary_has_the_family_and_the_size_of_each_problem():
    rows = [
        row(n_items=3, n_options=5, family="tromino"),
        row(problem="a/x.dlx", digest="d2", family="dlx", n_items=1, n_options=2),
        row(problem="a/y.csv", digest="d3", family="matrix"),
        row(problem="b/c/z.dlx", digest="d4", family="dlx"),
        row(problem="../e/c/z.dlx", digest="d5", family="dlx"),
        row(problem="here.dlx", digest="d6", family="dlx"),
        row(problem="/c.dlx", digest="d7", family="dlx"),
    ]
    table = summary([*rows, row("sat", n_items=3, n_options=5)]).set_index(["problem", "solver"])
    families = table["family"].to_dict()
    assert families["tromino/5x5-0", "dlx"] == families["tromino/5x5-0", "sat"] == "tromino"
    assert (families["a/x.dlx", "dlx"], families["a/y.csv", "dlx"]) == ("a", "a"), "one family a folder"
    assert families["b/c/z.dlx", "dlx"] == families["../e/c/z.dlx", "dlx"] == "c", "two folders of one name"
    assert families["here.dlx", "dlx"] == "files"
    assert (table["n_items"]["a/x.dlx", "dlx"], table["n_options"]["a/x.dlx", "dlx"]) == (1, 2)
    assert table["n_items"].isna()["a/y.csv", "dlx"]
    assert {cell["family"] for cell in cells(rows, summary(rows))} == {"tromino", "a", "c", "files"}


def test_counts_of_whoever_is_wrong_are_not_in_the_column_of_covers():
    wrong, right = row("liar", 7, "f7"), row("dlx", checked=8)
    assert n_covers([wrong, right]) == {"tromino/5x5-0": "8"}
    assert n_covers([wrong, row("dlx")]) == {"tromino/5x5-0": "7 or 8"}, "nothing decides"


def test_a_folder_without_rows_is_bad_input_and_has_no_report(run, tmp_path):
    (tmp_path / "rows.jsonl").write_text("")
    assert run("report", str(tmp_path)) == (2, "", f"danceoff: {tmp_path}: there are no rows to report\n")
    assert not (tmp_path / "report.html").exists()
    assert run("verify", str(tmp_path))[0] == 2


def test_warnings_stand_above_the_tables_and_in_latex(run, tmp_path):
    record.append(tmp_path, row(), row("sat", status="crashed", case="1"))
    code, out, err = run("report", str(tmp_path), "--latex", str(tmp_path / "t.tex"))
    assert code == 0
    assert "warning: 1 case ended crashed: sat.\n" in err
    assert "crashed: sat" not in out
    assert "\n% 1 case ended crashed: sat.\n" in (tmp_path / "t.tex").read_text().partition("\\begin")[0]


def test_a_report_prints_scores_first_then_times_and_the_counters_that_are_asked_for(run, tmp_path):
    rows = [row("dlx", repeat=k, prepare_s=0.0, search_s=1.0, stats={"nodes": n}) for k, n in ((1, 10), (2, 31))]
    rows += [row("sat", prepare_s=0.0, search_s=2.0, stats={"conflicts": 7}), row("bits", status="timeout")]
    record.append(tmp_path, *(replace(one, case=f"{k}") for k, one in enumerate(rows)))
    code, out, _ = run("report", str(tmp_path), "--columns", "conflicts,nodes")
    assert code == 0
    heads = [line.partition(" for ")[0] for line in out.splitlines() if line.endswith(":")]
    assert heads == ["Asked", "Seconds", "conflicts", "nodes"], "statistics are on the page"
    assert "| solver       | asked | solved | won | PAR-2 | mean place |" in out
    lines = [re.split(r" *\| *", line)[3:6] for line in out.splitlines() if line.startswith("| tromino/5x5-0")]
    assert lines == [["1", "2", "*timeout*"], ["", "7", "*timeout*"], ["20", "", "*timeout*"]]
    assert "stats.conflicts,stats.nodes\n" in (tmp_path / "summary.csv").read_text()
    code, _, err = run("report", str(tmp_path), "--columns", "node")
    assert (code, err) == (2, "danceoff: no row has a counter node; did you mean nodes?\n")


def test_the_table_on_the_screen():
    assert (
        overview(ROWS, summary(ROWS))
        == """\
Seconds for all covers, listed and checked; in brackets the quartiles of repeats, if more than 10 % apart:

| problem       | covers |    dlx |            sat | brute-force |     cpsat |
| ------------- | -----: | -----: | -------------: | ----------: | --------: |
| tromino/5x5-0 |      8 | 0.0300 | 4 (3.5 to 4.5) |   *timeout* | *missing* |

Seconds for all covers, counted:

| problem |                          covers | dlx |
| ------- | ------------------------------: | --: |
| huge    | 1000000000000000000000000000001 | 0.5 |"""
    )
    rows = [row("dlx", prepare_s=5.0, search_s=5.0, cpu_s=2.5)]
    table = short.overview(rows, summary(rows), "cpu_s")
    assert table.startswith("CPU seconds for all covers")
    assert table.splitlines()[-1] == "| tromino/5x5-0 |      8 | 2.5 |"


def test_problems_are_in_the_order_of_their_sizes():
    rows = [row(problem=f"queens/{n}", digest=f"d{n}", status="timeout", published=n) for n in (10, 9, 12)]
    lines = overview(rows, summary(rows)).splitlines()[4:]
    assert [line.split()[1:4:2] for line in lines] == [[f"queens/{n}", f"({n})"] for n in (9, 10, 12)]


RACE = [*times("a", p=1.0, q=4.0, r=None), *times("b", p=3.0, q=None, r=None), *times("c", p=1.0)]


def test_scores_equal_those_of_a_small_example_by_hand():
    table = scores(summary(RACE)).set_index("solver")
    assert list(table.index) == ["virtual best", "a", "b", "c"]
    assert list(table["n_asked"]) == [3, 3, 3, 1]
    assert list(table["n_solved"]) == [2, 2, 1, 1]
    assert table["n_common"].tolist()[:3] == [3, 3, 3]
    assert table["wins"].tolist()[1:3] == [2, 0]
    assert table["only_solver"].tolist()[1:3] == [1, 0]
    assert table["mean_place"].tolist()[1:3] == pytest.approx([(1 + 1 + 1.5) / 3, (2 + 2 + 1.5) / 3])
    assert table["par2_s"].tolist()[:3] == pytest.approx([25 / 3, 25 / 3, 43 / 3])
    shifted = [product ** (1 / 3) - 0.01 for product in (1.01 * 4.01 * 10.01, 3.01 * 10.01 * 10.01)]
    assert table["mean_shifted_10ms_s"].tolist()[1:3] == pytest.approx(shifted)
    assert table["vbs_contribution_s"].tolist()[1:3] == pytest.approx([6.0, 0.0])
    assert table.loc["c", "n_common":].isna().all(), "asked one problem of three: not compared"


def test_a_family_counts_once_however_many_problems_it_has():
    of_families = times("a", **{"x/1": 1.0, "x/2": 3.0, "y/1": 20.0})
    of_families += times("b", **{"x/1": 9.0, "x/2": 9.0, "y/1": 9.0})
    table = scores(summary(of_families)).set_index("solver")
    assert table.loc["a", "par2_s"] == 8.0 and table.loc["a", "par2_families_s"] == 11.0


def stopped(solver: str, **columns):
    about = {"prepare_s": 0.0, "search_s": 1.1, "time_limit_s": 100.0, "cpu_limit_s": 1.0, "status": "timeout"}
    return row(solver, **{**about, **columns})


def test_an_unsolved_case_counts_the_limit_that_stopped_it():
    rows = [
        stopped("cpu", detail="limit of CPU time: 1.02 s"),
        stopped("wall", search_s=100.1),
        stopped("memory", status="memory"),
        stopped("alone", time_limit_s=None, detail="limit of CPU time: 1.02 s"),
        stopped("cores", time_limit_s=10.0, cpu_limit_s=60.0, search_s=8.0, detail="limit of CPU time: 60.02 s"),
        stopped("none", time_limit_s=None, cpu_limit_s=None, status="crashed"),
    ]
    limits_s = {"cpu": 1.0, "wall": 100.0, "memory": 1.0, "alone": 1.0, "cores": 10.0, "none": None}
    assert {one.solver: one.limit_s for one in rows} == limits_s
    assert scores(summary(rows[:2])).set_index("solver")["par2_s"].to_dict() == pytest.approx(
        {"virtual best": 200.0, "cpu": 2.0, "wall": 200.0}
    )
    assert {one["solver"]: one["limit_s"] for one in cells(rows[:2], summary(rows[:2]))} == {"cpu": 1.0, "wall": 100.0}


def test_nobody_is_best_by_having_been_asked_easier_problems():
    table = scores(summary([*RACE, *times("d", p=2.0, q=5.0), *times("e", r=9.0, q=9.0)])).set_index("solver")
    assert (table.loc["d", "n_asked"], table.loc["d", "n_common"], table.loc["d", "par2_s"]) == (2, 1, 5.0)
    assert list(table.index) == ["virtual best", "a", "d", "e", "b", "c"], "the order of the times of q, asked of all"
    table = scores(summary([*times("a", p=1.0), *times("b", q=2.0)])).set_index("solver")
    assert table["n_common"].tolist() == [0, 0, 0]
    assert table["par2_s"].isna().all(), "no problem was asked of both"


def test_solvers_have_one_order_in_all_tables():
    counted = [row(solver, problem="p", digest="p", task="count", prepare_s=0.0, search_s=1.0) for solver in "zcb"]
    rows = [*RACE, *counted]
    assert ranked(summary(rows)) == ["a", "b", "c", "z"]
    heads = [line for line in overview(rows, summary(rows)).splitlines() if line.startswith("| problem")]
    assert [head.replace("|", "").split()[2:] for head in heads] == [["a", "b", "c"], ["b", "c", "z"]]


def test_a_short_table_has_the_best_solvers_and_the_hardest_problems():
    rows = [row(f"s{k:02}", prepare_s=0.0, search_s=20.0 - k) for k in range(11)]
    text = short.overview(rows, summary(rows), short=True)
    assert "by the 8 best of 11 solvers:" in text
    best = [f"s{k:02}" for k in range(10, 2, -1)]
    assert text.split("\n")[2].replace("|", "").split()[2:] == best
    assert "best of" not in overview(rows, summary(rows)) + short.overview(rows[1:], summary(rows[1:]), short=True)
    rows = times("a", **{f"p{k}": None if k == 5 else 20.0 - k for k in range(12)}) + times("b", p0=1.0, p5=1.0, p7=1.0)
    lines = short.overview(rows, summary(rows), short=True).splitlines()
    assert lines[0].endswith(", on the 10 of 12 problems that take the fastest solver longest:")
    assert [line.split()[1] for line in lines[4:]] == [f"p{k}" for k in (0, 1, 2, 3, 4, 6, 8, 9, 10, 11)]
    rows += [row("a", problem="q", digest="q", status="timeout")]
    assert "| q " in short.overview(rows, summary(rows), short=True), "nobody solves it"


def test_short_standings_and_ratios_have_the_ten_best():
    rows = [row(f"s{k:02}", prepare_s=0.0, search_s=20.0 - k) for k in range(12)]
    for text, n_lines in (
        (short.standings(summary(rows), short=True), 13),
        (ratio_tables(summary(rows), short=True), 11),
    ):
        lines = text.splitlines()
        assert lines[0].endswith(f"; the 10 best of {n_lines} lines by PAR-2:")
        assert len(lines) == 2 + 2 + 10
    table = summary(rows)
    assert ratio_tables(summary(rows[:1])) == ""
    assert "best of" not in short.standings(summary(rows[3:]), short=True) + standings(table) + ratio_tables(table)


def test_no_table_of_the_documents_is_wider_than_a_page():
    for page in (Path(__file__).parents[3] / "docs").rglob("*.md"):
        rows = [line for line in page.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
        assert [row for row in rows if row.count("|") > 13] == [], page.name


def test_the_standings_say_which_problems_all_were_asked():
    head = standings(summary([*RACE, *times("d", p=2.0, q=5.0)])).splitlines()[0]
    assert "of the 2 of 3 problems that all compared solvers were asked; a solver without them" in head


def test_ratios_are_against_the_best_or_the_named_solver_and_count_who_is_faster():
    table = ratios(summary(RACE)).set_index("solver")
    assert list(table["relative_to"]) == ["a", "a"]
    assert table.loc["b", "n_problems":"ratio"].tolist() == pytest.approx([3, 1, 0, 2, 3])
    assert table.loc["c", "n_problems":"ratio"].tolist() == [1, 1, 0, 0, 1.0]
    assert table["ratio_low"].isna().all(), "too few problems for an interval"
    to_b = ratios(summary(RACE), "b").set_index("solver")
    assert to_b.loc["a", "n_problems":"ratio"].tolist() == pytest.approx([3, 1, 2, 0, 1 / 3])
    assert ratios(summary([row("c", status="missing"), row("a")])).empty


def test_speeds_are_relative_to_the_first_solver_or_the_named_one():
    table = summary(RACE).set_index(["solver", "problem"])
    assert (table.loc[("b", "p"), "speed"], set(table["relative_to"])) == (pytest.approx(1 / 3), {"a"})
    assert table["speed"].isna().to_dict()[("b", "q")]
    assert summary(RACE, "b").set_index(["solver", "problem"]).loc[("a", "p"), "speed"] == 3.0
    with pytest.raises(BadInput, match="no row is of a solver z; there are a, b, c"):
        summary(RACE, "z")


def test_a_contradicted_case_is_not_solved():
    known = {"published": 8, "prepare_s": 0.0, "search_s": 1.0}
    table = summary([row("good", **known), row("liar", 7, "f7", **known)]).set_index("solver")
    assert table["solved"].to_dict() == {"good": True, "liar": False}
    unknown = summary([row("one", search_s=1.0), row("two", 7, "f7", search_s=1.0)])
    assert not unknown["solved"].any(), "nobody knows which of them is right"
    bound = summary([row("good", **known), row("liar", 9, "", status="timeout", **known)]).set_index("solver")
    assert bound["contradicted"].to_dict() == {"good": False, "liar": True}, "not even a lower bound"


def test_the_cheapest_covers_have_costs_bounds_and_gaps():
    table = summary(descents()).set_index("solver")
    assert table.loc["sat", ["cost", "bound", "gap", "solved"]].tolist() == [0.7, 0.7, 0.0, True]
    assert table.loc["dlx", ["cost", "bound", "gap", "solved"]].tolist() == [0.8, 0.6, 0.25, False]
    par2_s = scores(summary(descents())).set_index("solver")["par2_s"].to_dict()
    assert par2_s == {"virtual best": 2.5, "sat": 2.5, "dlx": 20.0}
    (line,) = agreement(descents()).to_dict("records")
    assert (line["cost"], pd.isna(line["covers"]), line["n_solvers"], line["solvers"]) == (0.7, True, 1, "sat")
    assert (
        overview(descents(), summary(descents()))
        == """\
Seconds for the cheapest cover, and the proof:

| problem       | cost | sat |                 dlx |
| ------------- | ---: | --: | ------------------: |
| tromino/5x5-0 |  0.7 | 2.5 | *timeout*, gap 25 % |"""
    )
    assert "| 0.6 .. 0.8 |" in overview(descents()[1:], summary(descents()[1:]))


def test_questions_about_one_problem_are_told_apart():
    rows = descents() + [replace(one, at_most="7", digest="d2") for one in descents()]
    rows += [replace(one, maximise=True, cost=-9, bound=-9, digest="d3") for one in descents()[:1]]
    names = ["tromino/5x5-0", "tromino/5x5-0 (at most 7)", "tromino/5x5-0 (maximise)"]
    assert sorted(set(summary(rows)["problem"])) == names
    assert sorted({cell["problem"] for cell in cells(rows, summary(rows))}) == names
    assert {point["problem"] for point in progress(rows)} == set(names)
    assert all(f"| {name} " in overview(rows, summary(rows)) for name in names)
    assert costs(rows) == dict(zip(names, ("0.7", "0.7", "-0.9"), strict=True))


def test_the_dictionary_has_every_column_of_the_reports():
    sections = (Path(__file__).parents[3] / "results" / "README.md").read_text().split("\n## ")[1:]
    columns = {section.partition("\n")[0]: re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) for section in sections}
    cells = summary(RACE)
    tables = {"summary": cells, "agreement": agreement(RACE), "scores": scores(cells), "ratios": ratios(cells)}
    assert columns == {f"{name}.csv": list(table.columns) for name, table in tables.items()}
