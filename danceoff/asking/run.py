"""Runs a walk: prepares its search under the clock, and closes it; limits and errors end it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from typing import Any

from danceoff.asking.events import Ended, Event, Prepared
from danceoff.asking.walks import Asked, Events, TimeLimit


class NoSearch:
    """Stands for the search if a question needs none."""

    choice = ""

    def __enter__(self) -> NoSearch:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def stats(self) -> dict[str, int]:
        """Return no counters."""
        return {}


def run(asked: Asked, prepare: Callable[[], Any], walk: Callable[[Asked, Any], Events]) -> Events:
    """Yield `Prepared`, the events of the walk, and last `Ended`.

    The walk is closed before `Ended` comes: the CPU time of processes that it started is known only then.

    asked: what the walk needs besides the search.
    prepare: returns the search; its time counts.
    walk: one of the walks.
    """
    totals = asked.totals
    try:
        with totals.clock.running():
            search = prepare()
        totals.prepare_s = totals.clock.wall_s
        with search:
            yield Prepared(search)
            try:
                ended = yield from _until_ended(walk(asked, search))
            except TimeLimit:
                ended = Ended("timeout", search.choice)
            yield ended
    except MemoryError as error:
        yield Ended("memory", str(error) or "out of memory")


def _until_ended(walk: Events) -> Generator[Event, None, Ended]:
    """Yield the events up to `Ended`, close the walk, and return `Ended`."""
    with closing(walk) as events:
        for event in events:
            if isinstance(event, Ended):
                return event
            yield event
    raise RuntimeError("a walk ended without `Ended`")
