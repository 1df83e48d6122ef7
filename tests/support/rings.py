"""Two rings of tests: in the first, which is for every change, no test takes more than two seconds.

A slower one has the mark `slow` and runs in the second ring, `make test-rest`. Where `CI` is set, a slow test of the
first ring fails; the limit leaves room for a machine that is busy.
"""

import os

import pytest

MOST_S = 10.0
"""Two seconds on a quiet machine: five times as long where mypy and another worker run beside it."""
_LATER = ("slow", "night", "needs")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    report = yield
    is_first = not any(item.get_closest_marker(mark) for mark in _LATER)
    if os.environ.get("CI") and is_first and report.when == "call" and report.passed and call.duration > MOST_S:
        report.outcome = "failed"
        report.longrepr = f"took {call.duration:.1f} s: take a smaller problem, or mark it slow"
    return report
