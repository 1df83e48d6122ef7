"""Rows made up for tests of what is done with rows; a small race of two families and three solvers among them."""

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


COVERS = {"tromino/5x5-0": 8, "tromino/6x6": 162, "tromino/7x7-0": 1440, "queens/6": 4}
_ITEMS = {"tromino/5x5-0": 24, "tromino/6x6": 36, "tromino/7x7-0": 48, "queens/6": 9}
_SPEEDS = {"dlx": 1e-4, "sat": 1e-3, "sat:engine=glucose4": 2e-3}


def race() -> list[Row]:
    """Every solver on every problem, two repeats; glucose4 hits the limit on the largest and miscounts the queens."""
    return [_ended(problem, solver, repeat) for problem in COVERS for solver in _SPEEDS for repeat in (1, 2)]


def _ended(problem: str, solver: str, repeat: int) -> Row:
    covers, took_s = COVERS[problem], COVERS[problem] * _SPEEDS[solver] * (1 + 0.1 * repeat)
    end = {"search_s": took_s, "points": [[took_s / 2, covers // 2], [took_s, covers]]}
    if solver.endswith("glucose4") and covers == 1440:
        end = {"status": "timeout", "covers": 700, "fingerprint": "", "search_s": 10.0, "first_s": 0.5}
    elif solver.endswith("glucose4") and covers == 4:
        end |= {"covers": 3, "fingerprint": "f3"}
    told = {"covers": covers, "fingerprint": f"f{covers}", "published": covers, "prepare_s": 0.001, **end}
    about = {"problem": problem, "digest": problem, "family": problem.partition("/")[0]}
    about |= {"n_items": _ITEMS[problem], "n_options": 99, "cpu": "a processor", "host": "here"}
    return row(solver, repeat=repeat, peak_rss_mb=50.0, stats={"propagations": 7000}, **about, **told)


def descents() -> list[Row]:
    """Rows of a search for the cheapest cover that one solver proves and another does not."""
    proven = [(0.1, 900, None), (0.2, 900, -5), (1.0, 10, 5), (2.0, 7, 7)]
    asked = {"task": "best", "limit": 1, "covers": 1, "fingerprint": "", "cost_scale": 10, "prepare_s": 0.5}
    return [
        row("sat", cost=7, bound=7, cost_points=proven, search_s=2.0, first_s=0.1, **asked),
        row("dlx", cost=8, bound=6, cost_points=[(3.0, 8, 6)], search_s=9.5, status="timeout", **asked),
    ]
