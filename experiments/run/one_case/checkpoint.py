"""Checkpoints of a search in parts: a file beside the rows, from which an interrupted search goes on."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from danceoff import problems, solvers
from danceoff.experiments.results.digits import decimal, whole
from danceoff.problems import Fingerprint
from danceoff.solvers.together import balance


@dataclass
class PartTotals:
    """The result of a part: what was found, its CPU time, and how long the whole search had taken when it ended."""

    covers: int = 0
    high: int = 0
    low: int = 0
    cpu_s: float = 0.0
    elapsed_s: float = 0.0

    @property
    def fingerprint(self) -> Fingerprint:
        """The fingerprint of its covers; fingerprints of parts add up."""
        return Fingerprint(self.high, self.low)

    def add(self, covers: int, fingerprint: Fingerprint) -> None:
        """Add covers of this part that were checked."""
        total = self.fingerprint + fingerprint
        self.covers, self.high, self.low = self.covers + covers, total.high, total.low


class Checkpoint:
    """A file with a line for each part that is finished.

    parts: all parts of the search. version: of the package that the backend needs, or empty. Lines are ignored if the
    problem was split in another way, or another version of our code, of the package, or of Python has written them.
    """

    def __init__(self, path: Path, parts: Sequence[balance.Part], version: str) -> None:
        hasher = hashlib.sha256("".join(part.digest for part in parts).encode())
        hasher.update(f"{_code()} {version} {sys.version}".encode())
        self._path, self._name = path, hasher.hexdigest()[:16]

    def read(self) -> dict[int, PartTotals]:
        """Return number -> result of the finished parts; a torn line is ignored."""
        parts = {}
        for line in self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else []:
            try:
                values = json.loads(line)
            except ValueError:
                continue
            if values.pop("parts") == self._name:
                number = values.pop("number")
                parts[number] = PartTotals(**values | {"covers": whole(values["covers"])})
        return parts

    def append(self, number: int, part: PartTotals) -> None:
        """Append a result and wait until it is on the disk; it gets a line of its own even after a torn one."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            columns = {"parts": self._name, "number": number, **asdict(part), "covers": decimal(part.covers)}
            file.write("\n" + json.dumps(columns) + "\n")
            file.flush()
            os.fsync(file.fileno())


def _code() -> str:
    """A digest of all sources that an answer depends on."""
    hasher = hashlib.sha256()
    for module in (problems.__file__, solvers.__file__, __file__):
        for file in sorted(Path(str(module)).parent.rglob("*.py")):
            hasher.update(file.read_bytes())
    return hasher.hexdigest()
