"""Graphs with labels on their points and the lines between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.board import Board
from danceoff.problems.model.cover import Cover, ExactCover, IntArray
from danceoff.problems.pictures.drawing import MARGIN, N_COLOURS, Drawing, dot, label, path

_RADIUS = 4.5  # of a labelled point
_APART = 22  # the distance on the sheet of points that are 1 apart


@dataclass(frozen=True, eq=False, repr=False)
class Labelling(Board):
    """Points in the plane, some joined by lines; an option writes labels on points and lines.

    place: float64[n_points, 2], each point as (x, y), y downwards; neighbours are about 1 apart.
    line: int32[n_lines, 2], the two points of each line. In `written`, line k is place n_points + k.
    written: int32[n_options, n_each, 2], the pairs (place, label) of each option.
    labels: the text of each label, by its number.
    is_coloured: whether labels are drawn as colours.
    """

    place: NDArray[Any]
    line: IntArray
    written: IntArray
    labels: Sequence[str]
    is_coloured: bool

    is_text: ClassVar[bool] = True

    def entries(self, option: int) -> list[tuple[int, int]]:
        """Return the pairs (place, label) of an option."""
        return [(place, label) for place, label in self.written[option].tolist()]

    def plain(self, problem: ExactCover, cover: Cover) -> str:
        """Write POINT:LABEL for each point that has a label, on one line."""
        label_at = dict(entry for option in cover for entry in self.entries(option))
        points = (point for point in sorted(label_at) if point < len(self.place))  # the other places are lines
        return " ".join(f"{point}:{self.labels[label_at[point]]}" for point in points)

    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Draw the lines, and a disc with its label on each point; the label of a line is in its middle."""
        place = ((self.place - self.place.min(axis=0)) * _APART + _RADIUS + MARGIN).round(2)
        at = [f"{x:.2f} {y:.2f}" for x, y in place.tolist()]
        elements = [path("edge", "".join(f"M{at[a]}L{at[b]}" for a, b in self.line.tolist()))]
        elements += [dot("empty side", x, y, _RADIUS) for x, y in place.tolist()]
        middles = (place[self.line[:, 0]] + place[self.line[:, 1]]) / 2
        spots = np.vstack([place, middles]).round(2).tolist()
        written = {entry for option in cover for entry in self.entries(option)}
        for point, number in sorted(written):
            x, y = spots[point]
            kind, ink = (f"c{number % N_COLOURS}", "on") if self.is_coloured else ("empty", "")
            if point < len(place):
                elements += [dot(f"{kind} side", x, y, _RADIUS), label(x, y, self.labels[number], ink)]
            else:
                elements += [dot(kind, x, y, 2.4), label(x, y, self.labels[number], "small found")]
        width, height = (place.max(axis=0) + _RADIUS + MARGIN).tolist()
        return Drawing(round(width, 2), round(height, 2), elements)
