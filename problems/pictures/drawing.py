"""The elements of SVG pictures, on a sheet, and the colours that all pictures share."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from html import escape
from pathlib import Path

from danceoff.problems.model.printable import printable_lines

PALETTE = (
    *("#80b8c8", "#f8e860", "#e06858", "#f8a8f0", "#18a058", "#a078e0", "#b09000", "#00f8f8", "#f8a890", "#90f8a0"),
    *("#d870b0", "#1098c8", "#e8b030", "#88b848", "#b0c898", "#b08870", "#f8d8a8", "#c0a0b8", "#b8a0f8", "#7890a0"),
    *("#80a880", "#e88830", "#a8e8d8", "#00c8b8", "#f8c8d8", "#b0c8f8", "#c0d050", "#6090f0", "#00a098", "#00b8f8"),
)
"""30 colours that are far apart in OKLab (Ottosson 2020): each is the farthest one from those before it.

They stand on light and dark ground, and ink on them has a contrast of at least 4.5 (WCAG 2.1, AA).
"""
TERMINAL = (
    *(109, 221, 167, 219, 35, 140, 136, 51, 216, 121, 169, 31, 178, 106, 151),
    *(137, 223, 146, 147, 102, 108, 172, 152, 43, 224, 153, 149, 69, 37, 39),
)
"""The nearest different colours in the palette of 256 of a terminal."""
N_COLOURS = len(PALETTE)

CELL = 10
"""The width of a cell."""
MARGIN = 3
"""How far a board is from the edges of its sheet."""
_PIXELS = 4
"""The width of a unit on a screen."""

_OF_PALETTE = "".join(f".danceoff .c{k}{{fill:{colour}}}" for k, colour in enumerate(PALETTE))
_STYLE_SHEET = Path(__file__).parents[1] / "data" / "pictures.css"
STYLE = _STYLE_SHEET.read_text(encoding="utf-8").replace("/* palette */", _OF_PALETTE).replace("\n", "")
"""The colours of all pictures, light and dark."""


@dataclass(frozen=True)
class Drawing:
    """SVG elements on a sheet from (0, 0) to (width, height); a cell is 10 wide."""

    width: float
    height: float
    elements: Sequence[str]


def sheet(drawings: Sequence[Drawing], n_across: int) -> Drawing:
    """Return drawings of one size as one drawing, row by row.

    n_across: the number of drawings in a row.
    """
    width, height = drawings[0].width, drawings[0].height
    elements: list[str] = []
    for k, drawing in enumerate(drawings):
        x, y = k % n_across * width, k // n_across * height
        elements += [f'<g transform="translate({x:.8g} {y:.8g})">', *drawing.elements, "</g>"]
    return Drawing(min(n_across, len(drawings)) * width, -(-len(drawings) // n_across) * height, elements)


def paled(*drawings: Drawing) -> list[Drawing]:
    """Return the two drawings; elements that are in both, except texts, are made pale."""
    first, second = ({*drawing.elements} for drawing in drawings)
    common = {element for element in first & second if "<text" not in element}
    return [
        replace(one, elements=[f'<g opacity=".25">{text}</g>' if text in common else text for text in one.elements])
        for one in drawings
    ]


def escaped(text: str) -> str:
    """Return a text for XML and HTML, with escapes for markup and for characters that are not printable."""
    return escape(printable_lines(text))


@lru_cache(1 << 14)  # covers of one problem have labels in the same places
def label(x: float, y: float, text: str, kind: str = "") -> str:
    """Return a text centred on a point.

    kind: its class in the style sheet.
    """
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.8g}" y="{y:.8g}"{named}>{escaped(text)}</text>'


def path(kind: str, d: str) -> str:
    """Return a path.

    kind: its class in the style sheet.
    d: its outline in the language of SVG.
    """
    return f'<path class="{kind}" d="{d}"/>'


def rectangle(x: float, y: float, width: float = CELL, height: float = CELL) -> str:
    """Return the outline of a rectangle; (x, y) is its upper left corner."""
    return f"M{x:.8g} {y:.8g}h{width:.8g}v{height:.8g}h-{width:.8g}z"


def dot(kind: str, x: float, y: float, radius: float) -> str:
    """Return a disc or a ring around a point.

    kind: its class in the style sheet.
    """
    return f'<circle class="{kind}" cx="{x:.8g}" cy="{y:.8g}" r="{radius:.8g}"/>'


def document(drawing: Drawing, title: str, description: str, style: str) -> str:
    """Return a drawing as an `<svg>` element.

    title, description: texts for screen readers.
    style: the style sheet; empty for none.
    """
    width, height, elements = drawing.width, drawing.height, drawing.elements
    if style:
        style, elements = _everywhere(style), [one.replace("<text ", '<text dy=".35em" ') for one in elements]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:.8g} {height:.8g}" '
        f'width="{width * _PIXELS:.8g}" height="{height * _PIXELS:.8g}" class="danceoff">'
    )
    about = f"<title>{escaped(title)}</title><desc>{escaped(description)}</desc>"
    return "\n".join([head, about + (f"<style>{style}</style>" if style else ""), *elements, "</svg>\n"])


@cache
def _everywhere(style: str) -> str:
    """Return a style with a fixed colour for light ground before each variable, and without the centring of texts.

    Inkscape, librsvg and others know neither variables nor this centring, so `document` moves the texts down.
    """
    light = dict(reversed(re.findall(r"--(\w+):([^;}]+)", style)))  # the first value of each: those for dark follow
    stated = re.sub(r"([\w-]+):var\(--(\w+)\)", lambda one: f"{one[1]}:{light[one[2]]};{one[0]}", style)
    return stated.replace("dominant-baseline:central", "")
