"""`python -m benchmarks.direct [--python highspy=FILE] [--python pyscipopt=FILE] [PROBLEM...]`: beside MIP solvers.

Each problem is written as a .mps file. `danceoff solve` and scripts of a few lines that call CP-SAT, HiGHS and SCIP
read it, each in a process of its own with one thread. Its CPU seconds, and those of its children, count from its start
to its end. HiGHS and SCIP need a Python that has highspy or pyscipopt; without it they are left out.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.run.machine.provenance import provenance
from danceoff.problems import sources
from danceoff.processes.descendants import cpu_s_of, descendants, kill_below

FILE = "direct.json"
PROBLEMS = (
    *("airline/sppnw41", "airline/sppnw43", "airline/air03", "rota/6x14-1", "rota/12x28-1", "soft-rota/12x28-1"),
    *("steiner-cover/27", "knights-dominate/10", "most-v-pentomino/9x9", "perkins-quilt/13"),
    *("priced-domino/16x16-1", "priced-tromino/12x12-1"),
)
_OURS = "danceoff"
_LOOK_S = 0.05
_RUNS, _SHORT_S = 2, 10.0  # a short run is repeated, and the least time counts: the others had to share the machine

_SCRIPTS: Mapping[str, tuple[str, str]] = {
    "CP-SAT": (
        "ortools",
        """
from ortools.linear_solver.python import model_builder_helper as ortools
model = ortools.ModelBuilderHelper()
model.import_from_mps_file(file)
solver = ortools.ModelSolverHelper("sat")
solver.set_solver_specific_parameters("num_workers:1, linearization_level:2")
solver.solve(model)
print(solver.status() == ortools.SolveStatus.OPTIMAL, solver.objective_value())
""",
    ),
    "HiGHS": (
        "highspy",
        """
import highspy
model = highspy.Highs()
for option, value in ("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.0):
    model.setOptionValue(option, value)
model.readModel(file)
model.run()
print(model.getModelStatus() == highspy.HighsModelStatus.kOptimal, model.getInfo().objective_function_value)
""",
    ),
    "SCIP": (
        "pyscipopt",
        """
import pyscipopt
model = pyscipopt.Model()
model.hideOutput()
model.readProblem(file)
model.optimize()
print(model.getStatus() == "optimal", model.getObjVal())
""",
    ),
}
"""The package and the script of each; a script prints whether the optimum is proven, and the optimum."""


class Timed(NamedTuple):
    """The CPU seconds of a process and its children, and what they told.

    optimum: None if the limit came first.
    search: CPU seconds of preparation and search, if the process tells them.
    """

    seconds: float
    optimum: int | None = None
    search: float | None = None


def main() -> None:
    """Measures the solvers on one problem after the other, and writes the figures after each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.direct", description="Optima beside MIP solvers.")
    parser.add_argument("problem", nargs="*", default=PROBLEMS, help="catalog names (those of results/bench/direct.md)")
    parser.add_argument("--python", action="append", default=[], metavar="PACKAGE=FILE", help="a Python that has it")
    parser.add_argument("--longest", type=float, default=60.0, metavar="S", help="most CPU seconds of a process (60)")
    parser.add_argument("--into", type=Path, default=Path("results/bench"), metavar="FOLDER", help="results/bench")
    asked = parser.parse_args()
    pythons = {"ortools": sys.executable, **dict(one.split("=", 1) for one in asked.python)}
    load = os.getloadavg()[0]
    machine = {**provenance(), "packages": _versions(pythons), "longest": asked.longest, "load": [load, load]}
    found: dict[str, Any] = {"machine": machine, "problems": {}}
    asked.into.mkdir(parents=True, exist_ok=True)
    for name in asked.problem:
        found["problems"][name] = measured(name, pythons, asked.longest)
        machine["load"][1] = os.getloadavg()[0]
        print(name, found["problems"][name], flush=True)
        write_whole(asked.into / FILE, json.dumps(found, indent=2) + "\n")
    print(markdown(asked.into))


def measured(name: str, pythons: Mapping[str, str], longest: float) -> dict[str, Any]:
    """Return the options and the optimum of a problem, and the CPU seconds of each solver, None beyond the longest.

    pythons: a Python by the package that it has.

    Raises AssertionError if two solvers prove optima that differ.
    """
    instance = sources.read(name)
    times = {}
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder, "problem.mps"))
        Path(file).write_text(sources.write(instance, "mps"), "utf-8")
        ours = [sys.executable, "-m", "danceoff.experiments.cli", "solve", file, "--task", "best", "--format", "json"]
        commands = {_OURS: ours}
        for solver, (package, script) in _SCRIPTS.items():
            if package in pythons:
                commands[solver] = [pythons[package], "-c", f"file = {file!r}\n{script}"]
        for solver, command in commands.items():
            times[solver] = _least(command, longest)
    optima = {solver: one.optimum for solver, one in times.items() if one.optimum is not None}
    if len(set(optima.values())) > 1:
        (most, _), *_ = Counter(optima.values()).most_common(1)
        suspects = ", ".join(solver for solver, optimum in optima.items() if optimum != most)
        raise AssertionError(f"{name}: {suspects} must be wrong: {optima}")
    seconds = {solver: None if one.optimum is None else one.seconds for solver, one in times.items()}
    optimum, search = next(iter(optima.values()), None), times[_OURS].search
    return {"options": instance.problem.n_options, "optimum": optimum, "seconds": seconds, "search": search}


