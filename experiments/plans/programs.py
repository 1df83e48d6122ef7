"""Programs as solvers: files of entries, whose programs may be named without the file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff import solvers
from danceoff.experiments import BadInput

if TYPE_CHECKING:
    from danceoff.solvers import Solver


def known(*files: Path | None) -> dict[str, Path]:
    """Return the file of each program, by name. Raises BadInput if an entry is wrong, or a name is taken."""
    try:
        return solvers.programs(*filter(None, files))
    except ValueError as error:
        raise BadInput(str(error)) from None


def resolved(spec: str, *files: Path | None) -> str:
    """Return the solver as `FILE.toml:NAME...` if it is a program of these files; else as it is."""
    file = known(*files).get(spec.partition(":")[0]) if any(files) else None
    return f"{file}:{spec}" if file and file in files else spec


def loaded(spec: str, file: Path | None) -> Solver:
    """Load a solver, perhaps a program of the file; raises BadInput for an unknown solver, or MissingBackend."""
    try:
        return solvers.load(resolved(spec, file))
    except ValueError as error:
        raise BadInput(str(error)) from None


def add_to(group: argparse._ActionsContainer) -> None:
    """Add the argument."""
    group.add_argument(
        "--programs", type=Path, metavar="FILE.toml", help="entries of programs that may be named as solvers"
    )
