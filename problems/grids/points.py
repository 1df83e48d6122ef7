"""Sets of points: pairs of a matching, blocks of a partition, triples."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil, cos, pi, sin, sqrt
from typing import ClassVar

import numpy as np

from danceoff.problems.board import Board
from danceoff.problems.model.cover import Cover, ExactCover, IntArray
from danceoff.problems.pictures.drawing import N_COLOURS, Drawing, label, path

_MARGIN = 8.0
_MOST_ON_A_CIRCLE = 40
_RING, _LINE = 2.6, 6.0


@dataclass(frozen=True, eq=False, repr=False)
class Points(Board):
    """Points 0..n_points-1; every option is a set of them: a pair of a matching, a block of a partition, a triple.

    Option k is `point[start[k]:start[k + 1]]`, ascending.

    start: int32[n_options + 1].
    point: int32[start[-1]].
    turn: int32[n_options], the round of each option, from 0; empty if there are no rounds.
    first: the number that is shown for point 0.
    """

    n_points: int
    start: IntArray
    point: IntArray
    turn: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))
    first: int = 0

    is_text: ClassVar[bool] = True

    def points(self, option: int) -> list[int]:
        """Return the points of an option, ascending."""
        found: list[int] = self.point[self.start[option] : self.start[option + 1]].tolist()
        return found

    def rounds(self, cover: Cover) -> list[list[int]]:
        """Return the options of each round, ordered by their points; without rounds, all options as one."""
        found: list[list[int]] = [[] for _ in range(int(self.turn.max(initial=0)) + 1)]
        for option in sorted(cover, key=self.points):
            found[self._turn[option]].append(option)
        return found

    @cached_property
    def _turn(self) -> IntArray:
        """The round of each option; 0 without rounds."""
        return self.turn if len(self.turn) else np.zeros(len(self.start) - 1, np.int32)

    def _shown(self, point: int) -> str:
        return str(point + self.first)

    def _named(self, option: int) -> str:
        return "-".join(map(self._shown, self.points(option)))

    def option_name(self, option: int) -> str:
        """Return the round of an option, if there are rounds, and its points."""
        return (f"r{self.turn[option] + 1} " if len(self.turn) else "") + self._named(option)

    def plain(self, problem: ExactCover, cover: Cover) -> str:
        """Write the sets of points on one line, or on one line for each round."""
        lines = [" | ".join(self._named(option) for option in options) for options in self.rounds(cover)]
        if not len(self.turn):
            return lines[0]
        return "\n".join(f"round {k}: {line}".rstrip() for k, line in enumerate(lines, 1))

    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Draw the points on a circle, the first at the top; with rounds, on a circle for each round.

        A set of two points is a chord, a larger set a polygon; a single point has a ring. If there are too many points
        for a circle, sets are rows of a matrix.
        """
        from danceoff.problems.pictures.incidence import matrix  # late: most runs draw nothing

        if self.has_rows:
            return matrix(problem, cover)
        outlines, empty = self._on_circles(cover)
        sets = [
            path("arc" if len(self.points(option)) == 2 else f"c{k % N_COLOURS} side glass", outlines[option])
            for options in self.rounds(cover)
            for k, option in enumerate(options)
        ]
        return replace(empty, elements=[*sets, *empty.elements])

    def draw_both(self, problem: ExactCover, first: Cover, second: Cover) -> list[Drawing]:
        """Draw two covers; common options are not pale, since the colour of a set is that of its place in a round."""
        return [self.draw(problem, first), self.draw(problem, second)]

    def in_turn(self, option: int, place: int) -> tuple[str, int]:
        """Return an empty mark, and the colour of a set that a search takes after `place` others."""
        return "", place % N_COLOURS

    @property
    def has_rows(self) -> bool:
        """Whether sets are drawn as rows of a matrix, because their polygons on a circle would be a tangle."""
        return self.n_points > _MOST_ON_A_CIRCLE and bool((np.diff(self.start) > 2).any())

    def _on_circles(self, options: Iterable[int]) -> tuple[dict[int, str], Drawing]:
        """Return the outline of each option on the circle of its round, and the drawing of the points alone."""
        radius = max(20.0, 2.0 * self.n_points)
        middle = radius + _MARGIN + 4
        n_circles, has_rounds = int(self._turn.max(initial=0)) + 1, len(self.turn) > 0
        step, n_across = 2 * middle + _LINE * has_rounds, ceil(sqrt(n_circles))
        at, elements = [], []
        for k in range(n_circles):
            x, y = middle * (2 * (k % n_across) + 1), middle + step * (k // n_across)
            at.append(self._on_circle(x, y, radius))
            for point, places in enumerate(zip(at[k], self._on_circle(x, y, radius + 5), strict=True)):
                (x_in, y_in), (x_out, y_out) = places
                elements.append(f'<circle class="dot" cx="{x_in:.2f}" cy="{y_in:.2f}" r="1.2"/>')
                elements.append(label(round(x_out, 2), round(y_out, 2), self._shown(point)))
            elements += [label(x, y + middle + _LINE / 2 - 3, f"round {k + 1}", "given")] * has_rounds
        outlines = {option: _outline(self.points(option), at[self._turn[option]]) for option in options}
        return outlines, Drawing(2 * middle * n_across, step * ceil(n_circles / n_across), elements)

    def _on_circle(self, x: float, y: float, radius: float) -> list[tuple[float, float]]:
        angle = 2 * pi * np.arange(self.n_points) / max(self.n_points, 1)
        return [(x + radius * sin(a), y - radius * cos(a)) for a in angle.tolist()]


def _outline(members: Sequence[int], at: Sequence[tuple[float, float]]) -> str:
    """Return the path of the polygon of some points; a ring around a single point."""
    if len(members) == 1:
        x, y = at[members[0]]
        return f"M{x - _RING:.2f} {y:.2f}a{_RING} {_RING} 0 1 0 {2 * _RING} 0a{_RING} {_RING} 0 1 0 {-2 * _RING} 0z"
    return "M" + "L".join(f"{at[point][0]:.2f} {at[point][1]:.2f}" for point in members) + "z"
