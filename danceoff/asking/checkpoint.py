"""Checkpoints of a search in parts: a file beside the rows, from which an interrupted search resumes."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff import problems, solvers
from danceoff.asking.totals import PartTotals
from danceoff.problems.model.digits import decimal, whole

if TYPE_CHECKING:
    from danceoff.solvers.together.balance import Part  # which imports numba


class Checkpoint:
    """A file with a line for each finished part.

    A line is ignored if it was written for other parts, or by another version of our code, of the package or of Python.

    path: the file; it need not exist.
    parts: all parts of the search.
    version: the version of the package that the backend needs; empty if it needs none.
    """

    def __init__(self, path: Path, parts: Sequence[Part], version: str) -> None:
        hasher = hashlib.sha256("".join(part.digest for part in parts).encode())
        for module in (problems.__file__, solvers.__file__, __file__):
            for file in sorted(Path(str(module)).parent.rglob("*.py")):
                hasher.update(file.read_bytes())
        hasher.update(f"{version} {sys.version}".encode())
        self._path, self._name = path, hasher.hexdigest()[:16]

    def read(self) -> dict[int, PartTotals]:
        """Return the results of the finished parts by their numbers; incomplete lines are ignored."""
        parts = {}
        text = self._path.read_text(encoding="utf-8", errors="replace") if self._path.exists() else ""
        for line in text.splitlines():
            try:
                values = json.loads(line)
            except ValueError:  # a run was killed while it wrote this
                continue
            if values.pop("parts") == self._name:
                part = values.pop("number")
                parts[part] = PartTotals(**values | {"covers": whole(values["covers"])})
        return parts

    def append(self, number: int, part: PartTotals) -> None:
        """Append a result and flush it to disk; after an incomplete line it begins a new one."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            columns = {"parts": self._name, "number": number, **asdict(part), "covers": decimal(part.covers)}
            file.write("\n" + json.dumps(columns) + "\n")
            file.flush()
            os.fsync(file.fileno())
