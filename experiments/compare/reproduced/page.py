"""The page about a run of the same cases: one file that works offline and has no scripts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import jinja2

from danceoff.experiments.compare.reproduced.answers import KINDS
from danceoff.experiments.compare.reproduced.ratios import ComparedRatio
from danceoff.experiments.compare.reproduced.reproduction import Reproduction, interval
from danceoff.experiments.compare.reproduced.scatter import scatter
from danceoff.experiments.report import page as report
from danceoff.experiments.report.statistics.ratios import LEAST_PROBLEMS, Ratio

_NAMED = 100
"""Most answers of one kind that the page names."""
_LISTED = ("different", "lost", "gained", "disputed")
_WIDTH = 160
_STYLE = Path(report.__file__).with_name("page.css")


def page(found: Reproduction, command: str) -> str:
    """Return the page.

    command: the command line that made it.
    """
    source = Path(__file__).with_name("page.html.j2").read_text(encoding="utf-8")
    template = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined).from_string(source)
    machine = found.machine
    outside = {(one.task, one.solver) for one in found.disjoint}
    return template.render(
        found=found,
        command=command,
        style=_STYLE.read_text(encoding="utf-8"),
        kinds=[(kind, meaning, len(found.of(kind))) for kind, meaning in KINDS.items()],
        named=[(kind, found.of(kind)[:_NAMED], len(found.of(kind))) for kind in _LISTED],
        left_out=sorted(found.left_out.items(), key=lambda one: (-one[1], one[0])),
        ratios=list(zip(found.ratios, _intervals(found.ratios), strict=True)),
        interval=interval,
        least_problems=LEAST_PROBLEMS,
        machine=machine,
        scatter=scatter(found.times, machine.factor, outside) if machine else "",
    )


def _intervals(found: Sequence[ComparedRatio]) -> list[str]:
    """Return the two intervals of each ratio as an SVG element, all on one logarithmic scale."""
    known = [end for one in found for side in (one.there, one.here) for end in side if end == end]
    if not known:
        return []
    low, high = math.log(min(known)), math.log(max(known))
    scale = (_WIDTH - 10) / (high - low or 1.0)

    def bar(ratio: Ratio, kind: str, y: int) -> str:
        value, *ends = (5 + scale * (math.log(end) - low) for end in ratio)
        line = "" if ends[0] != ends[0] else f'<path class="{kind}" d="M{ends[0]:.1f} {y}H{ends[1]:.1f}"/>'
        return f'{line}<circle class="{kind}" cx="{value:.1f}" cy="{y}" r="3"/>'

    return [
        f'<svg viewBox="0 0 {_WIDTH} 20" width="{_WIDTH}" height="20" aria-hidden="true">'
        f"{bar(one.there, 'there', 6)}{bar(one.here, 'here', 14)}</svg>"
        for one in found
    ]
