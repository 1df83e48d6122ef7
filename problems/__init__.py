"""Problems: the exact cover model, and everything that turns a puzzle into one.

The names below are imported when they are first used, so that the command line can read the table of formats without
importing NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from danceoff.problems.model.checking import check
    from danceoff.problems.model.cover import Cover, Covers, ExactCover, InvalidProblem
    from danceoff.problems.model.fingerprint import Fingerprint

__all__ = ["Cover", "Covers", "ExactCover", "Fingerprint", "InvalidProblem", "check"]

_MODULES = {"Fingerprint": "fingerprint", "check": "checking"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.model.{_MODULES.get(name, 'cover')}"), name)
    globals()[name] = value
    return value
