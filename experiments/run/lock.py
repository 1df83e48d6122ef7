"""One run at a time in a results folder."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.results.record import FILE


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Hold the rows of a folder; raises BadInput where another run holds them.

    The lock is the kernel's, on the open file: whatever becomes of this process, it is gone with it, and no child
    inherits it.
    """
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / FILE).open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(
                f"{directory}: another run is at work there; wait for its end or choose another folder with --into"
            ) from None
        yield
