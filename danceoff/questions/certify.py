"""The number of covers, and the cheapest cover, each with a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from danceoff.questions.best import BestQuestion
from danceoff.questions.question import Counts, Option

_CERTIFIED = "certified (times exclude the certificate and its check)"
_EXCLUDES = {
    "order": "{} is about the problem as it is; leave out --order",
    "up_to_symmetry": "a certificate is for all covers, not for those up to symmetry",
    "at_most": "a certificate is for all covers, not for those of bounded cost",
}


class CertifyQuestion(Counts):
    """How many covers there are, with a certificate of their number."""

    name: ClassVar[str] = "certify"
    asks: ClassVar[str] = f"all covers, {_CERTIFIED}"
    certified: ClassVar[str] = "count"
    excludes: ClassVar[Mapping[str, str]] = {**Counts.excludes, **_EXCLUDES}


class CertifyBestQuestion(BestQuestion):
    """The cheapest cover, with a certificate that there is none cheaper."""

    name: ClassVar[str] = "certify-best"
    asks: ClassVar[str] = f"a cheapest cover, {_CERTIFIED}"
    certified: ClassVar[str] = "best"
    has_own_limit: ClassVar[bool] = True
    options: ClassVar[tuple[Option, ...]] = ()
    excludes: ClassVar[Mapping[str, str]] = {**BestQuestion.excludes, **_EXCLUDES}
