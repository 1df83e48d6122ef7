"""Graphs that sizes name: `path-8`, `cycle-7`, `complete-5`, `prism-4`, `wheel-6`, `k-1-1-3`, `petersen`."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import pi, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.cover import InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, parsed, refuse_beyond_limit

FORM = "path-N, cycle-N, complete-N, prism-N, wheel-N (a hub and N vertices around it), k-A-B... or petersen"


@dataclass(frozen=True, eq=False)
class Graph:
    """A connected graph with two vertices or more.

    place: float64[n_vertices, 2], the point (x, y) of each vertex in a picture, y downwards.
    edges: int32[n_edges, 2], pairs of vertices, the smaller one first.
    """

    place: NDArray[Any]
    edges: NDArray[np.int32]


def graph(size: str, form: str) -> Graph:
    """Return the graph of a size; raises InvalidProblem, with the form, for a malformed size."""
    parsed(_SIZE, size, form)
    kind, *numbers = size.split("-")
    sides = [*map(int, numbers)]
    refuse_beyond_limit(8 * sum(sides) ** 2, f"the graph {size}", LARGEST_NAMED)
    least, made = _KINDS[kind]
    if sum(sides) < least:
        raise InvalidProblem(f"{size!r} is too small: the smallest one is {kind}-{least}")
    return made(*sides)


def _graph(place: NDArray[Any], edges: list[tuple[int, int]]) -> Graph:
    return Graph(place, np.array(sorted((min(edge), max(edge)) for edge in edges), np.int32))


def circle(n: int, radius: float | None = None) -> NDArray[Any]:
    """Return points on a circle, float64[n, 2], the first one on top; if no radius is given, they are 1 apart."""
    angle = 2 * np.pi * np.arange(n) / n
    return (radius or _radius(n)) * np.column_stack([np.sin(angle), -np.cos(angle)])


def _radius(n: int) -> float:
    """Return the radius of a circle on which n points are 1 apart."""
    return 0.5 / sin(pi / n)


def _wide(n: int) -> NDArray[Any]:
    """Return points on a circle, wide enough for labels on the chords."""
    return circle(n, max(1.6, _radius(n)))


def _cycle(n: int) -> list[tuple[int, int]]:
    return [(k, (k + 1) % n) for k in range(n)]


def _spokes(n: int) -> list[tuple[int, int]]:
    return [(k, n + k) for k in range(n)]


def _path(n: int) -> Graph:
    return _graph(np.column_stack([np.arange(n), np.zeros(n)]), [(k, k + 1) for k in range(n - 1)])


def _prism(n: int) -> Graph:
    place = np.vstack([circle(n, _radius(n) + 1), circle(n, _radius(n))])
    return _graph(place, [*_cycle(n), *_spokes(n), *((n + a, n + b) for a, b in _cycle(n))])


def _wheel(n: int) -> Graph:
    place = np.vstack([np.zeros((1, 2)), circle(n, max(1.0, _radius(n)))])
    return _graph(place, [*((0, k) for k in range(1, n + 1)), *((a + 1, b + 1) for a, b in _cycle(n))])


def _petersen() -> Graph:
    star = [(5 + k, 5 + (k + 2) % 5) for k in range(5)]
    return _graph(np.vstack([circle(5, 2.0), circle(5, 1.0)]), [*_cycle(5), *_spokes(5), *star])


def _multipartite(*sides: int) -> Graph:
    part = np.repeat(np.arange(len(sides)), sides)
    edges = [(a, b) for a, b in combinations(range(len(part)), 2) if part[a] != part[b]]
    return _graph(_wide(len(part)), edges)


_KINDS: dict[str, tuple[int, Callable[..., Graph]]] = {
    "path": (2, _path),
    "cycle": (3, lambda n: _graph(circle(n), _cycle(n))),
    "complete": (2, lambda n: _graph(_wide(n), list(combinations(range(n), 2)))),
    "prism": (3, _prism),
    "wheel": (3, _wheel),
    "k": (0, _multipartite),
    "petersen": (0, _petersen),
}
"""Kind of graph -> the least number, and what makes it of the numbers of a size."""
_SIZE = r"(path|cycle|complete|prism|wheel)-[1-9]\d{0,4}|k(-[1-9]\d{0,4}){2,}|petersen"
