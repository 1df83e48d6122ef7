"""The page about a run of the same cases: one file that works offline and has no scripts."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from html import escape
from pathlib import Path

import jinja2

from danceoff.experiments.compare.reproduced.answers import KINDS
from danceoff.experiments.compare.reproduced.ratios import ComparedRatio, Times
from danceoff.experiments.compare.reproduced.reproduction import Reproduction, interval
from danceoff.experiments.report import page as report
from danceoff.experiments.report.statistics.ratios import LEAST_PROBLEMS, Ratio
from danceoff.problems.model.printable import printable

_NAMED = 100
"""Most answers of one kind that the page names."""
_LISTED = ("different", "lost", "gained", "disputed")
_WIDTH = 160
_STYLE = Path(report.__file__).with_name("page.css")

_SIDE, _MARGIN, _EDGE = 440, 60, 15
_LEAST_DECADES = 2


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


def scatter(times: Sequence[Times], factor: float, outside: Collection[tuple[str, str]]) -> str:
    """Return the chart: a mark for each case, at its time there (x) and its time here (y), both logarithmic.

    factor: the median of here / there, drawn as a line.
    outside: pairs (task, solver) whose cases are marked, as their ratios do not hold.
    """
    logs = [math.log10(time_s) for one in times for time_s in (one.there_s, one.here_s)]
    low, high = math.floor(min(logs)), math.ceil(max(logs))
    high = max(high, low + _LEAST_DECADES)

    def at(time_s: float) -> float:
        return _SIDE * (math.log10(time_s) - low) / (high - low)

    rise = _SIDE * math.log10(factor) / (high - low)
    parts = [*_axes(low, high), _line(0.0, "equal"), _line(rise, "factor")]
    for one in sorted(times, key=lambda one: (one.task, one.solver) in outside):
        kind = "outside" if (one.task, one.solver) in outside else "inside"
        said = f"{one.problem}, {one.solver}, {one.task}: {one.there_s:.3g} s there, {one.here_s:.3g} s here"
        parts.append(
            f'<circle class="{kind}" cx="{at(one.there_s):.1f}" cy="{_SIDE - at(one.here_s):.1f}" r="4">'
            f"<title>{escape(printable(said))}</title></circle>"
        )
    left, top, width, height = -_MARGIN, -_EDGE, _SIDE + _MARGIN + 2 * _EDGE, _SIDE + _MARGIN
    return (
        f'<svg class="scatter" viewBox="{left} {top} {width} {height}" width="{width}" role="img"'
        f' aria-label="Times here against times there">{"".join(parts)}</svg>'
    )


def _axes(low: int, high: int) -> list[str]:
    """Return grid lines at powers of ten, their labels, and the titles of the axes."""
    parts = []
    for power in range(low, high + 1):
        across = _SIDE * (power - low) / (high - low)
        label = f"{10.0**power:g}"
        parts += [
            f'<path class="grid" d="M{across:.1f} 0V{_SIDE}M0 {_SIDE - across:.1f}H{_SIDE}"/>',
            f'<text x="{across:.1f}" y="{_SIDE + 18}" text-anchor="middle">{label}</text>',
            f'<text x="-8" y="{_SIDE - across + 4:.1f}" text-anchor="end">{label}</text>',
        ]
    middle = _SIDE / 2
    return [
        *parts,
        f'<text x="{middle:g}" y="{_SIDE + 38}" text-anchor="middle">seconds there</text>',
        f'<text x="-46" y="{middle:g}" text-anchor="middle" transform="rotate(-90 -46 {middle:g})">seconds here</text>',
    ]


def _line(rise: float, kind: str) -> str:
    """Return a line of slope 1 that lies `rise` above the diagonal, cut at the edges."""
    x1, x2 = max(0.0, -rise), min(_SIDE, _SIDE - rise)
    if x1 >= x2:
        return ""
    return f'<path class="{kind}" d="M{x1:.1f} {_SIDE - x1 - rise:.1f}L{x2:.1f} {_SIDE - x2 - rise:.1f}"/>'
