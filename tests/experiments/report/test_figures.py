"""Figures and tables for papers."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from rows import descents, race, row, times

from danceoff.experiments.cli import main
from danceoff.experiments.report.charts import CHARTS
from danceoff.experiments.report.charts import image_files as files
from danceoff.experiments.report.charts.image_files import charts, image_files
from danceoff.experiments.report.charts.vega import converter
from danceoff.experiments.report.summary import summary
from danceoff.experiments.report.tables.latex import latex
from danceoff.experiments.results.record import append


def test_every_chart_becomes_a_figure_in_svg_png_and_pdf(tmp_path):
    paths = image_files(race(), tmp_path / "new" / "folder", "sat")
    names = [f"{'growth-tromino' if name == 'growth' else name}-enumerate" for name in CHARTS if name != "gap"]
    assert [path.name for path in paths] == [f"{name}.{ending}" for name in names for ending in ("svg", "png", "pdf")]
    for svg, png, pdf in zip(*(paths[k::3] for k in range(3)), strict=True):
        assert png.read_bytes().startswith(b"\x89PNG")
        assert b"/FontFile" in pdf.read_bytes(), "fonts are embedded"
        marks = {mark.get("aria-roledescription") for mark in ElementTree.fromstring(svg.read_text()).iter()}
        assert marks & {"point", "line mark", "rule mark"}, svg.name
        assert "$" not in svg.read_text(), svg.name
        n_names = 0 if svg.name.startswith(("scatter", "features")) else 1
        assert svg.read_text().count(">sat<") == n_names, f"{svg.name} does not name each solver once"
    assert image_files([row(covers=0, fingerprint="", status="crashed")], tmp_path) == [], "no data"


def test_a_scatter_is_of_the_solver_that_is_named_and_the_best_of_the_others(tmp_path, monkeypatch):
    for named, solvers in (("sat", ["sat", "dlx"]), ("dlx", ["dlx", "sat"])):
        encoding = dict(charts(race(), named))["scatter-enumerate"]["layer"][2]["encoding"]
        assert [encoding[axis]["title"] for axis in "xy"] == [f"time of {solver} (s)" for solver in solvers]
    rows = [row(name, prepare_s=0.0, search_s=1.0 + k) for k, name in enumerate([f"s{k}" for k in range(9)])]
    assert "both solved" in converter().vegalite_to_svg(dict(charts(rows, "s8"))["scatter-enumerate"])
    assert "scatter-enumerate" not in dict(charts(rows))
    assert "scatter-enumerate" in dict(charts(rows[:2]))
    append(tmp_path, *rows)
    names = []
    monkeypatch.setattr(files, "_written", lambda path, _spec: names.append(path.name) or [])
    assert main(["report", str(tmp_path), "--figures", str(tmp_path / "figures"), "--relative-to", "s8"]) == 0
    assert names.count("scatter-enumerate") == 1


def test_an_axis_has_labels_at_its_powers_and_counts_begin_at_one():
    for first_s, last_s, n, seconds, covers in (
        (0.00167, 0.00179, 3, "0.0017 0.00175", "1 2 3"),
        (0.0072, 0.0095, 1, "0.008 0.009", "1"),
        (0.5, 0.5, 2, "0.5", "1 2"),
        (0.09, 12, 200, "0.1 1 10", "1 10 100"),
        (0.001, 3, 10**11, "0.001 0.01 0.1 1", "1 10 100 1000 10^4 10^5 10^6 10^7 10^8 10^9 10^10 10^11"),
        (0.02, 0.05, 10**110, "0.02 0.03 0.04 0.05", " ".join(["1", *(f"10^{k}" for k in range(10, 111, 10))])),
    ):
        drawn = dict(charts([row(points=[[first_s, 1], [last_s, n]])]))["progress-enumerate"]
        root = ElementTree.fromstring(converter().vegalite_to_svg(drawn))
        axes = [axis for axis in root.iter() if "role-axis-label" in axis.get("class", "")]
        shown = [[text.text for text in axis.iter() if text.text and text.text.strip()] for axis in axes]
        assert shown == [seconds.split(), covers.split()]


def test_files_of_a_folder_grow_together_whatever_their_endings_are():
    rows = []
    for n, ending, family in ((10, "dlx", "dlx"), (100, "csv", "matrix"), (1000, "ec", "ec")):
        about = {"problem": f"inst/{n}.{ending}", "digest": f"{n}", "family": family, "n_items": n, "n_options": 2 * n}
        rows.append(row(covers=n, prepare_s=0.0, search_s=n / 1e3, **about))
    drawn = dict(charts(rows))
    by_covers, by_options = drawn["growth-inst-enumerate"], drawn["growth-inst-by-options-enumerate"]
    for spec, field, title in ((by_covers, "n_covers", "covers"), (by_options, "n_options", "options")):
        points = spec["layer"][2]["encoding"]["x"]
        assert (points["field"], points["title"]) == (field, f"{title} of the problem (inst)")
        assert len(spec["datasets"]["growing"]) == 3
    svg = converter().vegalite_to_svg(by_options)
    assert "options of the problem (inst)" in svg
    assert "undefined" not in svg
    assert n_lines(by_options) == 0, "nobody said that files belong together"


def n_lines(spec) -> int:
    svg = converter().vegalite_to_svg(spec)
    return sum("mark-line" in one.get("class", "") and len(one) > 0 for one in ElementTree.fromstring(svg).iter())


@pytest.mark.parametrize(
    ("family", "change", "n_items", "lines"),
    [("f", "", (1, 2, 3), 1), ("dlx", "", (1, 2, 3), 0), ("f", "/holes-1-1", (1, 2, 3), 0), ("f", "", (1, 2, 2), 0)],
)
def test_no_line_goes_through_files_through_changed_problems_or_where_nothing_grows(family, change, n_items, lines):
    of = {"family": family, "n_options": 9}
    sizes = enumerate(n_items, 1)
    rows = [row(problem=f"f/{n}{change}", digest=f"{n}", covers=10**n, n_items=k, **of) for n, k in sizes]
    assert n_lines(dict(charts(rows))["growth-f-enumerate"]) == lines


def written(rows, notes=(), counters=()):
    return latex(rows, summary(rows, counters=counters), notes)


def test_latex_says_what_it_needs_and_its_notes_are_comments():
    text = written(times("dlx", p=1.0), ["2 % of the time", "two\nlines"])
    packages = r"\usepackage{booktabs}, \usepackage{longtable} and \usepackage[T1]{fontenc}"
    comments = [f"% needs {packages}", "% 2 % of the time", r"% two\nlines", ""]
    assert text.startswith("\n".join([*comments, r"{\small\begin{longtable}"]))


def test_latex_breaks_wide_tables_and_longtable_the_long_ones():
    """Every part has the columns of the problems, and all parts together have each cell once."""
    asked = [(f"p{n}", f"a-solver-of-a-long-name-{k}") for n in range(90) for k in range(5)]
    parts = written([one for p, solver in asked for one in times(solver, **{p: 1.0})]).split(r"\begin{longtable}")[2:]
    labels = ["tab:times-enumerate", "tab:times-enumerate-2", "tab:times-enumerate-3"]
    assert [re.search(r"\\label\{(.*)\}", part)[1] for part in parts] == labels
    heads, lines = zip(*(part.partition(r"\endfirsthead")[::2] for part in parts), strict=True)
    assert [head.count("& a-solver") for head in heads] == [2, 2, 1]
    assert [part.count("& 8 &") for part in lines] == [90] * 3
    assert sum(part.count(r"\textbf{1}") for part in lines) == len(asked)
    assert max(len(line) for part in parts for line in part.splitlines() if line.startswith("p")) < 80


def test_the_gap_over_time_is_a_figure_of_the_cheapest_covers():
    drawn = dict(charts([*race(), *descents()]))
    assert [name for name in drawn if "gap" in name] == ["gap-best"]
    gaps = drawn["gap-best"]["datasets"]["gaps"]
    assert [(point["solver"], point["s"], point["gap"], point["cost"], point["bound"]) for point in gaps] == [
        ("sat", 0.2, 1.0, "90", "-0.5"),
        ("sat", 1.0, 0.5, "1", "0.5"),
        ("sat", 2.0, 0.0, "0.7", "0.7"),
        ("dlx", 3.0, pytest.approx(0.25), "0.8", "0.6"),
    ]
    assert drawn["gap-best"]["datasets"]["progress"] == []


def test_a_figure_shows_the_eight_best_solvers_in_a_key_beside_the_chart():
    names = [f"s{k}" for k in range(12)]
    drawn = dict(charts([row(name, prepare_s=0.0, search_s=1.0 + k / 1e6) for k, name in enumerate(names)]))
    for name in ("cactus", "survival", "profile"):
        svg = ElementTree.fromstring(converter().vegalite_to_svg(drawn[f"{name}-enumerate"]))
        key = [mark for mark in svg.iter() if mark.get("aria-roledescription") == "text mark" and mark.text in names]
        assert [mark.text for mark in key] == names[:8]
        key_places, places = (
            np.array([re.findall(r"[\d.]+", mark.get("transform"))[:2] for mark in marks], float)
            for marks in (key, [mark for mark in svg.iter() if mark.get("aria-roledescription") == "point"])
        )
        assert key_places[:, 0].min() > places[:, 0].max(), name
        assert np.diff(key_places[:, 1]).min() > 12, name


def test_features_are_one_scatter_of_size_density_and_the_least_time_of_any_solver():
    both = {"p": 10, "q": 20}.items()
    p, q = ({"problem": x, "digest": x, "prepare_s": 0.0, "n_items": 5, "n_options": n} for x, n in both)
    late = row("late", search_s=1.0, **p)  # asked for too little to be among the eight best
    rows = [row(f"s{k}", search_s=9.0, **p) for k in range(9)]
    rows += [row(f"s{k}", search_s=10.0, status="timeout", **q) for k in range(9)]
    spec = dict(charts([*rows, late, row("s1", problem="r", digest="r")]))["features-enumerate"]
    svg = ElementTree.fromstring(converter().vegalite_to_svg(spec))
    told = sorted(mark.get("aria-label") for mark in svg.iter() if "hardness" in mark.get("aria-label", ""))
    assert len(told) == 2
    for text, n, hardness in zip(told, (10, 20), ("1 s", "unsolved"), strict=True):
        assert text.startswith(f"size: options: {n}; density: options for each item: {n // 5};")
        assert text.endswith(f"hardness: {hardness}")


def test_latex_has_scores_then_times_that_mark_the_best_and_the_limits_then_counters_or_costs():
    text = written(race(), counters=["propagations"])
    names = ["tab:scores-enumerate", "tab:times-enumerate", "tab:propagations-enumerate"]
    assert re.findall(r"\\label\{(.*)\}", text) == names
    assert text.count(r"\caption{") == 3
    _, times, counters = re.findall(r"\\begin\{longtable\}\{(?s:.*?)\\end\{", text)
    for line in (r"solver & asked & solved & won & PAR-2 & mean place", r"dlx & 4 & 4 & 4 & 0.0474 & 1"):
        assert rf"{line} \\" in text
    assert r"tromino/7x7-0 & 1440 & \textbf{0.167} & 1.66 & $>$10 \\" in times
    assert r"\emph{contradicted}" in times
    assert {line.count("&") for line in times.splitlines() if "&" in line} == {4}
    assert r"\caption{propagations, median of the repeats, task enumerate.}" in text
    assert r"tromino/7x7-0 & 1440 & 7000 & 7000 & \emph{timeout} \\" in counters
    text = written(descents())
    assert r"problem & cost & sat & dlx \\" in text
    assert r"tromino/5x5-0 & 0.7 & \textbf{2.5} & $>$10 \\" in text


def test_a_cactus_plot_is_of_the_problems_that_all_its_solvers_were_asked():
    late = [f"late-as-can-be-and-later-{k}" for k in (1, 2)]
    asked = {"bits": "pqr", "dlx": "pqr", "sat": "pq", **dict.fromkeys(late, "r")}
    rows = [one for solver, ps in asked.items() for one in times(solver, **dict.fromkeys(ps, 1.0))]
    rows.append(row("dlx", problem="s", digest="s", status="missing"))
    drawn = dict(charts(rows))
    for name in ("cactus-enumerate", "survival-enumerate"):
        common = {(cell["problem"], cell["solver"]) for cell in drawn[name]["datasets"]["common"]}
        assert common == {(p, solver) for p in "pq" for solver in ("bits", "dlx", "sat")}
        assert drawn[name]["title"] == [
            "2 of 3 problems: those that all these solvers were asked",
            "Left out, for they were asked fewer than half: late-as-can-be-and-later-1,",
            "late-as-can-be-and-later-2",
        ]
    assert "title" not in dict(charts(race()))["cactus-enumerate"]
