"""The columns of a row and the keys of a plan as tables, which results/README.md and docs/plans.md hold."""

from collections.abc import Iterable, Mapping
from typing import get_type_hints

from danceoff.experiments.results.record import COLUMNS, MEASURES, STATUSES, Row
from danceoff.problems.formats.toml import Key


def of_rows() -> str:
    """Return the columns and statuses of a row as Markdown."""
    hints = get_type_hints(Row, include_extras=True)
    columns = {name: hints[name].__metadata__[0] for name in COLUMNS}
    tables = {"column": columns, "status": STATUSES, "measured_by": MEASURES}
    return "\n\n".join(_table((head, "meaning"), meanings.items()) for head, meanings in tables.items())


def of_plans(keys: Mapping[str, Key]) -> str:
    """Return some keys of a plan as Markdown."""
    return _table(("key", "takes", "meaning"), ((name, key.takes, key.meaning) for name, key in keys.items()))


def _table(head: Iterable[str], lines: Iterable[tuple[str, ...]]) -> str:
    heading = f"| {' | '.join(head)} |"
    rule = "|---" * (heading.count("|") - 1) + "|"
    return "\n".join([heading, rule, *(f"| `{name}` | {' | '.join(others)} |" for name, *others in lines)])
