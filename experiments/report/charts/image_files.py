"""The charts of a report as figures for a paper: SVG and PNG, a file a chart and task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import vl_convert

from danceoff.experiments.plans.case import TASKS
from danceoff.experiments.report.cells import cells, progress, time_domain
from danceoff.experiments.report.charts import PRINTED, chart, compared
from danceoff.experiments.report.charts.growth import fits, grows
from danceoff.experiments.report.natural_order import natural
from danceoff.experiments.report.summary import ranked, summary
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.whole_file import write_whole

_WIDTH = 480
_BAR = 26
_SCALE = 2.0  # pixels of a PNG for each of the SVG


def figures(rows: Sequence[Row], directory: Path) -> list[Path]:
    """Write every chart that has anything to show, into a folder that is made if need be; the paths written."""
    directory.mkdir(parents=True, exist_ok=True)
    found, solvers = cells(rows), ranked(summary(rows))
    paths = []
    for name, about, datasets in _all(found, progress(rows), solvers):
        kind = name.partition("-")[0]
        spec = chart(kind, solvers, time_domain(found), {**PRINTED, **about})
        spec |= {"datasets": datasets, "width": _WIDTH, "background": "white"}
        svg = directory / f"{name}.svg"
        write_whole(svg, vl_convert.vegalite_to_svg(spec))
        png = directory / f"{name}.png"
        write_whole(png, vl_convert.vegalite_to_png(spec, scale=_SCALE))
        paths += [svg, png]
    return paths


_Figure = tuple[str, Mapping[str, Any], Mapping[str, Any]]


def _all(found: Sequence[dict[str, Any]], told: Sequence[dict[str, Any]], solvers: Sequence[str]) -> Iterator[_Figure]:
    """The name of each figure, what it compares, and its data."""
    for task in TASKS:
        own = [cell for cell in found if cell["task"] == task]
        known = [point for point in told if point["task"] == task and point["is_known"]]
        yield from _of_task(task, own, [solver for solver in solvers if any(cell["solver"] == solver for cell in own)])
        for problem in sorted({point["problem"] for point in known}, key=natural)[-1:]:
            points = [point for point in known if point["problem"] == problem]
            yield f"progress-{task}", {"$problem": problem}, {"progress": points}


def _of_task(task: str, own: Sequence[dict[str, Any]], solvers: Sequence[str]) -> Iterator[_Figure]:
    if any(cell["end"] == "solved" for cell in own):
        yield f"cactus-{task}", {}, {"cells": own}
        yield f"survival-{task}", {}, {"cells": own}
    if any(cell["peak_rss_mb"] for cell in own):
        yield f"memory-{task}", {"$height": _BAR * len(solvers)}, {"cells": own}
    if len(solvers) > 1:
        yield f"scatter-{task}", compared(*solvers[:2]), {"cells": own}
    fitted = fits(own)
    for family in dict.fromkeys(fit.family for fit in fitted):
        growing = [cell for cell in own if grows(cell) and cell["family"] == family]
        lines = [fit._asdict() for fit in fitted if fit.family == family]
        yield f"growth-{family}-{task}", {"$family": family}, {"growing": growing, "fits": lines}
