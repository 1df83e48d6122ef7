"""Collects a problem that a text states by names, line by line, for several formats."""

import re
from array import array
from collections.abc import Sequence

import numpy as np

from danceoff.problems.model.arguments import INT32_MAX, MOST_ITEMS
from danceoff.problems.model.costs import MOST
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.edges import OPEN
from danceoff.problems.model.lookup import there_are
from danceoff.problems.model.naming import Palette

_COST = re.compile(r"[+-]?\d{1,19}", re.ASCII)
_BOUNDS = "a multiplicity is lo to hi, 0 <= lo <= hi < 2^31"


class Named:
    """Collects a problem: first its items, primary ones first, then its options. `problem` returns it.

    form: how an option is written, for a message about an unknown item.

    Every method raises InvalidProblem, with a message that begins with `where`, the file and the line.
    """

    def __init__(self, form: str) -> None:
        self._form = form
        self._number: dict[str, int] = {}
        self._n_primary = 0
        self._least, self._most = array("i"), array("i")
        self._start, self._item, self._colour = array("i", [0]), array("i"), array("i")
        self._cost, self._sum_of_costs = array("q"), 0
        self._palette = Palette()

    def declare(self, where: str, words: Sequence[str], form: re.Pattern[str], say: str) -> None:
        """Declare the items of a line; a | stands before the secondary items.

        form: matches an item, with the groups name and times; times is a number, or `lo:hi`, where hi may be missing.
        say: the message for an item that does not match.
        """
        if len(words) > MOST_ITEMS + 1:
            raise InvalidProblem(f"{where}: more than {MOST_ITEMS} items, the most that a problem has")
        n_primary = words.index("|") if "|" in words else len(words)
        for word in words[:n_primary]:
            if not (found := form.fullmatch(word)):
                raise InvalidProblem(f"{where}: item {word!r}{say}")
            least, most = _times(found["times"])
            if not 0 <= least <= most <= INT32_MAX:
                raise InvalidProblem(f"{where}: item {found['name']!r} is covered {least} to {most} times; {_BOUNDS}")
            self._declare(where, found["name"], least, most)
        self._n_primary = n_primary
        for word in words[n_primary + 1 :]:
            found = form.fullmatch(word)
            if not found or found["times"]:
                raise InvalidProblem(f"{where}: secondary item {word!r}{say}")
            self._declare(where, word, 0, 1)

    def option(self, where: str, words: Sequence[str], cost: int = 0) -> None:
        """Add an option.

        words: names of items, or `name:colour`.
        """
        option = sorted(self._entry(where, word) for word in words)
        if not option or len(dict(option)) < len(option):
            raise InvalidProblem(f"{where}: an option covers at least one item, and no item twice")
        self._sum_of_costs += abs(cost)
        if self._sum_of_costs >= MOST:
            raise InvalidProblem(f"{where}: the costs up to here add up to 2^62 or more: choose a larger unit")
        self._cost.append(cost)
        self._item.extend(item for item, _ in option)
        self._colour.extend(colour for _, colour in option)
        self._start.append(len(self._item))

    def problem(self, file: str) -> ExactCover:
        """Return the problem, as `ExactCover.stated` does."""
        return ExactCover.stated(
            f"{file}: ",
            start=np.array(self._start, np.int32),
            item=np.array(self._item, np.int32),
            n_items=len(self._number),
            n_primary=self._n_primary,
            item_names=tuple(self._number),
            least=np.array(self._least, np.int32),
            most=np.array(self._most, np.int32),
            colour=np.array(self._colour, np.int32),
            colour_names=self._palette.names,
            cost=np.array(self._cost, np.int64),
        )

    def _declare(self, where: str, name: str, least: int, most: int) -> None:
        if name in self._number:
            raise InvalidProblem(f"{where}: item {name!r} is declared twice")
        self._number[name] = len(self._number)
        self._least.append(least)
        self._most.append(most)

    def _entry(self, where: str, word: str) -> tuple[int, int]:
        """The number of an item, and of its colour, or 0."""
        name, colon, colour = word.partition(":")
        item = self._number.get(name)
        if item is None:
            raise InvalidProblem(f"{where}: unknown item {name!r}; {there_are(name, self._number)}{self._form}")
        if colon and item < self._n_primary:
            raise InvalidProblem(f"{where}: {word!r} colours a primary item, and only secondary items take colours")
        if colon and not colour:
            raise InvalidProblem(f"{where}: {word!r} ends before its colour; without a colour it is written {name!r}")
        return item, self._palette.number(colour) if colon else 0


def _times(text: str | None) -> tuple[int, int]:
    """Return the least and the most times that a text such as `2`, `2:5` or `2:` gives; 1 and 1 without one."""
    least, colon, most = (text or "1").partition(":")
    return int(least), int(most or (OPEN if colon else least))


def costs_apart(where: str, words: Sequence[str]) -> tuple[list[str], int]:
    """Return the words that do not begin with `|`, and the sum of the whole numbers in the words that do.

    Raises InvalidProblem for a `|` within a word, and for a cost that is no whole number.
    """
    names, cost = list[str](), 0
    for word in words:
        before, found, amount = word.partition("|")
        if not found:
            names.append(word)
        elif before or not _COST.fullmatch(amount):
            form = "a cost is a word of its own, | and a whole number of at most 19 digits, such as |4"
            raise InvalidProblem(f"{where}: {word!r}: {form}")
        else:
            cost += int(amount)
    return names, cost
