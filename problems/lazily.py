"""Names of a package that are imported when they are first used (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, found_in: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package.

    package: its name.
    found_in: for each name in it, the module that defines it.
    """

    def get(name: str) -> Any:
        if name not in found_in:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(found_in[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return get
