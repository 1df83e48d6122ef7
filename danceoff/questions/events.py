"""The events of a walk: what a search finds, and how it ended."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from danceoff.problems import Cover, Covers
    from danceoff.solvers import Search

NONE = "there can be none: "
"""What stands before a reason why there is no cover."""


class Prepared(NamedTuple):
    """The search is prepared, and its walk begins."""

    search: Search


class Found(NamedTuple):
    """New covers, which are checked.

    covers: in the numbering of the root problem; up to symmetry, one cover of each orbit.
    n_before: how many were found before these.
    """

    covers: Covers
    n_before: int


class Counted:
    """The totals have grown. A search that counts, or finds covers one by one, yields this about once a millisecond."""


class Improved(NamedTuple):
    """There is a new cheapest cover, or a higher bound.

    cost: of the cheapest cover so far, in the units of the model; None if there is no cover yet.
    bound: the proven lower bound on the cost of every cover; None if nothing is proven.
    cover: a cheapest cover so far, with its cost, in the numbering of the root problem; None if only the bound is new.
    """

    cost: int | None
    bound: int | None
    cover: tuple[int, Cover] | None


class Settled:
    """The cheapest cover so far is final; the covers that come next differ from it."""


class Answered(NamedTuple):
    """Some or all rows of a table that answers a question.

    rows: plain values, with the columns that the question names.
    """

    rows: list[tuple[Any, ...]]


class Searched:
    """The search is over, and its times are final; what follows proves its answer."""


class Certified(NamedTuple):
    """There is a certificate, or a reason why there is none.

    columns: the columns of a row that describe the certificate, or say the reason.
    """

    columns: dict[str, Any]


class Drawn(NamedTuple):
    """A picture of the answer, as SVG."""

    svg: str


class Explained(NamedTuple):
    """A better explanation why there is no cover, or the reason why there is no explanation.

    members: those of `Explanation`.
    """

    members: dict[str, Any]
    warning: str = ""


class Ended(NamedTuple):
    """The walk is over.

    status: `complete`, `limit`, `timeout`, `memory` or `wrong`, as in a row.
    detail: what the solver chose, or what went wrong, in words.
    """

    status: str
    detail: str = ""


_AtEnd = Explained | Searched | Certified | Ended
Event = Prepared | Found | Counted | Improved | Settled | Answered | Drawn | _AtEnd
Events = Generator[Event]
