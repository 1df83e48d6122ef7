"""Engines: where the cases of a run are worked on. Imports the cluster only for an engine of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from danceoff.experiments import BadInput
from danceoff.experiments.run.local import Observer, Request
from danceoff.experiments.run.processes.orphans import MarkFilter

ENGINES = {
    "local": "local.LocalEngine",
    "cgroup": "local.CgroupEngine",
    "poll": "local.PollEngine",
    "dask": "cluster.engines.DaskEngine",
    "slurm": "cluster.engines.SlurmEngine",
}
"""The name of each engine -> its class, below this package."""


class Engine(Protocol):
    """Works on the cases of a run."""

    def clean(self, is_orphan: MarkFilter) -> None:
        """Remove what killed runs have left behind, besides processes; raises BadInput if the engine is not usable."""

    def run(self, requests: Sequence[Request], directory: Path, seed: int, observer: Observer) -> None:
        """Run the cases; their rows are in the directory when this returns."""


def engine(name: str, options: Mapping[str, Any]) -> Engine:
    """Return the engine of this name; it ignores options that are for others.

    Raises BadInput if there is no such engine, or an option has a value that it cannot use.
    """
    if name not in ENGINES:
        raise BadInput(f"unknown engine {name!r}; there are {', '.join(ENGINES)}")
    module, _, kind = ENGINES[name].rpartition(".")
    found = getattr(import_module(f"danceoff.experiments.run.{module}"), kind)
    known = {field.name for field in fields(found)}
    made: Engine = found(**{option: value for option, value in options.items() if option in known})
    return made
