"""How kernels are compiled: three decorators, and a disk cache that is never stale and never in the way.

Numba's own cache is keyed by the text of the one file a function stands in, so a change in a kernel that it calls from
another file goes unseen; two processes that compile different things at one moment may exchange their results; and a
folder that cannot be written to, or a torn file, ends the program. Here the cached code of one state of all kernel
files, for one CPU, has a folder of its own, each signature of a kernel has one file, and a file is used only if its
checksum is right. Whatever goes wrong with it only means that the kernel is compiled, and written anew.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
import numba
from numba.core import caching, serialize
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys

from solvers.loading import about_to_load

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_SOLVERS = Path(__file__).parent
_CHECKSUM = 32  # bytes at the beginning of a file: SHA-256 of its key and the rest


def kernel(function: Kernel) -> Kernel:
    """Compile at the first call, without the GIL, and keep the machine code on disk.

    Kernels use unsigned indices: with signed ones Numba guards every access against counting from the end, which
    costs a pointer-chasing loop 1.25 to 1.7 times its time. Nothing checks their bounds unless NUMBA_BOUNDSCHECK=1.
    """
    return _compiled(function, nogil=True)


def lean(function: Kernel) -> Kernel:
    """A kernel that allocates nothing: without reference counts a call with dozens of arrays costs 0.3 us less."""
    return _compiled(function, nogil=True, _nrt=False)


def inlined(function: Kernel) -> Kernel:
    """Compile as a part of each lean kernel that calls it: a true call copies hundreds of words.

    It cannot be called from Python: what would take dozens of arrays apart for that was a fifth of the compile time.
    """
    return _compiled(function, forceinline=True, _nrt=False, no_cpython_wrapper=True)


def straight(kernel: Kernel) -> Kernel:
    """A kernel for callers whose arrays always have the same types: only the first call looks at them.

    Looking takes Numba 4.3 us of the 4.9 us that a call with 40 arrays costs. Nobody sees it when the types change, and
    memory is lost then: all arrays must come from one place that gives them their types.
    """
    machine_code: Callable[..., Any] | None = None

    def call(*arguments: Any) -> Any:
        nonlocal machine_code
        if machine_code is not None:
            return machine_code(*arguments)
        answer = kernel(*arguments)
        overloads = list(getattr(kernel, "overloads", {}).values())
        if len(overloads) == 1:
            machine_code = overloads[0].entry_point
        return answer

    return cast(Kernel, call)


def _compiled(function: Kernel, **options: bool) -> Kernel:
    compiled = numba.njit(no_cfunc_wrapper=True, **options)(function)  # C never calls one
    compiled._compilation_chain_init_hook = _no_extensions
    if not numba.config.DISABLE_JIT:
        compiled._cache = _Cache(function, allocates=options.get("_nrt", True))
    return cast(Kernel, compiled)


def _no_extensions() -> None:
    """Our kernels know no types but Numba's own: looking through all packages that are installed takes 7 ms or more."""


class _Cache(caching.NullCache):  # type: ignore[misc]
    """Machine code of one kernel on disk, a file for each signature: checksum, then pickled compile result."""

    def __init__(self, function: Callable[..., Any], allocates: bool) -> None:
        self._function, self._allocates = function, allocates
        self._name = f"{function.__module__}.{function.__qualname__}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is on disk; None where it is to be compiled: nothing is there, or it is damaged.

        Numba's own first prepares for compiling, `target_context.refresh()`, which takes five times as long as loading
        does and is of no use to it; the compiler does that anyway. Only what allocates needs the runtime, which takes
        twice as long.
        """
        about_to_load(self._name)
        if self._allocates:
            rtsys.initialize(target_context)
        try:
            key, path = self._place(sig, target_context.codegen())
            data = path.read_bytes()
        except OSError:
            return None
        if data[:_CHECKSUM] != _checksum(key, data[_CHECKSUM:]):
            return None
        return CompileResult._rebuild(target_context, *pickle.loads(data[_CHECKSUM:]))

    def save_overload(self, sig: Any, result: Any) -> None:
        """Write it as a whole or not at all."""
        if result.library.has_dynamic_globals:  # addresses of this process
            return
        with suppress(OSError):
            key, path = self._place(sig, result.codegen)
            data = serialize.dumps(result._reduce())
            descriptor, name = tempfile.mkstemp(dir=path.parent)
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(_checksum(key, data) + data)
                Path(name).replace(path)
            except BaseException:
                Path(name).unlink()
                raise

    def _place(self, sig: Any, codegen: Any) -> tuple[bytes, Path]:
        """All that the machine code depends on and the folder does not tell, and the file of such code.

        Raises OSError where there is no folder or no source.
        """
        if _FOLDER is None:
            raise FileNotFoundError("no folder for compiled kernels can be written to")
        code = self._function.__code__
        source = hashlib.sha256(Path(code.co_filename).read_bytes()).hexdigest()
        versions = codegen.magic_tuple(), numba.__version__, sys.version
        key = repr((self._name, code.co_firstlineno, source, str(sig), versions)).encode()
        return key, _FOLDER / f"{self._name}-{hashlib.sha256(key).hexdigest()[:16]}.nbc"


def _checksum(key: bytes, data: bytes) -> bytes:
    return hashlib.sha256(key + data).digest()


def _folder() -> Path | None:
    """The first place that can be written to: where the user says, beside the sources, in the user's cache; or none."""
    name = f"kernels-{_fingerprint()}"
    places = [_SOLVERS / "__pycache__", Path(os.path.expanduser("~/.cache/danceoff"))]  # noqa: PTH111 - never raises
    if numba.config.CACHE_DIR:
        places = [Path(numba.config.CACHE_DIR)]
    for place in places:
        try:
            (place / name).mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place / name):
                return place / name
        except OSError:
            continue
    return None


def _fingerprint() -> str:
    """16 hexadecimal digits that name the text of all kernels, the CPU, and how checks are compiled."""
    hasher = hashlib.sha256()
    for file in sorted([Path(__file__), *_SOLVERS.rglob("kernel*.py")]):
        hasher.update(file.read_bytes())
    features = llvm.get_host_cpu_features().flatten() if hasattr(llvm, "get_host_cpu_features") else ""
    settings = (numba.config.CPU_NAME, numba.config.CPU_FEATURES, numba.config.BOUNDSCHECK)
    hasher.update(f"{llvm.get_host_cpu_name()} {features} {settings}".encode())
    return hasher.hexdigest()[:16]


_FOLDER = _folder()
