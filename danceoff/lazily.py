"""Names of a package that are imported when they are first used (PEP 562), and names that go."""

import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

from danceoff.processes.collector import uncollected

OUTDATED = {
    "danceoff.nearest": ("danceoff.most_covered", "0.2"),
    "danceoff.Nearest": ("danceoff.MostCovered", "0.2"),
}
"""Names that go: what to use instead, and the version without them. docs/public.md says how long they stay."""


def outdated(name: str) -> None:
    """Warn the code that calls the caller of this that a name goes."""
    instead, version = OUTDATED[name]
    warnings.warn(f"{name} goes in version {version}: use {instead}", DeprecationWarning, stacklevel=3)


def lazily(package: str, defined_in: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package.

    package: its name.
    defined_in: the names that each module defines; a module of the package may have its own name among them.
    """
    module_of = {name: module for module, names in defined_in.items() for name in names}

    def get(name: str) -> Any:
        if (old := f"{package}.{name}") in OUTDATED:
            outdated(old)
            return get(OUTDATED[old][0].rpartition(".")[2])
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}; it has {', '.join(sorted(module_of))}")
        with uncollected():
            module = import_module(module_of[name])
        value = module if module.__name__ == f"{package}.{name}" else getattr(module, name)
        setattr(sys.modules[package], name, value)
        return value

    return get
