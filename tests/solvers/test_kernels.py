"""Every kernel runs as plain Python and in the checked build: bounds are checked there, and invariants asserted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "engine",
    [
        pytest.param("dancing_links", marks=pytest.mark.backend("dlx")),
        pytest.param("bits", marks=pytest.mark.backend("bits")),
        pytest.param("counter", marks=pytest.mark.backend("counter")),
        pytest.param("diagram", marks=pytest.mark.backend("counter")),
        pytest.param("learning", marks=pytest.mark.backend("learn")),
        "prices",
        "reductions",
    ],
)
@pytest.mark.parametrize(
    "setting",
    ["NUMBA_DISABLE_JIT", pytest.param("DANCEOFF_CHECKED", marks=pytest.mark.slow)],  # compiles for minutes in all
)
def test_every_kernel_runs_as_plain_python_and_in_the_checked_build(engine: str, setting: str, record_property) -> None:
    environment = {**os.environ, "DANCEOFF_CHECKED": "1", setting: "1", "PYTHONWARNINGS": "ignore"}
    program = [sys.executable, "drive_kernels.py", engine]
    driven = subprocess.run(program, cwd=Path(__file__).parent, env=environment, check=True, stdout=subprocess.PIPE)
    record_property(f"kernels: kernels run with {setting}=1: {engine}", int(driven.stdout))
