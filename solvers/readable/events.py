"""What a search does, step by step, for whoever wants to watch it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from danceoff.problems import Cover


class Branch(NamedTuple):
    """A node of the tree: this item is to be covered next, by each of these options in turn; by none at a dead end."""

    item: int
    options: Sequence[int]


class Take(NamedTuple):
    """An option is taken; `follows` when that is no trial but a consequence of what was taken before."""

    option: int
    follows: bool = False


class Back(NamedTuple):
    """An option is taken back."""

    option: int


class Found(NamedTuple):
    """What is taken now is a cover."""

    cover: Cover


Event: TypeAlias = Branch | Take | Back | Found
