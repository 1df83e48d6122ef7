"""The events of a search that can be watched: what `danceoff watch` shows."""

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


Clause: TypeAlias = tuple[int, ...]
"""Literals of which one must hold: option + 1 if the option is taken, its negative if it is left out.

Higher numbers are variables of the encoding, which are no options.
"""


class Take(NamedTuple):
    """An option is taken.

    follows: whether earlier steps imply it, so that it is no decision.
    reason: the clause from which it follows; empty if the solver gives none.
    """

    option: int
    follows: bool = False
    reason: Clause = ()


class Leave(NamedTuple):
    """An option is left out; see `Take`. Only solvers that give reasons report this event."""

    option: int
    follows: bool
    reason: Clause


class Back(NamedTuple):
    """An option is taken back."""

    option: int


class Found(NamedTuple):
    """A cover: the options taken now or, if the solver tells no steps, those of `cover`."""

    cover: Cover


class Conflict(NamedTuple):
    """No literal of a clause holds; after a cover this is the clause that blocks it."""

    clause: Clause


class Learn(NamedTuple):
    """A clause that follows from the clauses of the problem; its first literal holds after the jump that comes next."""

    clause: Clause


class Jump(NamedTuple):
    """All after the first `level` decisions is undone; a `Back` follows for each option that was taken there."""

    level: int


Event: TypeAlias = str | Branch | Take | Leave | Back | Found | Conflict | Learn | Jump
"""A text is what a solver says of its search besides steps."""
