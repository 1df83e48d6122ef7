"""The page of new terms has what is proved, and nothing else."""

from pathlib import Path

import pytest
from builders.new_numbers import confirmed, new_numbers
from builders.paste import pasted
from rows import row

from danceoff.experiments.results.record import Row, append

SEQUENCE = '[A1]\nwhat = "ways"\nproblem = "queens/{n}"\nchanged = "1 May 2020"\nfirst = 1\nterms = [1, 0]\n'


def counted(n: int, covers: int, solver: str = "counter:method=memo", **columns: object) -> Row:
    return row(solver, covers, problem=f"queens/{n}", **{"task": "count", "cpu_s": 1.0, **columns})


KNOWN = counted(1, 1), counted(2, 0)
TRACE = {"task": "certify", "certificate": "trace", "certificate_steps": 7, "certificate_bytes": 900, "check_s": 2.0}


CLAIMED = [counted(3, 5, **TRACE)], [counted(3, 5, **TRACE), counted(3, 5, "bits"), counted(4, 9, **TRACE)]
CASES = [
    *(([*KNOWN, *rows], n) for n, rows in enumerate(CLAIMED, 1)),
    ([*KNOWN, counted(3, 5), counted(3, 5, "bits")], 0),
    ([*KNOWN, counted(3, 5, **{**TRACE, "status": "timeout"})], 0),
    ([*KNOWN, *CLAIMED[0], counted(3, 6, "bits")], 0),
    ([*KNOWN, counted(4, 9, **TRACE)], 0),
    ([KNOWN[0], *CLAIMED[0]], 0),
    ([KNOWN[0], counted(2, 1), *CLAIMED[0]], 0),
]


@pytest.mark.parametrize(("rows", "n_new"), CASES)
def test_a_term_is_claimed_only_by_the_rules(rows: list[Row], n_new: int, tmp_path: Path) -> None:
    append(tmp_path, *rows)
    (tmp_path / "sequences.toml").write_text(SEQUENCE)
    assert new_numbers(tmp_path).startswith(f"{n_new} new terms of {min(n_new, 1)} sequences")


PUBLISHED = {"published": 4, "published_orbits": 1}
CERTIFIED = counted(6, 4, **TRACE, **PUBLISHED)
JUDGED = [
    ([counted(6, 4, **PUBLISHED), counted(6, 4, "bits", **PUBLISHED)], ""),
    ([CERTIFIED], "confirmed"),
    ([CERTIFIED, counted(6, 4, orbits=1, **PUBLISHED)], "confirmed"),
    ([CERTIFIED, counted(6, 4, orbits=2, **PUBLISHED)], "refuted"),
    ([counted(6, 3, **TRACE, **PUBLISHED)], "refuted"),
    ([CERTIFIED, counted(6, 5, "cpsat", **PUBLISHED)], ""),
    ([counted(2, 0, **TRACE, published=0)], ""),
    ([counted(6, 4, **TRACE)], ""),
]


@pytest.mark.parametrize(("rows", "verdict"), JUDGED)
def test_a_published_number_is_judged_only_by_the_rules(rows: list[Row], verdict: str, tmp_path: Path) -> None:
    append(tmp_path, *rows)
    (tmp_path / "sequences.toml").write_text(SEQUENCE)
    lines = confirmed(tmp_path).splitlines()[2:]
    assert [verdict in line for line in lines] == [True] * bool(verdict)


def test_the_page_is_what_the_rows_say() -> None:
    place = Path(__file__).parents[2] / "docs" / "new-numbers.md"
    page = place.read_text(encoding="utf-8")
    assert "<!-- new-numbers of ../results/new-numbers: begin -->" in page
    assert pasted(page, place.parent) == page, "make readme"
    assert new_numbers(place.parents[1] / "results" / "new-numbers") in page
