"""What passes between the parent of a case and its worker."""

import json
from pathlib import Path

from danceoff.experiments.plans.case import Case, Show
from danceoff.experiments.results.record import COLUMNS
from danceoff.experiments.run.one_case.messages import Answer, Assignment, Columns, Incoming, to_bytes


def test_a_question_comes_back_equal():
    case = Case("queens/8", "dlx", "enumerate", limit=3, time_limit_s=1.5, pin=(0, 1))
    for question in (
        Assignment(case, Show("boxed", 80, figures=True), Path("certificate"), Path("checkpoint")),
        Assignment(case, None, Path("certificate"), None),
    ):
        assert Assignment.from_json(question.to_json().decode()) == question


def test_counts_of_any_size_come_back_equal():
    answer: Answer = {"covers": 10**5000 + 7, "published": None, "status": "complete"}
    line = to_bytes(answer)
    assert line.count(b"\n") == 1
    assert type(json.loads(line)["covers"]) is str, "other readers of JSON round beyond 2^53"
    assert list(Incoming().feed(line)) == [answer]


def test_bytes_come_back_equal_in_any_pieces():
    answers: list[Answer] = [
        {"covers": 3},
        {"printed": b"two\nlines\n", "covers": 4, "exhibits": "µ{}\n".encode()},
        {"printed": b"", "status": "complete"},
    ]
    sent = b"".join(map(to_bytes, answers))
    for n in (1, 2, 7, len(sent)):
        incoming = Incoming()
        pieces = [sent[k : k + n] for k in range(0, len(sent), n)]
        assert [answer for piece in pieces for answer in incoming.feed(piece)] == answers


def test_the_columns_that_a_worker_sends_are_columns_of_a_row():
    assert Columns.__annotations__.keys() <= set(COLUMNS)
    assert not (Answer.__annotations__.keys() - Columns.__annotations__.keys()) & set(COLUMNS)
