"""Pictures of covers (text, text with borders and colours, SVG), of all covers together, and of searches (SVG, GIF)."""

from danceoff.problems.pictures.board import Board
from danceoff.problems.pictures.boxed import boxed
from danceoff.problems.pictures.conflict import conflict_picture
from danceoff.problems.pictures.copies import LETTERS
from danceoff.problems.pictures.heat import heat_map
from danceoff.problems.pictures.plain import plain
from danceoff.problems.pictures.svg import svg

__all__ = ["LETTERS", "Board", "boxed", "conflict_picture", "heat_map", "plain", "svg"]
