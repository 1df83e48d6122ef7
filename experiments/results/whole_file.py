"""Writes files atomically: completely or not at all."""

import errno
import io
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from danceoff.experiments.terminal import say

_MOST_LINKS = 40  # as many as Linux follows
_DESCRIPTORS = "/dev/fd"


@contextmanager
def whole_path(path: Path) -> Iterator[Path]:
    """Yield the path of a temporary file to write, whose content goes to `path` at the end of the block.

    If the block raises or the file is empty, `path` stays as it is. A regular file is replaced atomically, and keeps
    its mode and owner; of a symbolic link the target is replaced. Devices, pipes and open descriptors (`/dev/stdout`)
    are written to. Raises OSError with the name of the file if it cannot be written, as a folder cannot; a regular file
    is then unchanged.
    """
    target = _target(path)
    before = _status(target, path)
    replaces = _descriptor(target) is None and (before is None or stat.S_ISREG(before.st_mode))
    with _blamed(path):
        descriptor, name = tempfile.mkstemp(prefix=".danceoff-", dir=target.parent if replaces else None)
    os.close(descriptor)
    unfinished = Path(name)
    try:
        yield unfinished
        if not unfinished.stat().st_size:
            return
        with _blamed(path):
            with unfinished.open("rb+") as file:
                os.fsync(file.fileno())  # some file systems report only then that they are full
            if replaces:
                _give(unfinished, before)
                unfinished.replace(target)
            else:
                _pour(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def whole_file(path: Path) -> Iterator[IO[str]]:
    """Yield an open text file whose content goes to `path` as in `whole_path`; lone surrogates are escaped."""
    with whole_path(path) as unfinished:
        raw = io.BufferedWriter(_Blamed(unfinished, path))
        with io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            yield file


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file, as `whole_path` does."""
    if isinstance(content, str):
        with whole_file(path) as file:
            file.write(content)
    else:
        with whole_path(path) as unfinished, io.BufferedWriter(_Blamed(unfinished, path)) as file:
            file.write(content)


def write_text(path: Path | None, text: str) -> None:
    """Write a text as `write_whole` does; without a path to an empty standard output, as UTF-8 whatever that uses."""
    if path:
        write_whole(path, text)
    else:
        with say.aside():
            sys.stdout.buffer.write(text.encode(errors="backslashreplace"))


class _Blamed(io.FileIO):
    """A file whose write errors name the file that the user wanted to write."""

    def __init__(self, unfinished: Path, path: Path) -> None:
        super().__init__(unfinished, "w")
        self._path = path

    def write(self, data: object) -> int | None:  # type: ignore[override]
        with _blamed(self._path):
            return super().write(data)  # type: ignore[arg-type]


@contextmanager
def _blamed(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _target(path: Path) -> Path:
    """The target of symbolic links, but not beyond an open descriptor, which must be written to."""
    target = path.absolute()
    for _ in range(_MOST_LINKS):
        if _descriptor(target) is not None or not target.is_symlink():
            return target
        target = target.parent / target.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def _descriptor(target: Path) -> int | None:
    """The number of the open descriptor that a path stands for, if it does."""
    folder = os.path.realpath(target.parent)
    is_ours = folder in (_DESCRIPTORS, os.path.realpath(_DESCRIPTORS))
    return int(target.name) if is_ours and target.name.isdecimal() else None


def _status(target: Path, path: Path) -> os.stat_result | None:
    """The status of the present file, if there is one."""
    with _blamed(path):
        try:
            status = target.stat()
        except FileNotFoundError:
            if _descriptor(target) is not None:
                raise
            return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "is a folder", str(path))
    if stat.S_ISSOCK(status.st_mode) and _descriptor(target) is None:
        raise OSError(errno.ENXIO, "is a socket, and no file can be written there", str(path))
    if _descriptor(target) is None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return status


def _give(unfinished: Path, before: os.stat_result | None) -> None:
    """Set mode and owner as the replaced file, or any new file, has them: mkstemp lets only the owner read it."""
    if before is None:
        mask = os.umask(0)
        os.umask(mask)
        unfinished.chmod(0o666 & ~mask)
        return
    if (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(OSError):  # only root may give files away
            os.chown(unfinished, before.st_uid, before.st_gid)
    unfinished.chmod(stat.S_IMODE(before.st_mode) & 0o777)


def _pour(unfinished: Path, target: Path) -> None:
    """Write the content to a device, a pipe or an open descriptor."""
    descriptor = _descriptor(target)
    if descriptor is not None:
        sys.stdout.flush()  # keeps the order of the output
    with (
        unfinished.open("rb") as source,
        target.open("wb") if descriptor is None else os.fdopen(os.dup(descriptor), "wb") as into,
    ):
        shutil.copyfileobj(source, into)
