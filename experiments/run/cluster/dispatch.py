"""Runs cases by an executor: submits chunks, gathers rows, and submits lost cases again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import replace
from pathlib import Path

from danceoff.experiments.results.record import append
from danceoff.experiments.run.cluster.chunks import Chunk, run_chunk
from danceoff.experiments.run.local import Observer, Pending
from danceoff.experiments.run.one_case.child import unanswered

_POLL_S = 1.0
_MOST_LOST = 3


def run_on(
    executor: Executor, pending: Sequence[Pending], size: int, directory: Path, seed: int, observer: Observer
) -> None:
    """Run the cases in jobs; return when all their rows are in the directory.

    A job that ends without a row for each of its cases is lost, and its remaining cases are submitted again. A case
    that was running in three lost jobs gets status `crashed`. If this is interrupted, it gathers the rows written so
    far and cancels the jobs.

    executor: runs the jobs.
    pending: the cases, in the order in which they start.
    size: cases per job.
    directory: the results folder.
    seed: the seed of the shuffled order, for the rows.
    observer: receives the events of the run.
    """
    out: dict[Future[None], Chunk] = {}
    n_lost: Counter[str] = Counter()

    def send(pending: Sequence[Pending]) -> None:
        for begin in range(0, len(pending), size):
            chunk = Chunk(directory, pending[begin : begin + size], seed)
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
    """Return the cases of a lost job to run again: without its running case if that was in too many lost jobs."""
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
