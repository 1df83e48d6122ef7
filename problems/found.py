"""Covers that were found: their options go by their names."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from danceoff.problems import Cover, Covers, InvalidProblem
from danceoff.problems.instance import Instance
from danceoff.problems.model.digits import text_of, written
from danceoff.problems.model.lookup import numbers_of
from danceoff.problems.model.naming import option_name, whole_name

if TYPE_CHECKING:
    import pandas as pd

_WIDEST = 200
"""Items of the widest problem without a board that a notebook draws."""
_MOST_SHOWN = 6
_BATCH = 1 << 14


@dataclass(frozen=True, eq=False)
class Numbering:
    """The names of the options of one problem; all its covers share them, so each name is made once.

    Covers of a sub-problem, made by `given` or `without`, are in the numbering of its root problem.
    """

    instance: Instance

    @cached_property
    def names(self) -> tuple[Hashable, ...]:
        """The names of the problem's own options; empty if it does not name them."""
        return tuple(self.instance.problem.option_names)

    @cached_property
    def places(self) -> Mapping[int, int] | None:
        """The place of each root option in the sub-problem that remains; None if the problem is its own root.

        Options that were given have no place.
        """
        problem = self.instance.problem
        if len(problem.taken) == 0 and np.array_equal(problem.origin, np.arange(problem.n_options)):
            return None
        return {number: place for place, number in enumerate(problem.origin.tolist())}

    def place(self, number: int) -> int | None:
        """Return the place of a root option in this problem; None if the option was given."""
        return number if self.places is None else self.places.get(number)

    def name(self, number: int) -> Hashable:
        """The name of an option, or its number if it has none."""
        place = self.place(number)
        return number if place is None or not self.names else self.names[place]

    def cost(self, number: int) -> int | Fraction:
        """The cost of an option; 0 if it was given, since the constant of the problem then includes its cost."""
        place, problem = self.place(number), self.instance.problem
        return plain(problem.shown_cost(int(problem.cost[place]))) if problem.has_costs and place is not None else 0

    def items_of(self, number: int) -> list[Hashable]:
        """The items of an option, by name or number; raises InvalidProblem if the option was given."""
        place, problem = self.place(number), self.instance.problem
        if place is None:
            raise InvalidProblem(f"option {number} was given: ask the problem that it was cut from")
        return [problem.entry(item, colour) for item, colour in problem.entries_of(place)]


class FoundCover(Set[Hashable]):
    """One cover, as a set of the names of its options, or of their numbers if they have no names.

    It is equal to any set of the same names.

    numbers: the option numbers, ascending.
    options: the names, in the same order.
    """

    def __init__(self, numbering: Numbering, numbers: Cover) -> None:
        self.numbering, self.numbers = numbering, numbers

    @cached_property
    def options(self) -> tuple[Hashable, ...]:
        """The names of the options, or their numbers if they have none."""
        return tuple(map(self.numbering.name, self.numbers))

    def items_of(self, option: Hashable) -> list[Hashable]:
        """The items of one option of this cover, by name or number; `(item, colour)` if it gives the item a colour.

        Raises InvalidProblem if the cover does not hold the option, or if `ExactCover.given` removed it.
        """
        if option not in self.options:
            raise InvalidProblem(f"option {option!r} is not one of this cover's: {self!r}")
        return self.numbering.items_of(self.numbers[self.options.index(option)])

    @property
    def cost(self) -> int | Fraction:
        """The sum of the costs of its options and of the constant of the problem, exact."""
        problem = self.numbering.instance.problem
        return plain(problem.shown_cost(problem.constant) + sum(map(self.numbering.cost, self.numbers)))

    @property
    def picture(self) -> str:
        """The cover as plain text, drawn on its board; without a board, a line for each option."""
        instance = self.numbering.instance
        return instance.picture(self.numbers) if instance.board.is_drawn else "\n".join(map(str, self.options))

    def __contains__(self, option: object) -> bool:
        return option in self.options

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.numbers)

    def __hash__(self) -> int:
        return self._hash()

    def __repr__(self) -> str:
        options = "{" + ", ".join(map(repr, self.options)) + "}"
        has_costs = self.numbering.instance.problem.has_costs
        return f"{options} for {written(self.cost)}" if has_costs else options

    def _repr_svg_(self) -> str | None:
        """A picture for a notebook; text for a wide problem without a board."""
        instance = self.numbering.instance
        if not instance.board.is_drawn and (instance.problem.n_items > _WIDEST or self.numbering.places is not None):
            return None
        return instance.svg(self.numbers, instance.name)

    @property
    def drawn(self) -> str:
        """The cover as HTML: a picture, or text if it cannot be drawn."""
        from html import escape  # for notebooks alone: its table of entities takes a millisecond

        return self._repr_svg_() or f"<pre>{escape(repr(self))}</pre>"

    @classmethod
    def _from_iterable(cls, options: object) -> frozenset[Hashable]:  # type: ignore[override]
        """Return the result of `&`, `|` and `-` as a plain set, since it need not be a cover."""
        return frozenset(options)  # type: ignore[call-overload, no-any-return]


