"""Verification: equal counts are not agreement, and a lower bound is not an answer."""

from dataclasses import replace

import pytest
from rows import row

from danceoff.experiments.report.cautions import cautions
from danceoff.experiments.results.record import append
from danceoff.experiments.results.verify import offences


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
        (row("sat", 7, "f7"), "the counts differ"),
        (row("sat", 7, "", task="count"), "the counts differ"),
        (row("sat", 0, "", task="first"), "the counts differ"),
        (row("sat", 2, "f2", task="first", limit=3), "the counts differ"),
        (row("sat", 8, "f8, one lost and one repeated"), "the lists differ"),
        (row("sat", 9, "f9", status="timeout"), "the counts differ"),
        (row("sat", 9, "f9", status="limit"), "the counts differ"),
        (row("sat", 2, "f2", status="wrong"), "gave a wrong answer"),
        (row("sat", published=9), "9 covers are published, against the majority"),
    ],
)
def test_disagreement(second, what):
    found = offences([row("dlx"), second, row("third", digest="d2")])
    assert [offence.what for offence in found] == [what]
    assert second in found[0].rows
    assert all(one.digest == "d1" for one in found[0].rows)


def best(solver: str, cost: int | None, bound: int | None, **columns):
    n = 0 if cost is None else 1
    end = {"covers": n, "checked": n, "fingerprint": "", "limit": 1, "cost": cost, "bound": bound}
    status = "complete" if cost == bound else "timeout"
    return row(solver, **{"task": "best", "status": status, **end, **columns})


def test_costs_agree():
    rows = [
        best("dlx", 70, 70, published_cost=70, cost_scale=10),
        best("sat", 70, 70),
        best("slow", 90, 65),
        best("lost", None, 70, status="timeout"),
        best("three", 70, 70, limit=3, covers=3, fingerprint="f3"),
        best("same", 70, 70, limit=3, covers=3, fingerprint="f3"),
        best("two", 70, 70, limit=2, covers=2, fingerprint="f2"),
        row("dlx", published=8),
        best("dearest", -90, -90, digest="d2", maximise=True),
    ]
    assert told(*rows) == []


@pytest.mark.parametrize(
    ("second", "what", "blamed"),
    [
        (best("sat", 69, 69), "cost 6.9 is found and checked", "dlx"),
        (best("sat", 69, 60), "cost 6.9 is found and checked", "dlx"),
        (best("sat", 71, 71), "cost 7 is found and checked", "sat"),
        (best("sat", 90, 71), "cost 7 is found and checked", "sat"),
        (best("sat", None, 71), "cost 7 is found and checked", "sat"),
        (best("sat", None, None), "1 cover is found and checked", "sat"),
        (
            best("sat", 90, 60, published_cost=91),
            "cost 9.1 is published, against a checked cover",
            "",
        ),
        (best("sat", 70, 70, published_cost=59), "cost 5.9 is published, against the majority", ""),
        (best("sat", 70, 60, published_cost=65), "cost 6.5 is published", "dlx"),
        (row("sat", 0, "", published_cost=70), "1 cover is found and checked", "sat"),
    ],
)
def test_costs_that_contradict_each_other(second, what, blamed):
    both = [best("dlx", 70, 70, cost_scale=10), replace(second, cost_scale=10)]
    found = offences(both)
    assert what in [offence.what for offence in found]
    (offence,) = (offence for offence in found if offence.what == what)
    assert " ".join(one.solver for one in offence.blamed) == blamed
    assert any(what in caution for caution in cautions(both))


@pytest.mark.parametrize(("covers", "fingerprint"), [(3, "f4"), (2, "f3")])
def test_sets_of_the_cheapest_covers_are_compared(covers, fingerprint):
    both = [best("dlx", 7, 7, limit=3, covers=3, fingerprint="f3")]
    both.append(best("sat", 7, 7, limit=3, covers=covers, fingerprint=fingerprint))
    assert told(*both) == ["the lists differ"]


def test_the_verdict_counts_proven_optima(tmp_path, run):
    append(tmp_path, best("dlx", 70, 70, cost_scale=10), best("sat", 90, 65, cost_scale=10))
    code, out, _ = run("verify", str(tmp_path))
    assert (code, out.strip().endswith("0 of them count all covers, 1 prove an optimum")) == (0, True)
    append(tmp_path, best("third", 60, 50, cost_scale=10))
    code, out, _ = run("verify", str(tmp_path))
    assert code == 1
    assert "d1: cost 6 is found and checked\n    third  best  timeout  cost 6  bound 5\n" in out


def test_published_counts_are_compared_without_a_second_solver():
    assert told(row(covers=7, published=8)) == ["8 covers are published"]
    assert told(row(covers=9, published=8, status="timeout")) == ["8 covers are published"]
    assert told(row(covers=0, published=8, task="first")) == ["8 covers are published"]
    assert told(row(covers=1, published=0, task="first")) == ["0 covers are published"]


def test_only_covers_that_differ_contradict_a_smaller_published_number():
    ends = {"first": "complete", "count": "timeout", "sample": "complete"}
    rows = [row(covers=9, published=8, task=task, status=status, limit=9) for task, status in ends.items()]
    assert [one.contradicts_published for one in rows] == [True, True, False]


def test_numbers_are_compared_exactly():
    assert told(row(covers=2**80), row("sat", 2**80 + 1, task="count", fingerprint=""))


def test_a_known_fault_is_named():
    rows = [row("dlx", published=8), row("peer-xcover:memo=true", 9, "f9", published=8)]
    assert any("Known fault: peer-xcover" in doubt for doubt in cautions(rows))
