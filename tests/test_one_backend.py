"""`pytest --solver NAME`: all tests that concern a backend, and no others."""

import pytest

TESTS = """
import pytest
from danceoff.solvers import load

@pytest.mark.parametrize("spec", ["dlx", "sat", "sat:engine=glucose4", "peer-dlx"])
def test_of_each(spec): pass

@pytest.mark.parametrize(("name", "solver"), [("queens/4", load("sat")), ("dlx/4", load("dlx"))])
def test_of_a_solver(name, solver): pass

@pytest.mark.parametrize("k", [1])
@pytest.mark.backend("sat", "cpsat")
def test_of_a_mark(k): pass

@pytest.mark.backend("sat")
@pytest.mark.parametrize("spec", ["dlx"])
def test_whose_parameter_comes_first(spec): pass

@pytest.mark.parametrize("format", ["dlx"])
def test_of_none(format): pass
"""


@pytest.mark.parametrize(("name", "ran"), [("dlx", 3), ("sat", 4), ("cpsat", 1), ("peer-dlx", 1), ("bits", 0)])
def test_a_backend_runs_what_concerns_it(pytester: pytest.Pytester, name: str, ran: int):
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_inprocess("-p", "one_backend", "--solver", name)
    result.assert_outcomes(passed=ran, deselected=9 - ran)


def test_without_the_option_all_tests_run(pytester: pytest.Pytester):
    pytester.makepyfile(TESTS)
    pytester.runpytest_inprocess("-p", "one_backend").assert_outcomes(passed=9)


def test_an_unknown_backend_is_a_usage_error(pytester: pytest.Pytester):
    result = pytester.runpytest_inprocess("-p", "one_backend", "--solver", "dxl")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--solver: unknown backend 'dxl'; there are brute-force, *"])
