"""The engines that send cases to other machines: Dask and Slurm."""

import getpass
import hashlib
import subprocess
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import Any, ClassVar, ParamSpec, TypeVar

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.run.cluster.chunks import run_on
from danceoff.experiments.run.local import Observer, Pending
from danceoff.processes.servers import end_all

P = ParamSpec("P")
T = TypeVar("T")
_POLL_S = 2.0
_WARNED_S = 30  # from Slurm's warning to the end of a job; our own limits act long before


class Slurm(Executor):
    """Runs jobs under one name. The future of a job is done once the job has left the queue; its result is None.

    Jobs submitted within two seconds form one array. Cancels jobs of the same name that an earlier run left behind.
    The files of submitit go into the folder. Raises BadInput if Slurm is not installed.
    """

    def __init__(self, folder: Path, name: str, parameters: Mapping[str, Any]) -> None:
        import submitit  # late: an extra

        self._name = name
        _command("scancel", "--name", name, "--user", getpass.getuser())
        self._executor = submitit.SlurmExecutor(folder, max_num_timeout=0)
        self._executor.update_parameters(job_name=name, signal_delay_s=_WARNED_S, stderr_to_stdout=True, **parameters)
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._out: dict[str, Future[Any]] = {}
        self._changing = threading.Lock()
        self._is_over = threading.Event()
        self._watching = threading.Thread(target=self._watch, daemon=True)
        self._watching.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call as a job."""
        future: Future[T] = Future()
        with self._changing:
            self._waiting.append((future, partial(fn, *args, **kwargs)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Stop watching the queue, and cancel the jobs that are in it."""
        self._is_over.set()
        self._watching.join()
        if self._out:
            self._out = {}
            _command("scancel", "--name", self._name, "--user", getpass.getuser())

    def _watch(self) -> None:
        while not self._is_over.wait(_POLL_S):
            with self._changing:
                waiting = [(future, call) for future, call in self._waiting if future.set_running_or_notify_cancel()]
                self._waiting = []
            if waiting:
                self._send(waiting)
            if self._out:
                with suppress(BadInput):  # the controller may answer again later
                    of_name = ["squeue", "--array", "--noheader", "--name", self._name, "--format", "%i"]
                    queued = set(_command(*of_name).split())
                    for job_id in [one for one in self._out if one not in queued]:
                        self._out.pop(job_id).set_result(None)

    def _send(self, waiting: Sequence[tuple[Future[Any], Callable[[], Any]]]) -> None:
        try:
            with self._executor.batch():
                jobs = [self._executor.submit(call) for _, call in waiting]
        except Exception as error:  # noqa: BLE001 - any exception of submitit goes to the futures
            for future, _ in waiting:
                future.set_exception(error)
            return
        self._out |= {job.job_id: future for job, (future, _) in zip(jobs, waiting, strict=True)}


def _command(*words: str) -> str:
    try:
        ended = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError:
        raise BadInput(f"--engine slurm needs Slurm's commands, and {words[0]} is not installed here") from None
    if ended.returncode:
        *_, last_line = ended.stderr.strip().split("\n")
        said = last_line.removeprefix(f"{words[0]}: ")
        raise BadInput(f"--engine slurm: {words[0]} finds no Slurm that works here: {said}")
    return ended.stdout


_MOST_JOBS = 1000  # Slurm's default limit on the size of an array
_START_S = 60.0  # allowance for starting a case
_TURNS = 8  # so many jobs of a worker, so that all workers end at about the same time
_MOST_TOGETHER = 10  # cases of a job that is not to wait for a scheduler after each of them