def _least(command: Sequence[str], longest: float) -> Timed:
    runs = [timed(command, longest)]
    while len(runs) < _RUNS and runs[0].seconds < _SHORT_S:
        runs.append(timed(command, longest))
    return min(runs, key=lambda one: one.seconds)


def timed(command: Sequence[str], longest: float) -> Timed:
    """Run a command with one thread, killed after so many CPU seconds; raise RuntimeError if it proves no optimum."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryFile() as out, subprocess.Popen(command, stdout=out, env=environment) as process:
        pid = process.pid
        while not (waited := os.wait4(pid, os.WNOHANG))[0]:
            time.sleep(_LOOK_S)
            if cpu_s_of([pid, *descendants(pid)]) > longest:
                kill_below(pid)
                process.kill()
                os.wait4(pid, 0)
                process.returncode = -signal.SIGKILL
                return Timed(longest)
        process.returncode, usage = os.waitstatus_to_exitcode(waited[1]), waited[2]
        out.seek(0)
        text = out.read().decode()
    seconds = round(usage.ru_utime + usage.ru_stime, 3)
    row = json.loads(text) if process.returncode == 0 and text.startswith("{") else None
    is_proven, optimum = (row["status"] == "complete", row["cost"]) if row else ("", "nothing", *text.split())[-2:]
    if process.returncode != 0 or is_proven not in (True, "True"):
        raise RuntimeError(f"{' '.join(command)} ends with {process.returncode} and finds {optimum}")
    return Timed(seconds, round(float(optimum)), round(row["cpu_s"], 3) if row else None)


def markdown(folder: Path, short: bool = False) -> str:  # noqa: ARG001 - the table is short
    """Return the figures written to a folder as Markdown: our losses, and a table of all problems."""
    report = json.loads((folder / FILE).read_text("utf-8"))
    machine, problems = report["machine"], report["problems"]
    solvers = list(next(iter(problems.values()))["seconds"])
    packages = ", ".join(f"{name} {version}" for name, version in machine["packages"].items())
    before, after = machine["load"]
    how = f"One thread of {machine['cpu']}, the least of {_RUNS} runs, or of one that takes {_SHORT_S:g} s"
    text = [
        _losses(problems, machine["longest"]),
        "",
        f"{how}, danceoff {machine['commit']}, {packages}, load average {before:.1f} before and {after:.1f} after.",
        "",
        f"| problem | options | optimum | {_OURS} | of these, search | {' | '.join(solvers[1:])} |",
        f"|---|{'--:|' * (len(solvers) + 3)}",
    ]
    for name, one in problems.items():
        ours, *others = (_shown(one["seconds"], solver, machine["longest"]) for solver in solvers)
        search = "" if one["search"] is None else f"{one['search']:.2f}"
        text.append(f"| {name} | {one['options']:,} | {one['optimum']} | {ours} | {search} | {' | '.join(others)} |")
    return "\n".join(text)


def _losses(problems: Mapping[str, Any], longest: float) -> str:
    lost = {}
    for name, one in problems.items():
        seconds = {solver: longest if each is None else each for solver, each in one["seconds"].items()}
        ours = seconds.pop(_OURS)
        if ours > min(seconds.values()):
            lost[name] = ours - min(seconds.values())
    if not lost:
        return f"{_OURS} takes no longer than any other on all {len(problems)} problems."
    worst = max(lost, key=lambda name: lost[name])
    return (
        f"{_OURS} loses to the fastest of the others on {len(lost)} of {len(problems)} problems, by "
        f"{median(lost.values()):.1f} s in the median and by {lost[worst]:.1f} s at most, on {worst}."
    )


def _shown(seconds: Mapping[str, float | None], solver: str, longest: float) -> str:
    if (own := seconds[solver]) is None:
        return f"> {longest:g}"
    is_least = own == min(each for each in seconds.values() if each is not None)
    return f"**{own:.2f}**" if is_least else f"{own:.2f}"


def _versions(pythons: Mapping[str, str]) -> dict[str, str]:
    script = "from importlib.metadata import version; import sys; print(version(sys.argv[1]))"
    return {
        package: subprocess.run(
            [python, "-c", script, package], check=True, capture_output=True, text=True
        ).stdout.strip()
        for package, python in pythons.items()
    }


if __name__ == "__main__":
    main()
