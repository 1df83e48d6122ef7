"""Columns of a sparse matrix that must be covered exactly once, by rows."""

import sys

import danceoff

try:
    from scipy.sparse import csr_array
except ImportError:
    sys.exit("this example needs SciPy: pip install scipy")

# Knuth's first example: six options, seven items (The Art of Computer Programming 4B, 7.2.2.1).
rows = [[2, 4], [0, 3, 6], [1, 2, 5], [0, 3, 5], [1, 6], [3, 4, 6]]
start = [0, 2, 5, 8, 11, 13, 16]
matrix = csr_array(([1] * 16, [column for row in rows for column in row], start), shape=(6, 7))

for cover in danceoff.solve(matrix).covers:
    print("rows", *cover)
    for row in cover:
        print("  row", row, "covers", cover.items_of(row))
