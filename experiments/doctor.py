"""What is here of each backend, in which version, and the line that installs what is not. Imports no library."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import NamedTuple

from danceoff import solvers


class Finding(NamedTuple):
    """One backend: what it stands on (empty for our own code), its version, and what it still needs (or nothing)."""

    backend: str
    stands_on: str
    version: str
    missing: str


def findings() -> list[Finding]:
    """Every backend, in the order of the table."""
    return [
        Finding(name, backend.package or backend.program, solvers.version(name), solvers.missing(name))
        for name, backend in solvers.BACKENDS.items()
    ]


def table(found: list[Finding]) -> Iterator[str]:
    """The findings as lines of text, the missing last."""
    width = max(len(finding.backend) for finding in found)
    for finding in sorted(found, key=lambda finding: bool(finding.missing)):
        yield f"{finding.backend:{width}}  {_said(finding)}"
    n_missing = sum(bool(finding.missing) for finding in found)
    yield ""
    yield f"{len(found) - n_missing} backends can be used, {n_missing} are not installed"


def _said(finding: Finding) -> str:
    if finding.missing:
        return f"missing: {finding.missing}"
    if not finding.stands_on:
        return "built in"
    return f"{finding.stands_on} {finding.version or shutil.which(finding.stands_on)}"
