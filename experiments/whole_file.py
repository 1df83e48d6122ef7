"""Files that are there in full or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from experiments import BadInput


@contextmanager
def whole_file(path: Path) -> Iterator[IO[str]]:
    """A text file to write, which takes its name when the block is left without an error and anything was written.

    Raises BadInput at once where no such file can be made.
    """
    if path.is_dir():
        raise BadInput(f"{path}: is a folder")
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise BadInput(f"{path}: {(error.strerror or str(error)).lower()}") from None
    unfinished = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            yield file
        if unfinished.stat().st_size:
            unfinished.chmod(0o666 & ~_umask())  # mkstemp lets nobody else read
            unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
