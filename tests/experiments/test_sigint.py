"""Ctrl-C at any moment of a command, from the first line of ours on: one line, exit code 130, and no traceback."""

import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals of Linux")
INTERRUPTED = (130, "danceoff: interrupted\n")
WHEN = """
import os, signal, sys
class Finder:
    @staticmethod
    def find_spec(name, *_):
        if name == {module!r}:
            sys.meta_path.remove(Finder)
            {what}
sys.meta_path.insert(0, Finder)
sys.argv = ["/somewhere/danceoff", *{arguments!r}]
from danceoff.experiments.cli import main
sys.exit(main())
"""
NOW = "os.kill(os.getpid(), signal.SIGINT)"
IN_A_CALLBACK = """
            class Gone:
                def __del__(self):
                    os.kill(os.getpid(), signal.SIGINT)
                    for _ in range(1000): pass
            Gone()
            import time
            time.sleep(20)"""
IN_THE_TEXT_OF_AN_EXEC = f"exec({NOW!r})"
AT_EXIT = f"import atexit; atexit.register(lambda: {NOW})"


def command(module, what=NOW, arguments=("list", "plans")):
    code = WHEN.format(module=module, what=what, arguments=arguments)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stderr


MODULES = [
    *("danceoff.processes", "danceoff.processes.sigint", "danceoff.lazily", "danceoff.experiments.cli"),
    *(
        "argparse",
        "danceoff.experiments.terminal.say",
        "danceoff.experiments.commands.listing",
        "danceoff.problems.catalog_table",
    ),
]


@pytest.mark.parametrize("module", MODULES)
def test_while_modules_are_imported(module):
    assert command(module) == INTERRUPTED


@pytest.mark.parametrize("what", [IN_A_CALLBACK, IN_THE_TEXT_OF_AN_EXEC])
def test_where_python_swallows_it_or_takes_it_for_unhandled(what):
    assert command("danceoff.experiments.plans.shipped", what) == INTERRUPTED


def test_after_the_answer():
    assert command("danceoff.experiments.plans.shipped", AT_EXIT) == (0, "")


@pytest.mark.parametrize("begin", [[sys.executable, "-m", "danceoff"], [f"{sysconfig.get_path('scripts')}/danceoff"]])
def test_of_the_programs_as_they_are_called(begin, tmp_path):
    """The tracing process stops the program at its first look for a file of ours."""
    if not Path(begin[0]).exists():
        pytest.skip("danceoff is not installed")
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "class Finder:\n"
        "    @staticmethod\n"
        "    def find_spec(name, *_):\n"
        "        if name == 'danceoff.lazily': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder)\n"
    )
    done = subprocess.run(
        [*begin, "list", "plans"], env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == INTERRUPTED


def test_a_program_that_imports_danceoff_keeps_its_own_handler():
    code = "import danceoff, signal; assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    ignored = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); import sys; sys.argv = ['danceoff']; "
    kept = "import danceoff; assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN"
    assert subprocess.run([sys.executable, "-c", ignored + kept], check=False).returncode == 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
