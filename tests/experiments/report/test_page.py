"""What the page of a report is made of: the data of its charts, its warnings, the whole file."""

import argparse
import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from exhibits import contrast
from rows import descents, race, row, times

from danceoff.experiments.commands import certify, solve_arguments
from danceoff.experiments.commands.solve_case import case_of
from danceoff.experiments.report.cautions import mixtures
from danceoff.experiments.report.cells import cells, progress
from danceoff.experiments.report.charts import CHARTS, PRINTED, chart, solver_styles
from danceoff.experiments.report.page import html
from danceoff.experiments.report.page.data import again
from danceoff.experiments.report.page.html import page, winners
from danceoff.experiments.report.statistics.scores import scores
from danceoff.experiments.report.summary import summary, write
from danceoff.experiments.report.tables.markdown import overview
from danceoff.experiments.results.record import COLUMNS

RACE = race()


def cell(problem: str, solver: str) -> dict:
    return next(cell for cell in cells(RACE, summary(RACE)) if (cell["problem"], cell["solver"]) == (problem, solver))


def test_a_limit_is_never_shown_as_a_time():
    stopped = cell("tromino/7x7-0", "sat:engine=glucose4")
    assert (stopped["end"], stopped["solved"], stopped["time_s"]) == ("timeout", False, 10.0)
    assert cell("queens/6", "sat:engine=glucose4")["end"] == "contradicted"
    done = cell("tromino/6x6", "dlx")
    assert (done["end"], done["time_s"]) == ("solved", pytest.approx(162e-4 * 1.15 + 0.001))
    beyond = [row(covers=10**400, prepare_s=0.0, search_s=1.0)]
    (huge,) = cells(beyond, summary(beyond))
    assert (huge["n_covers"], huge["covers"]) == (1e300, str(10**400)), "at the edge"


def test_covers_over_time_are_known_only_from_points_and_not_drawn_if_contradicted():
    told = progress(RACE)
    assert [(p["s"], p["covers"]) for p in told if p["problem"] == "queens/6" and p["solver"] == "dlx"] == [
        (pytest.approx(2.2e-4), 2),
        (pytest.approx(4.4e-4), 4),
    ]
    assert not any(p["covers"] == 700 for p in told), "a row without points"
    good = row(points=[[0.1, 1], [0.2, 8]])
    liar = row("liar", 7, "f7", status="wrong", points=[[0.1, 7]])
    assert {point["solver"] for point in progress([good, liar])} == {good.solver}


@pytest.mark.parametrize(
    ("rows", "verdict", "caveats", "first"),
    [
        (race(), "1 disagreement: ", " open>\n  <summary>1 caveat<", "sat:engine=glucose4: wrong"),
        ([row(), row("sat", status="crashed")], "No disag", ">\n  <summary>1 caveat<", "1 case ended crashed"),
    ],
)
def test_the_first_screen_has_the_winners_then_a_chart_then_the_matrix(rows, verdict, caveats, first):
    text = page(rows, summary(rows), "a page")
    parts = ['class="verdict', f">{verdict}", "<b>dlx</b>", f'id="warnings"{caveats}', f'"warning">{first}']
    parts += ['id="cactus"', 'id="matrix"']
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_a_winner_is_told_in_one_line():
    def told(*rows):
        return [" ".join(line) for line in winners(scores(summary(rows)))]

    fast, slow = (times(solver, **dict.fromkeys("abcdef", s)) for solver, s in (("dlx", 1.0), ("sat", 2.0)))
    assert told(*fast, *slow) == ["enumerate dlx was fastest on 6 of 6 problems, and solved 6 of 6"]
    assert told(*times("dlx", a=None)) == []
    assert told(*times("dlx", a=1.0), *times("sat", b=1.0), *times("bits", c=1.0)) == []


HERE = {"host": "ant", "cpu": "fast", "commit": "abc", "engines": 1, "measured_by": "poll"}
HERE["versions"] = {"python": "3.11", "ortools": "9"}


def test_rows_of_one_run_are_not_a_mixture():
    other = HERE | {"versions": {"python": "3.11", "ortools": "9", "clingo": "5"}}
    assert mixtures([row(**HERE), row("sat", **HERE), row("clingo", **other), row("never ran")]) == []
    assert mixtures([row(**HERE), row(**{**HERE, "digest": "d2", "at_most": "3"})]) == [], "another question"
    of_a = [row(f"a.py:{name}", **HERE, sources={"a.py": "2"}) for name in "AB"]
    assert mixtures([*of_a, row("dlx", **HERE)]) == []
    (said,) = mixtures([row("a.py:A", **HERE, sources={"a.py": "1"}), *of_a])
    assert said.startswith("This table mixes rows of 2 versions of a.py of a.py:A, whose")
    said = mixtures([*(replace(one, sources={"a.py": "1"}) for one in of_a), *of_a])
    assert [line.partition(", whose")[0] for line in said] == [
        f"This table mixes rows of 2 versions of a.py of a.py:{name}" for name in "AB"
    ]


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({"host": "bee"}, "This table mixes rows of 2 machines, whose times may not compare: ant (fast), bee (fast)."),
        ({"cpu": "slow"}, "rows of 2 machines, whose times may not compare: ant (fast), ant (slow)."),
        ({"measured_by": "cgroup"}, "2 ways of measuring"),
        ({"commit": "abc-dirty"}, "2 commits of danceoff"),
        ({"engines": 2}, "rows of 2 versions of our engines, whose times may not compare: 1, 2."),
        ({"engines": None}, "rows of 2 versions of our engines, whose times may not compare: 1, unknown."),
        ({"versions": {"python": "3.11", "ortools": "10"}}, "rows of 2 versions of ortools"),
        ({"digest": "2"}, "rows of 2 problems called tromino/5x5-0, whose times may not compare: d1, 2."),
    ],
)
def test_a_mixture_names_the_circumstances_in_which_rows_differ(changed, line):
    (said,) = mixtures([row(**HERE), row("sat", **{**HERE, **changed})])
    assert line in said


