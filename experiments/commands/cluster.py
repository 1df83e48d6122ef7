"""The arguments of commands that say where jobs run."""

import argparse
from typing import Any

from danceoff.experiments.plans.schema import CLUSTER
from danceoff.experiments.words.amounts import positive_int


def add_to(group: argparse._ActionsContainer) -> None:
    """Add the arguments."""
    group.add_argument("--workers", type=positive_int, metavar="N", help="jobs that run at once")
    group.add_argument("--address", metavar="HOST:PORT", help="Dask scheduler")
    group.add_argument("--partition", help="Slurm partition")
    group.add_argument(
        "--job-time", type=positive_int, dest="job_time_min", metavar="MIN", help="time limit of a Slurm job"
    )
    group.add_argument("--job-memory", type=positive_int, dest="job_memory_mb", metavar="MB", help="memory of a job")


def given(args: argparse.Namespace) -> dict[str, Any]:
    """Return the values that are given, by the keys of the table [cluster] of a plan."""
    return {name: value for name in CLUSTER if (value := getattr(args, name, None)) is not None}
