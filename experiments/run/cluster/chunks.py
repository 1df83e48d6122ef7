"""Chunks: folders with cases for another machine, which writes their rows there as in a results folder.

Rows travel only through files: a scheduler need not transport them, and a job that dies keeps its rows.
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
from danceoff.experiments.run.local import Observer, Pending, run_cases
from danceoff.experiments.run.lock import locked
from danceoff.experiments.run.processes.sigterm import interrupt_by_sigterm

_CASES = "cases.json"


class Chunk:
    """Some cases of a run, in order, and the rows that they have so far."""

    def __init__(self, directory: Path, pending: Sequence[Pending], seed: int) -> None:
        self.directory, self.pending = directory, list(pending)
        self.folder = directory.resolve() / CHUNKS / uuid4().hex[:12]
        self.folder.mkdir(parents=True)
        self._read = 0
        cases = [[asdict(case), replaces] for case, replaces in pending]
        (self.folder / _CASES).write_text(json.dumps({"seed": seed, "cases": cases}), encoding="utf-8")

    def gather(self) -> list[Row]:
        """Append the new rows to the results folder and return them."""
        if not (self.folder / FILE).exists():
            return []
        rows, self._read = read_on(self.folder, self._read)
        if rows:
            append(self.directory, *rows)
            done = {row.case for row in rows}
            self.pending = [(case, replaces) for case, replaces in self.pending if case.key not in done]
        return rows

    def remove(self) -> None:
        """Delete the folder of the chunk; a job that still works on it ends after its current case."""
        shutil.rmtree(self.folder, ignore_errors=True)


def run_chunk(folder: Path) -> None:
    """Run the cases of a chunk that have no row yet; every job calls this, and calls it again after a restart.

    When a scheduler ends a job, it signals all processes of the job. A case whose child dies of such a signal gets no
    row.
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
    """Append the rows that the jobs of a killed run left behind to the results folder; return how many there were."""
    known = {(row.case, row.started) for row in read(directory)}
    n_rows = 0
    for path in sorted((directory / CHUNKS).glob(f"*/{FILE}")):
        mend(path.parent)
        rows = [row for row in read(path.parent) if (row.case, row.started) not in known]
        append(directory, *rows)
        n_rows += len(rows)
    shutil.rmtree(directory / CHUNKS, ignore_errors=True)
    return n_rows
