"""Why there is no cover: a minimal set of items that cannot be covered together, in words."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import gcd
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.problems.model.digits import text_of
from danceoff.questions.answer import Answer
from danceoff.questions.events import Drawn, Ended, Event, Explained, Searched
from danceoff.questions.question import NO_FILTER, Lists, Option

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from danceoff.problems.instance import Instance
    from danceoff.questions.drive import Drive
    from danceoff.questions.events import Events
    from danceoff.solvers.base.search import Weights
    from danceoff.solvers.questions.conflict import Conflict
    from danceoff.solvers.rewriting.look_ahead import Stuck

_MOST_NAMED = 60
_FEW_NAMED = 4
_AFTER_A_PROOF_S = 1.0
"""How long to look for items that cannot be covered together once a proof shows that there is no cover."""
_EXPLAINING_S = 10.0
"""How long to look for items that cannot be covered together if the case has no time limit."""


@dataclass
class Explanation(Answer):
    """Why there is no cover.

    has_cover: whether there is a cover after all; None if the time limit came before that was known.
    reasons: sentences, each a proof by parity or counting that there is no cover.
    conflict: the names of items that cannot be covered together; empty if none were found.
    is_minimal: whether every smaller part of the conflict can be covered together.
    is_smallest: whether no conflict has fewer items.
    decisive: each item without which the problem would have a cover; all of them are in the conflict. None if not
        known.
    """

    has_cover: bool | None = None
    reasons: list[str] = field(default_factory=list)
    conflict: list[Hashable] = field(default_factory=list)
    is_minimal: bool = False
    is_smallest: bool = False
    decisive: list[Hashable] | None = None
    _of: Conflict | None = field(default=None, repr=False, compare=False)
    _ended: str = field(default="", repr=False, compare=False)
    _weights: list[int] | None = field(default=None, repr=False, compare=False)

    def add(self, event: Event) -> None:
        """Take a better explanation."""
        super().add(event)
        if isinstance(event, Explained):
            vars(self).update(event.members)

    @property
    def so_far(self) -> str:
        """The words `0 covers` once it is known that there is no cover; else empty."""
        return "0 covers" if "searched" in self.known else ""

    @property
    def decided(self) -> str:
        """The reasons, or whether there is a cover, in words; empty for the answer of a search."""
        if self.ask is not None:
            return ""
        verdicts = {True: "there is a cover", False: "0 covers", None: "it is not known whether there is a cover"}
        return "; ".join(self.members["reasons"]) or verdicts[self.has_cover]

    @property
    def members(self) -> dict[str, Any]:
        """The fields, with names as text; the reasons include the conflict in words."""
        conflict, decisive = (
            None if some is None else [*map(text_of, some)] for some in (self.conflict, self.decisive)
        )
        return {
            "reasons": self.reasons + ([_in_words(self.instance, self._of) + self._ended] if self._of else []),
            "conflict": conflict,
            "is_minimal": self.is_minimal,
            "is_smallest": self.is_smallest,
            "decisive": decisive,
        }

    def _repr_svg_(self) -> str | None:
        """Draw the weights or the conflict on the board, for a notebook; None, for text, without such a picture."""
        if self._weights is not None:
            return self.instance.weights(self._weights)
        return self.instance.conflict(self._of.items, self._of.decisive or ()) if self._of else None


def explanations(
    root: Instance, reasons: list[str], limit_s: float | None, usual_s: float, has_none: bool = False
) -> Iterator[Explanation]:
    """Yield ever better explanations why a problem has no cover.

    limit_s: the seconds that this may take; None for `usual_s`, and then for at most one more second after a proof.
    has_none: whether it is known that there is no cover: then all items are a conflict, if nothing better is found.

    Raises TimeoutError if neither a proof nor items that cannot be covered together were found.
    """
    from danceoff.solvers.base.refusals import UnsupportedProblem
    from danceoff.solvers.questions.conflict import Conflict, Strength, conflicts_within  # late: NumPy and PySAT, 0.1 s
    from danceoff.solvers.together.child import ChildDied

    began, seconds = monotonic(), usual_s if limit_s is None else limit_s
    proof, weights = ("", None) if reasons else _proof(root, seconds)
    seconds -= monotonic() - began
    if reasons := ([proof] if proof else reasons):
        if limit_s is None:
            seconds = min(seconds, _AFTER_A_PROOF_S)
        seconds = max(seconds, 0.0)
        yield Explanation(False, reasons, _weights=weights, at=root)
    best: Conflict | None = None
    if has_none and not reasons and root.problem.max_cost is None:
        best = Conflict(tuple((root.problem.least > 0).nonzero()[0].tolist()), Strength.CORE)

    def explanation(of: Conflict, ended: str = "") -> Explanation:
        conflict = [root.problem.entry(item, 0) for item in of.items]
        decisive = None if of.decisive is None else [root.problem.entry(item, 0) for item in of.decisive]
        is_minimal, is_smallest = of.strength != Strength.CORE, of.strength == Strength.SMALLEST
        found = Explanation(False, reasons, conflict, is_minimal, is_smallest, decisive, of, ended, at=root)
        found._weights = weights
        return found

    try:
        for best in conflicts_within(root.problem, seconds):
            yield explanation(best)
    except (TimeoutError, MemoryError, ChildDied, UnsupportedProblem) as error:
        if best:
            yield explanation(best, f"; {error}")
        elif not proof:
            raise TimeoutError(f"no items found that cannot be covered together: {error}") from None


def _proof(root: Instance, seconds: float) -> tuple[str, list[int] | None]:
    """Return a proof in words, and its weights of items if it has some; no words if no proof is found in time."""
    from danceoff.solvers.base.turns import ended  # late: NumPy
    from danceoff.solvers.rewriting import congruence
    from danceoff.solvers.rewriting.look_ahead import stuck_item
    from danceoff.solvers.rewriting.weighting import looked_for

    until = monotonic() + seconds

    def in_time() -> None:
        if monotonic() > until:
            raise TimeoutError

    with suppress(TimeoutError):
        if (stuck := ended(stuck_item(root.problem), in_time)) and stuck.leaves:
            return _stuck(root, stuck), None
        if congruent := congruence.refuting_weights(root.problem):
            return _congruent(root, congruent), None
        if (weights := ended(looked_for(root.problem), in_time)) is not None:
            return _weighed(root, weights.of_items), weights.of_items.tolist()
    return "", None


def _stuck(root: Instance, stuck: Stuck) -> str:
    """Say that each option of an item leaves too few options for some other item."""
    gone = "another option is" if stuck.n_gone == 1 else f"{stuck.n_gone} other options are"
    others = f", once {gone} left out for the same reason" if stuck.n_gone else ""
    one_of = "one of " if len(stuck.leaves) > 1 else ""
    item, left = (_these(root, items, _FEW_NAMED) for items in ([stuck.item], stuck.leaves))
    verb = (
        f"all options but {stuck.n_left} that cover {item} leave"
        if stuck.n_left
        else f"every option that covers {item} leaves"
    )
    return f"{verb} too few options for {one_of}{left}{others}"


def _congruent(root: Instance, found: Weights) -> str:
    """Say how weights prove that there is no cover: options weigh multiples of a number, but a cover does not."""
    import numpy as np  # late: the command line does without

    weights = [weight % found.modulus for weight in found.of_items.tolist()]
    shared = gcd(found.modulus, *weights)
    modulus, reduced = found.modulus // shared, np.array([weight // shared for weight in weights], object)
    needed = int(reduced @ root.problem.least)
    if set(reduced.tolist()) <= {0, 1}:
        these = _these(root, np.flatnonzero(reduced), _FEW_NAMED)
        return f"every option covers a multiple of {modulus} of {these}, which must be covered {_times(needed)} in all"
    let = _let_weigh(root, reduced)
    return f"{let}; every option weighs a multiple of {modulus}, but what a cover covers weighs {needed}"


def _let_weigh(root: Instance, weights: NDArray[Any]) -> str:
    """Say which items weigh how much."""
    import numpy as np  # late: the command line does without

    different = np.unique(weights[weights != 0]).tolist()[::-1]  # the greatest first
    shown = different if len(different) <= _FEW_NAMED else [*different[:2], *different[-2:]]
    of_weight = [(weight, np.flatnonzero(weights == weight)) for weight in shown]
    each = [f"{_these(root, items, _FEW_NAMED)} {w}{' each' if len(items) > 1 else ''}" for w, items in of_weight]
    if n_more := int(np.count_nonzero(weights)) - sum(len(items) for _, items in of_weight):
        each.append(f"{n_more} more something in between")
    return f"let these weigh so much: {', '.join(each)}"


def _weighed(root: Instance, weights: NDArray[np.int64]) -> str:
    """Say how the weights of items prove that there is no cover."""
    import numpy as np  # late: the command line does without

    from danceoff.solvers.rewriting.weighting import most_covered

    problem = root.problem
    asks, allows = np.flatnonzero(weights > 0), np.flatnonzero(weights < 0)
    needed, allowed = int(weights[asks] @ problem.least[asks]), -int(weights[allows] @ most_covered(problem)[allows])
    if np.abs(weights).max() > 1:
        least = needed - allowed
        return (
            f"{_let_weigh(root, weights)}; no option weighs more than 0, but what a cover covers weighs {least} or more"
        )
    is_allowed_more = bool(np.any(most_covered(problem)[allows] < problem.most[allows]))
    them = "them" if len(allows) > 1 else "it"
    few = f" (no more options cover {them})" if is_allowed_more else ""
    return (
        f"{_these(root, asks, _FEW_NAMED)} must be covered {_times(needed)} in all, and "
        f"{_these(root, allows, _FEW_NAMED)} at most {_times(allowed)}{few}; "
        "but every option covers at least as many of the second items as of the first"
    )


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def _in_words(root: Instance, conflict: Conflict) -> str:
    n = len(conflict.items)
    together = " together" if n > 1 else ""
    sentence = f"{_these(root, conflict.items)} cannot be covered{together} ({conflict.strength.value})"
    if not conflict.decisive:
        return sentence
    if set(conflict.decisive) == set(conflict.items):
        return f"{sentence}; if {'any one of them' if n > 1 else 'it'} need not be covered, there is a cover"
    decisive = _listed(root, conflict.decisive, _MOST_NAMED).removeprefix("of ")
    return f"{sentence}; there is a cover if one of these need not be covered: {decisive}"


def _these(root: Instance, items: Sequence[int] | NDArray[np.intp], most: int = _MOST_NAMED) -> str:
    """Return in words how many items these are, and the names of the first few."""
    n = f"{len(items)} items" if len(items) > 1 else "item"
    return f"the {n} {_listed(root, items, most)}"


def _listed(root: Instance, items: Sequence[int] | NDArray[np.intp], most: int) -> str:
    named = [int(item) for item in items[:most]]
    more = f" and {len(items) - most} more" if len(items) > most else ""
    words = [root.board.item_in_words(root.problem, item) for item in named]
    if all(words):
        return f"of {', '.join(words)}{more}"
    names = [root.problem.item_name(item) for item in named]
    separator = ", " if any(" " in name for name in names) else " "
    return separator.join(names) + more


class ExplainQuestion(Lists):
    """Why there is no cover, if there is none."""

    name: ClassVar[str] = "explain"
    help: ClassVar[str] = "why there is no cover"
    default_limit: ClassVar[int | None] = 1
    has_own_limit: ClassVar[bool] = True
    excludes: ClassVar[Mapping[str, str]] = {
        **Lists.excludes,
        **NO_FILTER,
        "at_most": "{} is about all covers; leave out --at-most",
    }
    options: ClassVar[tuple[Option, ...]] = (
        Option("explain", "flag", "if there is no cover, find items that cannot be covered together", False),
    )
    answer: ClassVar[type[Answer]] = Explanation

    def walk(self, drive: Drive, search: Any) -> Events:
        """Yield a cover; if there is none, ever better explanations until the time limit."""
        for event in [Ended("complete")] if drive.reasons else drive.ordinary(search):
            if isinstance(event, Ended) and event.status == "complete" and not drive.totals.covers:
                yield Searched()
                limit_s = drive.ask.limits.time_limit_s
                left_s = None if limit_s is None else limit_s - drive.totals.clock.wall_s
                try:
                    for found in explanations(drive.instance, drive.reasons, left_s, _EXPLAINING_S, has_none=True):
                        yield Explained(found.members)
                        if drive.draws and (drawn := found._repr_svg_()):
                            yield Drawn(drawn)
                except TimeoutError as error:
                    yield Explained({}, f"{error}; --time-limit S allows more")
            yield event

    def why_none(self, drive: Drive) -> Iterator[Explained]:
        """Yield nothing: the walk has explained it."""
        yield from ()
