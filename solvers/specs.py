"""How the text that names a solver is taken apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_OF_FILE = re.compile(r"(?P<name>(?P<file>[^:]+\.(?:py|toml)):(?P<kind>[\w-]+))(?::(?P<options>.*))?", re.DOTALL)


def split(spec: str) -> tuple[str, str]:
    """Return the name and the options in `NAME[:options]`; NAME may be `FILE.py:NAME` or `FILE.toml:PROGRAM`."""
    if match := _OF_FILE.fullmatch(spec):
        return match["name"], match["options"] or ""
    name, _, options = spec.partition(":")
    return name, options


def is_of_file(name: str) -> bool:
    """Return whether a name is `FILE.py:NAME` or `FILE.toml:PROGRAM`."""
    return _OF_FILE.fullmatch(name) is not None


def is_file(name: str) -> bool:
    """Return whether a name is that of a file of solvers, and lacks the solver."""
    return name.endswith((".py", ".toml"))


def beside(folder: Path, name: str) -> str:
    """Return the name with its file relative to this folder; names without a file stay as they are."""
    return str(folder / name) if is_of_file(name) or is_file(name) else name
