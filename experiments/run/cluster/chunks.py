"""Chunks: folders with cases for other machines, which write their rows there, and the executor that runs them.

Rows travel only through files: a scheduler need not transport them, and a job that dies keeps its rows.
"""

import pickle
import shutil
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from danceoff.experiments.results.record import FILE, Row, append, mend, read, read_on
from danceoff.experiments.run.folders import CHUNKS, locked
from danceoff.experiments.run.local import Observer, Pending, run_cases
from danceoff.experiments.run.one_case.messages import unanswered
from danceoff.processes.servers import serve_thread
from danceoff.processes.sigterm import interrupt_by_sigterm

_CASES = "cases.pickle"
_POLL_S = 1.0
_MOST_LOST = 3


class Chunk:
    """Some cases of a run, in order, and the rows that they have so far."""

    def __init__(self, directory: Path, pending: Sequence[Pending], seed: int) -> None:
        self.directory, self.pending = directory, list(pending)
        self.folder = directory.resolve() / CHUNKS / uuid4().hex[:12]
        self.folder.mkdir(parents=True)
        (self.folder / FILE).touch()
        self._read = 0
        (self.folder / _CASES).write_bytes(pickle.dumps((seed, self.pending)))

    def gather(self) -> list[Row]:
        """Append the new rows to the results folder and return them."""
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
    row. The servers of the cases stay alive for the next chunk of this thread.
    """
    interrupt_by_sigterm()
    serve_thread(1)
    with locked(folder):
        mend(folder)
        seed, cases = pickle.loads((folder / _CASES).read_bytes())
        done = {row.case for row in read(folder)}
        left = [(case, replaces) for case, replaces in cases if case.key not in done]
        run_cases(left, folder, seed, Observer())


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


def run_on(
    executor: Executor, pending: Sequence[Pending], size: int, directory: Path, seed: int, observer: Observer
) -> None:
    """Run the cases in jobs; return when all their rows are in the directory.

    A job that ends without a row for each of its cases is lost, and its remaining cases are submitted again. A case
    that was running in three lost jobs gets status `crashed`. An interrupt gathers the rows written so far and cancels
    the jobs.

    size: cases per job; the other arguments are as for `run_cases`.
    """
    out: dict[Future[None], Chunk] = {}
    n_lost: Counter[str] = Counter()

    def send(cases: Sequence[Pending]) -> None:
        for begin in range(0, len(cases), size):
            chunk = Chunk(directory, cases[begin : begin + size], seed)
            out[executor.submit(run_chunk, chunk.folder)] = chunk

    def gather(chunk: Chunk) -> None:
        for row in chunk.gather():
            observer.case_ends(row)

    try:
        send(pending)
        while out:
            ended = wait(out, _POLL_S, FIRST_COMPLETED).done
            for chunk in out.values():
                gather(chunk)
            for future in ended:
                chunk = out.pop(future)
                chunk.remove()
                if chunk.pending:
                    send(_after_loss(future, chunk, n_lost, directory, observer))
    finally:
        for future in out:
            future.cancel()
        executor.shutdown(wait=False)
        for chunk in out.values():
            gather(chunk)
            chunk.remove()


def _after_loss(
    future: Future[None], chunk: Chunk, n_lost: Counter[str], directory: Path, observer: Observer
) -> list[Pending]:
    """Return the cases of a lost job to run again, without the running case if too many jobs were lost with it."""
    (case, replaces), *others = chunk.pending
    error = None if future.cancelled() else future.exception()
    why = " ".join(f"{type(error).__name__}: {error}".split()) if error else "it ended without an error"
    n_lost[case.key] += 1
    observer.notice(f"lost a job that was running {case.problem} {case.solver} {case.task} ({why})")
    if n_lost[case.key] < _MOST_LOST:
        return chunk.pending
    row = replace(unanswered(case, "crashed", f"{_MOST_LOST} jobs that ran it were lost: {why}"), replaces=replaces)
    append(directory, row)
    observer.case_ends(row)
    return others
