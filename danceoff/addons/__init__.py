"""Add-ons: rooms beside the core, which come with it. Each is a package here that says what it adds to which registry.

The registries, which also have what packages of others add, read these tables and import what is asked for by name. So
the core imports no add-on, and no add-on imports another.
"""

from importlib import import_module
from typing import Any

ROOMS = ("puzzles", "planning", "field")
"""The add-ons: packages in this one."""


def added_by_rooms(registry: str) -> dict[str, Any]:
    """Return what the add-ons add to a registry, by name.

    registry: such as "solvers"; `ADDED` of an add-on says what it adds.
    """
    found: dict[str, Any] = {}
    for room in ROOMS:
        found |= import_module(f"{__name__}.{room}").ADDED.get(registry, {})
    return found


def room_of(module: str) -> str:
    """Return the add-on that a module is of; empty for one of the core."""
    return module.removeprefix(f"{__name__}.").partition(".")[0] if module.startswith(f"{__name__}.") else ""
