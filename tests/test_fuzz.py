"""Every fuzz target in short, and that it would find what is wrong; what is drawn by night, and how long tests take."""

import re
from dataclasses import dataclass, replace
from typing import ClassVar

import fuzz
import fuzz_solvers
import night
import pytest
import rings
from fuzz_target import fuzz as fuzz_for

from danceoff.problems import ExactCover
from danceoff.solvers import load
from danceoff.solvers.readable.algorithm_x import AlgorithmX

LONG_S = 600
"""Cases end these tests, not time, which a busy machine does not have."""


@dataclass(frozen=True)
class Forgetful(AlgorithmX):
    """Forgets the last option."""

    name: ClassVar[str] = "forgetful"

    def build(self, problem, blocked):
        options = [problem.items_of(k) for k in range(problem.n_options - 1)]
        items = range(problem.n_items)
        fewer = ExactCover.from_options(options, items[: problem.n_primary], items[problem.n_primary :])
        return super().build(fewer, blocked)


@dataclass(frozen=True)
class Hasty(AlgorithmX):
    """Takes its first cover for the cheapest one."""

    name: ClassVar[str] = "hasty"

    def build(self, problem, blocked):
        return super().build(replace(problem, cost=[]), blocked)


def test_what_is_wrong_about_the_cheapest_covers_is_found(monkeypatch, capsys):
    able = [load(spec) for spec in ("algorithm-x", "dlx", "counter", "auto")]
    monkeypatch.setattr(fuzz_solvers, "every_setting", lambda: [*able, Hasty()])
    assert fuzz.main(["--seconds", str(LONG_S), "solvers"]) == 1
    said = capsys.readouterr().out
    assert "hasty: Broken: the 1 cheapest cost" in said
    assert not any(f"{solver}: " in said for solver in able)


@pytest.mark.parametrize("name", [name for name in fuzz.TARGETS if name not in ("solvers",)])
def test_nothing_is_wrong_in_short(name, record_property):
    most_cases = night.times(150 if name == "learning" else 25)
    wrong, n_cases = fuzz_for(fuzz.TARGETS[name](), LONG_S, night.seed or 1, most_cases)
    assert (wrong, n_cases) == ("", most_cases)
    record_property(f"inputs: random cases answered rightly or refused by name: {name}", n_cases)


def test_a_wrong_solver_is_found_and_its_problem_printed_small(monkeypatch, capsys):
    monkeypatch.setattr(fuzz_solvers, "every_setting", lambda: [load("algorithm-x"), Forgetful(), load("dlx")])
    assert fuzz.main(["--seconds", str(LONG_S), "solvers"]) == 1
    said = capsys.readouterr().out
    assert said.splitlines()[1:] == ["0", "0", "", "forgetful: Broken: count() says 0, and there are 1 covers"]


def test_settings_are_every_backend_with_each_option_changed():
    specs = [str(solver) for solver in fuzz_solvers.every_setting()]
    assert {"dlx", "sat", "sat:engine=glucose4", "sat:strategy=propagator", "cpsat:workers=2"} <= set(specs)
    assert {"counter:method=memo", "counter:memory_mb=1", "learn:seed=1", "sat:seed=1"} <= set(specs)
    assert "sat:encoding=ladder,colours=conflicts" in specs
    assert "sat:engine=minisat-gh,warm_start=true" in specs  # a warm start goes only together with an engine
    assert len(specs) == len(set(specs))


def test_every_setting_has_its_turn(monkeypatch):
    solvers = [load("algorithm-x"), load("dlx"), load("auto")]
    monkeypatch.setattr(fuzz_solvers, "every_setting", lambda: solvers)
    target = fuzz_solvers.target()
    wrong, n_cases = fuzz_for(target, seconds=LONG_S, most_cases=80)
    assert (wrong, n_cases) == ("", 80)
    asked = {solver: int(n) for n, solver in map(str.split, target.summary())}
    assert asked.keys() == {"algorithm-x", "dlx", "auto"}
    assert 12 < asked["dlx"] < 42
    assert 5 < asked["auto"] < 30


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
