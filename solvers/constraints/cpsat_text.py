"""Writes the model of CP-SAT as text: protocol buffers, a variable or constraint a line."""

from functools import partial

from google.protobuf import text_format
from ortools.sat import cp_model_pb2

from danceoff.problems import ExactCover
from danceoff.problems.model.costs import scale_note
from danceoff.solvers.constraints.cpsat_solve import Model
from danceoff.solvers.sat.clauses.dimacs import names_of

_line = partial(text_format.MessageToString, as_one_line=True, as_utf8=True, use_short_repeated_primitives=True)


def write(problem: ExactCover) -> str:
    """Return the model that the solver `cpsat` gets, which `CpModel().proto.parse_text_format` of OR-Tools reads.

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
    lines = [f"# {note}" for note in [scale_note(problem)] if note]
    lines += [f"variables {{ {_line(one)} }}" for one in native.variables]
    lines += [f"constraints {{ {_line(one)} }}" for one in native.constraints]
    lines += [f"objective {{ {_line(native.objective)} }}"] * problem.has_costs
    return "\n".join([*lines, ""])
