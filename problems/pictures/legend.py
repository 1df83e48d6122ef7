"""The legend of a packing: which piece has which letters, and how often it is used."""

from __future__ import annotations

from collections.abc import Sequence

from danceoff.problems.model.printable import printable
from danceoff.problems.pictures.copies import Copy, Entry
from danceoff.problems.pictures.drawing import Drawing, label, path

_SWATCH, _GAP, _LINE = 6, 1, 8
_TEXT_WIDTH = 2.1
"""A bound on the mean width of a letter of size `small`."""
_MARGIN, _APART = 3, 5
_MOST_SWATCHES, _LONGEST_NAME = 15, 40


def is_needed(entries: Sequence[Entry]) -> bool:
    """Return whether a picture needs a legend because its letters are not the names of the pieces."""
    return len(entries) > 1 and any(one.mark != entry.name for entry in entries for one in entry.copies)


def words(entries: Sequence[Entry]) -> str:
    """Return the legend as text: `L4 × 3: a b c, T: d`."""
    marks = (" ".join(one.mark if one else "…" for one in _shown(entry)) for entry in entries)
    return ", ".join(f"{_name(entry)}: {own}" for entry, own in zip(entries, marks, strict=True))


def with_legend_of_pieces(board: Drawing, entries: Sequence[Entry]) -> Drawing:
    """Return a board with the legend of its pieces below it, if one is needed."""
    if not is_needed(entries):
        return board
    width = max(board.width, *(_width(entry) + 2 * _MARGIN for entry in entries))
    elements = [*board.elements]
    x, y = float(_MARGIN), board.height + 1
    for entry in entries:
        if x > _MARGIN and x + _width(entry) > width - _MARGIN:
            x, y = _MARGIN, y + _LINE
        elements += _item(entry, x, y)
        x += _width(entry) + _APART
    return Drawing(width, y + _LINE, elements)


def _item(entry: Entry, x: float, y: float) -> list[str]:
    elements = []
    for one in _shown(entry):
        if one is None:
            elements.append(label(x + _SWATCH / 2, y + _SWATCH / 2, "…", "small"))
        else:
            elements.append(path(f"c{one.colour}", f"M{x:g} {y:g}h{_SWATCH}v{_SWATCH}h-{_SWATCH}z"))
            elements.append(label(x + _SWATCH / 2, y + _SWATCH / 2, one.mark, "small on"))
        x += _SWATCH + _GAP
    return [*elements, label(x + _GAP, y + _SWATCH / 2, _name(entry), "small row")]


def _shown(entry: Entry) -> list[Copy | None]:
    """Return the copies whose letters are shown; None stands for the copies between them, which are left out."""
    if len(entry.copies) <= _MOST_SWATCHES:
        return [*entry.copies]
    return [*entry.copies[: _MOST_SWATCHES - 2], None, entry.copies[-1]]


def _name(entry: Entry) -> str:
    name = printable(entry.name)
    short = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
    return short + (f" × {len(entry.copies)}" if len(entry.copies) > 1 else "")


def _width(entry: Entry) -> float:
    return (_SWATCH + _GAP) * len(_shown(entry)) + _GAP + _TEXT_WIDTH * len(_name(entry))