def test_the_page_is_one_self_contained_file():
    odd = row("<b>", problem="</script><x>", digest="x", status="crashed")
    text = page([*RACE, odd], summary([*RACE, odd]), "a <title>")
    assert not re.search(r"""(src|href)\s*=\s*["'](?!#)""", re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL))
    assert "a &lt;title&gt;" in text
    assert "<x>" not in text
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)[1])
    assert data["solvers"][:3] == ["dlx", "sat", "sat:engine=glucose4"]
    assert set(data["charts"]) == set(CHARTS)
    assert "$time" not in json.dumps(data["charts"])
    told = re.findall("<dt>(.*?)</dt>", text)
    assert told[3:7] == ["Version of our engines", "Versions", "Run", "Time limit, seconds"], "what belongs together"


@pytest.mark.parametrize(("scheme", "ink", "slow_ink"), [(0, "#1b1f24", "#ffffff"), (1, "#e6edf3", "#0d1117")])
def test_the_times_of_the_matrix_stand_out_from_their_colours(scheme, ink, slow_ink):
    found = [re.findall(rf"--t{k}: (#\w{{6}})", CSS)[scheme] for k in range(6)]
    assert [contrast(slow_ink if k == 5 else ink, colour) >= 4.5 for k, colour in enumerate(found)] == [True] * 6


CSS = (Path(html.__file__).parent / "page.css").read_text()


def test_cards_name_the_optimum():
    text = page(descents(), summary(descents()), "costs")
    assert "least cost: 0.7" in text
    assert "covers: \n" not in text
    assert "covers: 8\nleast cost: 0.7" in page([*descents(), row()], summary([*descents(), row()]), "costs")


def test_charts_share_the_styles_of_the_solvers():
    assert '"$' not in json.dumps(chart("cactus", ["a", "b"], PRINTED))
    styles = solver_styles(64, PRINTED)
    for other in ("colour", "dash"):
        assert len({(style["shape"], str(style[other])) for style in styles}) == 64


@pytest.mark.parametrize(
    "odd",
    [
        row(covers=0, fingerprint="", digest="", status="crashed", time_limit_s=None),
        row(status="missing", covers=0, digest=""),
        row(task="certify", time_limit_s=None, prepare_s=0.0, search_s=0.0),
        row(),
    ],
)
def test_rows_without_results_still_make_a_report(odd, tmp_path):
    assert "<h1>odd</h1>" in page([odd], summary([odd]), "odd")
    assert (f"*{odd.status}*" in overview([odd], summary([odd]))) == (odd.status != "complete")
    assert len(write([odd], summary([odd]), tmp_path)) > 3


@pytest.mark.parametrize(
    "asked",
    [
        {"task": "enumerate", "limit": 1_234_567, "time_limit_s": 1_234_567.5, "distinct": "a*"},
        {"task": "count", "time_limit_s": None, "cpu_limit_s": 3.0, "pin": [0, 2], "up_to_symmetry": True},
        {"task": "best", "limit": 3, "at_most": "-3.5", "maximise": True},
        {"task": "first", "limit": 1, "repeat": 3, "order": 2},
        {"task": "unique", "limit": 2, "problem": "-it's $HOME; rm *.txt", "distinct": "-car's *"},
    ],
)
def test_the_command_of_a_row_asks_its_question_again(asked):
    one = row("sat:engine=glucose4,seed=3", **asked)
    program, command, *words = shlex.split(again(one))
    parser = argparse.ArgumentParser()
    solve_arguments.arguments(parser)
    asks = case_of(parser.parse_args(words))
    left_out = ("digest", "repeat", "memory_limit_mb", "options", "label")
    case = {name: value for name, value in asks.columns.items() if name in COLUMNS and name not in left_out}
    assert len(case) == 12
    assert (program, command) == ("danceoff", "solve")
    assert case == {name: tuple(one.pin) if name == "pin" else getattr(one, name) for name in case}


def test_the_command_of_a_certified_row():
    parser = argparse.ArgumentParser()
    certify.arguments(parser)
    one = row(task="certify-best", limit=1, memory_limit_mb=5e3, maximise=True)
    args = parser.parse_args(shlex.split(again(one))[2:])
    assert (args.task, args.memory_limit, args.maximise, args.limit) == ("best", 5000, True, None)
    assert "--limit=4" in again(row(task="certify", limit=4))
