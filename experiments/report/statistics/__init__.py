"""Ranks, scores, and what may be said of the times of two solvers: ratios with intervals, tests, and profiles."""
