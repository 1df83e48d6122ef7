"""The base class of questions: a name, options, what it asks of a solver, and the class of its answers.

CONTRIBUTING.md says how to add a question. The command line makes arguments of the options; the worker of a case finds
the answer. Modules of questions import at the top what the command line can afford: no NumPy.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.problems.model.arguments import Refused
from danceoff.questions.answer import Answer
from danceoff.questions.events import Explained
from danceoff.rooms import added_by_rooms

if TYPE_CHECKING:
    from danceoff.questions.drive import Drive
    from danceoff.questions.events import Events
    from danceoff.solvers.engines.diagram import Diagram

DIAGRAM = "diagram"
"""What stands for the solver of a question that the diagram of all covers answers."""

MODELS: dict[str, str] = added_by_rooms("models")
"""The models of covers, by their arguments of `danceoff solve`, with the modules that write them."""
OF_COVERS = ("svg", "gallery", *MODELS)
"""The pictures and models of covers."""

MEMORY_MB, DEFAULT_MB = "memory_mb", 2048
"""The option that a case has beside those of its question: a bound on the memory of the diagram, MB of 10^6 bytes."""
OPB = "opb"
"""The option of a case whose certificate is a proof for VeriPB: the file for its problem, which is in OPB."""
CERTIFICATE = "certificate"
"""The option of a case whose certificate is kept: the absolute path of its file. Others are checked and deleted."""


class _Refuted(Exception):
    """A reason shows that there is no cover."""


@dataclass(frozen=True)
class Option:
    """An option of a question.

    name: its name from Python; `--NAME` on the command line, with hyphens.
    kind: `number`, a whole number above 0; `amount`, an exact number; `flag`; or `range`, numbers A:B.
    help: what it does, for the command line.
    default: the value where it is not given.
    needs: the name of the `Feature` of a solver that it needs; empty for none.
    """

    name: str
    kind: str
    help: str
    default: Any = None
    needs: str = ""

    @property
    def flag(self) -> str:
        """The name on the command line, without the two hyphens before it."""
        return self.name.replace("_", "-")


class Question:
    """A question about a problem.

    name: its name in plans, rows and on the command line, where it is called a task.
    asks: what it asks for, in the words of a report; only a question with these words may be in a plan.
    help: what it asks, for the command line, where its name does not say it.
    options: its options. On the command line, an option with the name of the question asks the question.
    needs_solver: whether a solver answers it.
    lists: whether the solver must list covers, and not only count them.
    by_cost: whether the solver looks for the cheapest covers.
    certified: the name of the question whose answer it certifies; empty if it leaves no certificate.
    default_limit: how many covers answer it; None if it asks for all covers, or not for covers.
    has_own_limit: whether its limit cannot be changed.
    excludes: for each argument of an Ask that does not go with it, the reason; in a reason, {} stands for the words
        that ask the question, and {NAME} for an argument.
    forms: the pictures and models in which the answer can be shown: some of OF_COVERS.
    is_exact: whether the answer may be compared with the published number.
    columns: the names of the columns, if the answer is a table; empty if it is covers or their number.
    answer: the class of its answers.
    """

    name: ClassVar[str]
    asks: ClassVar[str] = ""
    help: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    needs_solver: ClassVar[bool] = True
    lists: ClassVar[bool] = False
    by_cost: ClassVar[bool] = False
    certified: ClassVar[str] = ""
    default_limit: ClassVar[int | None] = None
    has_own_limit: ClassVar[bool] = False
    excludes: ClassVar[Mapping[str, str]] = {}
    forms: ClassVar[tuple[str, ...]] = ()
    is_exact: ClassVar[bool] = True
    columns: ClassVar[tuple[str, ...]] = ()
    answer: ClassVar[type[Answer]] = Answer

    @property
    def certifies(self) -> bool:
        """Whether it leaves a certificate."""
        return bool(self.certified)

    @property
    def shows_covers(self) -> bool:
        """Whether the answer has covers. Then `--limit` says how many."""
        return "gallery" in self.forms

    @property
    def finds_costs(self) -> bool:
        """Whether the answer is a cost, and not a number of covers."""
        return self.by_cost and not self.certifies

    @property
    def is_done_at_limit(self) -> bool:
        """Whether a search that lists covers has answered the question when it reaches the limit."""
        return self.lists and self.default_limit is not None

    @property
    def asked_by(self) -> str:
        """The words on the command line that ask the question."""
        return f"--{self.name}" if any(option.name == self.name for option in self.options) else f"--task {self.name}"

    def refuse(self, asked: Mapping[str, Any]) -> None:
        """Raise Refused for columns of an Ask that do not go with the question, or with each other."""
        for name, why in self.excludes.items():
            if asked[name]:
                raise Refused(why.format(self.asked_by, **asked))
        if asked["distinct"] and (asked["up_to_symmetry"] or asked["only"]):
            raise Refused("--distinct goes with neither symmetries nor filters of covers; leave one of them out")
        if asked["order"] and asked["only"]:
            raise Refused(f"--order is what a solver gets; leave it out with --{asked['only']}")

    def refuse_forms(self, forms: Collection[str]) -> None:
        """Raise Refused if the answer cannot be shown in one of these forms."""
        if lacking := [form for form in forms if form not in self.forms]:
            raise Refused(f"{self.asked_by} has nothing to draw for --{lacking[0]}; leave it out")

    def limited(self, limit: int | None, options: Mapping[str, Any]) -> int | None:
        """Return the limit of an Ask, by default that of the question; raises Refused if the question sets its own."""
        own = self.default_limit
        if self.has_own_limit and limit not in (None, own):
            raise Refused(f"{self.asked_by} says itself when to stop; leave out --limit")
        return own if limit is None else limit

    def n_cheapest(self, limit: int | None, options: Mapping[str, Any]) -> int:
        """Return how many of the cheapest covers a search looks for, with this limit and these options of an Ask."""
        return limit or 1

    def warm_up(self, drive: Drive) -> None:
        """Load all that the answer needs besides the solver."""

    def walk(self, drive: Drive, search: Any) -> Events:
        """Yield the events of the search (`events.py`), and last `Ended`; the clock runs during the search."""
        return drive.ordinary(search)

    def form(self, show: Any) -> Any:
        """Return in which form the worker sends covers (`messages.Show`) if the user wants them as `show` says."""
        return show

    def contradicts_published(self, row: Any) -> bool:
        """Return whether the published number of covers or orbits contradicts the answer of a row."""
        pairs = ((row.covers, row.published), (row.orbits, row.published_orbits))
        known = [pair for pair in pairs if None not in pair]
        all_differ = self.needs_solver  # drawn covers may come twice
        return any((all_differ and found > said) or (row.is_exact and found != said) for found, said in known)

    def says_number(self, row: Any) -> bool:
        """Return whether the answer of a complete row gives the number of covers, to compare with the published one."""
        return bool(row.is_exact)

    def why_none(self, drive: Drive) -> Iterator[Explained]:
        """Yield ever better explanations, found in little time, why a search has found that there is no cover."""
        yield Explained({"reasons": drive.reasons})

    def afterwards(self, drive: Drive) -> list[str]:
        """Return further remarks for the reader, found in little time, once the search is complete and has a cover."""
        return []


_NO_COSTS = {"maximise": "--maximise goes with --task best; other tasks do not look at costs, but for --at-most"}
NO_FILTER = {
    "only": "--{only} looks at each cover: it goes with first, unique, enumerate and count",
    "distinct": "--distinct goes with first, unique, enumerate and count, not with {}",
}


class Lists(Question):
    """A question that a solver answers by listing covers."""

    excludes: ClassVar[Mapping[str, str]] = _NO_COSTS
    lists: ClassVar[bool] = True
    forms: ClassVar[tuple[str, ...]] = OF_COVERS


class Counts(Question):
    """A question that a solver answers by counting covers."""

    excludes: ClassVar[Mapping[str, str]] = _NO_COSTS


class Optimises(Question):
    """A question that a solver answers by looking for the cheapest covers."""

    excludes: ClassVar[Mapping[str, str]] = {
        "up_to_symmetry": "the cheapest covers are not sought up to symmetry; leave out --up-to-symmetry",
        **NO_FILTER,
    }
    by_cost: ClassVar[bool] = True
    default_limit: ClassVar[int | None] = 1
    forms: ClassVar[tuple[str, ...]] = OF_COVERS


class Derived(Question):
    """A question that is answered without a solver: from the diagram of all covers, or by sampling.

    otherwise: advice for a diagram that is too large: another way to an answer, in words.
    """

    excludes: ClassVar[Mapping[str, str]] = {
        "order": "--order is what a solver gets; {} needs none",
        "up_to_symmetry": "{} does not go with --up-to-symmetry",
        **_NO_COSTS,
        **NO_FILTER,
    }
    otherwise: ClassVar[str] = ""
    needs_solver: ClassVar[bool] = False
    forms: ClassVar[tuple[str, ...]] = ("svg",)

    def answered_by(self, options: Mapping[str, Any]) -> str:
        """Return the name that stands for the solver in the answer."""
        return DIAGRAM

    def warm_up(self, drive: Drive) -> None:
        """Load all that the answer needs before the clock runs: the kernels of the diagram, if the diagram answers."""
        if self.answered_by(drive.options) == DIAGRAM:
            from danceoff.solvers.engines import diagram  # late: Numba, 0.3 s

            diagram.warm_up()

    def diagram_of(self, drive: Drive, patience_s: float = inf) -> tuple[Diagram, int]:
        """Make the diagram of all covers, under the clock, for this is the search; return it and the number of covers.

        If a reason shows that there is no cover, the diagram is that of the problem without its options.

        Raises MemoryError, which says how to allow more, if the diagram does not fit, and TimeoutError if it takes
        longer than `patience_s`.
        """
        from danceoff.solvers.base.turns import ended
        from danceoff.solvers.engines.diagram import recording

        clock, problem = drive.totals.clock, drive.instance.problem

        def check_patience() -> None:
            if drive.is_refuted():
                raise _Refuted
            if clock.wall_s > patience_s:
                raise TimeoutError(f"the diagram of all covers is not recorded after {patience_s:g} s")

        try:
            with clock.running():
                try:
                    graph = ended(recording(problem, drive.options[MEMORY_MB], None), check_patience)
                except _Refuted:
                    nothing = problem.without(range(problem.n_options))
                    graph = ended(recording(nothing, drive.options[MEMORY_MB], None))
                return graph, graph.count
        except MemoryError as error:
            raise MemoryError(f"{error}: --solver diagram:memory_mb=N{self.otherwise}") from None

    def walk(self, drive: Drive, search: Any) -> Events:
        """Yield covers (`Found`), rows (`Answered`), a picture (`Drawn`), and last `Ended`.

        Work is done under the clock. Raises InvalidProblem if the options do not go with the problem.
        """
        raise NotImplementedError
