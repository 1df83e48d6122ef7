"""Symmetries of a problem, and covers up to symmetry."""
