"""How many covers there are, and the cheapest cover, each with a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.questions.best import BestQuestion
from danceoff.questions.question import Counts, Option, Question

if TYPE_CHECKING:
    from danceoff.questions.drive import Drive
    from danceoff.questions.events import Events

_CERTIFIED = "certified (times exclude the certificate and its check)"
_EXCLUDES = {
    "order": "{} is about the problem as it is; leave out --order",
    "up_to_symmetry": "a certificate is for all covers, not for those up to symmetry",
    "at_most": "a certificate is for all covers, not for those of bounded cost",
}


class _Certified(Question):
    def walk(self, drive: Drive, search: Any) -> Events:
        """Yield what the search finds, and certify the answer."""
        return drive.certified(search)


class CertifyQuestion(_Certified, Counts):
    """How many covers there are, with a certificate of their number."""

    name: ClassVar[str] = "certify"
    asks: ClassVar[str] = f"all covers, {_CERTIFIED}"
    certified: ClassVar[str] = "count"
    excludes: ClassVar[Mapping[str, str]] = {**Counts.excludes, **_EXCLUDES}


class CertifyBestQuestion(_Certified, BestQuestion):
    """The cheapest cover, with a certificate that there is none cheaper."""

    name: ClassVar[str] = "certify-best"
    asks: ClassVar[str] = f"a cheapest cover, {_CERTIFIED}"
    certified: ClassVar[str] = "best"
    has_own_limit: ClassVar[bool] = True
    options: ClassVar[tuple[Option, ...]] = ()
    excludes: ClassVar[Mapping[str, str]] = {**BestQuestion.excludes, **_EXCLUDES}
