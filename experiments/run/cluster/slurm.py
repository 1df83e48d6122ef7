"""Slurm as an executor: submits jobs as arrays through submitit, and reads from the queue whether they have ended."""

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
_POLL_S = 2.0
_WARNED_S = 30  # from Slurm's warning to the end of a job; our own limits act long before


class Slurm(Executor):
    """Runs jobs under one name. The future of a job is done once the job has left the queue; its result is None.

    Jobs submitted within two seconds form one array. Cancels jobs of the same name that an earlier run left behind.
    Raises BadInput if submitit or Slurm is not installed.

    folder: the folder for the files of submitit.
    name: the name of the jobs.
    parameters: further parameters of submitit.SlurmExecutor.
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
        """Submit a call as a job; raises TypeError for keyword arguments."""
        if kwargs:
            raise TypeError("a job takes positional arguments only")
        future: Future[T] = Future()
        with self._changing:
            self._waiting.append((future, fn, args))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop watching the queue; waits for the jobs first, or cancels them if `wait` is false."""
        if wait and not cancel_futures:
            while self._waiting or self._out:
                self._is_over.wait(_POLL_S)
        if not self._is_over.is_set():
            self._is_over.set()
            self._watching.join()
            if self._out:
                _command("scancel", "--name", self._name, "--user", getpass.getuser())

    def _watch(self) -> None:
        while not self._is_over.wait(_POLL_S):
            with self._changing:
                waiting = [call for call in self._waiting if call[0].set_running_or_notify_cancel()]
                self._waiting = []
            if waiting:
                self._send(waiting)
            if self._out:
                with suppress(BadInput):  # the controller may answer again later
                    self._poll()

    def _send(self, waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]]) -> None:
        try:
            with self._executor.batch():
                jobs = [self._executor.submit(function, *arguments) for _, function, arguments in waiting]
        except Exception as error:  # noqa: BLE001 - any exception of submitit goes to the futures
            for future, *_ in waiting:
                future.set_exception(error)
            return
        self._out |= {job.job_id: future for job, (future, *_) in zip(jobs, waiting, strict=True)}

    def _poll(self) -> None:
        queued = set(_command("squeue", "--array", "--noheader", "--name", self._name, "--format", "%i").split())
        for job_id in [job_id for job_id in self._out if job_id not in queued]:
            self._out.pop(job_id).set_result(None)


def _command(*words: str) -> str:
    try:
        ended = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError:
        raise BadInput(f"--engine slurm needs Slurm's commands, and {words[0]} is not installed here") from None
    if ended.returncode:
        raise BadInput(f"{words[0]}: {ended.stderr.strip()}")
    return ended.stdout
