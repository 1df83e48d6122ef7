"""Cases of a results folder run again: which can run here, and what `compare` then says."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from rows import row

from danceoff.asking.ask import Ask, Selection
from danceoff.experiments.plans.again import again as again_with
from danceoff.experiments.plans.plan import Plan, digest_of
from danceoff.experiments.results.record import FILE, Row, append, read
from danceoff.experiments.run.one_case.messages import unanswered

PROBLEM = "langford/3"
DIGEST = digest_of(PROBLEM, Selection())
SEED = 7


def again(rows: list[Row], *programs: Path) -> tuple[Plan, Mapping[str, int]]:
    """The cases of a folder that holds no files."""
    return again_with("old", rows, Path("no-folder"), *programs)


def asked(solver: str = "backtracking", covers: int = 1, **columns) -> Row:
    """A row of a problem that every machine has."""
    values = {"task": "count", "fingerprint": "", "seed": SEED, "prepare_s": 0.0, "search_s": 0.5}
    return row(solver, covers, **{"problem": PROBLEM, "digest": DIGEST, **values, **columns})


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
    found, left_out = again(rows)
    assert [one.repeat for one in found.cases] == [1, 2]
    assert sum(left_out.values()) == len(rows) - 2
    said = "\n".join(left_out)
    for part in ("no-such-solver", "no-such=", "--programs", "no-such/3", "another problem", "never read", "there"):
        assert part in said


def test_a_solver_that_is_a_file_runs_only_if_the_user_names_the_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()")
    rows = [asked(), asked(f"{file}:Mine")]
    assert len(again(rows)[0].cases) == 1
    assert not (tmp_path / "ran").exists()
    again(rows, file)
    assert (tmp_path / "ran").exists()


def test_a_case_is_that_of_its_row_but_for_the_cores_it_was_pinned_to():
    columns = {"limit": 3, "repeat": 4, "up_to_symmetry": True, "cpu_limit_s": 9.0, "memory_limit_mb": 99.0}
    (case,) = again([asked(pin=[63], **columns)])[0].cases
    told = {"problem": PROBLEM, "solver": "backtracking", "task": "count", "digest": DIGEST, "time_limit_s": 10.0}
    distinct = asked(distinct="1*", digest=digest_of(PROBLEM, Selection(distinct="1*")))
    assert again([distinct])[0].cases[0].selection.distinct == "1*"
    assert case == Ask.of({**told, **columns})
    assert again([asked(), asked(repeat=2, seed=None)])[0].seed == SEED


@pytest.fixture
def old(tmp_path, monkeypatch, answered) -> Path:
    """A results folder, and cases that are answered without a process."""
    answered(lambda case: replace(unanswered(case, "complete", ""), covers=1, prepare_s=0.0, search_s=1.0))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "old"
    folder.mkdir()
    append(folder, asked(), asked("algorithm-x"), asked("no-such-solver"))
    return folder


def test_a_folder_runs_again_goes_on_where_it_stopped_and_is_compared(old, run):
    code, out, _ = run("run", "--like", str(old), "--dry")
    assert code == 0 and "2 cases to run" in out
    assert not Path("results").exists()
    for said in ("2 cases; order", "2 of them already done"):
        code, out, _ = run("run", "--like", "old")
        assert code == 0 and said in out
        assert "not run: 1 case: unknown solver 'no-such-solver'" in out
    into = Path("results/own/like/old")
    assert [one.seed for one in read(into)] == [SEED, SEED]
    code, out, _ = run("compare", "old", str(into))
    assert code == 1 and "no row" in out
    assert "0 changed, 1 lost, 0 slower, 0 faster, 0 gained, 2 same, 0 unsolved" in out
    (old / FILE).unlink()
    append(old, asked(covers=7), asked("algorithm-x"), asked(problem="matching/4", digest="0" * 64))
    code, out, _ = run("compare", "old", str(into))
    assert code == 1 and "7 -> 1: the counts differ" in out
    assert "1 changed, 0 lost" in out
    assert "warning: 1 problems have no row in the new folder, and are not compared" in out


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--like", "old", "--into", "old"],
        ["--like", "missing"],
        ["--like", "empty"],
        ["--like", "unknown"],
        ["--like", "old", "--pin", "4095"],
        [],
        ["smoke", "--like", "old"],
        ["--like", "old", "--track", "a"],
    ],
    ids=" ".join,
)
def test_rubbish_is_one_line(arguments, run):
    for name in ("empty", "unknown"):
        Path(name).mkdir()
        (Path(name) / FILE).touch()
    append(Path("unknown"), asked("no-such-solver"))
    code, _, err = run("run", *arguments)
    assert (code, err.count("\n")) == (2, 1)
