"""One problem in parts: whatever backend searches them, the answer is the same."""

import fakes
import pytest

from danceoff.problems import Fingerprint
from danceoff.problems.catalog import instance
from danceoff.solvers import load


@pytest.mark.parametrize("of", ["algorithm-x", "sat:engine=glucose4", "cpsat:symmetry_level=0"])
def test_counts_and_fingerprints_of_parts_add_up(of):
    problem = instance("tromino/5x6").problem
    parts = load(f"parts:of={of.replace(',', ';')},jobs=2")
    found = Fingerprint()
    for batch in parts.prepare(problem).batches():
        found += Fingerprint.of(batch)
    whole = Fingerprint()
    for batch in load("dlx").prepare(problem).batches():
        whole += Fingerprint.of(batch)
    assert found == whole
    assert parts.prepare(problem).count() == 72


def test_a_backend_that_dies_or_fails_in_a_part_is_reported():
    fakes.install()
    problem = instance("tromino/2x3").problem
    with pytest.raises(RuntimeError, match="killed by SIGSEGV"):
        list(load("parts:of=fake:then=segfault").prepare(problem).batches())
    with pytest.raises(ZeroDivisionError):
        list(load("parts:of=fake:then=raise").prepare(problem).batches())
