"""Names of items, options and colours: numbered when a problem is stated, and made when they are read."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model import arguments
from danceoff.problems.model.arguments import InvalidProblem
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.digits import text_of
from danceoff.problems.model.edges import times
from danceoff.problems.model.printable import printable

if TYPE_CHECKING:
    from danceoff.problems.model.cover import ExactCover


def numbered(
    options: Iterable[Iterable[Hashable]],
    primary: Iterable[Hashable],
    secondary: Iterable[Hashable],
    multiplicity: Mapping[Hashable, tuple[int, int]] | None,
    option_names: Sequence[Hashable] = (),
) -> dict[str, Any]:
    """Return the fields of an ExactCover except the names of its options; raises as `ExactCover.from_options` does."""
    primaries = _listed("primary", primary)
    names = [*primaries, *_listed("secondary", secondary)]
    try:
        number = {name: i for i, name in enumerate(names)}
    except TypeError as error:
        raise InvalidProblem(f"an item has no name that can be looked up: {error}") from None
    for name in names:
        is_nan = isinstance(name, float) and name != name
        if is_nan or type(name).__name__ in ("NaTType", "NAType"):
            raise InvalidProblem(f"an item has no name, but a missing value, {name}")
    if len(number) < len(names):
        twice = next(name for i, name in enumerate(names) if number[name] != i)
        raise InvalidProblem(f"item {twice!r} is declared twice")
    rows, palette = [], Palette()
    for k, option in enumerate(_listed("options", options)):
        try:
            rows.append(sorted([_entry(name, number, palette) for name in arguments.in_order(option)]))
        except KeyError as error:
            raise InvalidProblem(f"{called(option_names, k)}: unknown item {error.args[0]!r}") from None
        except TypeError as error:  # not iterable, or a name that is not hashable
            raise InvalidProblem(f"{called(option_names, k)}: {error}") from None
    items = np.array([item for row in rows for item, _ in row], dtype=np.int32)
    colours = np.array([colour for row in rows for _, colour in row], dtype=np.int32)
    start = offsets([len(row) for row in rows])
    least, most = (np.arange(len(names)) < len(primaries)).astype(np.int32), np.ones(len(names), np.int32)
    for name, bounds in _multiplicities(multiplicity):
        if name not in number:
            raise InvalidProblem(f"multiplicity of an unknown item {name!r}")
        least[number[name]], most[number[name]] = times(name, bounds)
    return {
        "start": start,
        "item": items,
        "n_items": len(names),
        "n_primary": len(primaries),
        "item_names": tuple(names),
        "least": least,
        "most": most,
        "colour": colours,
        "colour_names": palette.names,
    }


def called(option_names: Sequence[Hashable], option: int) -> str:
    """Return how messages name an option: `option 'Ann'` by its name, or `option 3` if it has none."""
    return f"option {_called(option_names, option)}"


def colour_name(problem: ExactCover, colour: int) -> Hashable:
    """Return the name of a colour, from 1 on, or its number if it has none."""
    return problem.colour_names[colour - 1] if problem.colour_names else colour


def counted(n: int) -> Names:
    """Return the names 1 to n, for files that count from 1."""
    return Names(n, _counted)


def no_cover(option_names: Sequence[Hashable], options: Iterable[int]) -> str:
    """Return the sentence that these options are not a cover."""
    return f"options {', '.join(_called(option_names, option) for option in options)} are not a cover"


def option_name(problem: ExactCover, option: int) -> str:
    """Return the name of an option, or the names of its items and colours if it has none, on one line."""
    return printable(whole_name(problem, option))


def whole_name(problem: ExactCover, option: int) -> str:
    """Return the same as `option_name`, but leave characters that are not printable as they are."""
    if problem.option_names:
        return text_of(problem.option_names[option])
    return " ".join(starmap(problem.entry_name, problem.entries_of(option)))


def _counted(k: int) -> str:
    return str(k + 1)


def _called(option_names: Sequence[Hashable], option: int) -> str:
    """Return the name of an option, or its number; a faulty solver may give a number that no option has."""
    if not 0 <= option < len(option_names):
        return str(option)
    name = option_names[option]
    return repr(str(name)) if isinstance(name, str) else printable(text_of(name))


class Palette:
    """Numbers for colours, from 1, in the order of their first use."""

    def __init__(self) -> None:
        self._number: dict[Hashable, int] = {}

    def number(self, colour: Hashable) -> int:
        """Return the number of a colour; raises TypeError if it is not hashable."""
        return self._number.setdefault(colour, len(self._number) + 1)

    @property
    def names(self) -> tuple[Hashable, ...]:
        """The colours in the order of their numbers; the first one has number 1."""
        return tuple(self._number)


def _entry(name: Any, number: Mapping[Hashable, int], palette: Palette) -> tuple[int, int]:
    """Return the number of an item, and the number of its colour or 0."""
    item = number.get(name)
    if item is not None:
        return item, 0
    if isinstance(name, tuple) and len(name) == 2 and name[0] in number:
        return number[name[0]], palette.number(name[1])
    raise KeyError(name)


def _listed(name: str, values: Any) -> list[Any]:
    try:
        return list(arguments.in_order(values))
    except TypeError:
        raise InvalidProblem(f"{name} must be a sequence, not {arguments.shown(values)}") from None


def _multiplicities(multiplicity: Any) -> Iterable[tuple[Any, Any]]:
    if not isinstance(multiplicity, Mapping | None):
        raise InvalidProblem(f"multiplicity must be a mapping, not {arguments.shown(multiplicity)}")
    return (multiplicity or {}).items()


class Names(Sequence[Hashable]):
    """A sequence of the n names `name(k)`, made on access, so that a large problem is built without them.

    Picklable if `name` is.
    """

    def __init__(self, n: int, name: Callable[[int], Hashable]) -> None:
        self._range = range(n)
        self._name = name

    def __len__(self) -> int:
        return len(self._range)

    @overload
    def __getitem__(self, index: int) -> Hashable: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Hashable]: ...
    def __getitem__(self, index: int | slice) -> Hashable | Sequence[Hashable]:
        if isinstance(index, slice):
            return [self._name(k) for k in self._range[index]]
        return self._name(self._range[index])


def picked(names: Sequence[Hashable], mask: NDArray[np.bool_]) -> Sequence[Hashable]:
    """Return the names k with mask[k], computed on access: most sub-problems are never shown."""
    return Names(int(np.count_nonzero(mask)), partial(_nth, names, np.flatnonzero(mask))) if names else ()


def _nth(names: Sequence[Hashable], index: NDArray[np.intp], k: int) -> Hashable:
    name: Hashable = names[int(index[k])]
    return name
