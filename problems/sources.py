"""Whatever a user may name, a problem of the catalog or a file, as an Instance."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

from problems import catalog
from problems.cover import InvalidProblem
from problems.formats import ec, knuth, matrix, puzzle, puzzle_box, sdk, xmpuzzle
from problems.instance import Instance, Model
from problems.packing import Packing


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

_GZIPPED = b"\x1f\x8b"
_LARGEST_FILE = 1 << 28  # bytes: a small gzipped file could fill the memory


def read(source: str) -> Instance:
    """The problem of the catalog that has this name, or of the file, by its ending.

    They are .dlx (Knuth), .ec, .csv (0/1 matrix), .toml (packing puzzle), .txt (puzzle box), .sdk (sudoku) and
    .xmpuzzle (Burr Tools); any of them may be gzipped.

    Raises InvalidProblem with a line that begins with the file and, where one is at fault, its line. Options that a
    file gives no primary item are dropped with a warning.
    """
    ending = Path(source).suffix.lower()
    if ending not in ENDINGS:
        try:
            return catalog.instance(source)
        except InvalidProblem:
            if _exists(source):
                raise InvalidProblem(f"{source}: files of problems end in {', '.join(ENDINGS)}") from None
            raise
    text = text_of(source)
    if not text.strip():
        raise InvalidProblem(f"{source}: the file is empty")
    family, reader = _READERS[ending]
    problem, board = reader(text, source)
    return Instance(source, family, problem, None, board)


def _exists(source: str) -> bool:
    try:
        return source != "" and Path(source).exists()
    except OSError:  # a sudoku of 625 squares is a name of the catalog, but too long for a file
        return False


def text_of(file: str) -> str:
    """The text of a file; raises InvalidProblem where it cannot be read or is none."""
    try:
        content = Path(file).read_bytes()
    except OSError as error:
        raise InvalidProblem(f"{file}: {(error.strerror or str(error)).lower()}") from None
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
    unpacker = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    try:
        unpacked = unpacker.decompress(content, _LARGEST_FILE)
    except zlib.error as error:
        raise InvalidProblem(f"{file}: not a gzipped file: {error}") from None
    if unpacker.unconsumed_tail:
        raise InvalidProblem(f"{file}: more than {_LARGEST_FILE} bytes when unpacked")
    if not unpacker.eof:
        raise InvalidProblem(f"{file}: the gzipped file is cut off")
    return unpacked
