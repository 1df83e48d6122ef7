"""The floor plan: a floor imports only the floors below it, and a folder shows at most twelve entries."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = ["problems", "solvers", "experiments"]
MOST_ENTRIES = 12
TABLES = {
    "experiments/commands": "one file for each command",
    "experiments/report/charts": "one file for each chart",
    "problems/families": "one file for each family",
    "problems/formats": "one file for each format",
    "problems/pictures": "one file for each kind of picture",
    "solvers/engines/bits": "one file for each kernel and each phase",
    "solvers/engines/counter": "one file for each method and its kernels",
    "solvers/engines/learning": "one file for each kernel, and for what threads and proofs need",
}
"""Folders that may have more entries, and why."""
FILES = {
    "danceoff." + ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for floor in FLOORS
    for file in sorted((ROOT / floor).rglob("*.py"))
}


def imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """What the nodes import, in full; `from a import b` gives `a.b`, which may be a module or a name in one."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)


def floor_of(name: str) -> str:
    return ".".join(name.split(".")[:2])


def parsed(module: str) -> ast.Module:
    return ast.parse(FILES[module].read_text(encoding="utf-8"))


def loaded_with(module: str) -> set[str]:
    """The modules of ours that are loaded at the latest when `module` is: by imports outside of functions."""
    found: set[str] = set()
    to_see = [module]
    while to_see:
        names = to_see.pop().split(".")
        for name in (".".join(names[: k + 1]) for k in range(len(names))):
            if name in FILES and name not in found:
                found.add(name)
                to_see += imported(parsed(name).body)
    return found


def offences(floor: str, allowed: tuple[str, ...]) -> list[str]:
    """The imports of ours under a folder that begin with none of the allowed names."""
    modules = [module for module in FILES if f"{module}.".startswith(f"{floor}.")]
    assert modules, f"there is no {floor}"
    return [
        f"{module} imports {name}"
        for module in modules
        for name in imported(ast.walk(parsed(module)))
        if name.split(".")[0] in ("", "danceoff", *FLOORS) and name != "danceoff" and not f"{name}.".startswith(allowed)
    ]


def test_the_tree_has_the_three_floors_and_no_module_is_missed():
    assert {floor_of(module) for module in FILES} == {f"danceoff.{floor}" for floor in FLOORS}
    assert "danceoff.solvers.table" in loaded_with("danceoff.solvers")


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_imports_itself_and_the_floors_below_and_by_the_name_danceoff_only(floor: str):
    below = FLOORS[: FLOORS.index(floor) + 1]
    assert offences(f"danceoff.{floor}", tuple(f"danceoff.{name}." for name in below)) == []


def test_the_interface_of_solvers_needs_nothing_else_of_solvers():
    assert offences("danceoff.solvers.base", ("danceoff.problems.", "danceoff.solvers.base.")) == []


def test_the_checker_of_certificates_knows_no_solver():
    assert not any(name.startswith("danceoff.solvers") for name in loaded_with("danceoff.problems.certificate"))


def test_a_local_run_does_not_import_the_cluster():
    loaded = loaded_with("danceoff.experiments.run.local") | loaded_with("danceoff.experiments.commands.run")
    assert "danceoff.experiments.run.one_case.child" in loaded
    assert [name for name in sorted(loaded) if name.startswith("danceoff.experiments.run.cluster")] == []


def entries(folder: Path) -> list[str]:
    """What a reader sees there: not __init__.py, and nothing that Python made, as in the folders of another commit."""
    shown = [one for one in sorted(folder.iterdir()) if one.name not in ("__init__.py", "__pycache__")]
    return [one.name for one in shown if one.is_file() or {inner.name for inner in one.iterdir()} - {"__pycache__"}]


def test_no_folder_has_more_than_twelve_entries_but_the_tables_of_kinds():
    folders = [folder for floor in FLOORS for folder in {file.parent for file in (ROOT / floor).rglob("*.py")}]
    folders = [folder for folder in folders if "__pycache__" not in folder.parts]
    crowded = {str(folder.relative_to(ROOT)) for folder in folders if len(entries(folder)) > MOST_ENTRIES}
    assert crowded <= set(TABLES), "group its files, or add it to TABLES if it is a table of kinds"
    assert set(TABLES) <= {str(folder.relative_to(ROOT)) for folder in folders}


def test_a_crowded_floor_plan_and_a_wrong_import_would_be_found(tmp_path: Path):
    for k in range(3):
        (tmp_path / f"module{k}.py").touch()
    (tmp_path / "__init__.py").touch()
    assert len(entries(tmp_path)) == 3
    tree = ast.parse("import solvers.table\nfrom danceoff import experiments\ndef f():\n    from . import x")
    assert list(imported(ast.walk(tree))) == ["solvers.table", "danceoff.experiments", "..x"]
    assert list(imported(tree.body)) == ["solvers.table", "danceoff.experiments"]
