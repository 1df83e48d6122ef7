"""Pictures of covers (plain text, text with borders and colours, SVG) and of searches (animated SVG, GIF)."""

from danceoff.problems.pictures.board import Board
from danceoff.problems.pictures.boxed import boxed
from danceoff.problems.pictures.plain import LETTERS, plain
from danceoff.problems.pictures.svg import svg

__all__ = ["LETTERS", "Board", "boxed", "plain", "svg"]
