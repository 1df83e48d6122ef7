"""Constraint programming through OR-Tools CP-SAT."""

from __future__ import annotations

import warnings
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from google.protobuf import text_format
from ortools.sat import sat_parameters_pb2

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base import Feature, Improvement, OneByOne, Solver, Steps, by_rounds
from danceoff.solvers.constraints.cpsat_solve import Bound, Model, Solves
from danceoff.solvers.rewriting.split import split

_OURS = {
    "num_workers": "use workers",
    "num_search_workers": "use workers",
    "enumerate_all_solutions": "use strategy",
    "catch_sigint_signal": "danceoff handles Ctrl-C itself",
    "absolute_gap_limit": "a cheapest cover is proven",
    "relative_gap_limit": "a cheapest cover is proven",
}
_PARTS_A_WORKER = 8  # parts differ in effort: with several per worker, none waits long for the last part


@dataclass(frozen=True)
class CpSat(Solver):
    """CP-SAT with exactly-one and at-most-one constraints.

    strategy: how covers are enumerated. The cheapest covers are found in the same way with each strategy, by all
        workers.
    workers: the number of threads.
    parameters: CP-SAT's own parameters by their names, such as `linearization_level=0`.

    Raises ValueError for a combination that makes CP-SAT answer wrongly, and for a parameter that it does not have.
    """

    name: ClassVar[str] = "cpsat"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature)
    choices: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "strategy": {
            "native": "CP-SAT enumerates, which is only correct with one worker",
            "blocking": "solve again for each cover, with all workers; the fastest first cover on several cores",
            "split": "enumerate disjoint parts of the problem, as many at a time as there are workers",
        }
    }
    at_least: ClassVar[Mapping[str, int]] = {"workers": 1}
    passed_on: ClassVar[str] = "parameters"

    strategy: str = "native"
    workers: int = 1
    parameters: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.workers > 1 and self.strategy == "native":
            raise ValueError(
                "solver cpsat: with more than one worker CP-SAT's own enumeration loses covers and repeats others; "
                "use strategy=split, or strategy=blocking for a first or a cheapest cover"
            )
        if self._native_parameters().linearization_level > 1:
            warnings.warn("solver cpsat: linearization_level=2 makes enumeration many times slower", stacklevel=3)

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> CpSatSearch:
        """Build the model of the problem, or of each of its parts."""
        root = replace(problem, origin=np.zeros(0, np.int32), taken=np.zeros(0, np.int32))
        n_parts = _PARTS_A_WORKER * self.workers if self.strategy == "split" else 1
        models = [_blocking(Model(part), blocked) for part in split(root, n_parts)]
        whole = _blocking(Model(root), blocked) if self.strategy == "split" else models[0]
        return CpSatSearch(problem, whole, models, self)

    def to_list(self) -> str:
        """Return CP-SAT's parameters for solves that find covers in any order."""
        parameters = self._native_parameters()
        parameters.num_workers = self.workers if self.strategy == "blocking" else 1
        parameters.enumerate_all_solutions = self.strategy != "blocking"
        return str(text_format.MessageToString(parameters))

    def to_improve(self) -> str:
        """Return CP-SAT's parameters for solves that find a cheapest cover.

        Relative CPU time with linear programs over all constraints (`linearization_level=2`), where 1 is without:
        0.005 on sppnw43 of the OR-Library, and air03 takes seconds where it took minutes.
        """
        parameters = self._native_parameters()
        parameters.num_workers = self.workers
        parameters.absolute_gap_limit = 0  # it is compared as doubles, which are too coarse for huge costs
        if not parameters.HasField("linearization_level"):
            parameters.linearization_level = 2
        return str(text_format.MessageToString(parameters))

    def _native_parameters(self) -> sat_parameters_pb2.SatParameters:
        parameters = sat_parameters_pb2.SatParameters()
        for name, value in self.parameters:
            if name in _OURS:
                raise ValueError(f"solver cpsat: {name} cannot be set: {_OURS[name]}")
            if name not in parameters.DESCRIPTOR.fields_by_name:
                there_are = "there are strategy, workers and the fields of CP-SAT's SatParameters"
                raise ValueError(f"solver cpsat: unknown option {name!r}; {there_are}")
            try:
                text_format.Parse(f"{name}: {value}", parameters)
            except text_format.ParseError:
                raise ValueError(f"solver cpsat: {value!r} is not a value of CP-SAT's parameter {name}") from None
        parameters.catch_sigint_signal = False
        return parameters


def _blocking(model: Model, blocked: frozenset[Cover]) -> Model:
    """Return the model with a blocking clause for each of these covers."""
    for cover in sorted(blocked):
        model.block(cover)
    return model


class CpSatSearch(OneByOne):
    """A search of one model or several: one solve for each model or, with strategy `blocking`, for each cover.

    whole: the model of the problem, to find the cheapest covers.
    models: the models of its parts, to find all covers.
    """

    def __init__(self, problem: ExactCover, whole: Model, models: list[Model], solver: CpSat) -> None:
        self.problem = problem
        self.whole = whole
        self.models = models
        self.anew = solver.strategy == "blocking"
        at_once = solver.workers if solver.strategy == "split" else 1
        self.listing = Solves(solver.to_list(), at_once, listing=True)
        self.counting = Solves(solver.to_list(), at_once, listing=False)
        self.improving = Solves(solver.to_improve(), 1, listing=True)

    def _steps(self) -> Steps:
        with closing(self._solve_anew() if self.anew else self.listing.of(self.models)) as steps:
            yield from steps

    def _increments(self) -> Generator[int]:
        """Yield increments. The covers are not read from CP-SAT."""
        if self.anew:
            yield from super()._increments()
            return
        with closing(self.counting.of(self.models)) as steps:
            yield from steps

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        """Yield each cover that improves on those before, and CP-SAT's bounds; one solve for each of the cheapest."""
        self.whole.minimise()
        yield from by_rounds(self.problem, self._improvements, limit)

    def _improvements(self, found: list[Cover]) -> Generator[Improvement]:
        for cover in found:
            self.whole.block(cover)
        with closing(self.improving.of([self.whole])) as steps:
            for step in steps:
                if isinstance(step, Bound):
                    yield Improvement(bound=step.cost)
                else:
                    yield Improvement(None if step is None else tuple(sorted(step)))

    def stats(self) -> Mapping[str, int]:
        """Return the conflicts, branches and propagations that CP-SAT counted in the solves that have ended."""
        return dict(self.listing.effort + self.counting.effort + self.improving.effort)

    def _solve_anew(self) -> Steps:
        for model in self.models:
            ended = False
            while not ended:
                ended = True
                with closing(self.listing.of([model])) as steps:
                    for cover in steps:
                        if cover is None:
                            yield None
                        elif ended:  # several workers may each find a cover: one is kept
                            ended = False
                            found = cover
                            yield found
                if not ended:
                    model.block(found)
