"""What a command and the process of a case import: what they need, and Numba only for a solver that has kernels."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from night import sampled
from packaging.requirements import Requirement

from danceoff import solvers
from danceoff.problems.families import MODULES
from danceoff.solvers.ours import BACKENDS

ROOT = Path(__file__).parent.parent
OF_CASE = """
import sys
from danceoff.asking.ask import Ask
from danceoff.experiments.run.one_case.messages import Show
from danceoff.experiments.run.one_case.worker import work
answers = {}
show = Show() if "shown" in sys.argv else None
work(Ask("queens/4", sys.argv[1], "count"), show, lambda **columns: answers.update(columns))
assert answers["status"] == "complete", answers
print(*sys.modules)
"""
OF_COMMAND = """
import sys
from contextlib import suppress
from danceoff.experiments.cli import main
with suppress(SystemExit):
    main(sys.argv[1:])
print(*sys.modules)
"""
ENGINES = ["dlx", "bits", "counter", "learn"]
WITHOUT_KERNELS = [
    name
    for name, backend in BACKENDS.items()
    if not any(part in backend.module for part in (".engines.", ".together.", ".peers")) and not solvers.missing(name)
]


def imported(program: str, *arguments: str) -> set[str]:
    run = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines()[-1].split())


def ours(modules: set[str]) -> list[str]:
    return [name for name in modules if name.startswith("danceoff")]


def test_the_names_of_families_are_those_of_their_modules():
    for module, names in MODULES.items():
        assert tuple(family.name for family in import_module(module).FAMILIES) == names


def test_solvers_without_kernels_are_told():
    assert {"algorithm-x", "cdcl", "sat", "cpsat", "highs"} <= set(WITHOUT_KERNELS)


@pytest.mark.parametrize("spec", sampled([*ENGINES, "parts", "sat", "cpsat"], 2))
def test_a_case_imports_at_most_146_modules_of_ours(spec):
    assert 50 < len(ours(imported(OF_CASE, spec))) <= 146


def test_auto_imports_no_numba_for_a_small_problem_that_somebody_waits_for():
    modules = imported(OF_CASE, "auto", "shown")
    assert 50 < len(ours(modules)) <= 133
    assert "numba" not in modules
    assert "numba" in imported(OF_CASE, "auto")  # a run loads all kernels before its clock


@pytest.mark.parametrize("spec", sampled(WITHOUT_KERNELS, 3))
def test_solvers_without_kernels_import_no_numba(spec):
    assert "numba" not in imported(OF_CASE, spec)


@pytest.mark.parametrize("command", ["--version", "--help", "list problems", "list solvers", "list plans"])
def test_what_only_lists_imports_no_numpy(command):
    modules = imported(OF_COMMAND, *command.split())
    assert "argparse" in modules
    assert "numpy" not in modules


@pytest.mark.parametrize("command", ["--version", "--help"])
def test_help_imports_no_command_and_no_entry_points(command):
    modules = imported(OF_COMMAND, command)
    assert 10 < len(ours(modules)) <= 28
    assert "importlib.metadata" not in modules


OF_DICTIONARY = """
import danceoff, sys
assert len(danceoff.solve({"a": [1, 2], "b": [3], "c": [1, 2, 3]}).covers) == 2
print(*sys.modules)
"""


def test_named_options_import_no_formats_boards_tables_or_plug_ins():
    modules = imported(OF_DICTIONARY)
    assert 50 < len(ours(modules)) <= 70
    kinds = (
        "formats|grids|pictures|sources|catalog|long_table|plugins|registry|sets|numpy.ma|numpy.random|email|tomllib"
    )
    assert not [name for name in modules if re.search(rf"\b({kinds})\b", name)]


def cpu_s(*command: str) -> float:
    """The CPU seconds of a process and of its descendants."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "PYTHOND"))}
    process = subprocess.Popen(command, env=environment | {"OPENBLAS_NUM_THREADS": "1"}, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    assert status == 0
    return used.ru_utime + used.ru_stime


@pytest.mark.slow
def test_a_start_takes_few_times_what_numpy_takes():
    """The least of several runs each: others on the machine only add."""
    command = [sys.executable, "-m", "danceoff"]
    asked = {
        "numpy": [sys.executable, "-c", "import numpy"],
        "named options": [sys.executable, "-c", OF_DICTIONARY],
        "solve": [*command, "solve", "queens/8", "--task", "count"],
        "--version": [*command, "--version"],
        "--help": [*command, "--help"],
    }
    took = {name: min(cpu_s(*words) for _ in range(7)) for name, words in asked.items()}
    most = {"named options": 2.3, "solve": 3.5, "--version": 0.9, "--help": 0.95}
    assert {name: took[name] / took["numpy"] for name in most if took[name] > most[name] * took["numpy"]} == {}


OF_SEARCH = """
import sys
from danceoff.asking.ask import Ask
from danceoff.experiments.run.one_case.worker import work
before = set()
def send(**answer):
    if "ready" in answer:
        before.update(sys.modules)
    if "status" in answer:
        print(answer["status"], *{*sys.modules} - before)
work(Ask("queens/5", "algorithm-x", "enumerate"), None, send)
"""


def test_a_search_imports_no_numpy():
    """`np.unique` imports numpy.ma when it is first called."""
    modules = imported(OF_SEARCH)
    assert "complete" in modules and not any("numpy" in name for name in modules)


def test_a_case_and_its_parent_import_nothing_that_they_do_not_need():
    assert not {"pandas", "rich", "numba", "scipy", "ortools", "pysat"} & imported(OF_CASE, "algorithm-x")
    assert not {"numpy", "pandas", "rich", "numba"} & imported(OF_COMMAND, "solve", "queens/4", "--task", "count")


def test_the_product_imports_no_library_that_pyproject_does_not_bring():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    brought = {Requirement(line).name.lower() for line in sum(extras, [*project["dependencies"], "danceoff"])}
    brought |= {"llvmlite", "protobuf", "dask", "anyio", "mcp-types"}  # of numba, ortools, distributed and mcp
    of_whom = packages_distributions()
    strange = [
        (str(file.relative_to(ROOT)), name)
        for floor in ("danceoff", "problems", "solvers", "experiments")
        for file in (ROOT / floor).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names])
        if not {one.lower() for one in of_whom.get(name.split(".")[0], ["numpy"])} & brought
    ]
    assert strange == []
