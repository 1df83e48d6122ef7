"""Several searches, each in a thread, walk one problem: who has nothing left takes branches another has not begun."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from typing import Generic, Protocol, TypeVar

Branches = TypeVar("Branches")


class Walker(Protocol):
    """One of the searches."""

    def ask(self) -> None:
        """Pause soon, because branches are wanted; called from any thread."""


class Sharing(Generic[Branches]):
    """Who walks, and branches for the next one that has nothing left: to wait for them would cost a millisecond."""

    def __init__(self) -> None:
        self._walkers: list[Walker] = []
        self._branches: list[Branches] = []
        self._n_waiting = 0
        self._changed = Condition()

    def join(self, walker: Walker) -> None:
        """Be one of those who may have branches."""
        self._walkers.append(walker)

    @contextmanager
    def walking(self, walker: Walker) -> Iterator[None]:
        """Afterwards nobody waits for this walker any more, whatever it has left."""
        try:
            yield
        finally:
            with self._changed:
                self._walkers.remove(walker)
                self._changed.notify_all()

    @property
    def is_wanting(self) -> bool:
        """Whether branches should be given that another could take."""
        return not self._branches and len(self._walkers) > 1

    def give(self, branches: Branches) -> None:
        """Let another walk them."""
        with self._changed:
            self._branches.append(branches)
            self._changed.notify_all()

    def take(self, walker: Walker) -> Branches | None:
        """Wait for branches that are given; None once nobody has anything left."""
        with self._changed:
            self._n_waiting += 1
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._branches or self._n_waiting >= len(self._walkers))
            if not self._branches:
                return None
            self._n_waiting -= 1
            branches = self._branches.pop()
            for other in self._walkers:
                if other is not walker:
                    other.ask()
            return branches
