"""Functions as solvers of a plan from Python: each is loaded from a file, since cases run in processes of their own."""

import ast
import builtins
import inspect
from collections.abc import Iterator, Mapping
from pathlib import Path
from reprlib import repr as shortened
from symtable import SymbolTable, symtable
from textwrap import dedent
from typing import Any

from danceoff.experiments import BadInput
from danceoff.solvers.functions import Function, FunctionSolver


class Functions:
    """The functions among the solvers of a plan.

    specs: the spec that loads each function as a solver, by its name.
    """

    def __init__(self, folder: Path) -> None:
        """folder: the folder for the files of functions that are in no module."""
        self.specs: dict[str, str] = {}
        self._folder = folder
        self._owners: dict[str, Function] = {}

    def named(self, where: str, table: Mapping[Any, Any]) -> dict[Any, Any]:
        """Return a plan in which names replace functions; anything malformed stays as it is.

        where: the name of the plan, for the beginning of error messages.

        Raises BadInput for a solver that is neither text nor function, and for a function that another process cannot
        load.
        """
        found = dict(table)
        if isinstance(solvers := found.get("solvers"), dict):
            found["solvers"] = {self._name(f"{where}: solvers", one): own for one, own in solvers.items()}
        if isinstance(products := found.get("product"), list):
            found["product"] = [
                self.named(f"{where}: product {k}", one) if isinstance(one, dict) else one
                for k, one in enumerate(products, 1)
            ]
        return found

    def _name(self, where: str, solver: object) -> str:
        if isinstance(solver, str):
            return solver
        function = solver.function if isinstance(solver, FunctionSolver) else solver
        if not inspect.isfunction(function) or function.__name__ == "<lambda>":
            what = "is neither the name of a solver nor a function made by def"
            raise BadInput(f"{where}: {shortened(solver)} {what}")
        name = f"{function.__module__}.{function.__qualname__}"
        if self._owners.setdefault(name, function) is not function:
            raise BadInput(f"{where}: two functions are called {name}: rename one of them")
        if name not in self.specs:
            file = self._file(f"{where}: {name}", function)
            self.specs[name] = f"{file}:{function.__name__}"
        return name

    def _file(self, where: str, function: Any) -> Path:
        """Return the file of a function's module; a new file if that is none, or a script, which would run again."""
        if function.__module__ != "__main__" and function.__qualname__ == function.__name__:
            return Path(inspect.getfile(function))
        file = self._folder / str(len(self.specs)) / f"{function.__name__}.py"
        file.parent.mkdir()
        file.write_text(_text(where, function), encoding="utf-8")
        return file


def _text(where: str, function: Any) -> str:
    """Return the text of a module that has only a function, without its decorators and comments."""
    try:
        made = ast.parse(dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError):
        made = ast.Pass()
    if not isinstance(made, ast.FunctionDef) or made.name != function.__name__:  # or its file has changed since
        raise BadInput(f"{where}: its text is not known: write it into a file, and import it from there")
    made.decorator_list = []
    text = f"from __future__ import annotations\n\n{ast.unparse(made)}\n"
    for name in _globals(symtable(text, function.__name__, "exec")):
        if not (name == function.__name__ or hasattr(builtins, name)):
            how = "import or define it inside, or write both into a file, and import them from there"
            raise BadInput(f"{where} uses {name!r} from outside: {how}")
    return text


def _globals(table: SymbolTable) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_global() and symbol.is_referenced():
            yield symbol.get_name()
    for child in table.get_children():
        yield from _globals(child)
