"""The exchange of learned clauses between the searches of a problem, each in a thread of its own.

Clauses of LBD 8 or less pass. CPU time of two threads together, relative to one thread alone; half of it is the time on
two idle cores. Medians of 5 runs, of 9 in the first three rows; the runs of two threads scatter by 1.5 to 2.5 times.

                                    none   LBD 2   LBD 8
    mutilated board 12x12           3.5    2.25    2.0     refuted twice, by each thread for itself
    mutilated board 10x10           2.2    2.4     2.3
    y-pentomino/10x15               1.2    1.4     1.25
    Latin squares of order 30       1.2    1.2     1.2     3 with 129 to 6,300 covers
    soma, langford/11               1.1    1.1     1.1     listed mostly without learning
    first 5,000 of a Latin square   0.49   0.38    0.48
    first 1,000 of y 20x20          1.2    1.1     1.4

So exchanging clauses helps only where a refutation is long. Two threads help where covers are listed.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.learning.kernel_exchange import add_copies, copy_good
from danceoff.solvers.engines.learning.state import FIRST_CLAUSE, State

_MOST_LBD = 8
_MOST_UNREAD = 16  # messages that wait for a search; older ones are dropped


class Message(NamedTuple):
    """What one search sends to the others: literals and clauses that follow from the problem alone."""

    literals: NDArray[np.uint32]
    clauses: NDArray[np.uint32]


class Team:
    """The searches of one problem, which exchange what they learn.

    is_refuted: whether it was shown that the problem has no cover.
    """

    def __init__(self) -> None:
        self.is_refuted = False
        self.unread: list[deque[Message]] = []


class Member:
    """One search of a team: it sends what it learns to the others, and adds what they send."""

    def __init__(self, team: Team, n_options: int) -> None:
        self._team = team
        self._unread: deque[Message] = deque(maxlen=_MOST_UNREAD)
        self._is_known = np.zeros(2 * n_options, bool)
        self._sent_to = FIRST_CLAUSE
        team.unread.append(self._unread)

    @property
    def has_others(self) -> bool:
        """Whether the team has other searches."""
        return len(self._team.unread) > 1

    def send(self, state: State) -> None:
        """Send what was learned since the last call; no clause may have moved in the arena since then."""
        at, arena, trail = state.at, state.clauses.arena, state.trail
        end = int(at["arena_end"][0])
        copies = np.empty(end - self._sent_to, np.uint32)
        copies = copies[: copy_good(arena, self._sent_to, end, _MOST_LBD, copies)]
        below = trail.option[: int(trail.start[1] if at["level"][0] else at["n_set"][0])]
        literals = np.append(below << 1 | trail.value[below], trail.fixed[: int(at["n_fixed"][0])])
        message = Message(self._new(literals), copies)
        for unread in self._team.unread:
            if unread is not self._unread:
                unread.append(message)

    def receive(self, state: State) -> None:
        """Add what the other searches sent since the last call.

        The caller then reduces the clauses, and calls `tidied`.
        """
        messages = [self._unread.popleft() for _ in range(len(self._unread))]
        if not messages:
            return
        at = state.at
        literals = self._new(np.concatenate([message.literals for message in messages]))
        self._team.is_refuted |= bool(self._is_known[literals ^ 1].any())
        if len(literals) and not self._team.is_refuted:
            fixed = np.union1d(state.trail.fixed[: int(at["n_fixed"][0])], literals)
            state.trail.fixed[: len(fixed)] = fixed
            at["n_fixed"], at["fixed_below"] = len(fixed), at["n_set"][0] + np.uint64(1)
        copies = np.concatenate([message.clauses for message in messages])
        state.make_room(len(copies))
        add_copies(state.clauses.arena, state.trail, at, copies)

    def tidied(self, state: State) -> None:
        """Note that every clause now held was sent already, or came from another search."""
        self._sent_to = int(state.at["arena_end"][0])

    def _new(self, literals: NDArray[np.uint32]) -> NDArray[np.uint32]:
        new = np.unique(literals[~self._is_known[literals]])
        self._is_known[new] = True
        return new
