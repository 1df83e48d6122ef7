"""A digest promises: the same digest, the same covers."""

from problems import ExactCover

DOMINOES = [["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"]]


def test_equal_remainders_of_different_problems_are_told_apart():
    root = ExactCover.from_options(DOMINOES, "abcd")
    parts = [root.given([option]) for option in range(4)]
    assert {part.n_options for part in parts} == {1}
    assert len({part.digest for part in [root, *parts]}) == 5


def test_names_and_the_giving_of_nothing_do_not_count():
    root = ExactCover.from_options(DOMINOES, "abcd")
    renamed = ExactCover.from_options([[name.upper() for name in option] for option in DOMINOES], "ABCD")
    assert root.digest == renamed.digest == root.given([]).digest


def test_what_is_forbidden_counts():
    root = ExactCover.from_options([["a"], ["a"], ["a"]], "a")
    parts = [root.without([option]) for option in range(3)]
    assert len({part.digest for part in parts}) == 3
    assert root.without([]).digest == root.digest
