"""The plans that come with danceoff."""

import tomllib
from pathlib import Path

PLANS = Path(__file__).parent


def names() -> list[str]:
    """Return the names of the plans."""
    return sorted(path.stem for path in PLANS.glob("*.toml"))


def description(name: str) -> str:
    """Return the description of a plan."""
    return str(tomllib.loads((PLANS / f"{name}.toml").read_text(encoding="utf-8")).get("description", ""))
