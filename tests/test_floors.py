"""The stairs only go down: problems imports nothing of ours, solvers only problems, experiments both."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ["problems", "solvers", "experiments"]


def imported(text: str) -> set[str]:
    """The floors that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("danceoff.")}


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_imports_only_the_floors_below(floor: str) -> None:
    above = set(FLOORS[FLOORS.index(floor) + 1 :])
    files = sorted((ROOT / floor).rglob("*.py"))
    assert files
    for file in files:
        assert not imported(file.read_text()) & above, f"{file.relative_to(ROOT)} looks up the stairs"


def test_an_import_of_a_floor_above_is_found() -> None:
    for line in ("from danceoff import solvers", "from danceoff.solvers.base import Search", "import danceoff.solvers"):
        assert imported(line) == {"solvers"}
