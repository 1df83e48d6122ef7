"""`pytest --solver NAME` runs all tests that concern one backend, and no others.

A test with a parameter `spec` or `solver` concerns the backends named there, as `load` takes them
(`sat:engine=glucose4`). Any other test concerns those of its mark `backend(NAME, ...)`; a file about one backend sets
it for all its tests: `pytestmark = pytest.mark.backend("sat")`.
"""

import pytest

from danceoff.solvers import BACKENDS


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--solver", metavar="NAME", help="run only the tests that concern this backend")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "backend(*names): the backends that a test or a file is about")
    if (name := config.getoption("--solver")) and name not in BACKENDS:
        raise pytest.UsageError(f"--solver: unknown backend {name!r}; there are {', '.join(BACKENDS)}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not (name := config.getoption("--solver")):
        return
    kept = [item for item in items if name in concerned(item)]
    config.hook.pytest_deselected(items=[item for item in items if name not in concerned(item)])
    items[:] = kept


def concerned(item: pytest.Item) -> set[str]:
    """The backends that a test concerns."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    named = {backend_of(params[name]) for name in ("spec", "solver") if name in params} & set(BACKENDS)
    return named or {name for mark in item.iter_markers("backend") for name in mark.args}


def backend_of(solver: object) -> str:
    """The name of the backend in a solver or in its text."""
    return str(solver).partition(":")[0]
