"""The text of a file, and its lines, one at a time: a list of millions of short lines takes 20 times its memory."""

import csv
import zlib
from collections.abc import Iterator
from gzip import GzipFile
from io import BytesIO, StringIO
from pathlib import Path

from danceoff.problems.model.arguments import InvalidProblem

_GZIPPED = b"\x1f\x8b"
LARGEST_FILE = 1 << 28
"""Bytes of the largest file that is read, unpacked."""
_LARGEST_UNPACKED = 1 << 24
_MOST_SWELLING = 100
"""A gzipped file may unpack to 16 MB, and to up to 256 MB if that is at most 100 times its size."""


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, from 1; a line ends at LF, CR LF or CR."""
    for number, line in enumerate(StringIO(text, newline=None), 1):
        yield number, line.removesuffix("\n")


def cells_of(line: str, sign: str) -> list[str]:
    """Return the cells of the first line of a CSV text; raises csv.Error."""
    return [cell.strip() for cell in next(csv.reader(StringIO(line), delimiter=sign, skipinitialspace=True), [])]


def text_of(file: str, only: int | None = None) -> str:
    """Return the text of a file, or of its first `only` bytes; raises InvalidProblem if it is no text."""
    content = _beginning_of(file, only or LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise InvalidProblem(f"{file}: more than {LARGEST_FILE} bytes")
    if content.startswith(_GZIPPED):
        content = _unpacked(content, file, only)
    is_wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))  # as PowerShell writes
    try:
        cut = "ignore" if len(content) == only else "strict"  # within a character, maybe
        text = content.decode("utf-16" if is_wide else "utf-8", cut).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        if content.startswith(b"<?xml"):  # Burr Tools writes comments so
            return content.decode("latin-1")
        line = content.count(b"\n", 0, error.start) + 1
        wrong = f"byte {error.start} is not {error.encoding.upper()}; save it as UTF-8 (Excel: CSV UTF-8)"
        raise InvalidProblem(f"{file}:{line}: not a text file, {wrong}") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise InvalidProblem(f"{file}:{line}: not a text file, it has a NUL byte")
    return text


def _beginning_of(file: str, n_bytes: int) -> bytes:
    """Return the first bytes of a file."""
    try:
        path = Path(file)
        if path.exists() and not (path.is_file() or path.is_dir()):  # a pipe may never begin or end
            raise OSError(None, "not a regular file: copy its content into one")
        with path.open("rb") as stream:
            return stream.read(n_bytes)
    except OSError as error:
        raise InvalidProblem(f"{file}: {(error.strerror or str(error)).lower()}") from None
    except ValueError:  # a NUL or a lone surrogate
        raise InvalidProblem(f"{file!r}: not a valid file name") from None


def _unpacked(content: bytes, file: str, only: int | None) -> bytes:
    most = min(LARGEST_FILE, max(_LARGEST_UNPACKED, _MOST_SWELLING * len(content)))
    try:
        unpacked = GzipFile(fileobj=BytesIO(content)).read(only or most + 1)
    except (EOFError, OSError, zlib.error) as error:
        raise InvalidProblem(f"{file}: not a gzipped file, or not all of one: {error}") from None
    if len(unpacked) > most:
        raise InvalidProblem(f"{file}: more than {most} bytes when unpacked; unpack it yourself if this is intended")
    return unpacked
