"""Commands of installed packages: modules like the ones in this folder."""

from functools import partial
from importlib.metadata import EntryPoint
from types import ModuleType, SimpleNamespace
from typing import Any

from danceoff.experiments import BadInput
from danceoff.problems.model.arguments import Refused
from danceoff.problems.plugins import PluginFault, imported, where


def command(point: EntryPoint, is_asked: bool) -> Any:
    """Return a command with `HELP`, `arguments` and `run`.

    is_asked: whether to raise PluginFault for a faulty command; otherwise its help describes the fault.
    """
    try:
        module = imported(point, ModuleType)
        if lacks := [name for name in ("HELP", "arguments", "run") if not hasattr(module, name)]:
            raise PluginFault(f"{where(point)}: the module has no {' and no '.join(lacks)}")
    except PluginFault as fault:
        if is_asked:
            raise
        return SimpleNamespace(HELP=f"faulty: {fault}", arguments=lambda _: None, run=None)
    run, arguments = (partial(_called, point, one) for one in (module.run, module.arguments))
    return SimpleNamespace(HELP=str(module.HELP), arguments=arguments, run=run)


def _called(point: EntryPoint, function: Any, given: Any) -> Any:
    """Call a function of a package; name the package if it fails."""
    try:
        return function(given)
    except (BadInput, Refused, PluginFault, OSError, MemoryError):  # which any command may raise
        raise
    except Exception as error:
        raise PluginFault(f"{where(point)} failed: {type(error).__name__}: {error}") from error
