"""Constraint programming through OR-Tools CP-SAT."""

from __future__ import annotations

import warnings
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from google.protobuf import text_format
from ortools.sat import cp_model_pb2, sat_parameters_pb2

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.costs import scale_note
from danceoff.solvers.base import Feature, Improvement, OneByOne, Solver, Steps, by_rounds
from danceoff.solvers.constraints.cpsat_solve import Bound, Model, Solves
from danceoff.solvers.sat.clauses.dimacs import names_of

_OURS = {
    "num_workers": "use workers",
    "num_search_workers": "use workers",
    "enumerate_all_solutions": "one worker enumerates",
    "catch_sigint_signal": "danceoff handles Ctrl-C itself",
    "absolute_gap_limit": "a cheapest cover is proven",
    "relative_gap_limit": "a cheapest cover is proven",
}

_line = partial(text_format.MessageToString, as_one_line=True, as_utf8=True, use_short_repeated_primitives=True)


@dataclass(frozen=True)
class CpSat(Solver):
    """CP-SAT with exactly-one and at-most-one constraints.

    workers: the number of threads. One thread enumerates all covers. With more threads, CP-SAT's own enumeration loses
        covers and repeats others, so the backend solves again for each cover.
    parameters: CP-SAT's own parameters by their names, such as `linearization_level=0`.

    Raises ValueError for a parameter that CP-SAT does not have.
    """

    name: ClassVar[str] = "cpsat"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature)
    at_least: ClassVar[Mapping[str, int]] = {"workers": 1}
    passed_on: ClassVar[str] = "parameters"

    workers: int = 1
    parameters: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self._native_parameters().linearization_level > 1:
            warnings.warn("solver cpsat: linearization_level=2 makes enumeration many times slower", stacklevel=3)

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> CpSatSearch:
        """Build the model of the problem."""
        model = Model(problem)
        for cover in sorted(blocked):
            model.block(cover)
        return CpSatSearch(model, self)

    def to_list(self) -> str:
        """Return CP-SAT's parameters for solves that list covers in any order."""
        parameters = self._native_parameters()
        parameters.enumerate_all_solutions = self.workers == 1
        return str(text_format.MessageToString(parameters))

    def to_improve(self) -> str:
        """Return CP-SAT's parameters for solves that find a cheapest cover.

        Unless `linearization_level` is given, the linear programs have all constraints (level 2). In the OR-Library,
        sppnw43 then takes 0.005 of the CPU time of the lower level, and air03 takes seconds instead of minutes.
        """
        parameters = self._native_parameters()
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
                there_are = "there are workers and the fields of CP-SAT's SatParameters"
                raise ValueError(f"solver cpsat: unknown option {name!r}; {there_are}")
            try:
                text_format.Parse(f"{name}: {value}", parameters)
            except text_format.ParseError:
                raise ValueError(f"solver cpsat: {value!r} is not a value of CP-SAT's parameter {name}") from None
        parameters.num_workers, parameters.catch_sigint_signal = self.workers, False
        return parameters


class CpSatSearch(OneByOne):
    """A search by one solve; with several workers, by one solve for each cover."""

    def __init__(self, model: Model, solver: CpSat) -> None:
        self.model = model
        self.anew = solver.workers > 1
        self.listing = Solves(solver.to_list(), listing=True)
        self.counting = Solves(solver.to_list(), listing=False)
        self.improving = Solves(solver.to_improve(), listing=True)

    def _steps(self) -> Steps:
        with closing(self._solve_anew() if self.anew else self.listing.of(self.model)) as steps:
            yield from steps

    def _increments(self) -> Generator[int]:
        """Yield increments. One solve counts all covers and reads none; solves anew read each, to exclude it."""
        if self.anew:
            yield from super()._increments()
            return
        with closing(self.counting.of(self.model)) as steps:
            yield from steps

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        """Yield covers, each better than all before, and CP-SAT's bounds; each of the cheapest covers takes a solve."""
        self.model.minimise()
        yield from by_rounds(self.model.problem, self._improvements, limit)

    def _improvements(self, found: list[Cover]) -> Generator[Improvement]:
        for cover in found:
            self.model.block(cover)
        with closing(self.improving.of(self.model)) as steps:
            for step in steps:
                if isinstance(step, Bound):
                    yield Improvement(bound=step.cost)
                else:
                    yield Improvement(None if step is None else tuple(sorted(step)))

    def stats(self) -> Mapping[str, int]:
        """Return the conflicts, branches and propagations that CP-SAT counted in the solves that have ended."""
        return dict(self.listing.effort + self.counting.effort + self.improving.effort)

    def _solve_anew(self) -> Steps:
        while True:
            found: Cover | None = None
            with closing(self.listing.of(self.model)) as steps:
                for cover in steps:
                    if cover is None:
                        yield None
                    elif found is None:  # several workers may each find a cover: one is kept
                        found = cover
                        yield found
            if found is None:
                return
            self.model.block(found)


def as_text(problem: ExactCover) -> str:
    """Return the model of the solver `cpsat` as text, which `CpModel().proto.parse_text_format` of OR-Tools reads.

    Variables have the names of the options and then of the colours; the first constraints have the names of the items.
    """
    model = Model(problem)
    if problem.has_costs:
        model.minimise()
    native = text_format.Parse(str(model.native.proto), cp_model_pb2.CpModelProto())
    for variable, name in zip(native.variables, names_of(problem), strict=True):
        variable.name = name
    for item in range(problem.n_items):
        native.constraints[item].name = problem.item_name(item)
    lines = [f"# {note}"] if (note := scale_note(problem)) else []
    lines += [f"variables {{ {_line(one)} }}" for one in native.variables]
    lines += [f"constraints {{ {_line(one)} }}" for one in native.constraints]
    if problem.has_costs:
        lines.append(f"objective {{ {_line(native.objective)} }}")
    return "\n".join([*lines, ""])
