"""The cache of compiled kernels is never stale and never in the way."""

import errno
import hashlib
import os
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

from danceoff.solvers.engines import compiled

LOADED = """
import sys
import numpy as np
from numba.core.runtime import rtsys
from danceoff.solvers.engines.compiled import kernel, lean

@lean
def double(number):
    return 2 * number

@kernel
def allocate(number):
    return np.full(2, number).sum()

print(double(21), rtsys._init, allocate(21.0), "numba.misc.cffiimpl" in sys.modules)
"""

INTERRUPTED = """
import signal
from numba.core.codegen import JITCodeLibrary

theirs = JITCodeLibrary._object_compiled_hook.__func__

def callback(cls, *arguments):
    signal.raise_signal(signal.SIGINT)
    theirs(cls, *arguments)

JITCodeLibrary._object_compiled_hook = classmethod(callback)

from danceoff.solvers.engines.compiled import kernel

@kernel
def double(number):
    return 2 * number

try:
    double(21)
    print("lost")
except KeyboardInterrupt:
    print("interrupted", double(21))
"""


def answer(folder: Path, program: str) -> str:
    """What this program prints, in a process of its own with a cache of its own; or its error."""
    file = folder / "program.py"
    if not file.exists():
        file.write_text(program)  # once: compiled code is older than a file that is written again
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache")}
    ran = subprocess.run([sys.executable, file], env=environment, text=True, capture_output=True, timeout=60)
    return ran.stdout.strip() or ran.stderr


def test_ctrl_c_while_a_kernel_is_compiled_is_not_lost(tmp_path: Path) -> None:
    assert answer(tmp_path, INTERRUPTED) == "interrupted 42"


def test_kernels_on_disk_are_loaded_without_the_compiler_and_lean_ones_without_the_runtime(tmp_path: Path) -> None:
    assert [answer(tmp_path, LOADED) for _ in range(2)] == ["42 True 42.0 True", "42 False 42.0 False"]


def test_a_folder_that_cannot_be_created_only_costs_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "file" / "cache"))
    assert compiled._folder() is None
    monkeypatch.setattr(compiled, "_FOLDER", None)
    assert double_kernel()(21) == 42


def double_kernel() -> Any:
    """A kernel that nothing is loaded of yet; it is the same one each time."""

    @compiled.kernel
    def double(number):
        return 2 * number

    return double


def is_loaded(kernel: Any) -> bool:
    """Whether its machine code for a whole number comes from disk."""
    return kernel._cache.load_overload((numba.int64,), kernel.targetctx) is not None


@pytest.fixture
def machine_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the kernel that doubles a whole number."""
    monkeypatch.setattr(compiled, "_FOLDER", tmp_path)
    assert double_kernel()(21) == 42
    (file,) = tmp_path.iterdir()
    assert is_loaded(double_kernel())
    return file


def test_damaged_machine_code_is_never_run(machine_code: Path, record_property) -> None:
    whole = machine_code.read_bytes()
    draw = random.Random(1)
    places = [*range(64), *(draw.randrange(len(whole)) for _ in range(1000))]
    damaged = [whole[:k] + bytes([whole[k] ^ 1 << draw.randrange(8)]) + whole[k + 1 :] for k in places]
    damaged += [whole[:k] for k in (0, 1, 31, 32, 33, len(whole) // 2, len(whole) - 1)]
    damaged += [whole + b"0", bytes(len(whole)), hashlib.sha256().digest()]
    kernel = double_kernel()
    for content in damaged:
        machine_code.write_bytes(content)
        assert not is_loaded(kernel)
    assert double_kernel()(21) == 42
    assert is_loaded(double_kernel()), "it is compiled and written again"
    record_property("kernels: damaged files of machine code that were not run", len(damaged))


def test_a_full_disk_only_costs_time(machine_code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine_code.write_bytes(b"damaged")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    for module, name in ((compiled.tempfile, "mkstemp"), (compiled.os, "fdopen"), (Path, "replace")):
        with monkeypatch.context() as broken:
            broken.setattr(module, name, refuse)
            assert double_kernel()(21) == 42
        assert list(machine_code.parent.iterdir()) == [machine_code]
        assert not is_loaded(double_kernel())


def test_of_two_that_want_the_same_kernel_at_once_one_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads here; their locks are as apart as those of processes."""
    monkeypatch.setattr(compiled, "_FOLDER", tmp_path)
    theirs, is_waiting = compiled._Cache.save_overload, threading.Event()

    def save_late(*arguments: Any) -> None:
        assert is_waiting.wait(20)
        theirs(*arguments)

    def wait(_seconds: float) -> None:
        is_waiting.set()
        time.sleep(0.01)

    monkeypatch.setattr(compiled._Cache, "save_overload", save_late)
    monkeypatch.setattr(compiled, "time", SimpleNamespace(sleep=wait))
    kernels = [double_kernel(), double_kernel()]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda kernel: kernel(21), kernels)) == [42, 42]
    assert sorted(sum(kernel.stats.cache_misses.values()) for kernel in kernels) == [0, 1]
    assert not list(tmp_path.rglob("*.lock"))


def test_a_change_in_any_kernel_file_and_the_checked_build_change_the_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(compiled, "_SOLVERS", tmp_path)
    (tmp_path / "engine").mkdir()
    file = tmp_path / "engine" / "kernel.py"
    fingerprints = []
    for text in ("", "a", "b"):
        file.write_text(text)
        fingerprints.append(compiled._fingerprint())
    monkeypatch.setattr(compiled, "CHECKED", not compiled.CHECKED)
    fingerprints.append(compiled._fingerprint())
    assert len(set(fingerprints)) == 4


@pytest.mark.parametrize(
    ("is_checked", "outcome"), [(True, ["read", "AssertionError", "IndexError"]), (False, ["read"] * 3)]
)
def test_the_checked_build_asserts_and_checks_bounds(is_checked, outcome, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(compiled, "_FOLDER", tmp_path)
    monkeypatch.setattr(compiled, "CHECKED", is_checked)

    @compiled.kernel
    def read(array, index):
        if is_checked and index == np.uint64(1):
            raise AssertionError
        return array[index]

    def said(index: int) -> str:
        try:
            read(np.zeros(3)[:2], np.uint64(index))
        except (AssertionError, IndexError) as error:
            return type(error).__name__
        return "read"

    assert [said(index) for index in range(3)] == outcome
