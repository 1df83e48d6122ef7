"""Which tests run: `--night` draws more, and others each night; a slow one of the first ring fails."""

import re

import night
import pytest
import rings

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


OF_RINGS = """
import time
import pytest

def test_quick(): pass

def test_that_takes_long(): time.sleep(0.02)

@pytest.mark.slow
def test_of_the_second_ring(): time.sleep(0.02)
"""


@pytest.mark.parametrize("is_ci", [True, False])
def test_a_slow_test_of_the_first_ring_fails_in_ci(pytester: pytest.Pytester, monkeypatch, is_ci: bool):
    pytester.makepyfile(OF_RINGS)
    with monkeypatch.context() as changed:  # undone before this test itself is timed
        changed.setenv("CI", "true" if is_ci else "")
        changed.setattr(rings, "MOST_S", 0.01)
        changed.setattr(rings, "MOST_STARTS", 0)
        result = pytester.runpytest_inprocess("-p", "rings")
    result.assert_outcomes(passed=3 - is_ci, failed=int(is_ci))
    assert ("take a smaller problem, or mark it slow" in result.stdout.str()) == is_ci
