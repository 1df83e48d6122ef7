"""`pytest --night`: more random cases, and other ones each night."""

import re

import night
import pytest

TESTS = """
from hypothesis import given, strategies
from night import drawn, seed, times

cases = []

@drawn(5)
@given(strategies.integers(0, 10**9))
def test_drawn(case):
    cases.append(case)

def test_told():
    print("drew", seed, times(3), len(cases), sum(cases), "end")
"""


@pytest.fixture
def drew(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    """The seed, how many cases are drawn for 3 and for 5, and the sum of these."""
    monkeypatch.setattr(night, "seed", night.seed)  # runs in this process change it
    pytester.makepyfile(TESTS)

    def drew(*arguments: str) -> list[int]:
        said = pytester.runpytest_inprocess("-p", "night", "-s", *arguments).stdout.str()
        (numbers,) = re.findall(r"drew ([\d ]+) end", said)
        assert ("--night=" in said) == bool(arguments)
        return [int(number) for number in numbers.split()]

    return drew


def test_a_night_draws_twenty_times_as_much_from_a_fresh_seed_that_is_told(drew):
    day, again = drew(), drew()
    assert day == again
    assert day[:3] == [0, 3, 5]
    fresh, other = drew("--night"), drew("--night")
    assert fresh[0] > 0
    assert fresh[1:3] == other[1:3] == [60, 100]
    assert fresh[3] != other[3]
    assert drew(f"--night={fresh[0]}") == fresh
