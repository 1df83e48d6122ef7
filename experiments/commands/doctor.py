"""`danceoff doctor`: list the solvers that are installed, and say what installs the others."""

import argparse
import shutil
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from danceoff.experiments.commands.exits import DONE

HELP = "list the installed solvers with their versions, and what installs the others"


class Finding(NamedTuple):
    """One solver: the package or program it needs (empty for our own code), its version, and what installs it."""

    solver: str
    needs: str
    version: str
    missing: str


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    """Print the table."""
    print(*table(findings()), sep="\n")
    return DONE


def findings() -> list[Finding]:
    """Look for every backend, without importing its library, and for every program with an entry."""
    from danceoff import solvers
    from danceoff.solvers.entries import entries

    found = [
        Finding(name, backend.package or backend.program, solvers.version(name), solvers.missing(name))
        for name, backend in solvers.backends().items()
    ]
    programs = [(name, entries(file)[name]) for name, file in solvers.programs().items()]
    return found + [Finding(name, entry.command[0], "", entry.missing) for name, entry in programs]


def table(found: Sequence[Finding]) -> Iterator[str]:
    """Return the findings as lines of text, missing solvers last."""
    width = max(len(finding.solver) for finding in found)
    for finding in sorted(found, key=lambda finding: bool(finding.missing)):
        yield f"{finding.solver:{width}}  {_state(finding)}"
    n_missing = sum(bool(finding.missing) for finding in found)
    yield ""
    yield f"{len(found) - n_missing} solvers can be used, {n_missing} are not installed"


def _state(finding: Finding) -> str:
    if finding.missing:
        return f"missing: {finding.missing}"
    if not finding.needs:
        return "built in"
    return f"{finding.needs} {finding.version or shutil.which(finding.needs)}"
