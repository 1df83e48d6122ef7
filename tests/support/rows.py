"""Rows made up for tests of what is done with rows."""

from hashlib import sha256
from typing import Any

from danceoff.experiments.results.record import Row


def row(solver: str = "dlx", covers: int = 8, fingerprint: str = "f8", **columns: Any) -> Row:
    """A complete enumeration of a made-up problem, but for the columns that are given."""
    told = f"{solver} {covers} {fingerprint} {columns}"  # no row replaces another
    values = {"case": sha256(told.encode(errors="replace")).hexdigest(), "problem": "tromino/5x5-0", "digest": "d1"}
    values |= {"task": "enumerate", "repeat": 1, "limit": None, "time_limit_s": 10.0, "memory_limit_mb": None}
    values["status"] = "complete"
    return Row(**{**values, "solver": solver, "covers": covers, "fingerprint": fingerprint, **columns})


def times(solver: str, **seconds: float | None) -> list[Row]:
    """A row a problem, 10 s the limit; None hits it."""
    return [
        row(solver, problem=p, digest=p, prepare_s=0.0, search_s=s or 10.0, status="complete" if s else "timeout")
        for p, s in seconds.items()
    ]
