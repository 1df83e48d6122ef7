"""The steps of a search that can be watched: what `danceoff watch` shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from danceoff.problems import Cover


class Branch(NamedTuple):
    """A node of the search tree.

    item: the item to cover next.
    options: the options to try in turn; empty at a dead end.
    """

    item: int
    options: Sequence[int]


class Take(NamedTuple):
    """An option is taken.

    follows: whether earlier steps imply it, so that it is no decision.
    """

    option: int
    follows: bool = False


class Back(NamedTuple):
    """An option is taken back."""

    option: int


class Found(NamedTuple):
    """The options taken now are a cover."""

    cover: Cover


Event: TypeAlias = Branch | Take | Back | Found
