"""Run cases, each in a process that has loaded no kernel, and say which of them load one while they are measured.

Those of `auto` are run twice: as in a run, and as somebody waits for them, who gets kernels while the clock stands.

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

from danceoff.asking.ask import Ask
from danceoff.experiments.run.one_case.messages import Show
from danceoff.experiments.run.one_case.worker import work
from danceoff.solvers import UnsupportedProblem, load


def ended(show: Show | None, problem: str, solver: str, task: str, limit: int | None, up_to_symmetry: bool) -> str:
    """The status of the case; what it raised where it crashed; `late` where a racer dropped out for a kernel."""
    found: dict[str, object] = {}
    case = Ask(problem, solver, task, limit=limit, up_to_symmetry=up_to_symmetry)
    with tempfile.TemporaryDirectory() as folder:
        try:
            work(case, show, lambda **columns: found.update(columns), Path(folder) / "certificate")
        except UnsupportedProblem:
            return "unsupported"
        except Exception as error:  # noqa: BLE001 - the answer
            return f"{type(error).__name__}: {error}"
    return str(found["detail"]) if "dropped out" in str(found.get("detail")) else str(found["status"])


def in_a_fork(case: list, show: Show | None) -> str:
    """How the case ends in a process of its own; show: as somebody waits for it."""
    reader, writer = os.pipe()
    if not (pid := os.fork()):
        os.write(writer, ended(show, *case).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        answer = pipe.read()
    os.waitpid(pid, 0)
    return answer or "died"


FINE = ("complete", "limit", "unsupported")

cases = json.load(sys.stdin)
for _, solver, *_ in cases:
    load(solver)  # and so import its modules, once for all cases
ends = [in_a_fork(case, None) for case in cases]
shown = [in_a_fork(case, Show()) if case[1] == "auto" else end for case, end in zip(cases, ends, strict=True)]
json.dump([min(both, key=FINE.__contains__) for both in zip(ends, shown, strict=True)], sys.stdout)
