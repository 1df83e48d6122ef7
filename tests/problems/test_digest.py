"""A digest promises: the same digest, the same covers."""

from danceoff.problems import ExactCover

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


def test_multiplicities_count_but_the_usual_ones_do_not():
    usual = ExactCover.from_options(DOMINOES, "abcd", multiplicity={"a": (1, 1)})
    others = [ExactCover.from_options(DOMINOES, "abcd", multiplicity={"a": both}) for both in ((0, 1), (1, 2), (2, 2))]
    assert usual.digest == ExactCover.from_options(DOMINOES, "abcd").digest == "d2b65d26534d6512"
    assert len({problem.digest for problem in (usual, *others)}) == 4


def test_what_is_forbidden_counts():
    root = ExactCover.from_options([["a"], ["a"], ["a"]], "a")
    parts = [root.without([option]) for option in range(3)]
    assert len({part.digest for part in parts}) == 3
    assert root.without([]).digest == root.digest
