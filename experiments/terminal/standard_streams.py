"""Handles standard output that nobody reads any more, and input that can be read only once."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from danceoff.experiments import BadInput
from danceoff.experiments.terminal.say import STANDS_FOR

_MOST = 1 << 28  # bytes


def abandon_output() -> None:
    """Discard all further output; otherwise Python would fail at exit, with an exit code of its own."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def rereadable(source: str, ending: str = "", default: str = ".dlx") -> Iterator[str]:
    """Yield the name of a file that can be read repeatedly and ends in its format: the source, or a copy of it.

    A pipe is read to its end. Later messages name the source instead of the copy. Raises BadInput beyond 256 MB, and
    OSError.

    source: a file, a pipe, a device, `-` for standard input, or a catalog name.
    ending: the ending of the copy; by default that of the source.
    default: the ending of the copy of a pipe whose name has none.
    """
    path = "/dev/stdin" if source == "-" else source
    if not ending and not _is_stream(path):
        yield source
        return
    ending = ending or Path(os.path.realpath(path)).suffix or default
    with TemporaryDirectory(prefix="danceoff-") as folder, Path(path).open("rb") as stream:
        copy = Path(folder) / f"{Path(path).stem}{ending}"
        if copy.write_bytes(stream.read(_MOST + 1)) > _MOST:
            raise BadInput(f"{source}: more than {_MOST} bytes")
        STANDS_FOR[str(copy)] = source
        yield str(copy)


def _is_stream(path: str) -> bool:
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - Path("") is the current folder
    except (OSError, ValueError):  # no file, but perhaps a name of the catalog
        return False
    return path.startswith("/dev/") or stat.S_ISFIFO(mode)
