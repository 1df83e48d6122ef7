"""Where the cases of a run are worked on: here, by Dask, or by Slurm."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.plans.case import Case
from danceoff.experiments.run.processes.cgroup import usable

_MOST_JOBS = 1000  # Slurm's own limit on the size of an array, unless it is told otherwise
_START_S = 60.0  # to start a case, beyond its time limit
_MOST_WORKERS = 10_000
ENGINES = ("local", "cgroup", "poll", "dask", "slurm")


@dataclass(frozen=True)
class Engine:
    """What is asked for; fields that an engine does not know are not for it.

    name: `local` measures and limits the cases by control groups where they can be had, else by polling, the same in
    the whole run; `cgroup` and `poll` are the one or the other.
    chunk: cases in a job; 0 for as many as make at most 1000 jobs. workers: jobs at work at once; 0 for as many as
    there is room for. address: of Dask's scheduler; empty for one of our own on this machine. partition, job_time_min
    and job_memory_mb: what Slurm is asked for; without a time it is made from the time limits of the cases.
    """

    name: str = "local"
    chunk: int = 0
    workers: int = 0
    address: str = ""
    partition: str = ""
    job_time_min: int = 0
    job_memory_mb: int = 0

    def __post_init__(self) -> None:
        if self.name not in ENGINES:
            raise BadInput(f"unknown engine {self.name!r}; there are {', '.join(ENGINES)}")
        if self.workers > _MOST_WORKERS:
            raise BadInput(f"{self.workers} workers are more than the {_MOST_WORKERS} that there may be")

    def size(self, n_cases: int) -> int:
        """How many cases go into one job."""
        return self.chunk or max(1, ceil(n_cases / _MOST_JOBS))

    @property
    def is_here(self) -> bool:
        """Whether the cases run one after the other, started by this process."""
        return self.name in ("local", "cgroup", "poll")

    def in_cgroup(self) -> bool:
        """Whether control groups measure and limit them here; raises BadInput where they must and cannot be had."""
        if self.name == "local":
            with suppress(BadInput):
                usable()
                return True
            return False
        if self.name == "cgroup":
            usable()
        return self.name == "cgroup"

    @contextmanager
    def executor(self, cases: Sequence[Case], directory: Path) -> Iterator[Executor]:
        """Open what takes jobs; raises BadInput where it cannot be had."""
        if self.name == "dask":
            with self._dask() as executor:
                yield executor
        else:
            from danceoff.experiments.run.cluster.slurm import Slurm

            name = f"danceoff-{hashlib.sha256(str(directory.resolve()).encode()).hexdigest()[:8]}"
            asked = {"partition": self.partition, "mem": f"{self.job_memory_mb}M" if self.job_memory_mb else ""}
            parameters = {"time": self._minutes(cases), "array_parallelism": self.workers or _MOST_JOBS}
            with Slurm(directory / "slurm", name, {**parameters, **{k: v for k, v in asked.items() if v}}) as slurm:
                yield slurm

    @contextmanager
    def _dask(self) -> Iterator[Executor]:
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise BadInput("--engine dask needs a library: pip install 'danceoff[dask]'") from None
        try:
            cluster = self.address or LocalCluster(
                n_workers=self.workers or None, threads_per_worker=1, dashboard_address=None
            )
            client = Client(cluster, timeout=10)
        except (OSError, ValueError, TypeError) as error:  # an address may have no port, or a scheme that Dask lacks
            raise BadInput(f"{self.address or 'dask'}: no scheduler answers: {error}") from None
        with client:
            yield client.get_executor(pure=False)
        if not isinstance(cluster, str):
            cluster.close()

    def _minutes(self, cases: Sequence[Case]) -> int:
        if self.job_time_min:
            return self.job_time_min
        limits = [case.patience_s for case in cases]
        if None in limits:
            raise BadInput("cases without a time limit: say with --job-time how many minutes a job may take")
        longest = sorted(limit or 0.0 for limit in limits)[-self.size(len(cases)) :]
        return 2 + ceil(sum(limit + _START_S for limit in longest) / 60)


LOCAL = Engine()
