"""Several searches, each in a thread, walk one problem: who has nothing left takes branches another has not begun."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from threading import Condition
from typing import Protocol, TypeVar

from danceoff.problems import Covers
from danceoff.solvers.base import Search
from danceoff.solvers.engines.bits.branches import Branches

Found = TypeVar("Found", Covers, int)


class Walker(Protocol):
    """A search that can be asked for branches, and be walked again when it has got others."""

    is_hurried: bool
    """Whether it is to pause often."""

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to walk."""

    def ask(self) -> None:
        """Pause soon; called from any thread."""

    def split_off(self) -> Branches | None:
        """Give branches away that are not begun, if there are any."""

    def begin_at(self, branches: Branches) -> None:
        """Have nothing to walk but these branches."""

    def batches(self) -> Generator[Covers]:
        """The covers of what there is to walk, a batch at every pause."""

    def increments(self) -> Generator[int]:
        """Their numbers, likewise."""

    def stats(self) -> Mapping[str, int]:
        """Effort so far."""


class Sharing:
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


class SharedSearch(Search):
    """What one of the searches finds."""

    def __init__(self, walker: Walker, sharing: Sharing) -> None:
        self._walker, self._sharing = walker, sharing
        sharing.join(walker)

    def stats(self) -> Mapping[str, int]:
        """Effort so far."""
        return self._walker.stats()

    def _batches(self) -> Generator[Covers]:
        """The first of each part that it walks holds one cover."""
        return self._found(self._walker.batches)

    def _increments(self) -> Generator[int]:
        return self._found(self._walker.increments)

    def _found(self, results: Callable[[], Generator[Found]]) -> Generator[Found]:
        walker, sharing = self._walker, self._sharing
        with sharing.walking(walker):
            while not walker.is_over or self._takes():
                walker.is_hurried = sharing.is_wanting
                for found in results():
                    yield found
                    if sharing.is_wanting and (branches := walker.split_off()):
                        sharing.give(branches)
                    walker.is_hurried = sharing.is_wanting

    def _takes(self) -> bool:
        branches = self._sharing.take(self._walker)
        if branches:
            self._walker.begin_at(branches)
        return branches is not None
