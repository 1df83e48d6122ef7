"""Named options as JSON: an object with the list of the items of each option, which are texts or whole numbers.

    {"Ann early": ["morning", "noon"], "Bob late": ["evening"]}

All items must be covered exactly once.
"""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from danceoff.problems.model.arguments import named_by
from danceoff.problems.model.cover import ExactCover, InvalidProblem


def read(text: str, file: str) -> ExactCover:
    """Return the problem that JSON describes; raises InvalidProblem, for two options with the same name, too."""
    found = parsed(text, file, tuple)
    rows = [row for _, row in found] if isinstance(found, tuple) else []
    if not rows or any(not isinstance(row, list) or {*map(type, row)} - {str, int} for row in rows):
        form = "a .json file has a list of items for each name of an option, or is a day of Pips: easy, medium or hard"
        raise InvalidProblem(f"{file}: {form}; --input names other formats")
    names = [name for name, _ in found]
    if twice := [name for name, n in Counter(names).items() if n > 1]:
        raise InvalidProblem(f"{file}: two options have the name {twice[0]!r}")
    with named_by(file):
        return ExactCover.from_options(rows, dict.fromkeys(item for row in rows for item in row), (), names)


def parsed(text: str, file: str, pairs: Callable[[list[tuple[str, Any]]], Any]) -> Any:
    """Return the value that JSON describes; `pairs` makes each object from its pairs; raises InvalidProblem."""
    try:
        return json.loads(text, object_pairs_hook=pairs)
    except (ValueError, RecursionError) as error:
        raise InvalidProblem(f"{file}: not JSON: {error}") from None