@dataclass(frozen=True)
class ClusterEngine(ABC):
    """Runs cases in jobs of several cases each.

    chunk: cases per job; 0 to make at most 1000 jobs.
    workers: jobs that run at once; 0 for as many as the machines have room for.
    """

    name: ClassVar[str]
    library: ClassVar[str]
    chunk: int = 0
    workers: int = 0

    def check(self, cases: Sequence[Ask]) -> None:  # noqa: ARG002
        """Raise BadInput if the library is not installed."""
        if not find_spec(self.library):
            raise BadInput(f"--engine {self.name} needs a library: pip install 'danceoff[{self.name}]'")

    def run(self, pending: Sequence[Pending], directory: Path, seed: int, observer: Observer) -> None:
        """Run the cases; returns when all their rows are in the directory."""
        if pending:
            with self.executor([case for case, _ in pending], directory) as executor:
                run_on(executor, pending, self.size(len(pending)), directory, seed, observer)

    def size(self, n_cases: int) -> int:
        """Return the number of cases per job."""
        return self.chunk or max(1, ceil(n_cases / _MOST_JOBS))

    @abstractmethod
    def executor(self, cases: Sequence[Ask], directory: Path) -> AbstractContextManager[Executor]:
        """Open the executor that runs the jobs; raises BadInput if it is not available."""


@dataclass(frozen=True)
class DaskEngine(ClusterEngine):
    """Runs jobs with Dask.

    address: `HOST:PORT` of the scheduler.
    """

    name: ClassVar[str] = "dask"
    library: ClassVar[str] = "distributed"
    address: str = ""

    def check(self, cases: Sequence[Ask]) -> None:
        """Raise BadInput if Dask is not installed, no scheduler is named, or it does not answer."""
        super().check(cases)
        if not self.address:
            raise BadInput("--engine dask needs --address HOST:PORT of a scheduler; on one machine, run --jobs N")
        if cases:
            with self.executor(cases, Path()):
                pass

    def size(self, n_cases: int) -> int:
        """Return the number of cases per job: several, if every worker still gets enough jobs."""
        together = n_cases // (_TURNS * self.workers) if self.workers and not self.chunk else 0
        return max(super().size(n_cases), min(together, _MOST_TOGETHER))

    @contextmanager
    def executor(self, cases: Sequence[Ask], directory: Path) -> Iterator[Executor]:  # noqa: ARG002
        """Connect to the scheduler."""
        from distributed import Client  # late: an extra, 0.2 s

        try:
            client = Client(self.address, timeout=10)
        except (OSError, ValueError, TypeError, RuntimeError) as error:  # no port, no such scheme, or not encrypted
            raise BadInput(f"{self.address}: no scheduler answers: {error}") from None
        with client:
            yield client.get_executor(pure=False)
            client.run(end_all)


@dataclass(frozen=True)
class SlurmEngine(ClusterEngine):
    """Runs jobs with Slurm.

    partition: the partition to use; empty for Slurm's default.
    job_time_min: time limit of a job in minutes; 0 to derive it from the time limits of the cases.
    job_memory_mb: memory of a job in MB; 0 for Slurm's default.
    """

    name: ClassVar[str] = "slurm"
    library: ClassVar[str] = "submitit"
    partition: str = ""
    job_time_min: int = 0
    job_memory_mb: int = 0

    def check(self, cases: Sequence[Ask]) -> None:
        """Raise BadInput if submitit or Slurm is not installed, or a job of the cases has no time limit."""
        super().check(cases)
        _command("scancel", "--version")
        self.job_minutes(cases)

    @contextmanager
    def executor(self, cases: Sequence[Ask], directory: Path) -> Iterator[Executor]:
        """Open an executor whose jobs are named after the results folder."""
        name = f"danceoff-{hashlib.sha256(str(directory.resolve()).encode()).hexdigest()[:8]}"
        optional = {"partition": self.partition, "mem": f"{self.job_memory_mb}M" if self.job_memory_mb else ""}
        given = {parameter: value for parameter, value in optional.items() if value}
        parameters = {"time": self.job_minutes(cases), "array_parallelism": self.workers or _MOST_JOBS, **given}
        with Slurm(directory / "slurm", name, parameters) as slurm:
            yield slurm

    def job_minutes(self, cases: Sequence[Ask]) -> int:
        """Return the time limit of a job in minutes, enough for the cases with the longest limits.

        Raises BadInput if a case has no time limit and `job_time_min` is not set.
        """
        if self.job_time_min:
            return self.job_time_min
        limits = [case.limits.patience_s for case in cases]
        if None in limits:
            raise BadInput("some cases have no time limit; set the minutes that a job may take with --job-time")
        longest = sorted(filter(None, limits))[-self.size(len(cases)) :]
        return 2 + ceil((sum(longest) + _START_S * len(longest)) / 60)
