"""Two rings of tests: in the first, which is for every change, no test takes more than two seconds.

A slower one has the mark `slow` and runs in the second ring, `make test-rest`. Where `CI` is set, a slow test of the
first ring fails; the limit leaves room for a machine that is busy or slow.
"""

import os
import subprocess
import sys
from functools import cache

import pytest

MOST_S = 2.0
MOST_STARTS = 160
"""In times that a process needs to load NumPy, 0.12 CPU seconds where the tests were sorted into rings: ten times two
seconds, for mypy, another worker and other tenants of the machine run beside a test."""
_LATER = ("slow", "night", "needs")


@cache
def _start_s() -> float:
    before = os.times().children_user
    subprocess.run([sys.executable, "-c", "import numpy"], check=True)
    return os.times().children_user - before


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    report = yield
    is_first = not any(item.get_closest_marker(mark) for mark in _LATER)
    is_held = os.environ.get("CI") and is_first and report.when == "call" and report.passed
    if is_held and call.duration > MOST_S and call.duration > MOST_STARTS * _start_s():
        report.outcome = "failed"
        report.longrepr = f"took {call.duration:.1f} s: take a smaller problem, or mark it slow"
    return report
