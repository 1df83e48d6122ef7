"""The cache of compiled kernels is never stale and never in the way."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from solvers import compiled

PROGRAM = """
from solvers.compiled import kernel

@kernel
def double(number):
    return 2 * number

print(double(21))
"""


ALLOCATING = """
import sys
import numpy as np
from solvers.compiled import kernel

@kernel
def double(number):
    return np.full(2, number).sum()

print(double(21.0), "numba.misc.cffiimpl" in sys.modules)
"""

LEAN = """
from numba.core.runtime import rtsys
from solvers.compiled import lean

@lean
def double(number):
    return 2 * number

print(double(21), rtsys._init)
"""


def start(folder: Path, cache: Path, program: str = PROGRAM) -> subprocess.Popen[str]:
    file = folder / "program.py"
    if not file.exists():
        file.write_text(program)  # once: compiled code is older than a file that is written again
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, file], env=environment, text=True, stdout=pipe, stderr=pipe)


def answer(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=60)
    return out.strip() or err


def test_a_folder_that_cannot_be_made_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert answer(start(tmp_path, tmp_path / "file" / "cache")) == "42"


def test_torn_files_are_compiled_again(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert answer(start(tmp_path, cache)) == "42"
    files = [file for file in cache.rglob("*double*") if file.is_file()]
    assert len(files) == 2
    for file in files:
        file.write_bytes(file.read_bytes()[:10])
        assert answer(start(tmp_path, cache)) == "42"


def test_what_is_on_disk_is_loaded_without_getting_ready_to_compile(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert [answer(start(tmp_path, cache, ALLOCATING)) for _ in range(3)] == ["42.0 True", "42.0 False", "42.0 False"]


def test_what_allocates_nothing_is_loaded_without_the_runtime(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert [answer(start(tmp_path, cache, LEAN)) for _ in range(2)] == ["42 True", "42 False"]


def test_two_processes_compile_at_once(tmp_path: Path) -> None:
    processes = [start(tmp_path, tmp_path / "cache") for _ in range(2)]
    assert [answer(process) for process in processes] == ["42", "42"]


def test_a_change_in_any_kernel_file_changes_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_SOLVERS", tmp_path)
    (tmp_path / "engine").mkdir()
    file = tmp_path / "engine" / "kernel.py"
    fingerprints = []
    for text in ("", "a", "b"):
        file.write_text(text)
        fingerprints.append(compiled._fingerprint())
    assert len(set(fingerprints)) == 3
