"""The model that MiniZinc gets, which can be read without the program, and the end of the program."""

import signal
import subprocess

import pytest

from danceoff.addons.field import minizinc
from danceoff.addons.field.minizinc import model
from danceoff.experiments.contract.small import SMALL
from danceoff.solvers.base import UnsupportedProblem


def test_a_colour_is_one_term_of_the_sum_of_its_item():
    problem, _ = SMALL["colours that agree"]
    assert model(problem, frozenset()).splitlines()[:4] == [
        "array[0..1] of var bool: chosen;",
        "constraint 1 <= sum([chosen[0]]) /\\ sum([chosen[0]]) <= 1;",
        "constraint 1 <= sum([chosen[1]]) /\\ sum([chosen[1]]) <= 1;",
        "solve satisfy;",
    ]
    problem, _ = SMALL["colours and multiplicities"]
    of_colours = "constraint sum([chosen[3], exists([chosen[0], chosen[1]]), exists([chosen[2]])]) <= 1;"
    assert of_colours in model(problem, frozenset()).splitlines()


def test_a_solver_that_minizinc_does_not_know_is_refused_in_its_words(tmp_path, monkeypatch):
    program = tmp_path / "minizinc"
    program.write_text("#!/bin/sh\necho 'Usage: minizinc FILE'\necho \"no solver with tag $2 found\" >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    problem, _ = SMALL["colours that agree"]
    search = minizinc._MiniZincSearch(problem, frozenset(), "chufed")
    with pytest.raises(UnsupportedProblem, match=r"^minizinc refuses: no solver with tag chufed found; see minizinc"):
        list(search._steps())


def test_a_program_that_ignores_that_it_is_asked_to_end_is_killed(monkeypatch):
    monkeypatch.setattr(minizinc, "_PATIENCE_TO_END_S", 0.05)
    command = ["sh", "-c", "trap '' TERM; echo begun; sleep 60 & wait"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout.readline() == b"begun\n"
    minizinc._end(process)
    assert process.returncode == -signal.SIGKILL
