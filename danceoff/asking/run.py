"""What is around every walk: the search is prepared under the clock, and closed; limits and errors end it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

from danceoff.asking.events import Ended, Prepared
from danceoff.asking.walks import Asked, Events, TimeLimit


def run(asked: Asked, prepare: Callable[[], Any], walk: Callable[[Asked, Any], Events]) -> Events:
    """Yield `Prepared`, the events of the walk, and last `Ended`.

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
                with closing(walk(asked, search)) as events:
                    yield from events
            except TimeLimit:
                yield Ended("timeout", search.choice)
    except MemoryError as error:
        yield Ended("memory", str(error) or "out of memory")
