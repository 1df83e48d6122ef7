"""Models of the first cover of `danceoff solve`, which add-ons write.

Their modules have `arguments`, which adds arguments to a group; `refuse`, which raises BadInput if these do not go
together; and `writer`, which takes all arguments and the problem, and returns a function that writes the models of a
cover.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from danceoff.questions.question import MODELS

if TYPE_CHECKING:
    from danceoff.problems import Cover
    from danceoff.problems.instance import Instance


def modules() -> list[ModuleType]:
    """Return the modules that write models."""
    return [import_module(module) for module in dict.fromkeys(MODELS.values())]


def writer_of(args: argparse.Namespace, instance: Instance | None) -> Callable[[Cover], None] | None:
    """Return a function that writes the models that the arguments ask for; None if they ask for none.

    instance: the problem, if it is read already.

    Raises BadInput if the problem has no such models.
    """
    for name, module in MODELS.items():
        if getattr(args, name):
            writer: Callable[[Cover], None] = import_module(module).writer(args, instance or read_again(args.source))
            return writer
    return None


def read_again(source: str) -> Instance:
    """Read again the problem of a case that has ended, to draw its covers here; warnings are not repeated."""
    from danceoff.problems.sources import read  # late: readers, 40 ms

    with warnings.catch_warnings(action="ignore"):
        return read(source)
