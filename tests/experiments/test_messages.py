"""What passes between the parent of a case and its worker."""

import json
from pathlib import Path

from danceoff.experiments.plans.case import Case, Show
from danceoff.experiments.results.record import COLUMNS
from danceoff.experiments.run.one_case.messages import Answer, Assignment, Columns, from_line, to_line


def test_a_question_comes_back_equal():
    case = Case("queens/8", "dlx", "enumerate", limit=3, time_limit_s=1.5, pin=(0, 1))
    for question in (
        Assignment(case, Show("boxed", 80, figures=True), Path("certificate"), Path("checkpoint")),
        Assignment(case, None, Path("certificate"), None),
    ):
        assert Assignment.from_json(question.to_json().decode()) == question


def test_counts_of_any_size_come_back_equal():
    answer: Answer = {"covers": 10**5000 + 7, "published": None, "status": "complete"}
    line = to_line(answer)
    assert line.count("\n") == 1
    assert type(json.loads(line)["covers"]) is str, "other readers of JSON round beyond 2^53"
    assert from_line(line.encode()) == answer


def test_the_columns_that_a_worker_sends_are_columns_of_a_row():
    assert Columns.__annotations__.keys() <= set(COLUMNS)
    assert not (Answer.__annotations__.keys() - Columns.__annotations__.keys()) & set(COLUMNS)
