"""The exact cover model: a problem and its answers.

Knuth's words (TAOCP 4B, 7.2.2.1): an *item* must be covered, a *primary* item exactly once, a *secondary* item at most
once; an *option* covers some items; a *cover* is a set of options that covers every primary item exactly once and no
secondary item twice. A primary item may have another *multiplicity* lo..hi: it is covered that many times. An option
may give a secondary item a *colour*: any number of options may cover the item in one and the same colour. An option may
have a *cost*; the cost of a cover is the sum over its options, plus the constant of the problem.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model import arguments, arrays, edges
from danceoff.problems.model import costs as pricing
from danceoff.problems.model.arguments import MOST_ITEMS, InvalidProblem
from danceoff.problems.model.arrays import BoolArray, IntArray
from danceoff.problems.model.covers import Cover, Covers, offsets
from danceoff.problems.model.digits import text_of
from danceoff.problems.model.naming import colour_name, numbered, picked
from danceoff.problems.model.validation import validate

__all__ = ["MOST_ITEMS", "BoolArray", "Cover", "Covers", "ExactCover", "IntArray", "InvalidProblem"]

ADDED = 1 << 30
"""In `ExactCover.origin`, the least number of an option that the root problem lacks; `lift` leaves such options out."""


@dataclass(frozen=True, eq=False)
class ExactCover:
    """An immutable exact cover problem in compressed rows; raises InvalidProblem unless it is well formed.

    Option k covers `item[start[k]:start[k + 1]]`, ascending. Items below n_primary are primary, the others secondary.
    Every option covers a primary item. Two equal options are two options and make two covers. A problem without primary
    items has exactly one cover, the empty one.

    start: int32[n_options + 1], where the items of each option begin.
    item: int32[start[-1]], the items of all options.
    n_items: the number of items.
    n_primary: the number of primary items.
    least, most: int32[n_items], how often each item is covered, with most >= 1. By default 1..1 for a primary item and
        0..1 for a secondary one; a secondary item allows nothing else. A cover is still a set: two different options
        cover an item twice.
    colour: int32[start[-1]], the colour that an option gives to each of its items, or 0 for none; empty if the problem
        has no colours. Only secondary items take colours. In a cover, any number of options may give an item the same
        colour, or a single one covers it without a colour.
    cost: int64[n_options]; empty if all are 0. The cheapest covers are the best ones.
    max_cost: the most that the options of a cover may cost together, or None; more expensive sets are no covers.
    cost_scale: the factor that made the user's costs whole numbers; negative if the user maximises. No solver reads it.
    item_names, option_names, colour_names: names for people, which no solver reads; empty if the numbers are the names.
        Colour c has the name `colour_names[c - 1]`.
    origin, taken: the link to the root problem, kept by `given` and `without`. Option k is option `origin[k]` of the
        root problem, in which the options `taken` are chosen already. Numbers from `ADDED` on are options that the root
        problem lacks.
    clashes: whether given options exclude each other; then no option is left, and no item explains why there is no
        cover.
    constant: the part of every cover's cost that is not from its options, such as the cost of `taken`. No solver reads
        it.
    """

    start: IntArray
    item: IntArray
    n_items: int
    n_primary: int
    item_names: Sequence[Hashable] = ()
    option_names: Sequence[Hashable] = ()
    origin: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))
    taken: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))
    least: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))
    most: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))
    colour: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))
    colour_names: Sequence[Hashable] = ()
    cost: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    max_cost: int | None = None
    cost_scale: int = 1
    clashes: bool = False
    constant: int = 0

    def __post_init__(self) -> None:
        given: dict[str, Any] = {name: getattr(self, name) for name in ("n_items", "n_primary")}
        for name, value in given.items():
            given[name] = arguments.whole_number(name, value, 0, MOST_ITEMS)
        for name in ("start", "item", "origin", "taken", "least", "most", "colour"):
            given[name] = arrays.whole_numbers(name, getattr(self, name))
        # Empty arrays stand for defaults; colours and costs that are all 0 become empty, too.
        if len(given["taken"]) == 0 and len(given["origin"]) == 0:
            given["origin"] = np.arange(max(len(given["start"]) - 1, 0), dtype=np.int32)
        if len(given["least"]) == 0 and len(given["most"]) == 0:
            given["most"] = np.ones(given["n_items"], np.int32)
            given["least"] = given["most"].copy()
            given["least"][given["n_primary"] :] = 0
        if not given["colour"].any() and len(given["colour"]) in (0, len(given["item"])):
            given["colour"] = np.zeros(0, np.int32)
        given["cost"] = arrays.large_numbers("cost", self.cost)
        if not given["cost"].any() and len(given["cost"]) in (0, len(given["start"]) - 1):
            given["cost"] = np.zeros(0, np.int64)
        if self.max_cost is not None:
            given["max_cost"] = arguments.whole_number("max_cost", self.max_cost, -pricing.MOST, pricing.MOST)
        given["constant"] = arguments.whole_number("constant", self.constant, -pricing.MOST, pricing.MOST)
        for name, value in given.items():
            object.__setattr__(self, name, arrays.immutable(value) if isinstance(value, np.ndarray) else value)
        for name in ("item_names", "option_names", "colour_names"):
            object.__setattr__(self, name, arrays.names(name, getattr(self, name)))
        validate(self)

    def __str__(self) -> str:
        """Return the size of the problem in words."""
        n_secondary = self.n_items - self.n_primary
        coloured = f", {self.n_colours} colours" if self.has_colours else ""
        return f"{self.n_options} options, {self.n_primary} primary and {n_secondary} secondary items{coloured}"

    def __repr__(self) -> str:
        return f"<ExactCover: {self}>"

    def __reduce__(self) -> tuple[type[ExactCover], tuple[Any, ...]]:
        """Copy by the constructor, because unpickled arrays would be writable."""
        return ExactCover, tuple(getattr(self, field.name) for field in fields(self))

    @classmethod
    def stated(cls, where: str = "", **fields: Any) -> ExactCover:
        """Build a problem whose options and items may go beyond the definition, as users may state it.

        An option without a primary item may be chosen or not: its secondary items become primary items that are covered
        at most once; if they take colours, the option gets an item of its own instead. Options of an item whose most is
        0 are left out, with a warning; the others keep their numbers. A most of `edges.OPEN` is the number of options
        that cover the item.

        where: the beginning of the warning, such as `FILE: `.
        fields: fields of `ExactCover`, as of a root problem.
        """
        settled, gone = edges.settled(fields, where)
        problem = cls(**settled)
        return problem.without(gone.astype(np.int32)) if len(gone) else problem

    @classmethod
    def from_options(
        cls,
        options: Iterable[Iterable[Hashable]],
        primary: Iterable[Hashable],
        secondary: Iterable[Hashable] = (),
        option_names: Sequence[Hashable] = (),
        multiplicity: Mapping[Hashable, tuple[int, int]] | None = None,
        cost: Sequence[pricing.Amount] = (),
    ) -> ExactCover:
        """Build a problem from options that name their items; a name may be anything hashable.

        options: the items of each option. A pair `(item, colour)` gives a secondary item a colour, also hashable,
            unless the pair itself is the name of an item.
        primary, secondary: the names of the items.
        option_names: one name per option, or none.
        multiplicity: (least, most) by item, for primary items that are not covered exactly once; None as most is no
            bound.
        cost: one number per option, or none; one factor scales all fractions and decimals to whole numbers.

        Options without a primary item, and items that are covered 0 times, are treated as in `stated`. Raises
        InvalidProblem for an item declared twice, an unknown or repeated item, an empty option, an impossible
        multiplicity or one of a secondary item, a colour of a primary item, costs that are no numbers or too large, and
        arguments of another form.
        """
        option_names = arrays.names("option_names", option_names)
        scaled, scale = pricing.scaled(cost, option_names)
        named = numbered(options, primary, secondary, multiplicity, option_names)
        return cls.stated(**named, option_names=option_names, cost=scaled, cost_scale=scale)

    @classmethod
    def from_matrix(cls, matrix: Any, n_primary: int | None = None, item_names: Sequence[Hashable] = ()) -> ExactCover:
        """Build a problem from a 0/1 matrix: a row is an option, a column an item.

        matrix: [n_options, n_items], a list of lists, an array, or a pandas DataFrame, whose labels become the names.
            The entries are 0 and 1 as integers, floats or bools.
        n_primary: how many items, which come first, are primary; by default all.
        item_names: one name per column, or none.

        Options without a primary item are treated as in `stated`. Raises InvalidProblem for other entries.
        """
        try:
            values = np.asarray(matrix)
        except (ValueError, TypeError):
            raise InvalidProblem("the matrix is ragged, or no matrix") from None
        if isinstance(matrix, np.ma.MaskedArray):
            raise InvalidProblem("the matrix is masked: say by .filled(0) what its masked entries are")
        if values.ndim != 2:
            raise InvalidProblem(f"a matrix has rows and columns, and this has {values.ndim} dimensions")
        if values.dtype.kind not in "biuf":
            raise InvalidProblem(f"a matrix holds the numbers 0 and 1, and this one {values.dtype} values")
        is_covered = values == 1
        wrong = np.argwhere((values != 0) & ~is_covered)
        if len(wrong):
            row, column = wrong[0].tolist()
            raise InvalidProblem(
                f"row {row}, column {column}: {arguments.shown(values[row, column])} is neither 0 nor 1"
            )
        names = tuple(arrays.names("item_names", item_names)) or tuple(getattr(matrix, "columns", ()))
        start, item = offsets(is_covered.sum(axis=1)), np.nonzero(is_covered)[1].astype(np.int32)
        n_items = values.shape[1]
        labels = tuple(getattr(matrix, "index", ())) if hasattr(matrix, "columns") else ()
        return cls.stated(
            start=start,
            item=item,
            n_items=n_items,
            n_primary=n_items if n_primary is None else n_primary,
            item_names=names,
            option_names=labels,
        )

    def _repr_html_(self) -> str:
        """How a notebook shows the problem: its size, and a small one as a table of options and items."""
        from danceoff.problems.model.html import table  # late: only notebooks show it

        return table(self)

    @property
    def n_options(self) -> int:
        """The number of options."""
        return len(self.start) - 1

    @cached_property
    def has_multiplicity(self) -> BoolArray:
        """Which primary items need not be covered exactly once: bool[n_items]."""
        is_primary = np.arange(self.n_items) < self.n_primary
        return arrays.immutable(np.asarray(is_primary & ((self.least != 1) | (self.most != 1)), dtype=bool))

    @cached_property
    def has_multiplicities(self) -> bool:
        """Whether some primary item need not be covered exactly once."""
        return bool(self.has_multiplicity.any())

    @cached_property
    def n_colours(self) -> int:
        """The number of colours: the largest number of a colour that is used or has a name."""
        return max(len(self.colour_names), int(self.colour.max(initial=0)))

    @property
    def has_colours(self) -> bool:
        """Whether some option gives an item a colour."""
        return len(self.colour) > 0

    @property
    def has_costs(self) -> bool:
        """Whether some option has a cost other than 0."""
        return len(self.cost) > 0

    def cost_of(self, covers: Covers) -> NDArray[np.int64]:
        """Return the cost of each of these sets of options, int64[n_covers]; raises InvalidProblem for unknown ones."""
        return pricing.sum_of(self, covers) + self.constant

    def shown_cost(self, cost: int) -> Fraction:
        """Return a cost in the units and with the sign of the user."""
        return Fraction(cost, self.cost_scale)

    def maximised(self) -> ExactCover:
        """Return the problem with negated costs, for covers of greatest cost; raises InvalidProblem with a max_cost."""
        if self.max_cost is not None:
            raise InvalidProblem("maximise first, then set max_cost")
        return replace(self, cost=-self.cost, constant=-self.constant, cost_scale=-self.cost_scale)

    @cached_property
    def covers_may_nest(self) -> bool:
        """Whether a cover may be a subset of another one: only if some option has no item with least == most.

        If so, a blocking clause must also name the options that are not in the cover.
        """
        return bool((self._count(self.least == self.most) == 0).any())

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits that name the problem by its numbers, without the names of items and options.

        The options that `given` took are part of it, since equal digests promise equal covers: `lift` adds these
        options, so equal sub-problems of different problems have different covers.
        """
        import hashlib  # OpenSSL takes 2 ms to load, and a problem that Python states needs no digest

        hasher = hashlib.sha256(f"{self.n_items} {self.n_primary} {self.n_options}\n".encode())
        hasher.update(self.start.astype("<i4").tobytes())
        hasher.update(self.item.astype("<i4").tobytes())
        if len(self.taken) or not np.array_equal(self.origin, np.arange(self.n_options)):
            hasher.update(self.origin.astype("<i4").tobytes() + self.taken.astype("<i4").tobytes())
        if self.has_multiplicities:
            hasher.update(b"lo..hi" + self.least.astype("<i4").tobytes() + self.most.astype("<i4").tobytes())
        if self.has_colours:
            hasher.update(b"colour" + self.colour.astype("<i4").tobytes())
        if self.has_costs:
            hasher.update(b"cost" + self.cost.astype("<i8").tobytes())
        if self.max_cost is not None:
            hasher.update(f"at most {self.max_cost}".encode())
        if self.constant:
            hasher.update(f"constant {self.constant}".encode())
        return hasher.hexdigest()[:16]

    def items_of(self, option: int) -> list[int]:
        """Return the items of an option, ascending; raises InvalidProblem for an unknown option."""
        arguments.whole_number("option", option, 0, self.n_options - 1)
        items: list[int] = self.item[self.start[option] : self.start[option + 1]].tolist()
        return items

    def item_name(self, item: int) -> str:
        """Return the name of an item, or its number as text; raises InvalidProblem for an unknown item."""
        arguments.whole_number("item", item, 0, self.n_items - 1)
        return text_of(self.item_names[item]) if self.item_names else str(item)

    def entries_of(self, option: int) -> list[tuple[int, int]]:
        """Return the items of an option, each with its colour or 0; raises as `items_of` does."""
        items = self.items_of(option)
        colours: list[int] = self.colour[self.start[option] : self.start[option + 1]].tolist()
        return list(zip(items, colours or [0] * len(items), strict=True))

    def entry(self, item: int, colour: int) -> Hashable:
        """Return an item by its name or number, or the pair (item, colour) unless the colour is 0."""
        named: Hashable = self.item_names[item] if self.item_names else item
        if colour == 0:
            return named
        return named, colour_name(self, colour)

    def entry_name(self, item: int, colour: int) -> str:
        """Return the name of an item in a colour, `item:colour`; of the item alone if the colour is 0."""
        if colour == 0:
            return self.item_name(item)
        arguments.whole_number("colour", colour, 1, self.n_colours)
        return f"{self.item_name(item)}:{colour_name(self, colour)}"

    def given(self, options: Sequence[int] | IntArray) -> ExactCover:
        """Return the sub-problem that remains when these options are chosen; `lift` completes its covers.

        options: their numbers, not a mask. If they exclude each other, the sub-problem has no cover.

        Raises InvalidProblem for values that are not numbers, and for a number that is out of range or comes twice.
        """
        chosen = arrays.numbers_below("given option", options, self.n_options)
        is_chosen = np.zeros(self.n_options, bool)
        is_chosen[chosen] = True
        if np.count_nonzero(is_chosen) < len(chosen):
            raise InvalidProblem("an option is given twice")
        size = np.diff(self.start)
        is_entry = np.repeat(is_chosen, size)
        covered = np.bincount(self.item[is_entry], minlength=self.n_items)
        is_settled, differs, clash = self._settled(is_entry)
        covered[is_settled] = 0  # any number of options may give an item the same colour
        clash = clash or bool((covered > self.most).any())
        gone = np.zeros(self.n_items, bool) if clash else covered == self.most  # items that are covered often enough
        keep = (self._count(gone) == 0) & ~differs & ~is_chosen & (not clash)
        if clash:  # items must be covered, and no option is left to do it
            least = np.where(np.arange(self.n_items) < self.n_primary, self.most, self.least)
            most = self.most
        else:
            least, most = np.maximum(self.least - covered, 0), self.most - covered
            gone |= is_settled
        entries = np.repeat(keep, size)
        if self.has_colours:  # what is left of the settled items agrees with the chosen options
            entries &= ~is_settled[self.item]
            size = self._per_option(entries)
        number = np.cumsum(~gone, dtype=np.int32) - np.int32(1)
        max_cost, constant = pricing.left_of(self, chosen)
        return ExactCover(
            offsets(size[keep]),
            number[self.item[entries]],
            int(np.count_nonzero(~gone)),
            int(np.count_nonzero(~gone[: self.n_primary])),
            picked(self.item_names, ~gone),
            picked(self.option_names, keep),
            self.origin[keep],
            np.concatenate([self.taken, self.origin[chosen]]),
            least[~gone],
            most[~gone],
            self.colour[entries] if self.has_colours else self.colour,
            self.colour_names,
            self.cost[keep] if self.has_costs else self.cost,
            max_cost,
            self.cost_scale,
            self.clashes or clash,
            constant,
        )

    def without(self, options: Sequence[int] | IntArray) -> ExactCover:
        """Return the sub-problem without these options; `lift` renumbers its covers.

        options: their numbers, not a mask.

        Raises InvalidProblem for values that are not numbers, and for a number that is out of range.
        """
        keep = np.ones(self.n_options, bool)
        keep[arrays.numbers_below("forbidden option", options, self.n_options)] = False
        size = np.diff(self.start)
        entries = np.repeat(keep, size)
        return replace(
            self,
            start=offsets(size[keep]),
            item=self.item[entries],
            colour=self.colour[entries] if self.has_colours else self.colour,
            cost=self.cost[keep] if self.has_costs else self.cost,
            option_names=picked(self.option_names, keep),
            origin=self.origin[keep],
        )

    def lift(self, covers: Covers) -> Covers:
        """Return covers of this sub-problem as covers of the root problem, without options that it lacks.

        Raises InvalidProblem for an unknown option.
        """
        arguments.instance_of("covers", covers, Covers)
        arrays.numbers_below("option", covers.option, self.n_options)
        if len(self.taken) == 0:
            return self._own(Covers(covers.start, self.origin[covers.option]))
        size = np.diff(covers.start)
        start = offsets(size + len(self.taken))
        option = np.empty(start[-1], np.int32)
        is_taken = np.zeros(len(option), bool)
        is_taken[(start[:-1, None] + np.arange(len(self.taken))).ravel()] = True  # they come first in each cover
        option[is_taken] = np.tile(self.taken, len(covers))
        option[~is_taken] = self.origin[covers.option]
        return self._own(Covers(start, option))

    @cached_property
    def _largest(self) -> int:
        return int(max(self.origin.max(initial=-1), self.taken.max(initial=-1)))

    def _own(self, covers: Covers) -> Covers:
        """Return lifted covers after removing options that the root problem lacks."""
        if self._largest < ADDED:
            return covers
        is_own = covers.option < ADDED
        before = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_own)])
        return Covers(before[covers.start], covers.option[is_own])

    def _count(self, items: BoolArray) -> NDArray[np.int64]:
        """Return how many of these items, bool[n_items], each option covers: int64[n_options]."""
        return self._per_option(items[self.item])

    def _per_option(self, entries: BoolArray) -> NDArray[np.int64]:
        """Return how many of these entries of `item`, bool[len(item)], each option has: int64[n_options]."""
        before = np.zeros(len(self.item) + 1, np.int64)
        np.cumsum(entries, out=before[1:])
        return np.asarray(before[self.start[1:]] - before[self.start[:-1]], dtype=np.int64)

    def _settled(self, is_entry: BoolArray) -> tuple[BoolArray, BoolArray, bool]:
        """Return how these entries of `item` fix the colours of items, in three values.

        They are the items that the entries give a colour, bool[n_items]; the options that use such an item in another
        way, bool[n_options]; and whether two of the entries give an item different colours.
        """
        if not self.has_colours:
            return np.zeros(self.n_items, bool), np.zeros(self.n_options, bool), False
        item, colour = self.item[is_entry], self.colour[is_entry]
        agreed = np.zeros(self.n_items, np.int32)
        agreed[item] = colour  # the last one; the others are compared with it
        differs = (agreed[self.item] > 0) & (self.colour != agreed[self.item])
        return agreed > 0, self._per_option(differs) > 0, bool((agreed[item] != colour).any())
