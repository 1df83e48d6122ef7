"""Ctrl-C during a command: one line and exit code 130; a program that imports danceoff keeps its handler."""

import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals of Linux")
WHEN = """
import os, signal, sys
class Finder:
    @staticmethod
    def find_spec(name, *_):
        if name == 'danceoff.experiments.plans.shipped':
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder)
from danceoff.experiments.cli import main
sys.exit(main(["list", "plans"]))
"""


def test_a_command_says_that_it_was_interrupted():
    done = subprocess.run([sys.executable, "-c", WHEN], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (130, "danceoff: interrupted\n")


def test_a_program_that_imports_danceoff_keeps_its_own_handler():
    code = "import danceoff, signal; assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    ignored = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
    kept = "import danceoff; assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN"
    assert subprocess.run([sys.executable, "-c", ignored + kept], check=False).returncode == 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
