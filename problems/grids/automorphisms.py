"""Automorphisms of small graphs: permutations of the points that keep how any two of them are related."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from danceoff.problems.model.cover import IntArray


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
