"""The keys of a plan as tables, which docs/compare.md holds."""

from collections.abc import Mapping

from danceoff.problems.formats.toml import Key


def of_plans(keys: Mapping[str, Key]) -> str:
    """Return some keys of a plan as Markdown."""
    lines = [f"| `{name}` | {key.takes} | {key.meaning} |" for name, key in keys.items()]
    return "\n".join(["| key | takes | meaning |", "|---|---|---|", *lines])
