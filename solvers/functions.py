"""A function as a solver."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from inspect import Parameter, signature
from reprlib import repr as shortened
from typing import Any, ClassVar, TypeAlias, overload

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.arguments import instance_of, shown
from danceoff.solvers.base import Feature, OneByOne, Search, Solver, Steps

Function: TypeAlias = Callable[..., Iterable[Iterable[int] | None]]

_FORMS = "(options, primary) or (options, primary, secondary)"
_PLACES = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


@overload
def solver(name: str, function: Function) -> FunctionSolver: ...


@overload
def solver(name: str) -> Callable[[Function], FunctionSolver]: ...


def solver(name: str, function: Function | None = None) -> FunctionSolver | Callable[[Function], FunctionSolver]:
    """Return a solver made of a function; without the function, a decorator.

    name: what the solver is called in results.
    function: called with `options`, a tuple of items for each option, and `primary`, the list of primary items. Items
        are numbers. A third argument, or one named `secondary`, gets the list of secondary items; a function without
        such an argument gets no problem with secondary items. The function returns or yields each cover once, as the
        numbers of the options, from 0. It may yield None from time to time, so that a time limit can end it.

    Raises TypeError if the name is no text or the function does not take these arguments, and ValueError if the name
    has other characters than letters, digits, - and _.
    """
    if not re.fullmatch(r"[\w-]+", instance_of("name", name, str)):
        raise ValueError(f"the name of a solver has only letters, digits, - and _, and {shown(name)} has others")
    if function is None:
        return lambda later: kind_of(name, later)()
    return kind_of(name, function)()


class FunctionSolver(Solver):
    """A function as a solver; it can still be called as the function."""

    name: ClassVar[str] = "function"
    features: ClassVar[frozenset[Feature]] = frozenset()
    function: ClassVar[Function]
    form: ClassVar[str]

    def __reduce__(self) -> tuple[Any, ...]:
        return solver, (self.name, self.function)

    @property
    def counts_by_listing(self) -> bool:
        """Whether counting means listing: always, since a function can only list."""
        return True

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the function."""
        return self.function(*arguments, **named)

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Prepare the search, which calls the function when it begins."""
        return _FunctionSearch(type(self), problem, blocked)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Do nothing: a function may never come back, and here no limit of time would end it."""


def allow_recursion() -> None:
    """Let functions call themselves as deep as a stack of 8 MB surely allows; call this only in a process of ours."""
    sys.setrecursionlimit(10_000)


def kind_of(name: str, function: Function) -> type[FunctionSolver]:
    """Return a class of solvers that call this function; raises TypeError if it takes other arguments than _FORMS."""
    form = _form(function)
    if not form:
        raise TypeError(f"solver {name}: it must be a function with the arguments {_FORMS}, not {_shown(function)}")
    features = {Feature.LIST, Feature.BLOCK} | (set() if form == "two" else {Feature.SECONDARY})
    own = {
        "__doc__": getattr(function, "__doc__", None) or "A function.",
        "name": name,
        "features": frozenset(features),
        "function": staticmethod(function),
        "form": form,
    }
    return dataclass(frozen=True)(type("FunctionSolver", (FunctionSolver,), own))


def _form(function: Any) -> str:
    """Return how a function is called: with `two` or `three` arguments, or with the last one `named`; else empty."""
    if isinstance(function, type):
        return ""
    try:
        arguments = signature(function)
        takes = arguments.parameters.values()
        named = [one for one in takes if one.name == "secondary" and one.kind is not Parameter.POSITIONAL_ONLY]
        needed = [one for one in takes if one.kind in _PLACES and one.default is Parameter.empty]
        form = "named" if named else "three" if len(needed) > 2 else "two"
        _called(lambda *places, **names: arguments.bind(*places, **names), form, [], [], [])  # may raise TypeError
    except (TypeError, ValueError):
        return ""
    return form


def _called(function: Callable[..., Any], form: str, options: Any, primary: Any, secondary: Any) -> Any:
    if form == "named":
        return function(options, primary, secondary=secondary)
    return function(options, primary, secondary) if form == "three" else function(options, primary)


def _shown(function: Any) -> str:
    try:
        return str(signature(function))
    except (TypeError, ValueError):
        return shown(function)


class _FunctionSearch(OneByOne):
    def __init__(self, kind: type[FunctionSolver], problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self.kind, self.problem, self.blocked = kind, problem, blocked

    def _steps(self) -> Steps:
        kind, problem, covers = self.kind, self.problem, None
        try:
            options = [tuple(problem.items_of(k)) for k in range(problem.n_options)]
            items = list(range(problem.n_items))
            covers = _called(kind.function, kind.form, options, items[: problem.n_primary], items[problem.n_primary :])
            if not isinstance(covers, Iterable):
                raise _WrongAnswer(f"returns {shortened(covers)}: it must return or yield covers")
            for cover in covers:
                numbers = None if cover is None else _numbers(cover)
                if numbers is None or not self.blocked or tuple(sorted(numbers)) not in self.blocked:  # sorts rarely
                    yield numbers
        except _WrongAnswer as error:
            raise RuntimeError(f"solver {kind.name} {error}") from None
        except Exception as error:
            raised = RuntimeError(f"solver {kind.name} raises {type(error).__name__}: {error}")
            raise raised.with_traceback(error.__traceback__) from error
        finally:
            getattr(covers, "close", lambda: None)()  # only a generator has `close`


class _WrongAnswer(Exception):
    """The function gives something else than covers."""


def _numbers(cover: Iterable[int]) -> array[int]:
    try:
        return array("i", tuple(cover))  # a tuple, since `array` would read bytes as machine words
    except (TypeError, OverflowError):
        raise _WrongAnswer(
            f"gives {shortened(cover)} as a cover: a cover is a list of the numbers of its options, counted from 0"
        ) from None
