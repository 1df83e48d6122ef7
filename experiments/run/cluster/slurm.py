"""Slurm as an executor: jobs go out as arrays through submitit, and whether they have ended is read from the queue."""

from __future__ import annotations

import getpass
import subprocess
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from contextlib import suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from danceoff.experiments import BadInput

P = ParamSpec("P")
T = TypeVar("T")
_LOOK_S = 2.0
_WARNED_S = 30  # before Slurm ends a job: our own limits hold long before, so this is only for tidying up


class Slurm(Executor):
    """Jobs of one name; what they return is not read, and their futures are done when they are out of the queue.

    What is submitted within two seconds goes out as one array. parameters: those of submitit.SlurmExecutor. Jobs of
    the same name that another run has left are cancelled. Raises BadInput where submitit or Slurm is not there.
    """

    def __init__(self, folder: Path, name: str, parameters: Mapping[str, Any]) -> None:
        try:
            import submitit
        except ImportError:
            raise BadInput("--engine slurm needs a library: pip install 'danceoff[slurm]'") from None
        self._name = name
        _command("scancel", "--name", name, "--user", getpass.getuser())
        self._executor = submitit.SlurmExecutor(folder, max_num_timeout=0)
        self._executor.update_parameters(job_name=name, signal_delay_s=_WARNED_S, stderr_to_stdout=True, **parameters)
        self._waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self._out: dict[str, Future[Any]] = {}
        self._changing = threading.Lock()
        self._is_over = threading.Event()
        self._watching = threading.Thread(target=self._watch, daemon=True)
        self._watching.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have it run in a job; keyword arguments are not for it."""
        if kwargs:
            raise TypeError("a job takes positional arguments only")
        future: Future[T] = Future()
        with self._changing:
            self._waiting.append((future, fn, args))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for what is out and stop watching; or cancel it, where nobody wants to wait."""
        if wait and not cancel_futures:
            while self._waiting or self._out:
                self._is_over.wait(_LOOK_S)
        if not self._is_over.is_set():
            self._is_over.set()
            self._watching.join()
            if self._out:
                _command("scancel", "--name", self._name, "--user", getpass.getuser())

    def _watch(self) -> None:
        while not self._is_over.wait(_LOOK_S):
            with self._changing:
                waiting = [requests for requests in self._waiting if requests[0].set_running_or_notify_cancel()]
                self._waiting = []
            if waiting:
                self._send(waiting)
            if self._out:
                with suppress(BadInput):  # a controller that does not answer now may answer later
                    self._look()

    def _send(self, waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]]) -> None:
        try:
            with self._executor.batch():
                jobs = [self._executor.submit(function, *arguments) for _, function, arguments in waiting]
        except Exception as error:  # noqa: BLE001 - whatever submitit raises is the answer to those who wait
            for future, *_ in waiting:
                future.set_exception(error)
            return
        self._out |= {job.job_id: future for job, (future, *_) in zip(jobs, waiting, strict=True)}

    def _look(self) -> None:
        queued = set(_command("squeue", "--array", "--noheader", "--name", self._name, "--format", "%i").split())
        for job_id in [job_id for job_id in self._out if job_id not in queued]:
            self._out.pop(job_id).set_result(None)


def _command(*words: str) -> str:
    try:
        ended = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError:
        raise BadInput(f"--engine slurm needs Slurm's commands, and there is no {words[0]} here") from None
    if ended.returncode:
        raise BadInput(f"{words[0]}: {ended.stderr.strip()}")
    return ended.stdout
