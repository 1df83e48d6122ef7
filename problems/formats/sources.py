"""Whatever a user may name, a problem of the catalog or a file, as an Instance."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from gzip import GzipFile
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path

from danceoff.problems import catalog
from danceoff.problems.formats import ec, knuth, matrix, puzzle, puzzle_box, sdk, sdk_list, xmpuzzle
from danceoff.problems.grids.packing import Packing
from danceoff.problems.instance import Instance, Model
from danceoff.problems.model.arguments import instance_of
from danceoff.problems.model.cover import InvalidProblem


def _packing(packing: Packing) -> Model:
    return packing.problem, packing


_READERS: Mapping[str, tuple[str, Callable[[str, str], Model]]] = {
    ".dlx": ("dlx", lambda text, file: (knuth.read(text, file), None)),
    ".ec": ("ec", lambda text, file: (ec.read(text, file), None)),
    ".csv": ("matrix", lambda text, file: (matrix.read(text, file), None)),
    ".toml": ("puzzle", lambda text, file: _packing(puzzle.read(text, file))),
    ".txt": ("box", lambda text, file: _packing(puzzle_box.read(text, file))),
    ".sdk": ("sudoku", sdk.read),
    ".xmpuzzle": ("burr-tools", lambda text, file: _packing(xmpuzzle.read(text, file))),
}
"""The family and the reader for each ending."""

ENDINGS = tuple(_READERS)

_DRAWN = (".toml", ".txt", ".sdk", ".xmpuzzle")
_LARGEST_DRAWING = 1 << 22

_GZIPPED = b"\x1f\x8b"
LARGEST_FILE = 1 << 28
"""Bytes of the largest file that is read, unpacked."""
_LARGEST_UNPACKED = 1 << 24
_MOST_SWELLING = 100
"""A packed file of any size may unpack to 16 MB, and one that unpacks to no more than 100 times its size to 256 MB."""


def read(source: str | PathLike[str]) -> Instance:
    """The problem of the catalog that has this name, or of the file, by its ending.

    They are .dlx (Knuth), .ec, .csv (0/1 matrix), .toml (packing puzzle), .txt (puzzle box), .sdk (sudoku) and
    .xmpuzzle (Burr Tools); any of them may be gzipped.

    Raises InvalidProblem with a line that begins with the file and, where one is at fault, its line. Options that a
    file gives no primary item are dropped with a warning. Raises TypeError for what is neither a text nor a path.
    """
    source = instance_of("source", fspath(source) if isinstance(source, PathLike) else source, str)
    ending = Path(source).suffix.lower()
    if ending not in ENDINGS:
        try:
            return catalog.instance(source)
        except InvalidProblem:
            if _exists(source):
                raise InvalidProblem(f"{source}: files of problems end in {', '.join(ENDINGS)}") from None
            raise
    text = text_of(source)
    if ending in _DRAWN and len(text) > _LARGEST_DRAWING:
        raise InvalidProblem(f"{source}: more than {_LARGEST_DRAWING} characters, too many for a puzzle that is drawn")
    if not text.strip():
        raise InvalidProblem(f"{source}: the file is empty")
    family, reader = _READERS[ending]
    problem, board = reader(text, source)
    return Instance(source, family, problem, None, board)


def is_list(source: str) -> bool:
    """Whether a source is a file of many sudokus, a puzzle a line; what is wrong with it is for its reader to say."""
    if Path(source).suffix.lower() != ".sdk":
        return False
    try:
        return sdk_list.is_list(text_of(source))
    except InvalidProblem:
        return False


def _exists(source: str) -> bool:
    try:
        return source != "" and Path(source).exists()
    except (OSError, ValueError):  # a sudoku of 625 squares is a name of the catalog, but too long for a file
        return False


def text_of(file: str) -> str:
    """The text of a file; raises InvalidProblem where it cannot be read or is none."""
    try:
        path = Path(file)
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise InvalidProblem(f"{file}: neither a file nor a folder; write its content into a file")
        with path.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise InvalidProblem(f"{file}: {(error.strerror or str(error)).lower()}") from None
    except InvalidProblem:
        raise
    except ValueError:  # a NUL, or half of a character
        raise InvalidProblem(f"{file!r}: no file can have this name") from None
    if len(content) > LARGEST_FILE:
        raise InvalidProblem(f"{file}: more than {LARGEST_FILE} bytes")
    if content.startswith(_GZIPPED):
        content = _unpacked(content, file)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InvalidProblem(f"{file}:{line}: not a text file, byte {error.start} is not UTF-8") from None
    if "\0" in text:
        raise InvalidProblem(f"{file}:{text.count(chr(10), 0, text.index(chr(0))) + 1}: not a text file, it has zeros")
    return text


def _unpacked(content: bytes, file: str) -> bytes:
    most = min(LARGEST_FILE, max(_LARGEST_UNPACKED, _MOST_SWELLING * len(content)))
    try:
        unpacked = GzipFile(fileobj=BytesIO(content)).read(most + 1)
    except EOFError:
        raise InvalidProblem(f"{file}: the gzipped file is cut off") from None
    except (OSError, zlib.error) as error:
        raise InvalidProblem(f"{file}: not a gzipped file: {error}") from None
    if len(unpacked) > most:
        raise InvalidProblem(f"{file}: more than {most} bytes when unpacked; unpack it yourself if that is right")
    return unpacked
