"""Ranks, scores, and comparisons of the times of two solvers: ratios with intervals, tests, and profiles."""
