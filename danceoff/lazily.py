"""Names of a package that are imported when they are first used (PEP 562), and names that go."""

import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

OUTDATED = {"danceoff.nearest": ("danceoff.most_covered", "0.2"), "danceoff.Nearest": ("danceoff.MostCovered", "0.2")}
"""Names that go: what to use instead, and the version without them. docs/public.md says how long they stay."""

_THREADS = {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"}
"""Variables by which a user says how many threads NumPy starts for its linear algebra."""


def outdated(name: str) -> None:
    """Warn that a name goes; the warning names the code that called the caller of this function."""
    instead, version = OUTDATED[name]
    warnings.warn(f"{name} goes in version {version}: use {instead}", DeprecationWarning, stacklevel=3)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Have NumPy, if it is imported in this block, start no threads for its linear algebra.

    Nothing here needs them, and they take 0.1 s of CPU time to start. A number of threads that the user has set stays.
    """
    if "numpy" in sys.modules or not _THREADS.isdisjoint(os.environ):
        yield
        return
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    try:
        yield
    finally:
        os.environ.pop("OPENBLAS_NUM_THREADS", None)  # processes that the user starts would inherit it


def lazily(package: str, defined_in: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package.

    package: the name of the package.
    defined_in: the names that each module defines; the name of a module of the package stands for the module itself.
    """
    module_of = {name: module for module, names in defined_in.items() for name in names}

    def get(name: str) -> Any:
        if (old := f"{package}.{name}") in OUTDATED:
            outdated(old)
            instead, _ = OUTDATED[old]
            return get(instead.rpartition(".")[2])
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}; it has {', '.join(sorted(module_of))}")
        with _one_thread():
            module = import_module(module_of[name])
        value = module if module.__name__ == f"{package}.{name}" else getattr(module, name)
        setattr(sys.modules[package], name, value)
        return value

    return get
