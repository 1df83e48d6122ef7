"""A digest promises: the same digest, the same covers."""

from danceoff.problems import ExactCover

DOMINOES = [["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"]]


def test_equal_remainders_of_different_problems_have_different_digests():
    root = ExactCover.from_options(DOMINOES, "abcd")
    parts = [root.given([option]) for option in range(4)]
    assert {part.n_options for part in parts} == {1}
    assert len({part.digest for part in [root, *parts]}) == 5


def test_multiplicities_change_the_digest_unless_they_are_the_default():
    usual = ExactCover.from_options(DOMINOES, "abcd", multiplicity={"a": (1, 1)})
    others = [ExactCover.from_options(DOMINOES, "abcd", multiplicity={"a": both}) for both in ((0, 1), (1, 2), (2, 2))]
    assert usual.digest == ExactCover.from_options(DOMINOES, "abcd").digest == "d2b65d26534d6512"
    assert len({problem.digest for problem in (usual, *others)}) == 4


def test_forbidden_options_change_the_digest():
    root = ExactCover.from_options([["a"], ["a"], ["a"]], "a")
    parts = [root.without([option]) for option in range(3)]
    assert len({part.digest for part in parts}) == 3
    assert root.without([]).digest == root.digest
