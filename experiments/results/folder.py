"""Results folders: those that come with danceoff, and paths inside any, which may be from an untrusted source."""

from __future__ import annotations

from pathlib import Path

import danceoff
from danceoff.experiments import BadInput

_REFERENCE = Path(danceoff.__file__).parent / "reference"  # a link to results/


def reference(*names: str) -> list[Path]:
    """Return the folders with rows that come with danceoff; those of these names, or all if none is given."""
    wanted = names or sorted(folder.name for folder in _REFERENCE.glob("*"))
    return [_REFERENCE / name for name in wanted if (_REFERENCE / name / "rows.jsonl").is_file()]


def inside(directory: Path, name: str) -> Path:
    """Return the path of a file in a results folder; raises BadInput if links lead out of the folder."""
    path = directory / name
    if not path.resolve().is_relative_to(directory.resolve()):
        raise BadInput(f"{path}: a link that leads out of the folder; remove it")
    return path
