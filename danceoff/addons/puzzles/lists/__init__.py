"""Files of many sudokus: read, solved on one prepared board, and answered with a line each."""

from collections.abc import Collection

from danceoff.asking.ask import Ask
from danceoff.problems.model.arguments import Refused

TASKS = ("first", "unique", "count")
"""What may be asked of a list."""


def refuse(ask: Ask, forms: Collection[str] = ()) -> None:
    """Raise Refused unless this may be asked of a list of sudokus.

    forms: the pictures and models that are asked for, by their names on the command line.
    """
    if ask.task not in TASKS:
        *names, last = TASKS
        raise Refused(f"{ask.problem}: a list of sudokus has only the tasks {', '.join(names)} and {last}")
    chosen = [name.replace("_", "-") for name, value in vars(ask.selection).items() if value]
    order = "order" if ask.order is not None else ""
    if wrong := [name for name in (*forms, ask.selection.only, *chosen, order) if name]:
        raise Refused(f"{ask.problem}: --{wrong[0]} is for a single problem, and this is a list of sudokus")
