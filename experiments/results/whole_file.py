"""Writes files whole or not at all: a new file is written beside the old one, and then replaces it."""

import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from danceoff.experiments.terminal import say


@contextmanager
def whole_path(path: Path) -> Iterator[Path]:
    """Yield the path of a temporary file to write, whose content goes to `path` at the end of the block.

    If the block raises or the file is empty, `path` stays as it is. A device or pipe is written to, not replaced.
    Raises OSError with the name of the file if it cannot be written.
    """
    target = Path(os.path.realpath(path))  # a link stays a link
    # An open descriptor is written to, also where it is that of a file.
    is_open = str(path.absolute()).startswith(("/dev/", "/proc/"))
    replaces = not is_open and (not target.exists() or target.is_file())
    try:
        if target.is_symlink():  # to itself
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
        if target.is_dir() or target.is_file():
            target.open("ab").close()  # a folder, or a file that may not be written, is refused before any work
        descriptor, name = tempfile.mkstemp(prefix=".danceoff-", dir=target.parent if replaces else None)
        os.close(descriptor)
        unfinished = Path(name)
        try:
            yield unfinished
            if not unfinished.stat().st_size:
                return
            if replaces:
                mask = os.umask(0)
                os.umask(mask)
                unfinished.chmod(target.stat().st_mode if target.exists() else 0o666 & ~mask)
                unfinished.replace(target)
            else:
                sys.stdout.flush()  # keeps the order of the output, if the target is standard output
                with unfinished.open("rb") as source, target.open("wb") as into:
                    shutil.copyfileobj(source, into)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        if error.filename is None or str(error.filename).startswith(str(target.parent)):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


@contextmanager
def whole_file(path: Path) -> Iterator[IO[str]]:
    """Yield an open text file whose content goes to `path` as in `whole_path`; lone surrogates are escaped."""
    with (
        whole_path(path) as unfinished,
        unfinished.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file,
    ):
        yield file


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file, as `whole_path` does."""
    if isinstance(content, str):
        content = content.encode(errors="backslashreplace")
    with whole_path(path) as unfinished:
        unfinished.write_bytes(content)


def write_text(path: Path | None, text: str) -> None:
    """Write a text as `write_whole` does, in UTF-8; without a path, to standard output."""
    if path:
        write_whole(path, text)
    else:
        with say.aside():
            sys.stdout.buffer.write(text.encode(errors="backslashreplace"))
