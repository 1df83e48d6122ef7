"""A run whose cases are worked on by an executor: chunks go out, rows come back, and lost jobs are found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import replace
from pathlib import Path

from danceoff.experiments.results.record import append
from danceoff.experiments.run.cluster.chunks import Chunk, run_chunk
from danceoff.experiments.run.local import Observer, Request
from danceoff.experiments.run.one_case.child import unanswered

_LOOK_S = 1.0
_MOST_LOST = 3


def run_on(
    executor: Executor, requests: Sequence[Request], size: int, directory: Path, seed: int, observer: Observer
) -> None:
    """Run the cases in jobs of `size` cases each; their rows are in the directory when this returns.

    A job that has ended without a row for each of its cases is lost: what is left of it goes out again, and a case
    that was at work in three jobs that were lost is called crashed. Whatever interrupts this, the rows that are there
    are taken over, and jobs that are out are taken back.
    """
    out: dict[Future[None], Chunk] = {}
    n_lost: Counter[str] = Counter()

    def send(requests: Sequence[Request]) -> None:
        for begin in range(0, len(requests), size):
            chunk = Chunk(directory, requests[begin : begin + size], seed)
            out[executor.submit(run_chunk, chunk.folder)] = chunk

    def gather(chunk: Chunk) -> None:
        for row in chunk.gather():
            observer.case_ends(row)

    try:
        send(requests)
        while out:
            ended = wait(out, _LOOK_S, FIRST_COMPLETED).done
            for chunk in out.values():
                gather(chunk)
            for future in ended:
                chunk = out.pop(future)
                chunk.remove()
                if chunk.requests:
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
) -> list[Request]:
    """What of a lost job is to run again: all, unless the case that it was at has lost too many."""
    (case, replaces), *others = chunk.requests
    error = None if future.cancelled() else future.exception()
    why = " ".join(f"{type(error).__name__}: {error}".split()) if error else "it ended without a word"
    n_lost[case.key] += 1
    observer.notice(f"a job was lost at {case.problem} {case.solver} {case.task} ({why})")
    if n_lost[case.key] < _MOST_LOST:
        return chunk.requests
    row = replace(unanswered(case, "crashed", f"{_MOST_LOST} jobs were lost at it: {why}"), replaces=replaces)
    append(directory, row)
    observer.case_ends(row)
    return others
