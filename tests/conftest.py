"""Settings of all tests."""

import gc
import os
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from counting import Counting
from hypothesis import settings
from in_process import cases_here

from danceoff.experiments import BadInput, cli
from danceoff.processes.servers import serving
from danceoff.processes.system import NEEDS_POSIX

pytest_plugins = ["night", "needed", "of_runs", "pytester", "rings"]
ROOT = Path(__file__).parents[1]
Ran = Callable[..., tuple[int, str, str]]
os.environ["PYTHONPATH"] = f"{ROOT}{os.pathsep}{ROOT / 'tests' / 'support'}"  # what tests start imports this checkout
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads that nobody needs, for 0.1 s in each process with NumPy
# A shell starts its background jobs with SIGINT ignored, and what they start inherits it: Ctrl-C would end no test.
signal.signal(signal.SIGINT, signal.default_int_handler)
# A busy machine is no defect.
settings.register_profile("day", deadline=None, max_examples=20)
settings.register_profile("night", deadline=None, max_examples=400)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--figures", type=Path, metavar="FILE", help="write what the tests counted, for results/notes")
    parser.addoption("--redraw", action="store_true", help="write the pictures that the chapters of docs/tutorial draw")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("night" if config.getoption("--night") else "day")
    is_worker = hasattr(config, "workerinput")
    if (path := config.getoption("--figures")) and not is_worker:
        config.pluginmanager.register(Counting(path))


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over all that is loaded by now: it took a tenth of the suite's CPU time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Skip on Windows a test of what is refused there."""
    try:
        return (yield)
    except BadInput as error:
        if NEEDS_POSIX not in str(error):
            raise
        pytest.skip(str(error))


@pytest.fixture(scope="session", autouse=True)
def _servers() -> Iterator[None]:
    """Cases are forked from servers, as in a run, all through the session."""
    with serving():
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Ran:
    """The command line in this process: its exit code, its output and its errors."""

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = cli.main(arguments)
        except SystemExit as error:
            code = int(error.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def cases_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run their cases in this process, which saves half a second each; limits do not hold."""
    cases_here(monkeypatch)


@pytest.fixture
def solve(run: Ran, monkeypatch: pytest.MonkeyPatch) -> Ran:
    """`danceoff solve`, its case in this process, too."""
    cases_here(monkeypatch)
    return partial(run, "solve")
