"""Run cases, each in a process that has loaded no kernel, and say which of them load one while they are measured.

The cases come as JSON on standard input, a list of [problem, solver, task, limit, up_to_symmetry]; the answer is a
list of how each ended.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

import numba.np.arraymath  # noqa: F401 - these three take a second, once for all cases
import ortools.sat.python.cp_model  # noqa: F401
import pysat.examples.rc2  # noqa: F401

from danceoff.experiments.plans.case import Case
from danceoff.experiments.run.one_case.worker import work
from danceoff.solvers import UnsupportedProblem, load


def ended(problem: str, solver: str, task: str, limit: int | None, up_to_symmetry: bool) -> str:
    """The status of the case; what it raised where it crashed; `late` where a racer dropped out for a kernel."""
    found: dict[str, object] = {}
    case = Case(problem, solver, task, limit=limit, up_to_symmetry=up_to_symmetry)
    with tempfile.TemporaryDirectory() as folder:
        try:
            work(case, None, lambda **columns: found.update(columns), Path(folder) / "certificate")
        except UnsupportedProblem:
            return "unsupported"
        except Exception as error:  # noqa: BLE001 - the answer
            return f"{type(error).__name__}: {error}"
    return str(found["detail"]) if "dropped out" in str(found.get("detail")) else str(found["status"])


def in_a_fork(case: list) -> str:
    """How the case ends in a process of its own."""
    reader, writer = os.pipe()
    if not (pid := os.fork()):
        os.write(writer, ended(*case).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        answer = pipe.read()
    os.waitpid(pid, 0)
    return answer or "died"


cases = json.load(sys.stdin)
for _, solver, *_ in cases:
    load(solver)  # and so import its modules, once for all cases
json.dump([in_a_fork(case) for case in cases], sys.stdout)
