"""Every fuzz target in short, and that it would find what is wrong."""

from dataclasses import dataclass, replace
from typing import ClassVar

import fuzz
import fuzz_solvers
import night
import pytest
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
