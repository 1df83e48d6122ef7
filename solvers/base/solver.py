"""A backend: its options, its features, and how it refuses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from itertools import islice, product
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem, check
from danceoff.problems.model.arguments import instance_of, whole_number
from danceoff.problems.model.arrays import numbers_below
from danceoff.solvers.base.refusals import UnsupportedProblem
from danceoff.solvers.base.search import Search


class Feature(Enum):
    """What a backend can do. `prepare` refuses a problem that needs more."""

    LIST = "list covers"
    SECONDARY = "at-most-one items"
    MULTIPLICITY = "items covered lo to hi times"
    COLOUR = "colours of secondary items"
    BLOCK = "leave out given covers"
    BEST = "find the cheapest covers"
    MAX_COST = "keep to a bound on the cost while it searches"


AT_ONCE = ("jobs", "workers")
"""The options that say how many threads or processes of a search run at the same time."""
OPTIMISING = frozenset({Feature.BEST, Feature.MAX_COST})
"""What only backends that look at costs can do."""


class Answers(NamedTuple):
    """What `Solver.each` found for n sets of givens.

    n_covers: how many covers each set has, int64[n].
    first: the first cover of each set; an empty row where there is none.
    """

    n_covers: NDArray[np.int64]
    first: Covers


@dataclass(frozen=True)
class Solver(ABC):
    """A backend with its options: cheap, hashable, picklable. `str` gives the text that `load` reads.

    The docstring of a backend explains each of its options as this one does: `danceoff list solvers NAME` shows it.

    name: its key in the table of backends.
    features: what it can do.
    choices: for each option that takes one of a few words, these words, and one line about each.
    at_least: for options that are numbers, the least that each may be.
    passed_on: the name of a field for options that only the library behind the backend knows, as (name, value) pairs.
    loads_in_turn: whether a search begins with what needs no engine if nothing is loaded (`Search.is_cold`). A known
        reason why there is no cover may end it.
    runs_programs: whether its times are those of programs that it runs (`Search.programs`).
    """

    name: ClassVar[str]
    features: ClassVar[frozenset[Feature]]
    choices: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    at_least: ClassVar[Mapping[str, int]] = {}
    passed_on: ClassVar[str] = ""
    loads_in_turn: ClassVar[bool] = False
    runs_programs: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for option, words in self.choices.items():
            if getattr(self, option) not in words:
                there_are = ", ".join(words)
                raise ValueError(
                    f"solver {self.name}: unknown {option} {getattr(self, option)!r}; there are {there_are}"
                )

        for option, least in self.at_least.items():
            if (value := getattr(self, option)) < least:
                raise ValueError(f"solver {self.name}: {option} must be {least} or more, not {value}")

    @property
    def at_once(self) -> int:
        """The number of threads or processes of a search that run at the same time."""
        return max(getattr(self, option, 1) for option in AT_ONCE)

    @property
    def counts_by_listing(self) -> bool:
        """Whether the backend lists all covers even if it is to count them, so that they can be checked."""
        return False

    def prepare(self, problem: ExactCover, blocked: Collection[Cover] = ()) -> Search:
        """Build the native model.

        blocked: covers, as rows of this problem's option numbers, that the search leaves out. A row that is no cover
            blocks nothing (as a blocking clause it would block every cover that contains it).

        Raises UnsupportedProblem if the problem needs a feature that this backend lacks, InvalidProblem if `blocked`
        does not hold rows of option numbers, and TypeError if `problem` is no ExactCover.
        """
        instance_of("problem", problem, ExactCover)
        nothing_blocked = isinstance(blocked, tuple) and not blocked  # `Covers.of` would take 20 us
        given: Covers | tuple[()] = () if nothing_blocked else Covers.of(blocked)
        if lacking := self.lacks(problem):
            raise UnsupportedProblem(f"{self.name} has no {lacking}")
        if problem.max_cost is not None and Feature.MAX_COST not in self.features:
            from danceoff.solvers.base.within_cost import WithinCost  # late: few problems have a `max_cost`

            return WithinCost(self.prepare(replace(problem, max_cost=None), blocked), problem)
        if len(given) and Feature.BLOCK not in self.features:
            raise UnsupportedProblem(f"{self.name} cannot leave out covers")
        covers = given.select(check(problem, given)) if isinstance(given, Covers) else ()
        return self.build(bounded(problem), frozenset(covers))

    def lacks(self, problem: ExactCover) -> str:
        """Return which feature the problem needs and this backend lacks, in words; empty if it lacks none."""
        if problem.n_primary < problem.n_items and Feature.SECONDARY not in self.features:
            return "secondary items"
        if problem.has_multiplicities and Feature.MULTIPLICITY not in self.features:
            return "multiplicities: it covers no item more than once"
        if problem.has_colours and Feature.COLOUR not in self.features:
            return "colours: it covers a secondary item only once"
        if problem.max_cost is not None and self.features.isdisjoint({Feature.LIST, Feature.MAX_COST}):
            return "bound on the cost: it counts covers and does not see what they cost"
        return ""

    def lists_to_certify(self, problem: ExactCover) -> bool:  # noqa: ARG002 - some backends can do both
        """Return whether a certificate of the number of covers lists the covers; otherwise it is a trace."""
        return Feature.LIST in self.features

    @abstractmethod
    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Build the search. Called by `prepare`, which has checked the arguments and the features they need."""

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Import, load and compile all that a search of this problem, or of it with givens, will need.

        The runner calls it before it measures.

        listing: whether covers will be listed, not counted.
        """
        for tiny in tiny_like(problem):
            search = self.prepare(tiny)
            for _ in search.batches() if listing else search.increments():
                pass

    def each(self, problem: ExactCover, givens: Covers, limit: int = 1) -> Iterator[Answers]:
        """Answer one problem with many sets of givens, in their order, several sets at a time.

        givens: rows of option numbers. Givens that exclude each other have no covers.
        limit: the number of covers up to which each set is counted.

        The first cover of a set includes its givens. An empty batch of answers is a heartbeat.

        Raises InvalidProblem if an option number is out of range or given twice.
        """
        instance_of("problem", problem, ExactCover)
        whole_number("limit", limit, 1, np.iinfo(np.int64).max)
        option = numbers_below("given option", instance_of("givens", givens, Covers).option, problem.n_options)
        row = np.repeat(np.arange(len(givens)), np.diff(givens.start))
        place = row * problem.n_options + option
        if not (place[1:] > place[:-1]).all():
            place = np.sort(place)  # ten times as fast as np.unique here
        if (place[1:] == place[:-1]).any():
            raise InvalidProblem("an option is given twice")
        if problem.max_cost is not None and Feature.MAX_COST not in self.features:
            return Solver.answer(self, problem, givens, limit)
        return self.answer(problem, givens, limit)

    def answer(self, problem: ExactCover, givens: Covers, limit: int) -> Iterator[Answers]:
        """Answer well-formed givens. Called by `each`; override it where one model can serve all sets."""
        problem = replace(problem, origin=np.zeros(0, np.int32), taken=np.zeros(0, np.int32))  # lift to its numbers
        for given in givens:
            rest = problem.given(given)
            with self.prepare(rest) as search:
                covers = islice(search.covers(), limit)
                found = list(islice(covers, 1))
                n_covers = len(found) + sum(1 for _ in covers)
            yield Answers(np.array([n_covers], np.int64), rest.lift(Covers.of(found)) if found else Covers.of([()]))

    def __str__(self) -> str:
        changed = [
            f"{field.name}={_written(value)}"
            for field in fields(self)
            if field.name != self.passed_on and (value := getattr(self, field.name)) != field.default
        ]
        changed += [f"{name}={text}" for name, text in getattr(self, self.passed_on, ())]
        return ":".join([self.name, ",".join(changed)] if changed else [self.name])


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def tiny_like(problem: ExactCover) -> Iterator[ExactCover]:
    """Yield tiny problems with costs, for a warm-up: one for each form that this problem, or a part of it, may take."""
    for has_multiplicities, has_colours in product(
        sorted({False, problem.has_multiplicities}), sorted({False, problem.has_colours})
    ):
        options = [["a", ("c", "red")], ["b", ("c", "red")], ["b", ("c", "blue")]] if has_colours else ["a", "b", "b"]
        bounds: Mapping[Hashable, tuple[int, int]] = {"b": (1, 2)} if has_multiplicities else {}
        tiny = ExactCover.from_options(options, "ab", "c" * has_colours, multiplicity=bounds, cost=[1, 2, 3])
        yield tiny if problem.max_cost is None else replace(tiny, max_cost=3)


def warm_up_best(solver: Solver, problem: ExactCover) -> None:
    """Warm up the search for the cheapest covers as well, if the problem has costs that matter."""
    if problem.has_costs or problem.max_cost is not None:
        for tiny in tiny_like(problem):
            for _ in solver.prepare(tiny).cheapest():
                pass


def bounded(problem: ExactCover) -> ExactCover:
    """Return a problem with the same covers, where no bound of an item exceeds the number of its options by over one.

    Bounds up to 2^31 - 1 are legal, but some libraries add 1 to a bound, or sum bounds in 32 bits. An item that needs
    more options than it has needs more than it has in the result, too.
    """
    if not problem.has_multiplicities:
        return problem
    n_each = np.bincount(problem.item, minlength=problem.n_items)
    least = np.minimum(problem.least, n_each + 1).astype(np.int32)
    most = np.minimum(problem.most, np.maximum(n_each, np.maximum(least, 1))).astype(np.int32)
    return replace(problem, least=least, most=most)
