"""Standard output that is full or no longer read, and input that can be read only once."""

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import TextIO

from danceoff.experiments import BadInput
from danceoff.experiments.terminal.say import STANDS_FOR, say
from danceoff.problems.model.arguments import InvalidProblem

_MOST = 1 << 28  # bytes
_AT_ONCE = 1 << 20
_SILENT_S = 2.0
_KNUTH = ".dlx"
_STDIN = "/dev/stdin"


def open_standard_streams() -> None:
    """Replace closed streams by /dev/null, and escape characters that a stream cannot encode.

    Without this, the next file to be opened would get the number of the closed descriptor, and with it the output.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != descriptor:
                os.dup2(nowhere, descriptor)
                os.close(nowhere)
            os.set_inheritable(descriptor, True)
            setattr(sys, name, open(descriptor, "w" if descriptor else "r", encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def abandon(stream: TextIO) -> None:
    """Discard all further output to a stream, which would make Python fail at exit, with an exit code of its own."""
    with suppress(OSError, ValueError):  # ValueError: it is closed
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def flush_output() -> None:
    """Flush standard output and standard error, or discard what cannot be written."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            abandon(stream)


@contextmanager
def rereadable(source: str, ending: str = "", unnamed: str = "") -> Iterator[str]:
    """Yield the name of a file that can be read repeatedly and ends in its format: of a copy if the source does not.

    A pipe is read to its end; if nobody has opened it for writing, this waits, and says so. Without an ending, here
    or in its name, it is read as Knuth's format, with a warning. Raises BadInput beyond 256 MB, and for an ending of
    what is no file. What is said in the block names the source instead of the copy.

    source: a file, a pipe, a device, `-` for standard input, or a catalog name.
    ending: the ending of the copy; by default that of the source.
    unnamed: the ending where neither has one; by default Knuth's format, which is said.
    """
    given, source = source, _STDIN if source == "-" else source
    if not _is_stream(source) and not ending:
        yield source
        return
    if not Path(source).exists():
        raise BadInput(f"{given}: No such file or directory")
    if Path(source).is_dir():
        yield source
        return
    ending = ending or Path(os.path.realpath(source)).suffix or unnamed
    if not ending:
        ending = _KNUTH
        why = "because its name has no ending; --input FORMAT names another"
        say(f"warning: {given}: read as {ending}, Knuth's format, {why}", error=True)
    with TemporaryDirectory(prefix="danceoff-") as folder:
        copy = Path(folder) / f"{Path(source).stem}{ending}"
        told = f"danceoff: waiting for the end of {given} (Ctrl-D ends what is typed)"
        waiting = Timer(_SILENT_S, say, (told,), {"error": True})
        waiting.daemon = True
        waiting.start()
        try:
            _copy(source, copy)
        finally:
            waiting.cancel()
        STANDS_FOR[str(copy)] = given
        try:
            yield str(copy)
        except (BadInput, InvalidProblem) as error:
            raise type(error)(str(error).replace(str(copy), given)) from None
        finally:
            del STANDS_FOR[str(copy)]


def _is_stream(source: str) -> bool:
    try:
        mode = os.stat(source).st_mode  # noqa: PTH116 - Path("") is the current folder
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return False
    return source.startswith(("/dev/", "/proc/")) or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _copy(source: str, copy: Path) -> None:
    n_bytes = 0
    with Path(source).open("rb", buffering=0) as stream, copy.open("wb") as file:
        while data := stream.read(_AT_ONCE):
            n_bytes += file.write(data)
            if n_bytes > _MOST:
                raise BadInput(f"{source}: more than {_MOST} bytes")
