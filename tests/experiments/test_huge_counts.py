"""Counts beyond Python's 4,300 digits, and answers that no certificate is made of: right, and said to be so."""

import errno
import json
import os
from dataclasses import replace

import pytest
from in_process import cases_here, command, run_here

from danceoff.asking.ask import Ask
from danceoff.experiments.commands.certify import sentence
from danceoff.experiments.results.record import as_json, read
from danceoff.experiments.run.one_case.messages import unanswered
from danceoff.problems import ExactCover
from danceoff.problems.certificate import InvalidCertificate, Verdict, check_certificate
from danceoff.problems.model.digits import whole
from danceoff.solvers import certify
from danceoff.solvers.certify import recorded, write_walk

N = 4400  # items, each covered in 10 ways: 10**N covers
PLAN = """
time_limit_s = 100
[[product]]
problems = { files = ["huge.dlx"] }
solvers = { counter = {} }
tasks = ["count"]
"""


@pytest.fixture
def huge(monkeypatch, tmp_path):
    cases_here(monkeypatch)
    file = tmp_path / "huge.dlx"
    file.write_text(" ".join(map(str, range(N))) + "\n" + "".join(f"{item}\n" * 10 for item in range(N)))
    return file


def test_every_command_writes_all_digits(huge, tmp_path):
    digits = "1" + "0" * N
    assert command("solve", str(huge), "--solver", "counter", "--task", "count")[1].startswith(f"{digits} covers in ")
    written = command("solve", str(huge), "--solver", "counter", "--task", "count", "--format", "json")[1]
    assert f'"covers": {digits},' in written
    assert json.loads(written, parse_int=lambda text: text)["covers"] == digits
    plan, rows = tmp_path / "plan.toml", tmp_path / "rows"
    plan.write_text(PLAN)
    assert command("run", str(plan), "--into", str(rows))[0] == 0
    found = read(rows)
    assert [row.covers for row in found] == [10**N]
    assert all(whole(json.loads(as_json(row))["covers"]) == 10**N for row in found)
    assert command("verify", str(rows))[0] == 0
    assert command("report", str(rows))[0] == 0
    assert command("compare", str(rows), str(rows))[0] == 0


def test_certificates_contain_all_digits(tmp_path):
    digits, file = "1" + "0" * N, tmp_path / "proof"
    problem = ExactCover.from_options(["a"], "a")
    write_walk(file, problem, replace(recorded(problem), count=10**N))
    with pytest.raises(InvalidCertificate, match=f"it claims {digits} covers and shows 1"):
        check_certificate(problem, file)
    assert str(Verdict("trace", 10**N, 1)) == f"exactly {digits} covers, by a trace of 1 steps"
    row = replace(unanswered(Ask("a", "counter", "certify"), "complete", ""), covers=10**N, certify_s=1.0, check_s=1.0)
    assert sentence(replace(row, certificate="trace"), file).startswith(f"{file}: {digits} covers, trace of ")
    assert f"{digits} covers" in sentence(replace(row, detail="not certified: too much"), file)


@pytest.mark.parametrize(("options", "is_certified"), [(100, True), (4000, False)])
def test_an_answer_that_cannot_be_certified_is_not_wrong(options, is_certified, tmp_path, monkeypatch):
    cases_here(monkeypatch)
    file = tmp_path / "wide.dlx"
    file.write_text("a b\n" + "a\n" * options + "b\n")
    row = run_here(Ask(str(file), "bits", "certify"))
    assert (row.status, row.covers) == ("complete", options)
    assert (row.certificate, row.detail) == (
        ("list+proof", "") if is_certified else ("", "not certified: it needs more than 2000 MB of memory")
    )
    assert command("certify", str(file), "--solver", "bits", "-o", str(tmp_path / "proof"))[0] == 3 * (not is_certified)
    assert (tmp_path / "proof").exists() == is_certified


@pytest.mark.parametrize("task", ["certify", "certify-best"])
@pytest.mark.parametrize("solver", ["auto", "dlx"])
def test_a_full_disk_is_no_fault_of_the_solver(task, solver, monkeypatch):
    for name in ("write_walk", "write_list"):
        write = getattr(certify, name)

        def full(path, problem, *arguments, write=write, **named):
            if problem.n_options > 1:  # the warm-up has one
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            write(path, problem, *arguments, **named)

        monkeypatch.setattr(certify, name, full)
    row = run_here(Ask("tromino/2x3", solver, task))
    assert (row.status, row.certificate) == ("complete", "")
    assert row.detail == f"not certified: {OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))}"


def test_a_trace_beyond_its_bounds_is_not_made(monkeypatch):
    monkeypatch.setattr("danceoff.solvers.certify.trace._MAX_NODES", 100)
    row = run_here(Ask("queens/8", "counter", "certify"))
    assert (row.status, row.covers, row.certificate) == ("complete", 92, "")
    assert row.detail == "not certified: a trace has more than 100 nodes"


@pytest.mark.parametrize("bounds", ["0:1000000", "0:999999", "2:1000000"])
def test_a_multiplicity_beyond_all_options_is_certified(bounds, tmp_path):
    file = tmp_path / "loose.dlx"
    file.write_text(f"{bounds}|a\na\na\na\n")
    row = run_here(Ask(str(file), "bits", "certify"))
    assert (row.status, row.covers, row.certificate) == ("complete", 4 if bounds[0] == "2" else 8, "list+proof")
