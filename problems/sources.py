"""Whatever a user may name: a problem of the catalog or a file -> Instance."""

from __future__ import annotations

from problems import catalog
from problems.instance import Instance


def read(source: str) -> Instance:
    """The problem that a catalog name or a file means."""
    return catalog.instance(source)
