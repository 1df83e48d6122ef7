"""Pictures that were found in a results folder: taken over only as far as our own drawings go."""

from __future__ import annotations

import re
from pathlib import Path
from xml.parsers import expat

from danceoff.problems.pictures.drawing import escaped

_NAMESPACE = "http://www.w3.org/2000/svg"
_TEXTS = ("title", "desc", "text")
_ELEMENTS: dict[str, set[str]] = {
    "svg": {"xmlns", "role", "viewBox", "width", "height", "class"},
    "title": set(),
    "desc": set(),
    "g": {"transform"},
    "path": {"class", "d"},
    "rect": {"class", "x", "y", "width", "height"},
    "circle": {"class", "cx", "cy", "r"},
    "text": {"class", "x", "y"},
}
"""What our drawings are made of. None of it loads, links or runs anything."""
_VALUE = re.compile(r"[A-Za-z0-9 .()+-]*")
_MOST_BYTES = 20_000_000


class _Unlike(ValueError):
    """The picture holds what none of ours does."""


def picture(file: Path) -> str:
    """The picture in a file, written anew; empty where it is none like ours, and must be drawn again."""
    try:
        if not file.is_file() or file.stat().st_size > _MOST_BYTES:
            return ""
        return harmless(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""


def harmless(svg: str) -> str:
    """An SVG element with nothing but elements, attributes and values of our drawings, or nothing.

    It is put together again of what an XML parser made of it, so that no other parser can read anything else. A
    document type is refused, and with it entities.
    """
    made, parser = _Anew(), expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = made.begin, made.end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = made.text, made.doctype
    try:
        parser.Parse(svg, True)
    except (expat.ExpatError, _Unlike, UnicodeEncodeError):
        return ""
    return f"{''.join(made.parts)}\n"


class _Anew:
    """The picture as it is put together."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._inside: list[str] = []
        self._is_open = False  # whether the last tag still lacks its end

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        self._close()
        is_root = not self._inside
        if name not in _ELEMENTS or is_root != (name == "svg") or (self._inside and self._inside[-1] in _TEXTS):
            raise _Unlike
        if not all(key in _ELEMENTS[name] and _is_value(key, value) for key, value in attributes.items()):
            raise _Unlike
        self._inside.append(name)
        self.parts += [f"<{name}", *(f' {key}="{value}"' for key, value in attributes.items())]
        self._is_open = True

    def end(self, name: str) -> None:
        if self._is_open and name not in _TEXTS:
            self.parts.append("/>")
            self._is_open = False
        else:
            self._close()
            self.parts.append(f"</{name}>")
        self._inside.pop()

    def text(self, told: str) -> None:
        self._close()
        if self._inside[-1] not in _TEXTS and not told.isspace():
            raise _Unlike
        self.parts.append(escaped(told))

    def doctype(self, *_declared: object) -> None:
        raise _Unlike

    def _close(self) -> None:
        if self._is_open:
            self.parts.append(">")
            self._is_open = False


def _is_value(key: str, value: str) -> bool:
    return value == _NAMESPACE if key == "xmlns" else _VALUE.fullmatch(value) is not None
