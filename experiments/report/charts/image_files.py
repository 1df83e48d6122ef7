"""The charts of a report as image files for a paper: SVG, PNG and PDF, one of each per chart and task."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from danceoff.experiments.report.cells import cells, progress
from danceoff.experiments.report.charts import CHARTS, FEW, PRINTED, chart, compared, parameters
from danceoff.experiments.report.charts.data_sets import Records, common, data_sets, left_out
from danceoff.experiments.report.charts.growth import BY, growing
from danceoff.experiments.report.charts.vega import converter
from danceoff.experiments.report.statistics.ranks import ranked
from danceoff.experiments.report.summary import summary
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.whole_file import write_whole
from danceoff.problems.model.printable import printable_lines
from danceoff.questions.table import TASKS

_WIDTH = 400  # of the plot; names of solvers may be long
_BAR = 26
_TITLE = 80  # characters that have room above a chart
_SCALE = 4.0  # pixels of the PNG per unit of the SVG


def image_files(rows: Sequence[Row], directory: Path, relative_to: str = "") -> list[Path]:
    """Write every chart that has data into a folder, and create the folder if necessary; return the paths.

    relative_to: as for `charts`.
    """
    converter()
    directory.mkdir(parents=True, exist_ok=True)
    return [path for name, spec in charts(rows, relative_to) for path in _written(directory / name, spec)]


def charts(rows: Sequence[Row], relative_to: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every chart that has data: its name, and its specification in Vega-Lite with the data.

    A chart shows the eight best solvers of its task.

    relative_to: a solver to compare with the best of the others in a scatter. Without it, only a task with two solvers
        has a scatter.
    """
    table = summary(rows)
    solvers, found, points = ranked(table), cells(rows, table), progress(rows)
    for task in TASKS:
        own = [cell for cell in found if cell["task"] == task]
        known = [point for point in points if point["task"] == task]
        every = [solver for solver in solvers if any(cell["solver"] == solver for cell in own)]
        pair = [relative_to, *(solver for solver in every if solver != relative_to)][:2] if relative_to else every
        asked = every[:FEW]
        for name in CHARTS:
            for parts, chosen in _choices(parameters(name), own, known, pair):
                n_common = str(len({cell["problem"] for cell in common(own)}))
                theme = {**PRINTED, "$height": _BAR * len(asked), "$n_common": n_common, **chosen}
                spec, sets = chart(name, solvers, theme), _of(asked, data_sets(own, known, chosen))
                about = spec["usermeta"]
                if sets[about.get("needs", about["rows"])]:
                    drawn = {"datasets": sets, "width": _WIDTH, "autosize": "pad", "background": "white"}
                    if about["rows"] == "common" and (lines := left_out(own)):
                        drawn["title"] = [row for line in lines for row in wrap(line, _TITLE, break_on_hyphens=False)]
                    yield "-".join([name, *parts, task]), spec | drawn


def _of(solvers: Sequence[str], sets: Mapping[str, Records]) -> dict[str, Records]:
    """Return the records of these solvers; the sets for scatters and for all problems stay whole."""
    few = {name: [one for one in of if one.get("solver") in solvers] for name, of in sets.items()}
    return {**few, **{name: sets[name] for name in ("cells", "pairs", "sized")}}


def _choices(
    asked: frozenset[str], own: Records, points: Records, pair: Sequence[str]
) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield the choices for which a chart is drawn: each family that grows, the problem with most points, or a pair.

    A choice is a pair: parts of a file name, and parameters of the chart.
    """
    if "$family" in asked:
        for family, _task, by in growing(own):
            parts = [family] if by == BY[0] else [family, f"by-{by}"]
            yield parts, {"$family": family, "$by": by}
    elif "$problem" in asked:
        for problem, _n in Counter(point["problem"] for point in points).most_common(1):
            yield [], {"$problem": problem}
    elif "$x_solver" in asked:
        if len(pair) == 2:
            yield [], compared(*pair)
    else:
        yield [], {}


def _written(stem: Path, spec: dict[str, Any]) -> list[Path]:
    vl_convert = converter()
    svg = printable_lines(vl_convert.vegalite_to_svg(spec))  # names may hold what no SVG may
    files = {"svg": svg, "png": vl_convert.svg_to_png(svg, scale=_SCALE), "pdf": vl_convert.svg_to_pdf(svg)}
    paths = {stem.with_name(f"{stem.name}.{ending}"): content for ending, content in files.items()}
    for path, content in paths.items():
        write_whole(path, content)
    return list(paths)
