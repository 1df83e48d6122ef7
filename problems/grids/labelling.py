"""Graphs with labels on their points and the lines between them, and the automorphisms of small graphs."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.grids.board import Board
from danceoff.problems.grids.board_symmetries import Looks, exchanges, in_order
from danceoff.problems.model.cover import Cover, ExactCover, IntArray, InvalidProblem
from danceoff.problems.pictures.drawing import MARGIN, N_COLOURS, Drawing, dot, label, path
from danceoff.problems.pictures.shades import OptionCounts, heated, with_legend

_RADIUS = 4.5  # of a labelled point
_APART = 22  # the distance of points that are 1 apart
_MOST_POINTS = 128
"""The most points of a graph whose symmetries are found."""


def automorphisms(relation: IntArray, accepts: Callable[[IntArray], bool]) -> Iterator[IntArray]:
    """Yield generators of the group of the accepted automorphisms, int32[n_points] each.

    They are a strong generating set (C. C. Sims, 1970): for any two points, one of them takes the first to the second
    and fixes all points before the first, if any automorphism does.

    relation: int[n_points, n_points], symmetric; how two points are related, and on the diagonal the kind of a point.
    accepts: whether an automorphism is wanted; the accepted ones must be a group.
    """
    n_points = len(relation)
    for first in range(n_points):
        for second in range(first + 1, n_points):
            found = (image for image in _extended(relation, [*range(first), second]) if accepts(image))
            if (image := next(found, None)) is not None:
                yield image


def _extended(relation: IntArray, begun: list[int]) -> Iterator[IntArray]:
    """Yield the automorphisms that take the first points to the points of `begun`."""
    image: list[int] = []
    ahead = [iter(begun[:1])]
    while ahead:
        point = next(ahead[-1], None)
        if point is None:
            ahead.pop()
            if image:
                image.pop()
            continue
        k = len(image)
        if point in image or relation[point, point] != relation[k, k]:
            continue
        if not np.array_equal(relation[point, image], relation[k, :k]):
            continue
        image.append(point)
        k += 1
        if k == len(relation):
            yield np.array(image, np.int32)
            image.pop()
        else:
            ahead.append(iter(begun[k : k + 1] if k < len(begun) else range(len(relation))))


@dataclass(frozen=True, eq=False, repr=False)
class Labelling(Board):
    """Points in the plane, some joined by lines; an option writes labels on points and lines.

    place: float64[n_points, 2], each point as (x, y), y downwards; neighbours are about 1 apart.
    line: int32[n_lines, 2], the two points of each line. The place of line k is number n_points + k.
    written: int32[n_options, n_each, 2], the pairs (place, label) of each option.
    labels: the labels by their number.
    is_coloured: whether a label is a colour.
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
        label = dict(entry for option in cover for entry in self.entries(option))
        return " ".join(f"{point}:{self.labels[label[point]]}" for point in sorted(label) if point < len(self.place))

    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Draw the lines, and a disc with its label on each point; the label of a line is in its middle."""
        place = self._spots()
        at = [f"{x:.2f} {y:.2f}" for x, y in place.tolist()]
        elements = [path("edge", "".join(f"M{at[a]}L{at[b]}" for a, b in self.line.tolist()))]
        elements += [dot("empty side", x, y, _RADIUS) for x, y in place.tolist()]
        middle = np.vstack([place, (place[self.line[:, 0]] + place[self.line[:, 1]]) / 2]).round(2).tolist()
        written = {entry for option in cover for entry in self.entries(option)}
        for point, number in sorted(written):
            x, y = middle[point]
            kind, ink = (f"c{number % N_COLOURS}", "on") if self.is_coloured else ("empty", "")
            if point < len(place):
                elements += [dot(f"{kind} side", x, y, _RADIUS), label(x, y, self.labels[number], ink)]
            else:
                elements += [dot(kind, x, y, 2.4), label(x, y, self.labels[number], "small found")]
        width, height = (place.max(axis=0) + _RADIUS + MARGIN).tolist()
        return Drawing(round(width, 2), round(height, 2), elements)

    def heat(self, problem: ExactCover, counted: OptionCounts) -> Drawing:
        """Draw each point as a pie of its colours, or with its most probable label."""
        place = self._spots().tolist()
        weights: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for option, count in counted.in_some:
            for at, number in self.entries(option):
                if at < len(place):
                    weights[at][number] += count
        base = self.draw(problem, counted.in_all)
        if self.is_coloured:
            elements = [*base.elements]
            for at, of_label in sorted(weights.items()):
                x, y = place[at]
                elements += _pie(x, y, of_label)
                elements += [label(x, y, self.labels[number]) for number in of_label if len(of_label) == 1]
            return with_legend(replace(base, elements=elements), [])
        grounds, texts = [], []
        for at, of_label in sorted(weights.items()):
            number, weight = max(sorted(of_label.items()), key=lambda pair: pair[1])
            x, y = place[at]
            grounds.append((weight / sum(of_label.values()), _disc(x, y)))
            texts.append(label(x, y, self.labels[number]))
        return heated(base, "heat", grounds, "the most probable label", texts)

    def _spots(self) -> NDArray[Any]:
        """Return where the points lie on the sheet, float64[n_points, 2]."""
        place: NDArray[Any] = ((self.place - self.place.min(axis=0)) * _APART + _RADIUS + MARGIN).round(2)
        return place

    def looks(self) -> Iterator[Looks]:
        """Yield the looks as they are, moved by automorphisms of the graph, and with labels exchanged or reversed."""
        n_points = len(self.place)
        place, label = self.written[..., 0], self.written[..., 1]
        if n_points > _MOST_POINTS:
            raise InvalidProblem(
                f"symmetries are found of graphs of up to {_MOST_POINTS} points, and this has {n_points}"
            )
        line_at = {tuple(sorted(line)): n_points + k for k, line in enumerate(self.line.tolist())}

        def look(places: IntArray, labels: IntArray) -> Looks:
            return np.sort(places.astype(np.int64) * len(self.labels) + labels, axis=1)

        def moved(image: IntArray) -> Looks:
            lines = [line_at[tuple(sorted(line))] for line in image[self.line].tolist()]
            return look(np.concatenate([image, np.array(lines, np.int32)])[place], label)

        whole = look(place, label)
        yield whole
        ordered = in_order(whole)
        for image in automorphisms(self._relation(), lambda image: np.array_equal(in_order(moved(image)), ordered)):
            yield moved(image)
        is_of_point = place < n_points
        shown = label[is_of_point]
        for changed in (*exchanges(shown), shown.min() + shown.max() - np.arange(shown.max() + 1)):
            labels = label.copy()
            labels[is_of_point] = changed[shown]
            yield look(place, labels)

    def _relation(self) -> IntArray:
        """Return how two points are related: whether a line joins them, and how many options label both."""
        n_points = len(self.place)
        writes = np.zeros((len(self.written), n_points + len(self.line)), np.float32)
        np.put_along_axis(writes, self.written[..., 0], 1, axis=1)
        relation = 2 * (writes.T @ writes)[:n_points, :n_points].astype(np.int32)
        for a, b in (self.line.T, self.line.T[::-1]):
            relation[a, b] += 1
        return relation


def _disc(x: float, y: float) -> str:
    return (
        f"M{x - _RADIUS:g} {y:g}a{_RADIUS} {_RADIUS} 0 0 1 {2 * _RADIUS} 0a{_RADIUS} {_RADIUS} 0 0 1 {-2 * _RADIUS} 0z"
    )


def _pie(x: float, y: float, weights: Mapping[int, int]) -> list[str]:
    if len(weights) == 1:
        return [path(f"c{number % N_COLOURS} side", _disc(x, y)) for number in weights]
    total, before, slices = sum(weights.values()), 0, []
    for number, weight in sorted(weights.items()):
        begin, end = 2 * pi * (before / total), 2 * pi * ((before + weight) / total)
        before += weight
        ends = [f"{x + _RADIUS * sin(angle):.2f} {y - _RADIUS * cos(angle):.2f}" for angle in (begin, end)]
        bend = f"A{_RADIUS} {_RADIUS} 0 {int(2 * weight > total)} 1 {ends[1]}"
        slices.append(path(f"c{number % N_COLOURS} side", f"M{x:g} {y:g}L{ends[0]}{bend}z"))
    return slices
