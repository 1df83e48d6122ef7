"""Run all kernels of an engine in a process of its own, as plain Python or in the checked build."""

import os
import subprocess
import sys
from pathlib import Path

ENGINES = ("dancing_links", "bits", "counter", "diagram", "learning", "prices", "reductions")
"""The folders of kernels."""
PLAIN, CHECKED = "NUMBA_DISABLE_JIT", "DANCEOFF_CHECKED"


def drive(engine: str, setting: str) -> int:
    """Run them with this variable of the environment set, and return how many there are.

    Raises CalledProcessError if one of them goes beyond an array, breaks an invariant, answers wrongly, or never runs.
    """
    environment = {**os.environ, CHECKED: "1", setting: "1", "PYTHONWARNINGS": "ignore"}
    folder = Path(__file__).parents[1] / "solvers" / "engines"
    program = [sys.executable, "drive_kernels.py", engine]
    driven = subprocess.run(program, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE)
    return int(driven.stdout)
