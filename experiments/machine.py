"""Where a run took place: versions, commit, host, processor."""

from __future__ import annotations

import platform
import re
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parent.parent


def provenance() -> dict[str, Any]:
    """The columns of a row that are the same for the whole run: versions, commit, host, cpu."""
    return {"versions": _versions(), "commit": _commit(), "host": platform.node(), "cpu": _cpu()}


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    try:
        needed = metadata.requires("danceoff") or []
    except metadata.PackageNotFoundError:
        return found
    for requirement in needed:
        match = re.match(r"[\w.-]+", requirement)
        if match and "extra" not in requirement:
            found[match[0]] = metadata.version(match[0])
    return found


def _commit() -> str:
    if not (_ROOT / ".git").exists():
        return ""
    command = ["git", "-C", str(_ROOT), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def _cpu() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor()
    match = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return match[1] if match else platform.processor()
