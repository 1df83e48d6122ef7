"""The command that asks the question of a row again."""

from __future__ import annotations

import shlex

from danceoff.experiments.results.record import Row
from danceoff.questions.tasks import WALKED


def again(row: Row) -> str:
    """Return the command line, quoted for a POSIX shell.

    `danceoff solve` has no limit on memory: that of the row is left out there.
    """
    is_certified = WALKED[row.task].certifies
    values = {
        "solver": row.solver,
        **(_certified(row) if is_certified else _solved(row)),
        "time-limit": row.time_limit_s,
    }
    words = [f"--{name}={_written(value)}" for name, value in values.items() if value not in (None, "")]
    words += ["--up-to-symmetry"] * row.up_to_symmetry + ["--maximise"] * row.maximise
    return shlex.join(["danceoff", "certify" if is_certified else "solve", *words, "--", row.problem])


def _certified(row: Row) -> dict[str, object]:
    asked = WALKED[row.task]
    limit = None if asked.by_cost else row.limit
    return {"output": "certificate", "task": asked.certified, "limit": limit, "memory-limit": row.memory_limit_mb}


def _solved(row: Row) -> dict[str, object]:
    return {
        "task": row.task,
        "limit": None if WALKED[row.task].is_limit_fixed else row.limit,
        "at-most": row.at_most,
        "order": row.order,
        "cpu-limit": row.cpu_limit_s,
        "pin": ",".join(map(str, row.pin)),
    }


def _written(value: object) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)
