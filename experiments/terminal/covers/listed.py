"""The covers of `danceoff solve --format json`, kept until the members that stand above them are known."""

from collections.abc import Iterator
from tempfile import TemporaryFile

FORMATS = ("text", "json", "jsonl", "csv")
_AT_ONCE = 1 << 20


class Listed:
    """Covers as JSON, in a file: they may be too many for memory.

    n_covers: the number of covers.
    """

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - it is deleted with this object
        self.n_covers = 0
        self._n_bytes = 0  # of whole lines: an interrupt may tear those that are being taken

    def take(self, lines: bytes) -> None:
        """Take covers, each a line of JSON."""
        self._file.write(lines)
        self._n_bytes += len(lines)
        self.n_covers += lines.count(b"\n")

    def members(self) -> Iterator[bytes]:
        """Yield the covers as the member `answers` of an object, and the end of the object."""
        yield b', "answers": ['
        n_bytes = self._n_bytes
        self._file.seek(0)
        while n_bytes:
            lines = self._file.read(min(n_bytes, _AT_ONCE))
            n_bytes -= len(lines)
            yield (lines if n_bytes else lines[:-1]).replace(b"\n", b", ")
        yield b"]}\n"
