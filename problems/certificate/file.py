"""The file of a certificate: its first line, its checksum, and its words, which are never all in memory."""

import hashlib
import re
import zlib
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

import numpy as np

from danceoff.problems.certificate.budget import InvalidCertificate, Meter
from danceoff.problems.model.digits import MOST_DIGITS, whole

MAGIC = "danceoff-certificate 2"
_HEADER = re.compile(rb"danceoff-certificate 2 (trace|best|list\+proof|weights|none) ([0-9a-f]{16}) (0|-?[1-9]\d*)\n")
_AT_ONCE = 1 << 16  # bytes that are read, and at most unpacked, at a time


def opened(path: Path) -> tuple[str, str, int, Iterator[bytes]]:
    """Return kind, digest, count and packed words of a whole file: its last 32 bytes are the SHA-256 of the others."""
    with path.open("rb") as file:
        line = file.readline(MOST_DIGITS + 100)
        header = _HEADER.fullmatch(line)
        kind, digest, count = header.groups() if header else (b"", b"", b"")
        is_negative = count.startswith(b"-")
        if not header or len(count) > MOST_DIGITS or (is_negative and kind != b"best"):
            raise InvalidCertificate(f"its first line is not that of a certificate, {MAGIC} KIND DIGEST COUNT")
        end = max(file.seek(0, 2) - 32, len(line))
    hasher = hashlib.sha256(line)
    for chunk in _chunks(path, len(line), end):
        hasher.update(chunk)
    if b"".join(_chunks(path, end, end + 33)) != hasher.digest():
        raise InvalidCertificate("it is damaged: its checksum is wrong")
    amount = whole(count.removeprefix(b"-").decode())
    return kind.decode(), digest.decode(), -amount if is_negative else amount, _chunks(path, len(line), end)


def _chunks(path: Path, begin: int, end: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(begin)
        while chunk := file.read(min(_AT_ONCE, end - file.tell())):
            yield chunk


def words_of(packed: Iterator[bytes], meter: Meter) -> Iterator[int]:
    """Yield the words of the zlib stream; at most _AT_ONCE bytes of them are in memory."""
    stream, plain = zlib.decompressobj(), b""
    for part in chain(packed, [b""]):  # the empty part flushes the stream
        more: bytes | None = part
        while more is not None:
            try:
                plain += stream.decompress(more, _AT_ONCE)
            except zlib.error:
                raise InvalidCertificate("its words are not a zlib stream") from None
            end = len(plain) & -4  # whole words
            meter.unpack(end)
            yield from np.frombuffer(plain[:end], "<i4").tolist()
            plain, more = plain[end:], stream.unconsumed_tail or None
    if not stream.eof or stream.unused_data or plain:
        raise InvalidCertificate("its zlib stream is truncated or followed by something else")


def take(words: Iterator[int], n: int, most: int) -> list[int]:
    """Return the next n words.

    most: the greatest n that can be correct.

    Raises InvalidCertificate if n exceeds `most`, and StopIteration if there are fewer words.
    """
    if not 0 <= n <= most:
        raise InvalidCertificate(f"it announces {n} numbers where at most {most} are possible")
    if len(taken := list(islice(words, n))) < n:
        raise StopIteration
    return taken
