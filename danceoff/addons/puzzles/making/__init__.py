"""Puzzles with exactly one answer, and sets of pieces that fill a board in one way."""

PATTERNS = ("half-turn", "quarter-turn", "mirror", "diagonal")
"""Symmetries of a square board by which squares are given together."""
