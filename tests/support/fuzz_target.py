"""What a fuzz target is, and the loop that runs one for a number of seconds."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample
from hypothesis.strategies import SearchStrategy

_CASES_A_ROUND = 1000


@dataclass(frozen=True)
class Target:
    """Something to fuzz.
    cases: what is drawn. complaint: what is wrong about one case, or an empty text; an exception is a defect of the
    target. shown: a case as text, so that it can be replayed. summary: what was asked, line by line."""

    cases: SearchStrategy[Any]
    complaint: Callable[[Any], str]
    shown: Callable[[Any], str] = repr
    summary: Callable[[], Sequence[str]] = tuple


def fuzz(target: Target, seconds: float, seed: int = 1, most_cases: int = 1 << 60) -> tuple[str, int]:
    """Draw cases until the time is up or there are most_cases: the smallest that is wrong, and how many there were.
    The text is empty where nothing is wrong. The same seed draws the same cases; only their number depends on the time.
    """
    end = monotonic() + seconds
    n_cases, is_found = 0, False

    def is_wrong(case: Any) -> bool:
        nonlocal n_cases, is_found
        if not is_found and monotonic() > end:
            return False
        n_cases += 1
        complaint = target.complaint(case)
        is_found |= bool(complaint)
        return bool(complaint)

    n_before = -1
    while n_before < n_cases < most_cases and monotonic() < end:
        n_before = n_cases
        rules = settings(
            max_examples=min(_CASES_A_ROUND, most_cases - n_cases),
            deadline=None,
            database=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        )
        with suppress(NoSuchExample):
            wrong = find(target.cases, is_wrong, settings=rules, random=Random(seed))
            return f"{target.shown(wrong)}\n{target.complaint(wrong)}", n_cases
        seed += 1
    return "", n_cases
