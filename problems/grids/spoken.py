"""Where a square is, in words."""

from __future__ import annotations


def spoken(square: int, n_columns: int) -> str:
    """Return where a square is in words; the first is row 1 column 1."""
    return f"row {square // n_columns + 1} column {square % n_columns + 1}"
