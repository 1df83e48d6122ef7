"""A search as an animated GIF, for programs without SVG: the frames of animation.py on a board of cells."""

from collections.abc import Sequence
from io import BytesIO

import numpy as np
from PIL import Image, ImageColor, ImageDraw, ImageFont

from danceoff.problems.board import Board
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.pictures.animation import FRAME_S, LAST_FRAME_S, Frame
from danceoff.problems.pictures.boxed import borders
from danceoff.problems.pictures.drawing import PALETTE
from danceoff.problems.pictures.mosaic import BLACK, WALL, Mosaic

_CELL, _MARGIN, _CAPTION, _LETTER = 28, 10, 24, 8  # pixels
_WHITE, _INK, _GREY, _FIRST = 0, 1, 2, 3  # places in the palette; the colours of the pieces follow
_COLOURS = ["#ffffff", "#1b1f24", "#eef1f4", *PALETTE]
_FONT = ImageFont.load_default(14)
IN_ASCII = str.maketrans({"−": "-", "∴": "=>", "…": "..."})
"""Replacements for the characters of captions that Pillow's font does not have."""
_PALETTE = [value for colour in _COLOURS for value in ImageColor.getrgb(colour)[:3]]


def gif(problem: ExactCover, board: Board, frames: Sequence[Frame]) -> bytes:
    """Return the frames, at least one, as an endless GIF; raises InvalidProblem if there is no board of squares."""
    seen = [one for frame in frames if (one := board.mosaic_in_turn(problem, frame.taken))]
    if not seen:
        raise InvalidProblem("a GIF needs a board of squares, and this problem has none: write an SVG")
    n_layers, n_rows, n_columns = seen[0].area.shape
    of_layers = n_layers * (n_columns * _CELL + _MARGIN) + _MARGIN
    of_captions = max(len(frame.caption) for frame in frames) * _LETTER + 2 * _MARGIN
    size = max(of_layers, of_captions), n_rows * _CELL + _MARGIN + _CAPTION
    images = [_image(mosaic, frame, size) for mosaic, frame in zip(seen, frames, strict=True)]
    times = [int(1000 * FRAME_S)] * (len(images) - 1) + [int(1000 * (FRAME_S + LAST_FRAME_S))]
    file = BytesIO()
    images[0].save(file, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0, optimize=False)
    return file.getvalue()


def _image(seen: Mosaic, frame: Frame, size: tuple[int, int]) -> Image.Image:
    image = Image.new("P", size, _WHITE)
    image.putpalette(_PALETTE)
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"  # the palette has no shades for smooth letters
    step = seen.area.shape[2] * _CELL + _MARGIN
    for layer, row, column in np.argwhere(seen.area != WALL).tolist():
        x, y = _MARGIN + layer * step + column * _CELL, _MARGIN + row * _CELL
        shade = seen.colour[layer, row, column]
        ground = _GREY if shade < 0 else _FIRST + int(shade)
        fill = _INK if seen.area[layer, row, column] == BLACK else ground
        outline = _INK if seen.is_ruled else None
        draw.rectangle((x, y, x + _CELL, y + _CELL), fill, outline)
        if seen.is_labelled[layer, row, column]:
            centre = x + _CELL / 2, y + _CELL / 2
            draw.text(centre, str(seen.mark[layer, row, column]), _INK, _FONT, "mm")
    for layer, area in enumerate(seen.area):
        left = _MARGIN + layer * step
        for (dx, dy), ends in zip(((0, _CELL), (_CELL, 0)), borders(area), strict=True):
            for row, column in np.argwhere(ends).tolist():
                x, y = left + column * _CELL, _MARGIN + row * _CELL
                draw.line((x, y, x + dx, y + dy), _INK, 2)
    draw.text((size[0] / 2, size[1] - _CAPTION / 2), frame.caption.translate(IN_ASCII), _INK, _FONT, "mm")
    return image
