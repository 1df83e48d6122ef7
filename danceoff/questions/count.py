"""How many covers there are."""

from typing import ClassVar

from danceoff.questions.question import Counts


class CountQuestion(Counts):
    """How many covers there are."""

    name: ClassVar[str] = "count"
    asks: ClassVar[str] = "all covers, counted"
