"""The limits hold for every backend that is installed, however long it is inside foreign code."""

import time

import pytest

from danceoff.asking.ask import Ask, Limits
from danceoff.experiments.run.one_case.child import run_case
from danceoff.solvers import BACKENDS, Feature, load, missing

LIMIT_S = 2.0
LIMIT_MB = 600.0
ENDLESS = "random-cover/600-3-6-1"
"""A random problem of 600 items: nobody here finds a cover in seconds, nor sees that there is none."""

PAIRS = ("sat", "sat:encoding=pairwise", "race:of=sat", "parts:of=sat", "minizinc", "d4", "ganak")
HUNGRY = dict.fromkeys(PAIRS, "matching/300")
HUNGRY |= dict.fromkeys(("peer-dlx-cython", "peer-dxz", "peer-pyxcc"), "domino/8x8")
"""Who can be made to eat memory, and by what: by the clauses of 4 million pairs, or by keeping 13 million covers."""

pytestmark = pytest.mark.slow


def asked_of(spec: str, problem: str, **limits: float) -> Ask:
    """The case that this backend can be asked; skips the test where it is not installed."""
    if line := missing(spec.partition(":")[0]):
        pytest.skip(f"not installed: {line}")
    return Ask(problem, spec, "enumerate" if Feature.LIST in load(spec).features else "count", limits=Limits(**limits))


@pytest.mark.parametrize("spec", BACKENDS)
def test_a_time_limit_is_exact_to_a_second(spec):
    ready_at = []
    case = asked_of(spec, ENDLESS, time_limit_s=LIMIT_S)
    row = run_case(case, lambda message: ready_at.append(time.monotonic()) if "ready" in message else None)
    took_s = time.monotonic() - ready_at[0]
    assert row.status == "timeout"
    assert row.total_s >= LIMIT_S
    assert took_s <= LIMIT_S + 1


@pytest.mark.parametrize("spec", HUNGRY)
def test_a_memory_limit_is_exact_to_a_tenth(spec):
    row = run_case(asked_of(spec, HUNGRY[spec], memory_limit_mb=LIMIT_MB, time_limit_s=120))
    assert row.status == "memory"
    assert LIMIT_MB <= row.peak_rss_mb <= 1.1 * LIMIT_MB
