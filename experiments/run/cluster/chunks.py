"""Cases for somewhere else: a folder that holds them, where rows are left as in a results folder.

Rows travel in files alone, so that a scheduler need not carry them, and a job that dies leaves what it has done.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from uuid import uuid4

from danceoff.experiments.plans.case import Case
from danceoff.experiments.results.record import FILE, Row, append, mend, read, read_on
from danceoff.experiments.run.folders import CHUNKS
from danceoff.experiments.run.local import Observer, Request, run_cases
from danceoff.experiments.run.lock import locked
from danceoff.experiments.run.processes.sigterm import interrupt_by_sigterm

_CASES = "cases.json"


class Chunk:
    """Some cases of a run, in their order, and the rows that have come back of them."""

    def __init__(self, directory: Path, requests: Sequence[Request], seed: int) -> None:
        self.directory, self.requests = directory, list(requests)
        self.folder = directory.resolve() / CHUNKS / uuid4().hex[:12]
        self.folder.mkdir(parents=True)
        self._read = 0
        cases = [[asdict(case), replaces] for case, replaces in requests]
        (self.folder / _CASES).write_text(json.dumps({"seed": seed, "cases": cases}), encoding="utf-8")

    def gather(self) -> list[Row]:
        """Take over the rows that are new; they are on the disk of the results folder when they are given."""
        if not (self.folder / FILE).exists():
            return []
        rows, self._read = read_on(self.folder, self._read)
        if rows:
            append(self.directory, *rows)
            done = {row.case for row in rows}
            self.requests = [(case, replaces) for case, replaces in self.requests if case.key not in done]
        return rows

    def remove(self) -> None:
        """Forget it; a job that is still at work on it ends with its present case."""
        shutil.rmtree(self.folder, ignore_errors=True)


def run_chunk(folder: Path) -> None:
    """Run the cases of a chunk that have no row yet: what a job does, on whatever machine; again after a restart.

    A scheduler that ends a job tells all its processes: a case whose child dies of that has no row.
    """
    interrupt_by_sigterm()
    with locked(folder):
        mend(folder)
        job = json.loads((folder / _CASES).read_text(encoding="utf-8"))
        done = {row.case for row in read(folder)}
        cases = [(Case(**values), replaces) for values, replaces in job["cases"]]
        run_cases(
            [one for one in cases if one[0].key not in done], folder, job["seed"], Observer(), folder.parent.parent
        )


def gather_left(directory: Path) -> int:
    """Take over what the jobs of a run have left that is no more; how many rows that was."""
    known = {(row.case, row.started) for row in read(directory)}
    n_rows = 0
    for path in sorted((directory / CHUNKS).glob(f"*/{FILE}")):
        mend(path.parent)
        rows = [row for row in read(path.parent) if (row.case, row.started) not in known]
        append(directory, *rows)
        n_rows += len(rows)
    shutil.rmtree(directory / CHUNKS, ignore_errors=True)
    return n_rows
