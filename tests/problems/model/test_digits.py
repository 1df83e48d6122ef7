"""Numbers of more digits than Python writes and reads by itself."""

import night
import pytest
from hypothesis import given
from hypothesis import strategies as st

from danceoff.problems.model import digits

LENGTHS = (1, 3999, 4000, 4001, 4300, 4301, 8000, 8001, 20_000)


@pytest.mark.parametrize("n", LENGTHS)
def test_the_ends_of_every_length(n):
    assert digits.decimal(10 ** (n - 1)) == "1" + "0" * (n - 1)
    assert digits.decimal(10**n - 1) == "9" * n
    assert digits.whole("9" * n) == 10**n - 1
    assert digits.whole("0" * 5000 + "7" * n) == 7 * (10**n - 1) // 9


@night.drawn(25)
@given(st.integers(0, 2**40_000), st.integers(0, 20_000))
def test_a_number_is_written_and_read_back(number, shift):
    number <<= shift
    assert digits.whole(digits.decimal(number)) == number


@pytest.mark.parametrize("text", ["", "-1", "1_0", " 1", "1" * 5000 + "x", "²", "9" * (digits.MOST_DIGITS + 1)])
def test_other_texts_and_long_numbers_are_refused(text):
    with pytest.raises(ValueError, match=r"not a whole number|at most"):
        digits.whole(text)
