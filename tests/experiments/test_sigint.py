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
    for handler in ("default_int_handler", "SIG_IGN"):
        own = f"import signal; signal.signal(signal.SIGINT, signal.{handler}); import danceoff; "
        kept = f"assert signal.getsignal(signal.SIGINT) is signal.{handler}"
        assert subprocess.run([sys.executable, "-c", own + kept], check=False).returncode == 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
