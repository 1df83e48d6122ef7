"""The folders that a run makes inside its results folder, and the lock by which only one run works in it."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.results import inputs
from danceoff.experiments.results.folder import inside, regular
from danceoff.experiments.results.record import FILE

CHUNKS = "chunks"
"""Contains the cases that are sent to other machines, and their rows."""
_ASIDE = "aside"


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Lock the rows of a folder until the end of the block; raises BadInput if another run has locked them.

    The kernel keeps the lock on the open file, and releases it at any end of this process. Children do not inherit it.
    Also raises BadInput if the folder has a pipe or device in place of the rows, where a run could block.
    """
    directory.mkdir(parents=True, exist_ok=True)
    with regular(directory / FILE).open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(
                f"{directory}: another run is using this folder; wait for its end or choose another one with --into"
            ) from None
        yield


@contextmanager
def kept(directory: Path) -> Iterator[Callable[[], None]]:
    """Yield a function that sets a locked folder's rows aside; they come back if the block ends without new rows.

    Rows that a killed run has set aside come back first.
    """
    rows, aside = directory / FILE, inside(directory, _ASIDE)

    def set_aside() -> None:
        aside.mkdir()
        shutil.copyfile(rows, aside / FILE)
        os.truncate(rows, 0)
        for name in (CHUNKS, inputs.FOLDER):
            if (path := inside(directory, name)).exists():
                path.rename(aside / name)

    def put_back() -> None:
        if aside.exists() and not rows.stat().st_size:
            for path in {*aside.iterdir()} - {aside / FILE}:
                shutil.rmtree(directory / path.name, ignore_errors=True)
                path.replace(directory / path.name)
            shutil.copyfile(aside / FILE, rows)
        shutil.rmtree(aside, ignore_errors=True)

    put_back()
    try:
        yield set_aside
    finally:
        put_back()
