"""Fuzz the checker of certificates: whatever is done to an honest certificate, no wrong count is shown."""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from certificates import Parts, best, pack, proved, traced, unpacked, weighed
from fuzz_target import Target
from hypothesis import strategies as st

from danceoff.experiments.contract.small import all_covers, cost
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover
from danceoff.problems.certificate import Budget, InvalidCertificate, NotChecked, check_certificate

_BUDGET = Budget(unpacked_mb=10, memory_mb=50, n_steps=1 << 22)
_WORDS = st.one_of(st.integers(-20, 20), st.sampled_from([-(2**31), 2**31 - 1, 1 << 16, 0]))


class Change(NamedTuple):
    """Words [at, at + n_out) give way to these; positions count from the start, modulo the length."""

    at: int
    n_out: int
    words: list[int]


class Case(NamedTuple):
    """An honest certificate of a problem, and what is changed: its words and the count it claims."""

    problem: ExactCover
    kind: str
    changes: list[Change]
    more: int


_CHANGES = st.builds(Change, st.integers(0, 1 << 12), st.integers(0, 4), st.lists(_WORDS, max_size=4))
_PROBLEMS = problems(max_items=6, max_options=8) | problems(
    max_items=6, max_options=8, colours=True, multiplicities=True
)
_KINDS = st.sampled_from(["trace", "list+proof", "best", "weights"])
_CASES = st.builds(Case, priced(_PROBLEMS), _KINDS, st.lists(_CHANGES, max_size=3), st.integers(-2, 2))


def complaint(case: Case) -> str:
    """Why the checker is wrong about this case; empty if it is right."""
    covers = sorted(all_covers(case.problem), key=partial(cost, case.problem))
    if case.kind == "best" and not covers:
        return ""
    count, least = len(covers), cost(case.problem, covers[0]) if covers else 0
    with TemporaryDirectory() as folder:
        path, is_honest = Path(folder) / "certificate", True
        if case.kind == "best":
            parts = unpacked(best(path, case.problem, covers[0]))
        elif case.kind == "weights":  # weights that weigh nothing show nothing, and may be changed into a forgery
            nothing = Parts("weights", case.problem.digest, 0, [0] * (1 + 2 * case.problem.n_items))
            is_honest = weighed(path, case.problem) is not None
            parts = unpacked(path) if is_honest else nothing
        else:
            parts = unpacked((traced if case.kind == "trace" else proved)(path, case.problem))
        count_claimed = parts.count + case.more if case.kind == "best" else max(0, parts.count + case.more)
        changed = Parts(parts.kind, parts.digest, count_claimed, list(parts.words))
        for at, n_out, words in case.changes:
            begin = at % (len(changed.words) + 1)
            changed.words[begin : begin + n_out] = words
        try:
            verdict = check_certificate(case.problem, pack(path, changed), _BUDGET)
        except (InvalidCertificate, NotChecked) as refusal:
            return "an honest certificate is refused: " + str(refusal) if is_honest and changed == parts else ""
    if verdict.kind == "best":
        return "" if verdict.cost == least else f"a least cost of {verdict.cost} is shown where it is {least}"
    if verdict.kind != "none":
        return "" if verdict.count == count else f"{verdict.count} covers are shown where there are {count}"
    return "" if verdict.count <= count else f"at least {verdict.count} covers are shown where there are {count}"


def target() -> Target:
    """The checker, fed with changed certificates of small problems."""
    return Target(_CASES, complaint)
