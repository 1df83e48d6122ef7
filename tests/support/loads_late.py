"""Ask solvers questions where nothing is loaded beforehand, and say which load a kernel while the clock runs.

The solvers come as JSON on standard input, a list of [solver, names of problems]; the answer is, for each, how many
kernels it loaded, and what went wrong.
"""

import json
import mmap
import os
import struct
import sys

import numba.np.arraymath  # noqa: F401 - this takes a second, once for all solvers

from danceoff.asking.ask import Ask
from danceoff.asking.clock import SIZE, Clock
from danceoff.experiments.contract.small import SMALL
from danceoff.experiments.run.one_case.messages import Show
from danceoff.experiments.run.one_case.worker import work
from danceoff.problems import ExactCover
from danceoff.problems.instance import Instance
from danceoff.problems.sources import read
from danceoff.solvers import Feature, UnsupportedProblem, load
from danceoff.solvers.engines.compiled import _Cache
from danceoff.solvers.together import parts, race

TASKS = ("first", "unique", "count", "best", "sample", "certify")
LARGER = ("queens/6", "domino/12x12", "tromino/8x8-0", "soma", "latin/4", "more", "skips")
DEEP = ("queens/50", "sudoku/16x16", "partition/15")
"""Problems of which only a cover is asked; of larger ones no certificate."""
FINE = ("complete", "limit", "unsupported")

page = mmap.mmap(-1, SIZE)
n_loaded = mmap.mmap(-1, 8)
load_overload = _Cache.load_overload


class LoadedLate(Exception):
    """A kernel was loaded while the clock ran."""


def guarded(cache: _Cache, *arguments: object) -> object:
    """Load a kernel, in any thread or process of the search, unless the clock runs."""
    if struct.unpack_from("d", page)[0] > 0:
        raise LoadedLate(cache._name)
    struct.pack_into("q", n_loaded, 0, 1 + struct.unpack_from("q", n_loaded)[0])
    return load_overload(cache, *arguments)


def torus(n: int) -> ExactCover:
    """Queens on a torus, whose diagonals few covers leave out: with skips, items have multiplicities."""
    lines = [[f"r{r}", f"c{c}", f"u{(r + c) % n}", f"d{(r - c) % n}"] for r in range(n) for c in range(n)]
    return ExactCover.from_options(lines, *([f"{kind}{k}" for kind in both for k in range(n)] for both in ("rc", "ud")))


def with_multiplicities(n_items: int, n_options: int) -> ExactCover:
    """Items that are covered once, several times, and at most once."""
    options = [sorted({k % (n_items - 1), k * k % n_items}) for k in range(n_options)]
    bounds = {item: (item % 2, 3) for item in range(0, n_items - 1, 2)}
    return ExactCover.from_options(options, range(n_items - 1), [n_items - 1], multiplicity=bounds)


MADE = {"skips": torus(5), "counted": with_multiplicities(6, 14), "more": with_multiplicities(12, 60)}
MADE |= {name: problem for name, (problem, _) in SMALL.items()}


def asked(spec: str, name: str, problem: ExactCover, task: str) -> str:
    """What went wrong in a case of which nothing was loaded before; empty if all is fine."""
    found: dict[str, object] = {}
    page[:] = bytes(SIZE)
    limit = 3 if task in ("best", "count") else None
    case = Ask(name, spec, task, limit=limit, at=(Instance(name, "", problem), ""))
    try:
        work(case, Show(), lambda **columns: found.update(columns), Clock(page))
    except UnsupportedProblem:
        return ""
    except Exception as error:  # noqa: BLE001 - the answer
        return f"{spec} {name} {task}: {type(error).__name__}: {error}"
    status, detail = str(found["status"]), str(found.get("detail"))
    is_fine = status in FINE and LoadedLate.__name__ not in detail
    return "" if is_fine else f"{spec} {name} {task}: {status}: {detail}"


def answers(spec: str, names: list[str]) -> tuple[int, list[str]]:
    """How many kernels the solver loads for all that it is asked about these problems, and what goes wrong."""
    for module in (parts, race):
        module.warm_up_ours = lambda *_: None
    _Cache.load_overload = guarded
    wrong, features = [], load(spec).features
    for name in names:
        problem = MADE.get(name) or read(name).problem
        n_tasks = 1 if name in DEEP else 5 if name in LARGER or problem.max_cost is not None else 6
        for task in TASKS[:n_tasks]:
            needed = {"count": None, "best": Feature.BEST}.get(task, Feature.LIST)
            if needed in (None, *features):
                wrong += [asked(spec, name, problem, task)]
    return struct.unpack_from("q", n_loaded)[0], [*filter(None, wrong)]


def in_a_fork(spec: str, names: list[str]) -> list:
    """What `answers` returns in a process of its own, which has loaded nothing."""
    reader, writer = os.pipe()
    if not (pid := os.fork()):
        n_loaded[:] = bytes(8)
        os.write(writer, json.dumps(answers(spec, names)).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        answer = pipe.read()
    os.waitpid(pid, 0)
    return json.loads(answer or '[0, ["died"]]')


if __name__ == "__main__":
    json.dump([in_a_fork(*one) for one in json.load(sys.stdin)], sys.stdout)
