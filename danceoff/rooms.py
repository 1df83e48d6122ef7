"""The rooms of the add-ons, which come with the core: each is a package in `danceoff.addons` that says what it adds.

The registries, to which packages of others add as well, read these tables, and import an entry when somebody asks for
its name. So the core imports no add-on, and no add-on imports another.
"""

from importlib import import_module
from typing import Any

ROOMS = ("puzzles", "planning", "field")
"""The add-ons: packages in `danceoff.addons`."""


def added_by_rooms(registry: str) -> dict[str, Any]:
    """Return what the add-ons add to a registry, by name.

    registry: its name, such as "solvers", which is a key in `ADDED` of an add-on.
    """
    found: dict[str, Any] = {}
    for room in ROOMS:
        found |= import_module(f"danceoff.addons.{room}").ADDED.get(registry, {})
    return found


def room_of(module: str) -> str:
    """Return the name of the add-on that a module belongs to; empty for a module of the core."""
    return module.removeprefix("danceoff.addons.").partition(".")[0] if module.startswith("danceoff.addons.") else ""
