"""The floor plan: a floor imports only the floors below it."""

import ast
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLACES = {
    "problems": "problems",
    "solvers": "solvers",
    "asking": "danceoff/asking",
    "questions": "danceoff/questions",
    "experiments": "experiments",
}
DOOR = ("danceoff.door.best.", "danceoff.door.found.", "danceoff.door.solve.", "danceoff.door.stating.")
"""What answers a question from Python, which its file holds, too."""
LAZILY = "danceoff.lazily."
"""By which a package imports its names, on each floor; it imports nothing of ours."""
FLOORS = list(PLACES)
FILES = {
    ".".join(("danceoff", floor, *file.relative_to(ROOT / place).with_suffix("").parts)).removesuffix(".__init__"): file
    for floor, place in PLACES.items()
    for file in sorted((ROOT / place).rglob("*.py"))
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
        if name.split(".")[0] in ("", "danceoff", *FLOORS)
        and name != "danceoff"
        and not f"{name}.".startswith((*allowed, LAZILY))
    ]


def at_run_time(node: ast.AST, is_package: bool) -> Iterator[ast.AST]:
    """The nodes of a tree, those of functions too, without what only type checkers read.

    What a package shows them is imported when it is first used.
    """
    for child in ast.iter_child_nodes(node):
        if is_package or not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
            yield child
            yield from at_run_time(child, is_package)


def package_of(name: str) -> str:
    return ".".join(name.split(".")[:3])


def packages_in_order(floor: str) -> list[str]:
    """The packages of a floor, each after those that it imports; raises CycleError with a circle if there is one."""
    imports: dict[str, set[str]] = {}
    for module in FILES:
        if module.startswith(f"{floor}."):
            nodes = at_run_time(parsed(module), FILES[module].name == "__init__.py")
            names = (package_of(name) for name in imported(nodes))
            own = imports.setdefault(package_of(module), set())
            own |= {name for name in names if name.startswith(f"{floor}.")} - {package_of(module)}
    return [*TopologicalSorter(imports).static_order()]


def test_the_tree_has_its_floors_and_no_module_is_missed():
    assert {floor_of(module) for module in FILES} == {f"danceoff.{floor}" for floor in FLOORS}
    assert "danceoff.solvers.entries" in loaded_with("danceoff.solvers.table")


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_imports_itself_and_the_floors_below_and_by_the_name_danceoff_only(floor: str):
    below = FLOORS[: FLOORS.index(floor) + 1]
    door = DOOR if floor == "questions" else ()
    assert offences(f"danceoff.{floor}", (*(f"danceoff.{name}." for name in below), *door)) == []


@pytest.mark.parametrize("floor", FLOORS)
def test_no_circle_of_imports_is_among_the_packages_of_a_floor(floor: str):
    assert len(packages_in_order(f"danceoff.{floor}")) > 1


def test_a_circle_would_be_found(monkeypatch, tmp_path):
    planted = tmp_path / "planted.py"
    monkeypatch.setitem(FILES, "danceoff.problems.model.planted", planted)
    planted.write_text("if TYPE_CHECKING:\n    import danceoff.problems.pictures.svg")
    order = packages_in_order("danceoff.problems")
    assert order.index("danceoff.problems.model") < order.index("danceoff.problems.pictures")
    planted.write_text("def f():\n    from danceoff.problems import pictures")
    with pytest.raises(CycleError, match=r"danceoff\.problems\.pictures"):
        packages_in_order("danceoff.problems")


def test_the_interface_of_solvers_needs_nothing_else_of_solvers():
    assert offences("danceoff.solvers.base", ("danceoff.problems.", "danceoff.solvers.base.")) == []


def test_the_checker_of_certificates_knows_the_model_only():
    assert (
        offences("danceoff.problems.certificate", ("danceoff.problems.certificate.", "danceoff.problems.model.")) == []
    )


def test_a_local_run_does_not_import_the_cluster():
    loaded = loaded_with("danceoff.experiments.run.local") | loaded_with("danceoff.experiments.commands.run")
    assert "danceoff.experiments.run.one_case.child" in loaded
    assert [name for name in sorted(loaded) if name.startswith("danceoff.experiments.run.cluster")] == []


def test_a_wrong_import_would_be_found():
    tree = ast.parse("import solvers.table\nfrom danceoff import experiments\ndef f():\n    from . import x")
    assert list(imported(ast.walk(tree))) == ["solvers.table", "danceoff.experiments", "..x"]
    assert list(imported(tree.body)) == ["solvers.table", "danceoff.experiments"]
