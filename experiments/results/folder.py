"""Paths inside a results folder, which may be from an untrusted source."""

import os
from pathlib import Path

from danceoff.experiments import BadInput


def regular(path: Path) -> Path:
    """Return a path to be read or written; raises BadInput for a pipe or device, which might block."""
    if path.exists() and not path.is_file():
        raise BadInput(f"{path}: not a regular file; remove it")
    return path


def inside(directory: Path, name: str) -> Path:
    """Return the path of a file or folder in a results folder; raises BadInput for a link out of it, and for a pipe."""
    path = directory / name
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(directory)):
        raise BadInput(f"{path}: a link that leads out of the folder; remove it")
    return path if path.is_dir() else regular(path)
