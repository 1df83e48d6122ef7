"""Covers as pictures: plain text, text with borders and colours, SVG; searches as animated SVG."""

from problems.pictures.board import Board
from problems.pictures.boxed import boxed
from problems.pictures.plain import LETTERS, plain
from problems.pictures.svg import svg

__all__ = ["LETTERS", "Board", "boxed", "plain", "svg"]
