"""All covers."""

from __future__ import annotations

from typing import ClassVar

from danceoff.questions.question import Lists


class EnumerateQuestion(Lists):
    """All covers, each of them listed."""

    name: ClassVar[str] = "enumerate"
    asks: ClassVar[str] = "all covers, listed and checked"
