"""The CP-SAT backend: what goes wrong in its thread comes out in ours."""

import threading

import pytest
from ortools.sat.python import cp_model

from problems import ExactCover
from solvers import cpsat, load

PROBLEM = ExactCover.from_options([[i] for i in range(8) for _ in range(2)], range(8))


@pytest.mark.parametrize("spec", ["cpsat", "cpsat:strategy=blocking"])
def test_an_error_in_the_solver_is_raised_to_the_reader(spec, monkeypatch):
    def fail(*_):
        raise OSError("no more threads")

    monkeypatch.setattr(cp_model.CpSolver, "solve", fail)
    with pytest.raises(OSError, match="no more threads"):
        load(spec).prepare(PROBLEM).count()


def test_an_error_in_the_callback_is_raised_to_the_reader(monkeypatch):
    before = threading.active_count()
    monkeypatch.setattr(cpsat, "compress", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        load("cpsat").prepare(PROBLEM).count()
    assert threading.active_count() == before


def test_an_end_without_a_proof_is_not_the_end_of_the_covers(monkeypatch):
    solve = cp_model.CpSolver.solve

    def give_up(solver, model, callback):
        solver.parameters.max_deterministic_time = 0.0
        solver.parameters.max_time_in_seconds = 0.0
        return solve(solver, model, callback)

    monkeypatch.setattr(cp_model.CpSolver, "solve", give_up)
    with pytest.raises(RuntimeError, match="CP-SAT ended with status UNKNOWN"):
        load("cpsat").prepare(PROBLEM).count()


def test_more_covers_than_the_queue_holds_wait_for_the_reader(monkeypatch):
    monkeypatch.setattr(cpsat, "_WAITING_COVERS", 1)
    before = threading.active_count()
    covers = load("cpsat").prepare(PROBLEM).covers()
    assert next(covers) != next(covers)
    assert threading.active_count() == before + 1
    assert len(set(covers)) == 254
    assert threading.active_count() == before
