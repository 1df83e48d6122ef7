"""Coloured problems in the texts of aaw/cover."""

from danceoff.problems.formats import knuth, xcc

KNUTH = "p 1:2|q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"

SAME = "p q[1:2] r | x y // items\np q x y:A\n\np r  x:A y\n// nothing\np x:B\nq x:A\nr y:B\n"


def test_a_text_of_aaw_says_the_same_as_one_of_knuth():
    assert xcc.read(SAME, "FILE").digest == knuth.read(KNUTH, "FILE").digest
