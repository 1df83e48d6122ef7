"""Verification: equal counts are not agreement, and a lower bound is not an answer."""

from __future__ import annotations

import pytest
from rows import row

from danceoff.experiments.report.cautions import cautions
from danceoff.experiments.results.verify import offences
from danceoff.solvers import KNOWN_MISCOUNTS


def told(*rows):
    return [offence.what for offence in offences(rows)]


def test_agreement():
    rows = [
        row("dlx", published=8),
        row("sat"),
        row("counter", task="count", fingerprint=""),
        row("slow", 3, "f3", status="timeout"),
        row("first", 1, "f1", task="first", limit=1),
        row("cut", 8, "f0", status="limit", limit=8),
        row("dead", 0, "", status="crashed"),
        row("other", 5, "f5", digest="d2", problem="other"),
        row("unread", 0, "", digest="", status="missing"),
    ]
    assert told(*rows) == []


@pytest.mark.parametrize(
    ("second", "what"),
    [
        (row("sat", 7, "f7"), "the numbers of covers differ"),
        (row("sat", 7, "", task="count"), "the numbers of covers differ"),
        (row("sat", 0, "", task="first"), "the numbers of covers differ"),
        (row("sat", 8, "f8, one lost and one repeated"), "same number of covers, but different ones"),
        (row("sat", 9, "f9", status="timeout"), "more covers than the exact count of 8"),
        (row("sat", 9, "f9", status="limit"), "more covers than the exact count of 8"),
        (row("sat", 2, "f2", status="wrong"), "gave a wrong answer"),
        (row("sat", published=9), "9 covers are published"),
    ],
)
def test_disagreement(second, what):
    found = offences([row("dlx"), second, row("third", digest="d2")])
    assert [offence.what for offence in found] == [what]
    assert second in found[0].rows
    assert all(one.digest == "d1" for one in found[0].rows)


def test_published_counts_are_compared_without_a_second_solver():
    assert told(row(covers=7, published=8)) == ["8 covers are published"]
    assert told(row(covers=9, published=8, status="timeout")) == ["more covers than the exact count of 8"]
    assert told(row(covers=0, published=8, task="first")) == ["8 covers are published"]
    assert told(row(covers=1, published=0, task="first")) == ["more covers than the exact count of 0"]


def test_numbers_are_compared_exactly():
    assert told(row(covers=2**80), row("sat", 2**80 + 1, task="count", fingerprint=""))


def test_a_known_fault_is_a_disagreement_that_is_named():
    rows = [row("dlx", published=8), row("peer-xcover:memo=true", 9, "f9", published=8)]
    faults = {fault for offence in offences(rows) for fault in offence.known_faults}
    assert faults == {f"peer-xcover:memo=true {KNOWN_MISCOUNTS['peer-xcover:memo=true']}"}
    assert any("Known fault: peer-xcover" in doubt for doubt in cautions(rows))
    assert not [fault for offence in offences([row("dlx", 7, published=8)]) for fault in offence.known_faults]
