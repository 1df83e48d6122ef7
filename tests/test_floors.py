"""The stairs only go down: problems imports nothing of ours, solvers only problems, experiments both."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ["problems", "solvers", "experiments"]


def imported(file: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_imports_only_the_floors_below(floor: str) -> None:
    above = set(FLOORS[FLOORS.index(floor) + 1 :])
    files = sorted((ROOT / floor).rglob("*.py"))
    assert files
    for file in files:
        assert not imported(file) & above, f"{file.relative_to(ROOT)} looks up the stairs"
