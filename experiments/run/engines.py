"""The engines that can run cases, and their options. Imports an engine only when it is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from danceoff.experiments import BadInput
from danceoff.experiments.run.machine.cores import check_cores, cores_for
from danceoff.problems.model.arguments import choices

if TYPE_CHECKING:
    from danceoff.experiments.plans.plan import Plan
    from danceoff.experiments.run.cluster.engines import ClusterEngine
    from danceoff.experiments.run.local import LocalEngine

ENGINES = {
    "local": "local.LocalEngine",
    "cgroup": "local.CgroupEngine",
    "poll": "local.PollEngine",
    "dask": "cluster.engines.DaskEngine",
    "slurm": "cluster.engines.SlurmEngine",
}
"""The name of each engine, as `danceoff run --engine` takes it -> its class, relative to this package."""
DEFAULT = "local"
ELSEWHERE = ("dask", "slurm")

Engine: TypeAlias = "LocalEngine | ClusterEngine"
"""Runs cases, on this machine or elsewhere: `check` raises BadInput if it cannot, `run` returns when all have rows."""


def engine_of(plan: Plan, jobs: int | None = None, **given: Any) -> Engine:
    """Return the engine that a plan names, or else the engine for this machine.

    jobs: how many cases run at a time, each on a core of its own; None for one case at a time, not pinned.
    given: keys of the table [cluster], which override the plan's.

    Raises BadInput as `engine` does, and if there are not enough cores.
    """
    options = {**plan.cluster, **given}
    name = options.get("engine", DEFAULT)
    pins = {case.pin for case in plan.cases}
    if name not in ELSEWHERE:
        for pin in sorted(pins):
            check_cores(pin)
        options["cores"] = cores_for(jobs, pins) if jobs else ()
    elif jobs or any(pins):
        raise BadInput(
            f"--jobs and pin are for this machine; --workers N says how many jobs engine {name} runs at once"
        )
    return engine(name, options)


def engine(name: str, options: Mapping[str, Any]) -> Engine:
    """Return the engine of this name; it ignores the options of other engines.

    Raises BadInput if there is no such engine, or an option has a value that the engine cannot use.
    """
    if name not in ENGINES:
        raise BadInput(f"unknown engine {name!r}; {choices(name, ENGINES)}")
    module, _, kind = ENGINES[name].rpartition(".")
    found = getattr(import_module(f"danceoff.experiments.run.{module}"), kind)
    known = {field.name for field in fields(found)}
    made: Engine = found(**{option: value for option, value in options.items() if option in known})
    return made
