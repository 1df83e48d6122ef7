"""The log of the engine that learns, as a proof: it holds under every pressure, and needs its hints."""

from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import fuzz_learning
import pytest
from certificates import pack, unpacked
from hypothesis import given
from hypothesis import strategies as st
from night import drawn

from benchmarks.hard import hard
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Cover, ExactCover
from danceoff.problems.catalog import instance
from danceoff.problems.certificate import InvalidCertificate, check_certificate
from danceoff.solvers import load
from danceoff.solvers.certify import Incomplete, Steps, write_list
from danceoff.solvers.engines.learning import Learn, log, solver, state

pytestmark = pytest.mark.backend("learn")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("proofs") / "some.certificate"


def logged(problem: ExactCover, learn: Learn = Learn()) -> tuple[list[Cover], Steps]:  # noqa: B008 - frozen
    """All covers, in the order in which they are found, and the log of the search."""
    search = learn.prepare(problem)
    steps = search.keep_log(problem.covers_may_nest)  # type: ignore[attr-defined]
    return list(search.covers()), steps


def hold_under_pressure(n_examples: int, file: Path) -> None:
    rare = problems(max_items=7, multiplicities=True, colours=True)

    @drawn(n_examples)
    @given(fuzz_learning.cases(), st.none() | rare, st.sampled_from([4, 1000]))
    def hold(case: fuzz_learning.Case, other: ExactCover | None, n_steps: int) -> None:
        problem = replace(other or case.problem, max_cost=None)  # certificates are for all covers
        kept = patch.object(state, "_MOST_KEPT", case.n_kept)
        with patch.multiple(solver, **case.pace), patch.object(log, "_STEPS", n_steps), kept:
            covers, steps = logged(problem, case.solver)
        write_list(file, problem, covers, complete=True, log=steps)
        assert check_certificate(problem, file).count == load("dlx").prepare(problem).count()

    hold()


def test_proofs_hold_under_pressure(file: Path) -> None:
    hold_under_pressure(60, file)


@pytest.mark.parametrize("name", ["queens/7", "tromino/5x5-1", "langford/7"])
def test_a_proof_of_flips_alone(name: str, file: Path) -> None:
    problem = instance(name).problem
    covers, steps = logged(problem, Learn(learning="off"))
    write_list(file, problem, covers, complete=True, log=steps)
    assert check_certificate(problem, file).count == len(covers)


def test_a_search_is_the_same_with_a_log() -> None:
    search = Learn().prepare(hard("mutilated/8"))
    assert search.count() == 0
    with_log = Learn().prepare(hard("mutilated/8"))
    with_log.keep_log(False)  # type: ignore[attr-defined]
    assert with_log.count() == 0
    assert with_log.stats() == search.stats()


def test_a_proof_that_loses_a_hint_is_rejected_or_still_right(file: Path) -> None:
    """A hint can be spared where a later one says the same, and nowhere else."""
    problem = hard("mutilated/6")
    covers, steps = logged(problem)
    write_list(file, problem, covers, complete=True, log=steps)
    parts = unpacked(file)
    hints = list(hints_of(parts.words))
    n_rejected = 0
    for n_hints, hint in hints[:: len(hints) // 200 or 1]:
        words = parts.words.copy()
        del words[hint]
        words[n_hints] -= 1
        try:
            assert check_certificate(problem, pack(file, parts._replace(words=words))).count == 0
        except InvalidCertificate as error:
            assert "does not follow from its hints" in str(error)
            n_rejected += 1
    assert n_rejected > 150


def hints_of(words: list[int]) -> list[tuple[int, int]]:
    """For each hint of a proof, where its step says how many there are, and where it stands."""
    found, place = [], 0
    while place < len(words):
        if words[place] < 0:
            place += 1 - words[place]
            continue
        n_hints = place + 1 + words[place]
        place = n_hints + 1 + words[n_hints]
        found += [(n_hints, hint) for hint in range(n_hints + 1, place)]
    return found


@pytest.mark.parametrize("lost", [0, -1])
def test_a_list_that_lost_a_cover_has_no_proof(lost: int, file: Path) -> None:
    problem = instance("queens/6").problem
    covers, steps = logged(problem)
    del covers[lost]
    with pytest.raises(Incomplete):
        write_list(file, problem, covers, complete=True, log=steps)


def test_a_proof_of_other_covers_is_rejected(file: Path) -> None:
    problem = instance("queens/6").problem
    covers, steps = logged(problem)
    write_list(file, problem, [covers[1], covers[0], *covers[2:]], complete=True, log=steps)
    with pytest.raises(InvalidCertificate, match="does not follow from its hints"):
        check_certificate(problem, file)
