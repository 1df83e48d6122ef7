"""Sanitizes pictures found in a results folder: only what our own drawings contain is kept."""

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
    "path": {"class", "d", "fill", "stroke"},
    "rect": {"class", "x", "y", "width", "height"},
    "circle": {"class", "cx", "cy", "r"},
    "text": {"class", "x", "y", "transform"},
}
"""Elements and attributes of our drawings. None of them loads, links or runs anything."""
_VALUE = re.compile(r"[A-Za-z0-9 .()+-]*")
_PAINT = re.compile(r"#[0-9a-f]{6}")
_MOST_BYTES = 20_000_000


class _NotOurs(ValueError):
    """The picture contains something that our own drawings never contain."""


def picture(file: Path) -> str:
    """Return the sanitized picture in a file; empty if it is not one of ours and must be drawn again."""
    try:
        if not file.is_file() or file.stat().st_size > _MOST_BYTES:
            return ""
        return harmless(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""


def harmless(svg: str) -> str:
    """Return the SVG element if it has only elements, attributes and values of our drawings, else an empty text.

    The text is rebuilt from what an XML parser read, so that no other parser can read anything else. Document types,
    and with them entities, are refused.
    """
    made, parser = _Rebuilt(), expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = made.begin, made.end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = made.text, made.doctype
    try:
        parser.Parse(svg, True)
    except (expat.ExpatError, _NotOurs, UnicodeEncodeError):
        return ""
    return f"{''.join(made.parts)}\n"


class _Rebuilt:
    """Rebuilds a picture from the events of a parser."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._inside: list[str] = []
        self._is_open = False  # whether the last tag still lacks its end

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        self._close()
        is_root = not self._inside
        if name not in _ELEMENTS or is_root != (name == "svg") or (self._inside and self._inside[-1] in _TEXTS):
            raise _NotOurs
        if not all(key in _ELEMENTS[name] and _is_value(key, value) for key, value in attributes.items()):
            raise _NotOurs
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

    def text(self, content: str) -> None:
        self._close()
        if self._inside[-1] not in _TEXTS and not content.isspace():
            raise _NotOurs
        self.parts.append(escaped(content))

    def doctype(self, *_declared: object) -> None:
        raise _NotOurs

    def _close(self) -> None:
        if self._is_open:
            self.parts.append(">")
            self._is_open = False


def _is_value(key: str, value: str) -> bool:
    if key == "xmlns":
        return value == _NAMESPACE
    return (_PAINT if key in ("fill", "stroke") else _VALUE).fullmatch(value) is not None
