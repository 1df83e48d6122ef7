"""The base class of questions that no solver walks: a name, options, the answer, and how it is printed.

CONTRIBUTING.md says how to add one. The command line makes arguments of the options; the worker of a case calls `ask`;
the parent keeps the rows of the answer and prints them by the other methods. Modules of questions import at the top
what the command line can afford: no NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from danceoff.questions.words import Row, Words

if TYPE_CHECKING:
    from danceoff.asking.walks import Asked, Events
    from danceoff.problems import ExactCover
    from danceoff.problems.instance import Instance
    from danceoff.solvers.engines.diagram import Diagram

DIAGRAM = "diagram"
"""What stands for the solver of a question that the diagram of all covers answers."""

MEMORY_MB, DEFAULT_MB = "memory_mb", 2048
"""The option that a case has beside those of its question: a bound on the memory of the diagram, MB of 10^6 bytes."""


@dataclass(frozen=True)
class Option:
    """An option of a question.

    name: its name from Python; `--NAME` on the command line, with hyphens.
    kind: `number`, a whole number above 0; `flag`; or `range`, numbers A:B.
    help: what it does, for the command line.
    default: the value where it is not given.
    """

    name: str
    kind: str
    help: str
    default: Any = None

    @property
    def flag(self) -> str:
        """The name on the command line, without the two hyphens before it."""
        return self.name.replace("_", "-")


class Needs(NamedTuple):
    """What a question gets besides the problem.

    options: its options, by name.
    memory_mb: a bound on the memory of the diagram, MB of 10^6 bytes.
    wants_picture: whether the answer is to be drawn.
    """

    options: Mapping[str, Any]
    memory_mb: int
    wants_picture: bool


class Question(Words):
    """A question about all covers of a problem.

    name: the name of its task.
    help: what it asks, for the command line.
    options: its options. An option with the name of the question asks the question, too; then `--task` does not have
        it.
    shows_covers: whether the answer has covers. Then `--limit` says how many, by default one.
    draws: whether the answer has a picture, of covers or of its own.
    is_exact: whether the answer may be compared with what is published.
    columns: the columns of the table that is the answer; empty if the answer is covers.
    is_limit_fixed: whether a case may have no other limit than the default.
    keeps_order: whether the answer depends on the numbering, so that items and options are not shuffled.
    shows_together: whether the covers are shown together at the end.
    is_walked: whether a solver answers it; `Task` describes those.
    by_cost: whether it looks for the cheapest covers.
    """

    name: ClassVar[str]
    help: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = ()
    shows_covers: ClassVar[bool] = False
    draws: ClassVar[bool] = True
    is_exact: ClassVar[bool] = True
    columns: ClassVar[tuple[str, ...]] = ()
    is_limit_fixed: ClassVar[bool] = False
    keeps_order: ClassVar[bool] = True
    shows_together: ClassVar[bool] = False
    is_walked: ClassVar[bool] = False
    by_cost: ClassVar[bool] = False

    @property
    def words(self) -> Words:
        """How its answer is said: by its own methods."""
        return self

    @property
    def is_task(self) -> bool:
        """Whether `--task` asks the question."""
        return all(option.name != self.name for option in self.options)

    def answered_by(self, options: Mapping[str, Any]) -> str:
        """What stands for the solver in the answer."""
        return DIAGRAM

    @property
    def default_limit(self) -> int | None:
        """The number of covers after which the question is answered; None for an answer without covers."""
        return 1 if self.shows_covers else None

    def n_asked(self, options: Mapping[str, Any]) -> int | None:
        """Return how many covers the options ask for; None where `--limit` says so."""
        return None

    def warm_up(self, problem: ExactCover, needs: Needs) -> None:
        """Load all that the answer needs, before the clock runs: here the kernels of the diagram, if it answers."""
        if self.answered_by(needs.options) == DIAGRAM:
            from danceoff.solvers.engines import diagram

            diagram.warm_up()

    def diagram_of(self, asked: Asked, needs: Needs) -> tuple[Diagram, int]:
        """Return the diagram of all covers and their number; it is made under the clock: making it is the search.

        Raises MemoryError, which says how to allow more, if the diagram does not fit.
        """
        from danceoff.solvers.engines.diagram import diagram

        try:
            with asked.totals.clock.running():
                graph = diagram(asked.problem, needs.memory_mb)
                return graph, graph.count
        except MemoryError as error:
            raise MemoryError(f"{error}: --solver diagram:memory_mb=N") from None

    def ask(self, asked: Asked, instance: Instance, needs: Needs) -> Events:
        """Yield covers (`Found`), rows (`Answered`), a picture (`Drawn`), and last `Ended`.

        Work is done under the clock of `asked`. Raises InvalidProblem if the options do not go with the problem.
        """
        raise NotImplementedError

    def table(self, rows: Sequence[Row]) -> list[Row]:
        """Return the rows of the table to write as CSV."""
        return sorted(rows)
