"""What is done of a search in parts, in a file beside the rows, so that it goes on part by part."""

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
    """A part that is through: what was found in it, what it cost, and how long the whole search had taken by then."""

    covers: int = 0
    high: int = 0
    low: int = 0
    cpu_s: float = 0.0
    elapsed_s: float = 0.0

    @property
    def fingerprint(self) -> Fingerprint:
        """Of its covers; they add up."""
        return Fingerprint(self.high, self.low)

    def add(self, covers: int, fingerprint: Fingerprint) -> None:
        """More of its covers, all of them checked."""
        total = self.fingerprint + fingerprint
        self.covers, self.high, self.low = self.covers + covers, total.high, total.low


class Kept:
    """A line for each part that is through. parts: all of them; version: of the package behind their backend, if any.

    Lines of a problem that was split otherwise, of another version of the code, ours or the package's, and of another
    Python count for nothing.
    """

    def __init__(self, path: Path, parts: Sequence[balance.Part], version: str) -> None:
        hasher = hashlib.sha256("".join(part.digest for part in parts).encode())
        hasher.update(f"{_code()} {version} {sys.version}".encode())
        self._path, self._name = path, hasher.hexdigest()[:16]

    def read(self) -> dict[int, PartTotals]:
        """The parts that are through, by number; a line that was torn counts for nothing."""
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
        """See it onto the disk, on a line of its own even after one that was torn."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            columns = {"parts": self._name, "number": number, **asdict(part), "covers": decimal(part.covers)}
            file.write("\n" + json.dumps(columns) + "\n")
            file.flush()
            os.fsync(file.fileno())


def _code() -> str:
    """A digest of all sources that have a part in an answer."""
    hasher = hashlib.sha256()
    for module in (problems.__file__, solvers.__file__, __file__):
        for file in sorted(Path(str(module)).parent.rglob("*.py")):
            hasher.update(file.read_bytes())
    return hasher.hexdigest()
