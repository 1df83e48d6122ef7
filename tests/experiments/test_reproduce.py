"""Cases run again: which can run here, what is said of answers and of ratios, and the page."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hostile import NASTY
from rows import row

from danceoff.experiments import BadInput, cli
from danceoff.experiments.compare.reproduced.answers import KINDS, answers
from danceoff.experiments.compare.reproduced.cases import Again, again
from danceoff.experiments.compare.reproduced.page import page, scatter
from danceoff.experiments.compare.reproduced.ratios import Times, ratios
from danceoff.experiments.compare.reproduced.reproduction import Reproduction, reproduction
from danceoff.experiments.plans.case import Case
from danceoff.experiments.plans.plan import digest_of
from danceoff.experiments.report.machine_speed import machine_ratios
from danceoff.experiments.results.calibration import Calibration
from danceoff.experiments.results.record import FILE, Row, append, read
from danceoff.experiments.run.one_case.child import unanswered

PROBLEM = "langford/3"
DIGEST = digest_of(PROBLEM, "", False)
SEED = 7


def asked(solver: str = "backtracking", covers: int = 1, **columns) -> Row:
    """A row of a problem that every machine has."""
    values = {"task": "count", "fingerprint": "", "seed": SEED, "prepare_s": 0.0, "search_s": 0.5}
    return row(solver, covers, **{"problem": PROBLEM, "digest": DIGEST, **values, **columns})


def kinds(there: list[Row], here: list[Row]) -> list[str]:
    """What became of each answer, in the order of the rows there."""
    found = answers(there, list(zip(there, here, strict=True)))
    return [next(one.kind for one in found if one.there is old) for old in there]


def held(factors: list[float], n_problems: int = 8) -> Reproduction:
    """Solvers that take about 1, 2, 4, ... times as long as the reference, and here so much longer again."""
    there = [
        asked(f"s{s}", problem=f"p/{p}", digest=f"{p}", case=f"{s}{p}", search_s=2.0**s * (1 + p + (3 * s + 5 * p) % 7))
        for s in range(len(factors))
        for p in range(n_problems)
    ]
    cases = [(one, Case(one.problem, one.solver, one.task, digest=one.digest)) for one in there]
    here = [
        replace(one, case=case.key, search_s=(one.search_s or 0) * 1.5 * factors[int(one.solver[1:])])
        for one, case in cases
    ]
    return reproduction("old", there, Again(cases), here, {})


def test_what_cannot_run_here_is_listed_with_its_reason_and_the_rest_runs():
    rows = [
        asked(),
        asked(repeat=2),
        asked("no-such-solver"),
        asked("backtracking:no-such=option"),
        asked("evil.py:Class"),
        asked(problem="no-such/3"),
        asked(digest="another"),
        asked(digest=""),
        asked(status="missing"),
    ]
    found = again(rows)
    assert found.rows == rows[:2]
    assert sum(found.left_out.values()) == len(rows) - 2
    said = "\n".join(found.left_out)
    for part in ("no-such-solver", "no-such=", "--programs", "no-such/3", "another problem", "never read", "there"):
        assert part in said
    with pytest.raises(BadInput, match="none of the cases can run here"):
        again(rows[2:]).plan("old")


def test_a_solver_that_is_a_file_runs_only_if_the_user_names_the_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()")
    rows = [asked(), asked(f"{file}:Mine")]
    assert len(again(rows).pairs) == 1
    assert not (tmp_path / "ran").exists()
    again(rows, file)
    assert (tmp_path / "ran").exists()


def test_a_case_is_that_of_its_row_but_for_the_cores_it_was_pinned_to():
    columns = {"limit": 3, "repeat": 4, "up_to_symmetry": True, "cpu_limit_s": 9.0, "memory_limit_mb": 99.0}
    ((_, case),) = again([asked(pin=[63], **columns)]).pairs
    assert case == Case(PROBLEM, "backtracking", "count", digest=DIGEST, time_limit_s=10.0, **columns)
    ((_, case),) = again([asked(limit=3)]).limited(time_limit_s=1.0, pin=None).pairs
    assert (case.limit, case.time_limit_s) == (3, 1.0)
    assert again([asked(), asked(repeat=2, seed=None)]).plan("old").seed == SEED


def test_a_sample_has_all_solvers_of_its_problems_and_is_always_the_same():
    names = [f"matching/{n}" for n in range(2, 22, 2)]
    digests = {name: digest_of(name, "", False) for name in names}
    solvers = ("backtracking", "brute-force")
    rows = [asked(solver, problem=name, digest=digests[name]) for name in names for solver in solvers]
    sample = again(rows, at_least=5).rows
    assert len(sample) == 6
    assert [one.solver for one in sample] == list(solvers) * 3
    assert {one.problem for one in again(rows[::-1], at_least=5).rows} == {one.problem for one in sample}
    assert again(rows, at_least=99).rows != again(rows).rows == rows
    assert len(again(rows, at_least=99).pairs) == 20


@pytest.mark.parametrize(
    ("there", "here", "kind"),
    [
        ({}, {}, "equal"),
        ({}, {"covers": 2}, "different"),
        ({"task": "enumerate", "fingerprint": "a"}, {"task": "enumerate", "fingerprint": "b"}, "different"),
        ({}, {"status": "wrong"}, "different"),
        ({}, {"status": "timeout", "covers": 0}, "lost"),
        ({}, {"status": "timeout", "covers": 9}, "different"),
        ({"status": "timeout", "covers": 0}, {}, "gained"),
        ({"status": "timeout", "covers": 9}, {}, "different"),
        ({"status": "timeout"}, {"status": "memory"}, "unsolved"),
        ({"published": 2}, {}, "disputed"),
        ({"status": "timeout", "covers": 0}, {"covers": 3, "published": 2}, "different"),
        ({"cost": 3, "bound": 3, "task": "best"}, {"cost": 2, "bound": 2, "task": "best"}, "different"),
        ({"cost": 3, "bound": 3, "task": "best"}, {"cost": 4, "task": "best", "status": "timeout"}, "lost"),
    ],
)
def test_answers_are_the_same_or_what_became_of_them(there, here, kind):
    assert kind in KINDS
    assert kinds([asked(**there)], [asked(**here)]) == [kind]


def test_an_answer_is_held_against_all_solvers_there():
    there = [asked("dlx", covers=1), asked("sat", covers=0, status="timeout")]
    assert kinds(there, [there[0], asked("sat", covers=5)]) == ["equal", "different"]


def test_ratios_hold_on_a_machine_that_is_slower_for_all_and_not_if_one_solver_is_slower():
    slower = held([1.0, 1.1, 0.9])
    assert [one.is_disjoint for one in slower.ratios] == [False, False]
    assert slower.is_reproduced
    assert slower.verdict.startswith("Reproduced: 24 answers are the same, and 2 of 2 ratios hold")
    assert slower.machine.factor == pytest.approx(1.5)
    changed = held([1.0, 1.1, 9.0])
    assert [(one.solver, one.reference, one.is_disjoint) for one in changed.ratios] == [
        ("s1", "s0", False),
        ("s2", "s0", True),
    ]
    assert not changed.is_reproduced
    assert changed.verdict.startswith("Not reproduced")
    assert changed.ratios[1].moved.value == pytest.approx(9.0)


def test_the_speed_of_both_machines_is_that_of_fixed_work():
    there = [Calibration("before", "", "a", "", 1, [1.0, 1.0, 9.0], [2.0], [4.0])]
    here = [Calibration("before", "", "b", "", 1, [2.0], [2.0], [16.0])]
    found = replace(held([1.0, 1.0]), slowdown=machine_ratios(there, here))
    said = "; arithmetic 2.00, pointers 1.00, branches 4.00) times as long here as there"
    assert said in page(found, "danceoff reproduce")
    (line,) = [line for line in found.lines() if line.startswith("fixed work: 2.00 (")]
    assert line.endswith(said)


def test_a_run_that_solved_nothing_reproduces_nothing():
    found = reproduction("old", [asked()], again([asked()]), [], {})
    assert not found.is_reproduced
    assert found.verdict.startswith("Nothing to compare")
    assert "Nothing" in page(found, "danceoff reproduce")


def test_ratios_over_few_problems_are_shown_and_not_tested():
    few = held([1.0, 9.0], n_problems=3)
    assert few.ratios[0].here.value == pytest.approx(9 * few.ratios[0].there.value)
    assert few.is_reproduced
    assert "too few problems" in few.verdict
    assert ratios([Times("p", "a", "count", 1.0, 2.0)]) == []


def test_an_answer_that_differs_has_no_time():
    found = reproduction(
        "old",
        [asked(), asked("dlx")],
        again([asked(), asked("algorithm-x")]),
        [replace(unanswered(case, "complete", ""), covers=5) for _, case in again([asked()]).pairs],
        {},
    )
    assert found.times == []
    assert not found.is_reproduced
    assert any(line.startswith("different") for line in found.lines())


@pytest.fixture
def old(tmp_path, monkeypatch) -> Path:
    """A results folder, and cases that are answered without a process."""
    ran: list[Case] = []

    def answered(case: Case, *_, **__) -> Row:
        ran.append(case)
        return replace(unanswered(case, "complete", ""), covers=1, prepare_s=0.0, search_s=1.0)

    monkeypatch.setattr("danceoff.experiments.run.local.run_case", answered)
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "old"
    folder.mkdir()
    append(folder, asked(), asked("algorithm-x"), asked("no-such-solver"))
    return folder


def test_the_command_runs_the_cases_goes_on_where_it_stopped_and_writes_a_page(old, capsys):
    assert cli.main(["reproduce", str(old), "--dry"]) == 0
    assert "2 cases to run" in capsys.readouterr().out
    assert not Path("results").exists()
    Path("none.toml").write_text("[programs]\n")
    core = str(max(os.sched_getaffinity(0)))
    for said in ("2 cases; order", "2 of them already done"):
        assert cli.main(["reproduce", "old", "--programs", "none.toml", "--pin", core]) == 0
        out = capsys.readouterr().out
        assert said in out
        assert "not run: 1 case: unknown solver 'no-such-solver'" in out
        assert "Reproduced: 2 answers are the same" in out
    into = Path("results/own/reproduced/old")
    assert [one.seed for one in read(into)] == [SEED, SEED]
    text = (into / "reproduced.html").read_text(encoding="utf-8")
    assert "<h1>old, run again</h1>" in text
    assert f"<code>danceoff reproduce --programs=none.toml --pin={core} -- old</code>" in text
    (old / FILE).unlink()
    append(old, asked(covers=7))
    assert cli.main(["reproduce", "old"]) == 1
    assert "7 covers there, 1 cover here" in capsys.readouterr().out


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize(
    "arguments",
    [["old", "--into", "old"], ["missing"], ["empty"], ["unknown"], ["old", "--sample", "0"], ["old", "--pin", "4095"]],
    ids=" ".join,
)
def test_rubbish_is_one_line(arguments, capsys):
    for name in ("empty", "unknown"):
        Path(name).mkdir()
        (Path(name) / FILE).touch()
    append(Path("unknown"), asked("no-such-solver"))
    try:
        code = cli.main(["reproduce", *arguments])
    except SystemExit as error:
        code = error.code
    assert code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.usefixtures("old")
def test_an_interrupted_run_judges_nothing(monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("danceoff.experiments.run.local.run_case", interrupted)
    assert cli.main(["reproduce", "old", "--into", "new"]) == 130
    assert "the same command resumes" in capsys.readouterr().err
    assert not Path("new/reproduced.html").exists()


def test_the_page_shows_hostile_names_as_text_and_has_no_script():
    found = held([1.0, 1.0, 9.0])
    named = replace(
        found,
        name=NASTY[8],
        ratios=[one._replace(solver=name) for one in found.ratios for name in NASTY],
        times=[one._replace(solver=name) for one in found.times for name in NASTY],
        left_out=dict.fromkeys(NASTY, 1),
    )
    text = page(named, "danceoff reproduce")
    assert "<script" not in text
    assert "<img" not in text
    assert "<svg/onload" not in text
    assert "default-src 'none'" in text


def test_times_of_one_size_are_drawn_too():
    same = [Times("p", "a", "count", 1.0, 1.0)] * 2
    assert scatter(same, 1.0, ()).count("<circle") == 2
    assert 'class="factor"' not in scatter(same, 1e9, ())
