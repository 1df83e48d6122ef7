"""How many covers there are, and the cheapest cover, each with a certificate."""

from __future__ import annotations

from typing import ClassVar

from danceoff.questions.best import BestQuestion
from danceoff.questions.question import Counts

_CERTIFIED = "certified (times exclude the certificate and its check)"


class CertifyQuestion(Counts):
    """How many covers there are, with a certificate of their number."""

    name: ClassVar[str] = "certify"
    asks: ClassVar[str] = f"all covers, {_CERTIFIED}"
    certified: ClassVar[str] = "count"
    keeps_order: ClassVar[bool] = True


class CertifyBestQuestion(BestQuestion):
    """The cheapest cover, with a certificate that there is none cheaper."""

    name: ClassVar[str] = "certify-best"
    asks: ClassVar[str] = f"a cheapest cover, {_CERTIFIED}"
    certified: ClassVar[str] = "best"
    keeps_order: ClassVar[bool] = True
