"""Runs of a plan: one row a case as it ends, in shuffled order, and nothing that is done is done twice."""

from __future__ import annotations

import json

import pytest

from experiments import record, run
from experiments.case import Case
from experiments.child import unanswered
from experiments.plan import Plan
from experiments.run import Observer, run_plan

CASES = tuple(Case(f"queens/{n}", "dlx", "count", digest=f"d{n}") for n in range(20))
PLAN = Plan("mine", "", 11, CASES)


@pytest.fixture(autouse=True)
def ran(monkeypatch):
    """The cases that were run, in their order; the child process is made up."""
    order = []

    def run_case(case, _watch):
        order.append(case)
        return unanswered(case, "complete", "")

    monkeypatch.setattr(run, "run_case", run_case)
    return order


def test_every_case_has_its_row_in_an_order_that_the_seed_makes(tmp_path, ran):
    run_plan(PLAN, tmp_path / "new" / "folder", fresh=False, observer=Observer())
    rows = record.read(tmp_path / "new" / "folder")
    assert [row.problem for row in rows] == [case.problem for case in ran]
    assert set(ran) == set(CASES)
    assert ran != list(CASES)
    assert {row.seed for row in rows} == {11}
    assert all(row.host and row.cpu and row.versions["python"] for row in rows)
    again = list(ran)
    ran.clear()
    run_plan(PLAN, tmp_path, fresh=False, observer=Observer())
    assert ran == again


def test_a_plan_without_a_seed_gets_one_that_is_recorded(tmp_path, ran):
    plan = Plan("mine", "", None, CASES)
    run_plan(plan, tmp_path / "a", fresh=False, observer=Observer())
    run_plan(plan, tmp_path / "b", fresh=False, observer=Observer())
    seeds = [{row.seed for row in record.read(tmp_path / name)} for name in "ab"]
    assert all(len(seed) == 1 for seed in seeds)
    assert seeds[0] != seeds[1]
    assert ran[:20] != ran[20:]


def test_a_run_goes_on_where_it_was_stopped(tmp_path, ran):
    class Stop(Observer):
        def case_begins(self, _case):
            if len(ran) == 5:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_plan(PLAN, tmp_path, fresh=False, observer=Stop())
    assert len(record.read(tmp_path)) == 5
    with (tmp_path / record.FILE).open("a") as file:
        file.write('{"case": "torn')
    run_plan(PLAN, tmp_path, fresh=False, observer=Observer())
    assert len(ran) == 20
    assert len({row.case for row in record.read(tmp_path)}) == 20


def test_fresh_forgets_the_rows_that_are_there(tmp_path, ran):
    run_plan(PLAN, tmp_path, fresh=False, observer=Observer())
    run_plan(PLAN, tmp_path, fresh=True, observer=Observer())
    assert len(ran) == 40
    assert len(record.read(tmp_path)) == 20


def test_a_case_whose_file_went_away_is_a_row_and_not_the_end(tmp_path, monkeypatch):
    def run_case(case, _watch):
        raise run.BadInput(f"{case.problem}: gone")

    monkeypatch.setattr(run, "run_case", run_case)
    run_plan(PLAN, tmp_path, fresh=False, observer=Observer())
    rows = record.read(tmp_path)
    assert {row.status for row in rows} == {"crashed"}
    assert rows[0].detail == f"{rows[0].problem}: gone"
    assert len(rows) == 20


def test_a_row_is_on_the_disk_before_the_next_case_begins(tmp_path):
    class Count(Observer):
        seen = 0

        def case_begins(self, _case):
            path = tmp_path / record.FILE
            written = path.read_text().splitlines() if path.exists() else []
            assert len(written) == self.seen
            assert all(json.loads(line) for line in written)
            self.seen += 1

    run_plan(PLAN, tmp_path, fresh=False, observer=Count())
