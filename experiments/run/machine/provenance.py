"""The columns that all rows of a run share: versions, commit, host, processor, and what starting a program takes."""

import platform
import re
import subprocess
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from statistics import median
from typing import Any

import danceoff
from danceoff.asking.clock import Clock
from danceoff.solvers.entries import Entry
from danceoff.solvers.others.programs.running import Run

_ROOT = Path(danceoff.__file__).parents[1]
_CODE = ("danceoff", "problems", "solvers", "experiments", "pyproject.toml", "constraints.txt")
"""What may change the rows of a run: results, documents and tests may not."""
_STARTS = 9


@cache
def provenance() -> dict[str, Any]:
    """Return the columns of a row that are the same for the whole run: versions, commit, engines, host, cpu.

    They are found once in a process, since it runs the code from its start.
    """
    from danceoff.solvers.engines.version import ENGINES  # late: NumPy

    where = {"host": platform.node(), "cpu": _cpu()}
    return {"versions": _versions(), "commit": _commit(), "engines": ENGINES, **where}


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    try:
        needed = metadata.requires("danceoff") or []
    except metadata.PackageNotFoundError:
        return found
    for requirement in needed:
        name = re.split(r"[^\w.-]", requirement)[0]
        if "extra" not in requirement:
            found[name] = metadata.version(name)
    return found


def _commit() -> str:
    """Return the commit, with `-dirty` if the code has changed since: files changed or removed, or modules added."""
    if not (_ROOT / ".git").exists():
        return ""
    commit = _git("rev-parse", "--short", "HEAD")
    changes = _git("status", "--porcelain", "--untracked-files=all", "--", *_CODE).splitlines()
    # A new file changes rows only if Python may import it.
    is_dirty = any(not change.startswith("??") or change.rstrip('"').endswith(".py") for change in changes)
    return f"{commit}-dirty" if commit and is_dirty else commit


def _git(*words: str) -> str:
    """Return the output of a git command; empty if it fails."""
    try:
        done = subprocess.run(
            ["git", "-C", str(_ROOT), "--no-optional-locks", *words], capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip()


def _cpu() -> str:
    """The model of the processor."""
    text = ""
    with suppress(OSError):
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    match = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return match[1] if match else platform.processor()


@cache
def empty_program_s() -> float:
    """Return the seconds that an empty program takes by the clock of a case: the median of a few runs, made once."""
    return median(_seconds() for _ in range(_STARTS))


def _seconds() -> float:
    clock = Clock()
    for _ in Run("true", Entry(("true",)), "", "empty", clock.of_programs(reads_at_once=False)).blocks():
        pass
    return clock.wall_s
