"""Puzzles with exactly one answer, and sets of pieces that fill a board in one way."""
