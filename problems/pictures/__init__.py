"""Covers as pictures: plain text, text with borders and colours, SVG; searches as animated SVG."""

from danceoff.problems.pictures.board import Board
from danceoff.problems.pictures.boxed import boxed
from danceoff.problems.pictures.plain import LETTERS, plain
from danceoff.problems.pictures.svg import svg

__all__ = ["LETTERS", "Board", "boxed", "plain", "svg"]
