"""Puzzles as text: TOML of pieces, words, tiles and cages, Burr Tools, and variables with constraints."""
