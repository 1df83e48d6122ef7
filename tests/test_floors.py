"""The floor plan: a floor imports only the floors below it, and no module is in a circle of imports."""

import ast
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from danceoff.rooms import ROOMS

ROOT = Path(__file__).parents[1]
FLOORS = {
    "bottom": ("danceoff.lazily", "danceoff.processes", "danceoff.rooms"),
    "problems": ("danceoff.problems",),
    "solvers": ("danceoff.solvers",),
    "questions": ("danceoff.questions",),
    "asking": ("danceoff.asking",),
    "experiments": ("danceoff.experiments",),
    "door": ("danceoff.door",),
    "add-ons": ("danceoff.addons", *(f"danceoff.addons.{room}" for room in ROOMS)),
    "front": ("danceoff", "danceoff.__main__"),
}
"""The floors from below, each with its modules and packages; `danceoff` itself imports all of them, lazily."""
PLACES = {"danceoff": "danceoff", **{f"danceoff.{name}": name for name in ("problems", "solvers", "experiments")}}
FILES = {
    ".".join((package, *Path(folder, name).relative_to(ROOT / place).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): Path(folder, name)
    for package, place in PLACES.items()
    for folder, _, names in os.walk(ROOT / place)  # does not follow links
    for name in sorted(names)
    if name.endswith(".py")
}


def imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """What the nodes import, in full; `from a import b` gives `a.b`, which may be a module or a name in one."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)


_tree = cache(ast.parse)


def text_of(module: str) -> str:
    return FILES[module].read_text(encoding="utf-8")


def parsed(module: str) -> ast.Module:
    return _tree(text_of(module))


def module_of(name: str) -> str:
    """The module of ours that a name is, or is in; empty for one of others."""
    while name and name not in FILES:
        name = name.rpartition(".")[0]
    return name


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


def floor_of(module: str) -> str:
    """The floor of a module: that of the longest name that it is, or is below."""
    names = [module.rsplit(".", k)[0] for k in range(module.count(".") + 1)]
    return next(floor for name in names for floor, packages in FLOORS.items() if name in packages)


def upwards(modules: Iterable[str]) -> list[str]:
    """The imports, those in functions and for type checkers too, that lead to a floor above, or are not absolute."""
    order = [*FLOORS]
    found = []
    for module in modules:
        for name in imported(ast.walk(parsed(module))):
            target = module_of(name)
            is_relative = not target and name.split(".")[0] in ("", *PLACES.values())
            is_below = target in ("", "danceoff") or order.index(floor_of(target)) <= order.index(floor_of(module))
            if is_relative or not is_below:
                found.append(f"{module} imports {name}")
    return found


def at_run_time(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree, those of functions too, without what only type checkers read."""
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
            yield child
            yield from at_run_time(child)


def needed(module: str) -> set[str]:
    """The modules that a module imports, in functions and for type checkers too.
    Of the model it is what runs: its class has methods whose functions, in modules beside it, take the problem."""
    nodes = at_run_time if module.startswith("danceoff.problems.model.") else ast.walk
    return {module_of(name) for name in imported(nodes(parsed(module)))} - {"", "danceoff", module}


def in_order() -> list[str]:
    """All modules, each after those that it imports; raises CycleError with a circle if there is one."""
    return [*TopologicalSorter({module: needed(module) for module in FILES}).static_order()]


def late_imports(module: str) -> set[str]:
    """What functions of a module import."""
    functions = [node for node in ast.walk(parsed(module)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {name for function in functions for name in imported(ast.walk(function))}


def needless(module: str) -> list[str]:
    """The imports in functions of what is loaded with the module, and all of them if none has a reason.
    A package that imports its names lazily does not load what a function imports from it."""
    names, loaded = late_imports(module), loaded_with(module)
    if names and not re.search(r"#.*\blate\b", text_of(module)):
        return sorted(names)
    found = {name: module_of(name) for name in names}
    return sorted(name for name, of in found.items() if of in loaded and "= lazily(" not in text_of(of))


def offences(package: str, allowed: tuple[str, ...]) -> list[str]:
    """The imports of ours under a package that begin with none of the allowed names."""
    modules = [module for module in FILES if f"{module}.".startswith(f"{package}.")]
    assert modules, f"there is no {package}"
    return [
        f"{module} imports {name}"
        for module in modules
        for name in imported(ast.walk(parsed(module)))
        if name.startswith("danceoff.") and not f"{name}.".startswith((*allowed, "danceoff.lazily."))
    ]


def test_every_module_is_on_a_floor():
    assert {floor_of(module) for module in FILES} == set(FLOORS)
    assert floor_of("danceoff.questions.enumerate") == "questions"
    assert "danceoff.solvers.entries" in loaded_with("danceoff.solvers.registry")


def test_no_import_leads_to_a_floor_above():
    assert upwards(FILES) == []


def test_no_module_is_in_a_circle_of_imports():
    order = in_order()
    assert order.index("danceoff.problems.model") < order.index("danceoff.door.solve")


def test_a_circle_and_an_import_upwards_would_be_found(monkeypatch, tmp_path):
    planted = tmp_path / "planted.py"
    monkeypatch.setitem(FILES, "danceoff.problems.model.planted", planted)
    above = "danceoff.problems.model.planted imports danceoff.solvers.table.load"
    for text in ("from danceoff.solvers.table import load", "def f():\n    from danceoff.solvers.table import load"):
        planted.write_text(text)
        assert upwards(["danceoff.problems.model.planted"]) == [above]
    planted.write_text("from solvers import table\ndef f():\n    from . import check")
    assert len(upwards(["danceoff.problems.model.planted"])) == 2
    planted.write_text("if TYPE_CHECKING:\n    import danceoff.problems.pictures.svg")
    assert in_order()
    other = tmp_path / "other.py"
    monkeypatch.setitem(FILES, "danceoff.problems.model.other", other)
    planted.write_text("def f():\n    from danceoff.problems.model import other")
    other.write_text("from danceoff.problems.model.planted import f")
    with pytest.raises(CycleError, match=r"danceoff\.problems\.model\.planted"):
        in_order()
    monkeypatch.setitem(FILES, "danceoff.solvers.planted", planted)
    monkeypatch.setitem(FILES, "danceoff.solvers.other", other)
    planted.write_text("if TYPE_CHECKING:\n    import danceoff.solvers.other")
    other.write_text("import danceoff.solvers.planted")
    with pytest.raises(CycleError, match=r"danceoff\.solvers\.planted"):
        in_order()


def test_an_import_in_a_function_loads_something_new_and_has_a_reason(monkeypatch, tmp_path):
    frozen = "danceoff.solvers.engines."  # committed times are of this code
    assert {module: found for module in FILES if not module.startswith(frozen) and (found := needless(module))} == {}
    planted = tmp_path / "planted.py"
    monkeypatch.setitem(FILES, "danceoff.solvers.planted", planted)
    planted.write_text("def f():\n    import danceoff.solvers.table")
    assert needless("danceoff.solvers.planted") == ["danceoff.solvers.table"]
    planted.write_text("def f():\n    import danceoff.solvers.table  # late: it is large")
    assert needless("danceoff.solvers.planted") == []
    planted.write_text("import danceoff.solvers.table\ndef f():\n    import danceoff.solvers.table  # late: large")
    assert needless("danceoff.solvers.planted") == ["danceoff.solvers.table"]


@pytest.mark.parametrize("room", ROOMS)
def test_no_add_on_imports_another(room):
    others = [f"danceoff.addons.{other}" for other in ROOMS if other != room]
    modules = [module for module in FILES if module.startswith(f"danceoff.addons.{room}")]
    assert modules
    for module in modules:
        assert [name for name in imported(ast.walk(parsed(module))) if name.startswith((*others,))] == []


def test_the_interface_of_solvers_needs_nothing_else_of_solvers():
    assert offences("danceoff.solvers.base", ("danceoff.problems.", "danceoff.solvers.base.")) == []


def test_the_checker_of_certificates_knows_the_model_only():
    checker = "danceoff.problems.certificate"
    assert offences(checker, (f"{checker}.", "danceoff.problems.model.")) == []


def test_a_local_run_does_not_import_the_cluster():
    loaded = loaded_with("danceoff.experiments.run.local") | loaded_with("danceoff.experiments.commands.run")
    assert "danceoff.experiments.run.one_case.child" in loaded
    assert [name for name in sorted(loaded) if name.startswith("danceoff.experiments.run.cluster")] == []
