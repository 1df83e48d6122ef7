"""One problem in parts: whatever backend searches them, and however often it is interrupted, the answer is the same."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import fakes
import pytest

from danceoff import solvers
from danceoff.asking.ask import Ask, Limits
from danceoff.asking.checkpoint import Checkpoint
from danceoff.asking.totals import PartTotals
from danceoff.experiments.run import local as running
from danceoff.experiments.run.local import Observer, run_cases
from danceoff.experiments.run.one_case import worker
from danceoff.experiments.run.one_case.messages import unanswered
from danceoff.problems import Fingerprint
from danceoff.problems.catalog import instance
from danceoff.solvers import load
from danceoff.solvers.together.balance import balance


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


@pytest.mark.parametrize("task", ["enumerate", "count"])
def test_an_interrupted_search_continues_part_by_part(tmp_path, task):
    kept = tmp_path / "parts" / "kept.jsonl"

    def columns_of_row():
        columns = {}
        case = Ask("tromino/5x6", "parts:jobs=1", task)
        worker.work(case, None, lambda **more: columns.update(more), checkpoint=kept)
        return columns

    whole = columns_of_row()
    lines = [line for line in kept.read_text().splitlines() if line]
    assert len(lines) >= 64
    assert sum(int(json.loads(line)["covers"]) for line in lines) == whole["covers"] == 72
    kept.write_text("\n".join(lines[:20]) + "\n" + lines[20][:30])
    rest = columns_of_row()
    for column in ("status", "covers", "fingerprint", "checked"):
        assert rest[column] == whole[column]
    assert ("earlier run were not compared" in rest["detail"]) == (task == "enumerate")
    assert "not compared" not in whole["detail"]
    assert (whole["stats"]["parts"], rest["stats"]["parts"]) == (len(lines), len(lines) - 20)
    assert len([line for line in kept.read_text().splitlines() if line]) == len(lines) + 1
    nothing = columns_of_row()
    assert (nothing["covers"], nothing["fingerprint"], nothing["stats"]) == (72, whole["fingerprint"], {})


@pytest.mark.parametrize("changed", ["code", "package"])
def test_parts_of_another_version_of_the_code_are_ignored(tmp_path, monkeypatch, changed):
    path = tmp_path / "kept.jsonl"
    parts = balance(instance("queens/6").problem, 4)
    Checkpoint(path, parts, "1.0").append(0, PartTotals(covers=3))
    assert list(Checkpoint(path, parts, "1.0").read()) == [0]
    if changed == "code":
        tree = tmp_path / "solvers"
        shutil.copytree(Path(solvers.__file__).parent, tree, ignore=shutil.ignore_patterns("__pycache__"))
        split = tree / "rewriting" / "split.py"
        split.write_text(split.read_text() + "\n")
        monkeypatch.setattr(solvers, "__file__", str(tree / "__init__.py"))
    assert Checkpoint(path, parts, "1.0" if changed == "code" else "1.1").read() == {}


def test_finished_parts_are_kept_for_other_limits_until_the_answer_is_complete(tmp_path, monkeypatch):
    files = []

    def run_case(case, _watch, checkpoint, **_):
        checkpoint.parent.mkdir(exist_ok=True)
        checkpoint.touch()
        files.append(checkpoint)
        return unanswered(case, "complete" if case.limits.time_limit_s == 60 else "timeout", "")

    monkeypatch.setattr(running, "run_case", run_case)
    case = Ask("queens/8", "parts", "count", limits=Limits(3))
    run_cases([(case, ""), (replace(case, task="enumerate"), "")], tmp_path, 1, Observer(), tmp_path)
    assert all(file.exists() for file in files)
    run_cases([(replace(case, limits=Limits(60)), case.key)], tmp_path, 1, Observer(), tmp_path)
    assert files[0] == files[2] != files[1]
    assert [file.exists() for file in files] == [False, True, False]


@pytest.mark.parametrize("line", ['{"parts": "others", "n": 1}', '{"par', "\xff"])
def test_lines_of_other_parts_and_of_a_killed_run_are_ignored(tmp_path, line):
    file = tmp_path / "kept.jsonl"
    checkpoint = Checkpoint(file, balance(instance("queens/6").problem, 64), "")
    checkpoint.append(0, PartTotals(covers=3))
    file.write_bytes(f"{line}\n".encode("latin-1") + file.read_bytes())
    assert checkpoint.read() == {0: PartTotals(covers=3)}
