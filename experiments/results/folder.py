"""Paths inside a results folder, which may be from an untrusted source."""

from __future__ import annotations

from pathlib import Path

from danceoff.experiments import BadInput


def inside(directory: Path, name: str) -> Path:
    """Return the path of a file in a results folder; raises BadInput if links lead out of the folder."""
    path = directory / name
    if not path.resolve().is_relative_to(directory.resolve()):
        raise BadInput(f"{path}: a link that leads out of the folder; remove it")
    return path
