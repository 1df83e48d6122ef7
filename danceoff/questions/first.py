"""One cover, whichever is found first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from danceoff.questions.question import Answer, Lists


class FirstQuestion(Lists):
    """One cover."""

    name: ClassVar[str] = "first"
    asks: ClassVar[str] = "one cover"
    default_limit: ClassVar[int | None] = 1
    of_sudoku_lists: ClassVar[bool] = True

    def remarks(self, row: Any, answer: Answer, seen: Mapping[str, Any]) -> list[str]:
        """Return whether it is the only cover, if that is known, and how to find a best one if there are costs."""
        said = [seen["alone"]] if seen.get("alone") else []
        if seen.get("has_costs") and row.covers:
            said.append("its options have costs: --task best finds a best cover")
        return said
