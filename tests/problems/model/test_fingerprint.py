"""The signature of a set of covers: no order, sums over parts, and a change for every change."""

from hypothesis import given, settings
from hypothesis import strategies as st

from danceoff.problems import Covers, Fingerprint

COVER_SETS = st.sets(st.frozensets(st.integers(0, 50), max_size=5), max_size=8).map(
    lambda covers: sorted(tuple(sorted(cover)) for cover in covers)
)


@given(COVER_SETS, st.randoms(use_true_random=False))
@settings(deadline=None, database=None, derandomize=True)
def test_neither_the_order_of_covers_nor_of_options_matters(covers: list, random: object) -> None:
    shuffled = [random.sample(cover, len(cover)) for cover in random.sample(covers, len(covers))]
    assert Fingerprint.of(Covers.of(shuffled)) == Fingerprint.of(Covers.of(covers))


@given(COVER_SETS, st.integers(0, 8))
@settings(deadline=None, database=None, derandomize=True)
def test_disjoint_parts_add_up(covers: list, cut: int) -> None:
    parts = Fingerprint.of(Covers.of(covers[:cut])) + Fingerprint.of(Covers.of(covers[cut:]))
    assert parts == Fingerprint.of(Covers.of(covers))


@given(COVER_SETS, COVER_SETS)
@settings(deadline=None, database=None, derandomize=True)
def test_different_sets_differ(one: list, other: list) -> None:
    assert (Fingerprint.of(Covers.of(one)) == Fingerprint.of(Covers.of(other))) == (one == other)


def test_a_list_with_one_lost_and_one_repeated_has_another_fingerprint() -> None:
    assert Fingerprint.of(Covers.of([(0, 1), (2, 3), (2, 3)])) != Fingerprint.of(Covers.of([(0, 1), (2, 3), (4, 5)]))


def test_the_value_is_fixed() -> None:
    """Rows on disk are compared with it for years."""
    assert str(Fingerprint()) == "0" * 32
    assert str(Fingerprint.of(Covers.of([(0, 1), (2, 3)]))) == "3232648604a7df69e844379c2e602aea"
