"""How kernels are compiled: four decorators, and a disk cache that is never stale and never in the way.

Numba's own cache has three faults. Its key is the text of the file that a function is in, so it misses a change in a
kernel imported from another file. Two processes that compile different things at the same moment may swap their
results. And it raises where its folder is read-only or a file is torn.

Here one state of all kernel files, for one CPU and one build, has a folder of its own. Each signature of a kernel is
one file in it, and a file is loaded only if its checksum is right. When anything is wrong with the cache, the kernel is
compiled and its file written again. Processes that want the same kernel at the same moment wait for the first of them.

DANCEOFF_CHECKED=1 selects the checked build: array bounds are checked, and kernels assert their invariants.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache, partial, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from danceoff.processes.collector import uncollected
from danceoff.solvers.base.interrupts import interrupted_later
from danceoff.solvers.engines import compiling
from danceoff.solvers.engines.loading import uncounted

_THREADS = "NUMBA_NUM_THREADS"


@contextmanager
def _possible_threads() -> Iterator[None]:
    """Hide NUMBA_NUM_THREADS if it is below 1: Numba would fail to import, and our kernels use no threads of Numba."""
    n_threads = os.environ.get(_THREADS, "1")
    try:
        is_possible = int(n_threads) > 0
    except ValueError:  # Numba warns and uses its default
        is_possible = True
    if not is_possible:
        del os.environ[_THREADS]
    try:
        yield
    finally:
        if not is_possible:
            os.environ[_THREADS] = n_threads


def _import_numba() -> None:
    with _possible_threads():
        import numba  # noqa: F401


uncounted(_import_numba)  # a search may be the first in its process that needs an engine

import llvmlite.binding as llvm  # noqa: E402
import numba as numba  # noqa: E402 - for other kernel files, too

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

CHECKED = os.environ.get("DANCEOFF_CHECKED") == "1"
"""Whether this is the checked build. In the other build Numba leaves out what a kernel does `if CHECKED`."""

_SOLVERS = Path(__file__).parents[1]
_CHECKSUM = 32  # bytes at the beginning of a file: SHA-256 of its key and the rest
_LARGEST = 1 << 28  # bytes of a file
_WAITS, _WAIT_S = 1200, 0.05


def kernel(function: Kernel) -> Kernel:
    """Compile at the first call, to run without the GIL, and keep the machine code on disk.

    Kernels index with unsigned numbers. For a signed index Numba adds a test whether it is negative, and a loop that
    chases pointers takes 1.25 to 1.7 times as long. Bounds are checked in the checked build only.
    """
    return _compiled(function, nogil=True)


def lean(function: Kernel) -> Kernel:
    """Compile a kernel that allocates nothing: without reference counts, a call with 40 arrays takes 0.3 us less."""
    return _compiled(function, nogil=True, _nrt=False)


def inlined(function: Kernel) -> Kernel:
    """Inline into each kernel that calls it: a real call would copy the descriptors of all arrays.

    Python cannot call the result; see `part`.
    """
    return _part(function, forceinline=True)


def part(function: Kernel) -> Kernel:
    """Compile as a part of each kernel that calls it; LLVM decides whether to inline it.

    A part allocates nothing, and returns no arrays. Python cannot call it: the wrapper that would unpack dozens of
    arrays took a fifth of the compile time. Parts have no machine code and no file of their own. Where they had, each
    of them was optimised again in every kernel that calls it, and everything took 1.3 times as long to compile.
    """
    return _part(function)


def record(fields: Callable[..., object]) -> NDArray[np.void]:
    """Return an array of one record of numbers, uint64 each and all 0, with the fields that a class annotates.

    Python reads at["name"][0]; a kernel takes the array, since Numba needs 50 us to unpack a record, and reads
    at[0].name.
    """
    return np.zeros(1, _form(fields))


@cache
def _form(fields: Callable[..., object]) -> np.dtype[Any]:
    return np.dtype((np.record, [(name, np.uint64) for name in fields.__annotations__]))


def straight(kernel: Kernel) -> Kernel:
    """Call a kernel without dispatch: only the first call looks at the types of the arguments.

    Dispatch takes Numba 4.3 us of the 4.9 us that a call with 40 arrays takes. Later calls must pass the types of the
    first: other types corrupt memory, and only the checked build sees them. So let one function make all the arrays.
    """
    machine_code: Callable[..., Any] | None = None

    def call(*arguments: Any) -> Any:
        nonlocal machine_code
        if machine_code is not None:
            return machine_code(*arguments)
        answer = kernel(*arguments)
        if overloads := getattr(kernel, "overloads", {}):
            types = _types(arguments)
            entry_point = overloads[types].entry_point
            machine_code = _watched(entry_point, types) if CHECKED else entry_point
        return answer

    return cast(Kernel, call)


def _watched(machine_code: Callable[..., Any], types: tuple[Any, ...]) -> Callable[..., Any]:
    """Let machine code be called with arguments of these types only; others raise TypeError."""

    def call(*arguments: Any) -> Any:
        if (given := _types(arguments)) != types:
            raise TypeError(f"a kernel for {types} was called without dispatch with {given}")
        return machine_code(*arguments)

    return call


def _types(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(map(numba.typeof, arguments))


class _PartLibrary(numba.core.codegen.JITCodeLibrary):  # type: ignore[misc]
    """The LLVM module of a part, optimised function by function: callers link it before they optimise the whole."""

    def _optimize_final_module(self) -> None:
        """Do nothing: callers do."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """Return 0, which is Numba's word for a function without machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """What stores a function's environment beside its machine code; a part has neither."""
        return _NoEnvironment


class _NoEnvironment:
    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        """Do nothing. Only Python objects and formatted errors use an environment, and kernels have none."""


class _PartCompiler(numba.core.compiler.Compiler):  # type: ignore[misc]
    """Numba's compiler, but for the library that it writes to."""

    def __init__(self, typing_context: Any, target_context: Any, library: None, *others: Any) -> None:  # noqa: ARG002
        library_of_part = _PartLibrary(target_context.codegen(), "part")
        super().__init__(typing_context, target_context, library_of_part, *others)


