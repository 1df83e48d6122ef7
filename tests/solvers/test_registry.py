"""The table of backends, and how a solver is written on a command line."""

import pickle

import pytest
from contract import every_backend

from danceoff.solvers import BACKENDS, MissingBackend, load, missing


@every_backend
def test_a_solver_prints_as_it_is_written_and_is_found_by_its_own_name(spec):
    solver = load(spec)
    assert str(solver) == spec
    assert solver == load(spec) == pickle.loads(pickle.dumps(solver))
    assert hash(solver) == hash(load(spec))
    assert solver.name == spec.partition(":")[0]


def test_an_option_with_its_default_is_not_printed():
    assert str(load("sat:engine=cadical195")) == "sat"
    assert load("sat:engine=cadical195") == load("sat")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "unknown solver ''; there are brute-force, "),
        ("cdlc", "unknown solver 'cdlc'"),
        ("bit", "did you mean bits?"),
        ("sat:encodign=ladder", "did you mean encoding?"),
        ("sat:motor=glucose4", "solver sat: unknown option 'motor=glucose4'; there are engine"),
        ("sat:engine=glucose4,engine=minisat22", "solver sat: option engine is given twice"),
        ("sat:engine=kissat404", "solver sat: engine kissat404 solves only once"),
        ("sat:engine=glucose42", "engine glucose42 cannot be stopped"),
        ("sat:engine=maplesat", "engine maplesat crashes on an empty formula"),
        ("sat:warm_start=true", "engine cadical195 has no warm start; use one of ergo, "),
        ("sat:strategy=propagator,engine=cadical153", "strategy propagator needs engine cadical195, not cadical153"),
        ("sat:seed=-1", "seed must be 0 or more, not -1"),
        ("sat:encoding=native", "unknown encoding 'native'; there are pairwise, "),
        ("cpsat:num_workers=4", "num_workers cannot be set: use workers"),
        ("cpsat:enumerate_all_solutions=false", "enumerate_all_solutions cannot be set: one worker enumerates"),
        ("cpsat:speed=9", "solver cpsat: unknown option 'speed'; there are workers and the fields"),
        ("cpsat:linearization_level=high", "'high' is not a value of CP-SAT's parameter linearization_level"),
        ("cpsat:absolute_gap_limit=1", "absolute_gap_limit cannot be set"),
        ("counter:memory_mb=much", "memory_mb"),
        ("parts:jobs=0", "jobs must be 1 or more, not 0"),
        ("parts:of=parts", "parts already uses several processes"),
        ("parts:of=nobody", "unknown solver 'nobody'"),
        ("race:of=bits+x", "unknown solver 'x'"),
        ("backtracking:fast=true", "it has none"),
    ],
)
def test_a_wrong_spec_is_refused_in_one_line(spec, words):
    with pytest.raises(ValueError) as refusal:
        load(spec)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "changed", "lacks", "install"),
    [
        ("sat", {"library": "nowhere"}, "nowhere", "pip install 'python-sat'"),
        ("minizinc", {"program": "no-such-program"}, "no-such-program", "apt-get install no-such-program"),
        ("peer-dlx", {"library": "numpy", "package": "another"}, "numpy", "pip install 'another'"),  # of the same name
    ],
)
def test_what_is_missing_is_named_with_the_command_that_installs_it(name, changed, lacks, install, monkeypatch):
    monkeypatch.setitem(BACKENDS, name, BACKENDS[name]._replace(**changed))
    assert missing(name) == install
    with pytest.raises(MissingBackend, match=f"solver {name} needs {lacks}: {install}"):
        load(name)
    assert missing("cpsat") == ""


def test_a_missing_library_of_another_backend_is_named(monkeypatch):
    monkeypatch.setitem(BACKENDS, "d4", BACKENDS["d4"]._replace(library="nowhere"))
    monkeypatch.setitem(BACKENDS, "ddnnife", BACKENDS["ddnnife"]._replace(library="numpy", package="numpy"))
    with pytest.raises(MissingBackend, match="solver ddnnife needs nowhere: pip install 'd4solver'"):
        load("ddnnife")
