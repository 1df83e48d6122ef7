"""The folders that a run makes inside its results folder, and the lock by which only one run works in it."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.results import calibration
from danceoff.experiments.results.folder import regular
from danceoff.experiments.results.record import FILE

PARTS = "parts"
"""Contains the checkpoints of searches in parts."""
CHUNKS = "chunks"
"""Contains the cases that are sent to other machines, and their rows."""


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Lock the rows of a folder until the end of the block; raises BadInput if another run has locked them.

    The kernel keeps the lock on the open file and releases it when this process ends, however it ends. Children do not
    inherit it. Also raises BadInput if a run could block at something else than a file in the folder.
    """
    directory.mkdir(parents=True, exist_ok=True)
    for path in (directory / FILE, directory / calibration.FILE, *(directory / PARTS).glob("*")):
        regular(path)
    with (directory / FILE).open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(
                f"{directory}: another run is using this folder; wait for its end or choose another one with --into"
            ) from None
        yield
