"""The times of two runs against each other, as an SVG element that takes its colours from the page."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from html import escape

from danceoff.experiments.compare.reproduced.ratios import Times
from danceoff.problems.model.printable import printable

_SIDE, _MARGIN, _EDGE = 440, 60, 15
_LEAST_DECADES = 2


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
