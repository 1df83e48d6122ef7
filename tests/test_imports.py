"""What the process of a case imports: what it needs, and Numba only for a solver that has kernels."""

import subprocess
import sys
from importlib import import_module

import pytest
from night import sampled

from danceoff import solvers
from danceoff.problems.families import MODULES
from danceoff.solvers.table import BACKENDS

LIST = """
import sys
from danceoff.experiments.plans.case import Case
from danceoff.experiments.run.one_case.worker import work
answers = {}
work(Case("queens/4", sys.argv[1], "count"), None, lambda **columns: answers.update(columns))
assert answers["status"] == "complete", answers
print(*sys.modules)
"""
WITHOUT_KERNELS = [
    name
    for name, backend in BACKENDS.items()
    if not any(part in backend.module for part in (".engines.", ".together.", ".peers.")) and not solvers.missing(name)
]


def imported(spec: str) -> set[str]:
    return set(
        subprocess.run([sys.executable, "-c", LIST, spec], capture_output=True, text=True, check=True).stdout.split()
    )


def test_the_names_of_families_are_those_of_their_modules():
    for module, names in MODULES.items():
        families = import_module(f"danceoff.problems.families.{module}").FAMILIES
        assert tuple(family.name for family in families) == names


def test_solvers_without_kernels_are_told():
    assert {"algorithm-x", "cdcl", "sat", "cpsat", "highs"} <= set(WITHOUT_KERNELS)


@pytest.mark.parametrize("spec", ["sat", "cpsat", "dlx"])
def test_a_case_imports_at_most_100_modules_of_ours(spec):
    ours = [name for name in imported(spec) if name.startswith("danceoff")]
    assert 50 < len(ours) <= 100


@pytest.mark.parametrize("spec", sampled(WITHOUT_KERNELS, 3))
def test_solvers_without_kernels_import_no_numba(spec):
    assert "numba" not in imported(spec)