class FoundCovers(Sequence[FoundCover]):
    """Covers in the order in which they were found; they take two bytes per option if all numbers are below 2^16."""

    def __init__(self, numbering: Numbering, found: Iterable[Covers]) -> None:
        """Keep covers.

        numbering: the names of the options.
        found: batches of covers, in the numbering of the root problem; batches are kept as they come.
        """
        self.numbering, problem = numbering, numbering.instance.problem
        largest = max(problem.origin.max(initial=0), problem.taken.max(initial=0))
        width = np.dtype(np.uint16 if largest < 1 << 16 else np.int32)
        option, end = bytearray(), array("q", [0])  # both grow in place
        for batch in found:
            end.frombytes((batch.start[1:].astype(np.int64) + end[-1]).tobytes())
            option += batch.option.astype(width).data
        self._start, self._option = np.frombuffer(end, np.int64), np.frombuffer(option, width)

    @property
    def packed(self) -> Covers:
        """The covers as arrays, in the numbering of the root problem; raises InvalidProblem beyond 2^31 options."""
        return self._between(0, len(self))

    def _between(self, first: int, end: int) -> Covers:
        start = self._start[first : end + 1]
        return Covers(start - start[0], self._option[start[0] : start[-1]].astype(np.int32))

    def batches(self) -> Iterator[Covers]:
        """Yield the covers as arrays, in batches."""
        return (self._between(k, min(k + _BATCH, len(self))) for k in range(0, len(self), _BATCH))

    def as_sets(self) -> list[frozenset[Hashable]]:
        """Each cover as a frozenset of the names of its options."""
        return [frozenset(cover) for cover in self]

    def to_frame(self, option: Hashable | Sequence[Hashable] | None = None) -> pd.DataFrame:
        """A pandas frame with a line for each option of each cover: columns cover, option, items, and any cost.

        option: the columns of a long table that name the options, as in `danceoff.problem`; the frame gets the same
            columns.

        Raises InvalidProblem if the names of options do not have as many parts.
        """
        import pandas as pd  # late: pandas, 0.2 s

        cover = np.repeat(np.arange(len(self)), np.diff(self._start))
        number = self._option[np.lexsort((self._option, cover))]
        known, place = np.unique(number, return_inverse=True)
        each: dict[Hashable, list[Any]] = {
            "option": [self.numbering.name(one) for one in known.tolist()],
            "items": [tuple(self.numbering.items_of(one)) for one in known.tolist()],
        }
        if self.numbering.instance.problem.has_costs:
            costs = [self.numbering.cost(one) for one in known.tolist()]
            each["cost"] = [cost if isinstance(cost, int) else float(cost) for cost in costs]
        each |= _parts(each["option"], option, ["cover", *each])
        columns = {name: pd.Series(values, dtype=None if values else object) for name, values in each.items()}
        return pd.DataFrame({"cover": cover, **{name: one.array.take(place) for name, one in columns.items()}})

    def __len__(self) -> int:
        return len(self._start) - 1

    @overload
    def __getitem__(self, index: int) -> FoundCover: ...
    @overload
    def __getitem__(self, index: slice) -> FoundCovers: ...
    def __getitem__(self, index: int | slice) -> FoundCover | FoundCovers:
        if isinstance(index, slice):
            rows = [self[k].numbers for k in range(len(self))[index]]
            return FoundCovers(self.numbering, [Covers.of(rows)])
        k = range(len(self))[index]
        begin, end = self._start[k : k + 2].tolist()
        return FoundCover(self.numbering, tuple(sorted(self._option[begin:end].tolist())))

    def __iter__(self) -> Iterator[FoundCover]:
        return (FoundCover(self.numbering, cover) for batch in self.batches() for cover in batch)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(self) != len(other):
            return False
        return all(own == theirs for own, theirs in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        shown = [repr(self[k]) for k in range(min(len(self), _MOST_SHOWN))]
        more = [f"... {len(self)} in all"] * (len(self) > _MOST_SHOWN)
        return f"[{', '.join(shown + more)}]"


def _parts(names: list[Any], option: Any, others: list[Hashable]) -> dict[Hashable, list[Any]]:
    """Return the columns that named these options; an option that the table does not have gets None."""
    as_list = [*option] if isinstance(option, list | tuple) else [option]
    labels = [] if option is None else as_list
    if taken := [label for label in labels if label in others]:
        raise InvalidProblem(f"option: the frame has a column {taken[0]!r} of its own")
    if len(labels) < 2:
        return dict.fromkeys(labels, names)
    if wrong := [name for name in names if isinstance(name, tuple) and len(name) != len(labels)]:
        raise InvalidProblem(
            f"option: {wrong[0]!r} has {len(wrong[0])} parts, not one for each of {len(labels)} columns"
        )
    return {label: [name[k] if isinstance(name, tuple) else None for name in names] for k, label in enumerate(labels)}


def plain(amount: Fraction) -> int | Fraction:
    """An amount as an int if it is whole."""
    return int(amount) if amount.denominator == 1 else amount


def places_in(root: Instance, cover: Iterable[Hashable], argument: str = "cover") -> tuple[int, ...]:
    """Return the options of a cover in the numbering of a problem, without options that the problem has already taken.

    root: the problem.
    cover: a cover that was found, or a list of options as `numbers_of` takes them.
    argument: the name of the argument in error messages.
    """
    if not isinstance(cover, FoundCover):
        return tuple(numbers_of(root.problem, cover, argument))
    places = map(Numbering(root).place, cover.numbers)
    return tuple(place for place in places if place is not None)


def places_by_text(root: Instance) -> dict[str, list[int]]:
    """Return the places of the options that each text names."""
    problem, places = root.problem, dict[str, list[int]]()
    for place, number in enumerate(problem.origin.tolist()):
        names = [root.board.name_in_root(problem, number, name_of) for name_of in (whole_name, option_name)]
        if problem.option_names and isinstance(own := problem.option_names[place], tuple):
            names.append(", ".join(map(text_of, own)))  # as the columns of a table give it
        for name in dict.fromkeys(names):
            places.setdefault(name, []).append(place)
    return places
