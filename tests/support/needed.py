"""Tests that need a program of the system run where it is, and are left out where it is not; a line says which.

A test says so by `pytest.mark.needs("node")`; one with a backend among its parameters needs the program of that one.
"""

from shutil import which

import pytest

from danceoff.solvers import BACKENDS
from danceoff.solvers.entries import SHIPPED, entries

ALSO = {"chromium": ("chromium-browser", "google-chrome")}
"""Other names of a program."""
_OF_BACKENDS = {name: backend.program for name, backend in BACKENDS.items() if backend.program}
_OF_BACKENDS |= {name: entry.command[0] for name, entry in entries(SHIPPED).items()}
_LACKING = pytest.StashKey[set[str]]()


def path_of(program: str) -> str | None:
    """Where a program is, by any of its names; None if it is not installed."""
    return next(filter(None, map(which, (program, *ALSO.get(program, ())))), None)


def needed(item: pytest.Item) -> set[str]:
    """The programs that a test needs."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    backends = {str(params[name]).partition(":")[0] for name in ("spec", "solver", "program") if name in params}
    named = {program for mark in item.iter_markers("needs") for program in mark.args}
    return named | {_OF_BACKENDS[name] for name in backends & set(_OF_BACKENDS)}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(*programs): programs of the system without which a test is left out")
    config.stash[_LACKING] = set()


@pytest.hookimpl(tryfirst=True)  # before -m is looked at
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    lacking = {}
    for item in items:
        if programs := needed(item):
            item.add_marker("needs")
            lacking[item] = {program for program in programs if not path_of(program)}
    left_out = [item for item, programs in lacking.items() if programs]
    config.stash[_LACKING].update(*map(lacking.__getitem__, left_out))
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not lacking.get(item)]


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["lacking"] = sorted(session.config.stash[_LACKING])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node) -> None:
    node.config.stash[_LACKING].update(getattr(node, "workeroutput", {}).get("lacking", ()))


def pytest_terminal_summary(terminalreporter) -> None:
    if lacking := terminalreporter.config.stash[_LACKING]:
        terminalreporter.write_line(f"left out, for these programs are not installed: {', '.join(sorted(lacking))}")
