"""Puzzles on grids: cells, lattices with their symmetries, pieces, and packing as exact cover."""
