"""The commands of puzzles: a page to play on, new puzzles, and a board with many givens."""
