"""The answer to a question, as far as it is known: it collects what a search finds, and says it in words.

Python, the command line and JSON have the same answers. Modules of questions import at the top what the command line
can afford: no NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from danceoff import problems
from danceoff.problems.model.digits import decimal
from danceoff.questions.events import Answered, Event, Found, Improved, Settled

if TYPE_CHECKING:
    from danceoff.problems import Cover, Covers, ExactCover
    from danceoff.problems.found import FoundCovers
    from danceoff.problems.instance import Instance

_ERRORS = {"timeout": TimeoutError, "memory": MemoryError, "limit": ValueError}
"""What is raised where the answer would be, by the status of the search."""

Row: TypeAlias = tuple[Any, ...]
"""A row of the table that is the answer, or a part of it; plain values, for it is sent as JSON."""


def in_words(n: int) -> str:
    """Return a number of covers in words."""
    return "1 cover" if n == 1 else f"{decimal(n)} covers"


@dataclass(eq=False, repr=False)
class Answer:
    """What is known of the answer to a question.

    ask: what is asked; None if no search answers it.
    at: the problem with its names and its board, or a function that reads it.
    rest: the sub-problem that was searched, if options are given or left out; else None.
    known: columns of the row so far, by name (`results.record.Row`).
    rows: the rows of the answer, if it is a table; empty if the answer is covers or their number.
    """

    ask: Any = field(default=None, kw_only=True, repr=False, compare=False)
    at: Instance | Callable[[], Instance] | None = field(default=None, kw_only=True, repr=False, compare=False)
    rest: ExactCover | None = field(default=None, kw_only=True, repr=False, compare=False)
    known: Mapping[str, Any] = field(default_factory=dict, kw_only=True, repr=False, compare=False)
    rows: list[Row] = field(default_factory=list, kw_only=True, repr=False, compare=False)
    _found: list[Covers] = field(default_factory=list, kw_only=True, repr=False, compare=False)
    _cheapest: Any = field(default=None, kw_only=True, repr=False, compare=False)
    _settled: list[tuple[int, int, Cover]] = field(default_factory=list, kw_only=True, repr=False, compare=False)

    def add(self, event: Event) -> None:
        """Take what a search has found."""
        match event:
            case Found(covers):
                self._found.append(covers)
            case Answered(rows):
                self.rows += rows
            case Improved(cover=(cost, cover)):
                if self._cheapest is None:
                    from danceoff.solvers.base import Cheapest  # late: NumPy

                    self._cheapest = Cheapest(self.ask.n_cheapest)
                self._cheapest.offer(cost, cover)
            case Settled():
                self._settled += self._cheapest.kept
                self._cheapest = None

    @property
    def status(self) -> str:
        """How the search ended, as in a row; empty while it goes on."""
        return str(self.known.get("status", ""))

    @property
    def detail(self) -> str:
        """What the solver chose, or what went wrong, in one line."""
        return str(self.known.get("detail", ""))

    @property
    def solver(self) -> str:
        """The solver, with its options."""
        return str(self.known["solver"])

    @property
    def seconds(self) -> float:
        """Wall-clock seconds of preparing and searching."""
        return float((self.known.get("prepare_s") or 0.0) + (self.known.get("search_s") or 0.0))

    @property
    def stats(self) -> Mapping[str, int]:
        """The solver's own counters."""
        return self.known.get("stats") or {}

    @property
    def n_covers(self) -> int:
        """The number of covers."""
        return int(self.known.get("covers", 0))

    @property
    def n_apart(self) -> int:
        """The number of covers found, or of orbits if the search was up to symmetry."""
        orbits = self.known.get("orbits")
        return self.n_covers if orbits is None else int(orbits)

    @cached_property
    def instance(self) -> Instance:
        """The problem with its names and its board; it is read at the first access."""
        at: Instance = self.at() if callable(self.at) else self.at  # type: ignore[assignment]
        return at.original

    @property
    def cheapest(self) -> Sequence[tuple[int, int, Cover]]:
        """The cheapest covers that are reported, ascending: cost, number in the order of arrival, and options."""
        kept = [*self._settled, *(self._cheapest.kept if self._cheapest else ())]
        return kept[: self.n_covers] if self.status else kept

    @property
    def numbers(self) -> list[Cover]:
        """The covers as option numbers of the root problem: the cheapest, or all that were kept."""
        if "covers" in vars(self):
            return [cover.numbers for cover in self.covers]
        return [cover for _, _, cover in self.cheapest] or [cover for batch in self._found for cover in batch]

    @cached_property
    def covers(self) -> FoundCovers:
        """The covers, whose options go by their names."""
        from danceoff.problems.found import FoundCovers, Numbering  # late: NumPy

        return FoundCovers(Numbering(self.instance), self._found or [problems.Covers.of(self.numbers)])

    @property
    def decided(self) -> str:
        """The answer of a complete search, in a few words; empty if it is a number of covers."""
        return ""

    @property
    def so_far(self) -> str:
        """What is known while a search goes on, or when it is stopped; empty if it is a number of covers."""
        return ""

    @property
    def words(self) -> str:
        """What was found, in a few words; empty if nothing was."""
        return self.ask.selection.in_words(self._words) if self.ask else self._words

    @property
    def _words(self) -> str:
        is_complete = self.ask is None or self.status == "complete"
        if words := (self.decided if is_complete else self.so_far):
            return words
        covers, orbits = in_words(self.n_covers), self.known.get("orbits")
        if orbits is not None:
            covers = f"1 of {covers} in one orbit" if orbits == 1 else f"{orbits} of {covers} up to symmetry"
        if self.ask is None:
            return covers
        # A search that ends at its default limit is complete, but may not know all covers: it says `shown, found`.
        question, limit = self.ask.question, self.ask.question.default_limit
        if is_complete:
            return covers if limit is None or self.n_apart < limit else f"{covers} shown, found"
        if question.needs_solver:
            return f"at least {covers}"
        return f"{covers} shown" if self.n_covers else ""

    @property
    def remarks(self) -> list[str]:
        """Remarks to print below the answer; they follow from two or more covers."""
        return []

    @property
    def lines(self) -> list[str]:
        """The lines to print before the last one."""
        return []

    @property
    def members(self) -> dict[str, Any]:
        """The members that the answer adds to a JSON object."""
        return {}

    def beside(self, cover: Cover) -> list[Row]:
        """Return rows of CSV to write below a cover: a remark about an item, and the name of the item."""
        return []

    @property
    def table(self) -> list[Row]:
        """The rows of the table to write as CSV."""
        return sorted(self.rows)

    def drawn(self) -> Iterator[tuple[Covers, str, str]]:
        """Yield the covers to draw at the end: each with its cost in words, and lines to print below it."""
        yield from ()

    @property
    def ended(self) -> str:
        """How the search ended, and what it found, in one line."""
        return f"{self.status or 'searching'}: {self.words} in {self.seconds:.3g} s by {self.solver}"

    def raise_unless_decided(self, what: str) -> None:
        """Raise TimeoutError, MemoryError, or RuntimeError if the solver is at fault, unless the search has answered.

        It raises ValueError if a limit on covers ended the search.
        """
        if self.status != "complete":
            told = filter(None, (f"{what} is not known", self.ended, self.detail))
            raise _ERRORS.get(self.status, RuntimeError)("; ".join(told))

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<{self}>"


class Optimum(Answer):
    """An answer that has a cost, and a bound on it."""

    @property
    def cost(self) -> int | Fraction | None:
        """The cost of the best cover found; None if none was found."""
        return None if (cost := self.known.get("cost")) is None else self._shown(cost)

    @property
    def bound(self) -> int | Fraction | None:
        """The proven bound: no cover has a better cost; None if nothing is proven."""
        return None if (bound := self.known.get("bound")) is None else self._shown(bound)

    def _shown(self, amount: int) -> int | Fraction:
        """Return a cost, given in the units of the model, as a number in the units of the user."""
        from danceoff.problems.found import plain  # late: NumPy

        return plain(Fraction(amount, self.known.get("cost_scale", 1)))
