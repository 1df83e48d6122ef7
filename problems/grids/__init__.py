"""Puzzles on grids: boards that draw themselves, lattices with their symmetries, pieces, and packing as exact cover."""
