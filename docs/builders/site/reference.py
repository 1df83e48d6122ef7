"""The API reference: for each public name the place where its docstring is, which mkdocstrings reads."""

import inspect
from types import ModuleType
from typing import Any

import danceoff
from danceoff import problems, solvers

_LIBRARY = """# The library

`import danceoff`: every public name, with its docstring. [From Python](../library.md) shows each of them at work.
"""
_PROBLEMS = """# danceoff.problems

Problems, covers and what is wrong with them: the first floor, which knows no solver.
"""
_SOLVERS = """# danceoff.solvers

The interface of all backends, and how they are found by name. [Plug-ins](../plug-ins.md) adds one of your own.
"""
_CERTIFICATE = """# The checker of certificates

The package that decides whether a certificate is right. [Its source](../files/problems/certificate/__init__.py.md) is
the part of danceoff that you have to trust.

::: danceoff.problems.certificate
"""


def pages() -> dict[str, str]:
    """Return the Markdown of each page of the reference, by its name."""
    return {
        "library": _named(_LIBRARY, danceoff),
        "problems": _named(_PROBLEMS, problems),
        "solvers": _named(_SOLVERS, solvers),
        "certificate": _CERTIFICATE,
    }


def _named(head: str, module: ModuleType) -> str:
    """A page on the functions among the public names of a module, and then on the classes."""
    objects: list[Any] = [getattr(module, name) for name in sorted(module.__all__)]
    named: list[Any] = [*filter(inspect.isfunction, objects), *filter(inspect.isclass, objects)]
    described = (f"::: {one.__module__}.{one.__qualname__}" for one in named)
    return "\n\n".join([head, *described, ""])
