"""Reads many lines of JSON that are alike: lines are cut at their names, and a text between two names is read once.

Where every text is one JSON value, so is the line, and there is no other way to read it.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

_VALUE = r'("[^"\\]*(?:\\.[^"\\]*)*"|[^",{\[\n]+|\[[^"{\n]*\]|\{[^{}\n]*\})'
_MOST_KNOWN = 10_000


class Alike:
    """Reads lines that have the same names in the same order.

    read: takes a name and JSON values, and returns what they stand for; raises ValueError.
    """

    def __init__(self, read: Callable[[str, list[Any]], list[Any]]) -> None:
        self._read = read
        self._known: dict[str, dict[str, Any]] = defaultdict(dict)

    def read(self, lines: Sequence[bytes], names: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
        """Yield the values of each line, with its line break; raises ValueError unless all of them have the names."""
        texts = _line(names).findall(b"".join(lines).decode())
        if len(texts) != len(lines):
            raise ValueError("lines that are not alike")
        columns = [self._column(name, column) for name, column in zip(names, zip(*texts, strict=True), strict=True)]
        return zip(*columns, strict=True)

    def _column(self, name: str, texts: Sequence[str]) -> list[Any]:
        known = self._known[name]
        if len(known) > _MOST_KNOWN:
            known.clear()
        if new := list(set(texts).difference(known)):
            known.update(zip(new, self._read(name, _parsed(new)), strict=True))
        return list(map(known.__getitem__, texts))


@lru_cache(8)
def _line(names: tuple[str, ...]) -> re.Pattern[str]:
    texts = ", ".join(f"{json.dumps(re.escape(name))}: {_VALUE}" for name in names)
    return re.compile(rf"^\{{{texts}\}}\n", re.MULTILINE)


def _parsed(texts: list[str]) -> list[Any]:
    """Return the JSON values of texts, for which the expression has no comma but in quotes and brackets."""
    if any(text[0] in "[{" for text in texts):
        return list(map(json.loads, texts))
    return list(json.loads(f"[{','.join(texts)}]"))