def _part(function: Kernel, **options: bool) -> Kernel:
    return _compiled(function, no_cpython_wrapper=True, pipeline_class=_PartCompiler, _nrt=False, **options)


def _compiled(function: Kernel, **options: Any) -> Kernel:
    compiled = numba.njit(no_cfunc_wrapper=True, boundscheck=CHECKED or None, **options)(function)  # no C code calls it
    compiled._compilation_chain_init_hook = _no_extensions
    if not numba.config.DISABLE_JIT and "pipeline_class" not in options:
        compiled._cache = on_disk = _Cache(function, allocates=options.get("_nrt", True))
        compiled.compile = _uncounted(compiled.compile, partial(on_disk.first_alone, compiled.targetctx))
    return cast(Kernel, compiled)


def _uncounted(
    compile_one: Callable[[Any], Any], alone: Callable[[Any], AbstractContextManager[None]]
) -> Callable[[Any], Any]:
    """Let nobody count the time in which a kernel is compiled or loaded, and hold Ctrl-C back in this time.

    A callback of LLVM would print and lose the interrupt.
    """

    @wraps(compile_one)
    def compile_now(sig: Any) -> Any:
        def load() -> Any:
            with interrupted_later(), alone(sig), uncollected():  # collecting would add a tenth
                return compile_one(sig)

        return uncounted(load)

    return compile_now


def _no_extensions() -> None:
    """Do nothing, in place of Numba's search of all packages for extensions: it takes 7 ms, and kernels use none."""


class _Cache(numba.core.caching.NullCache):  # type: ignore[misc]
    """Machine code of one kernel on disk, a file for each signature: checksum, then pickled compile result."""

    def __init__(self, function: Callable[..., Any], allocates: bool) -> None:
        self._function, self._allocates = function, allocates
        self._name = f"{function.__module__}.{function.__qualname__}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled kernel from disk; None where the file is missing or damaged, so that Numba compiles.

        If Numba compiles, the user is told (`compiling`).

        Numba's own cache calls `target_context.refresh()` first. That takes five times as long as the loading and is
        needed only for compiling, where the compiler does it anyway. Only a kernel that allocates needs Numba's
        runtime, which takes twice as long to start as the kernel takes to load.
        """
        if self._allocates:
            numba.core.runtime.rtsys.initialize(target_context)
        data = b""
        with suppress(OSError):
            key, path = self._place(sig, target_context.codegen())
            data = path.read_bytes() if path.is_file() and path.stat().st_size < _LARGEST else b""
        if not data or data[:_CHECKSUM] != _checksum(key, data[_CHECKSUM:]):
            compiling.begins(self._function.__module__)
            return None
        return numba.core.compiler.CompileResult._rebuild(target_context, *pickle.loads(data[_CHECKSUM:]))

    def save_overload(self, sig: Any, result: Any) -> None:
        """Write the compiled kernel to disk, atomically; failure to write is no error."""
        compiling.ends(self._function.__module__)
        if result.library.has_dynamic_globals:  # addresses of this process
            return
        try:
            code = result._reduce()
        except RuntimeError:  # now and then Numba has dropped the object code: then this process alone has the kernel
            return
        with suppress(OSError):
            key, path = self._place(sig, result.codegen)
            data = numba.core.serialize.dumps(code)
            descriptor, name = tempfile.mkstemp(dir=path.parent)
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(_checksum(key, data) + data)
                Path(name).replace(path)
            except BaseException:
                Path(name).unlink()
                raise

    @contextmanager
    def first_alone(self, target_context: Any, sig: Any) -> Iterator[None]:
        """Let one process at a time compile the kernel for a signature; processes that wait then find its file.

        A process that waits for more than a minute compiles, too: the first one may have been stopped.
        """
        lock = None
        with suppress(OSError):
            _, path = self._place(sig, target_context.codegen())
            if not path.exists():
                lock = os.fdopen(os.open(path.with_suffix(".lock"), os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK), "w")
        if lock is None:
            yield
            return
        with lock:
            for _ in range(_WAITS):
                with suppress(OSError):
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                time.sleep(_WAIT_S)
            try:
                yield
            finally:
                path.with_suffix(".lock").unlink(missing_ok=True)

    def _place(self, sig: Any, codegen: Any) -> tuple[bytes, Path]:
        """Return the key and the path of a file; key and folder name all that the machine code depends on.

        Raises OSError where there is no folder or no source.
        """
        if _FOLDER is None:
            raise FileNotFoundError("no folder for compiled kernels can be written to")
        code = self._function.__code__
        source = _source(code.co_filename)
        versions = codegen.magic_tuple(), numba.__version__, sys.version
        key = repr((self._name, code.co_firstlineno, source, str(sig), versions)).encode()
        return key, _FOLDER / f"{self._name}-{hashlib.sha256(key).hexdigest()[:16]}.nbc"


@cache
def _source(file: str) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


def _checksum(key: bytes, data: bytes) -> bytes:
    return hashlib.sha256(key + data).digest()


def _folder() -> Path | None:
    """The folder of the cache: in NUMBA_CACHE_DIR if set, else beside the sources, else in ~/.cache/danceoff."""
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
    """16 hexadecimal digits that name the text of all kernels, the CPU, and the build."""
    hasher = hashlib.sha256()
    for file in sorted([Path(__file__), *_SOLVERS.rglob("kernel*.py")]):
        hasher.update(file.read_bytes())
    features = llvm.get_host_cpu_features().flatten() if hasattr(llvm, "get_host_cpu_features") else ""
    settings = (numba.config.CPU_NAME, numba.config.CPU_FEATURES, numba.config.BOUNDSCHECK, CHECKED)
    hasher.update(f"{llvm.get_host_cpu_name()} {features} {settings}".encode())
    return hasher.hexdigest()[:16]


_FOLDER = _folder()
