"""How a program runs: in which environment, under which limits, and what is left of it."""

import os
import sys
import time
from pathlib import Path

import pytest
from fakes import end_within
from in_process import run_here
from programs import TINY, spec_of, written

from danceoff.asking.ask import Ask, Limits
from danceoff.experiments.run.one_case.child import run_case
from danceoff.solvers.others.programs.answers import options


def test_the_environment_is_clean_and_the_scratch_folder_is_removed(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET", "word")
    monkeypatch.setenv("DANCEOFF_CHECKED", "1")
    script = f"tr '\\0' '\\n' < /proc/$$/environ > {tmp_path}/environment\npwd > {tmp_path}/folder\necho > litter"
    assert written(tmp_path, script).count() == 0
    seen = dict(line.split("=", 1) for line in (tmp_path / "environment").read_text().splitlines())
    scratch = (tmp_path / "folder").read_text().strip()
    assert seen == {"PATH": os.defpath, "HOME": scratch, "TMPDIR": scratch, "LC_ALL": "C.UTF-8"}
    assert not Path(scratch).exists()


def test_what_a_program_leaves_behind_is_ended_and_not_waited_for(tmp_path):
    assert list(written(tmp_path, f"sleep 1000 &\necho $! > {tmp_path}/pid\necho 0 7").covers()) == [(0, 7)]
    assert end_within([int((tmp_path / "pid").read_text())], 5)


def test_a_program_that_closes_its_output_still_gives_heartbeats(tmp_path):
    search = written(tmp_path, "exec >&- 2>&-; sleep 1000")
    batches = search.batches(heartbeats=True)
    assert [len(next(batches)) for _ in range(3)] == [0, 0, 0]
    batches.close()


def test_the_end_of_a_program_is_seen_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr("danceoff.solvers.others.programs.running._SOON_S", 5.0)
    monkeypatch.setattr("danceoff.solvers.others.programs.running._LATE_S", 5.0)
    for script in ("exec >&- 2>&-; sleep 0.1", "sleep 1000 &"):  # the pipes are closed first, or left open
        began = time.monotonic()
        assert written(tmp_path, f"echo 0 7; {script}").count() == 1
        assert time.monotonic() - began < 2.5


def test_output_is_bounded_and_what_came_before_a_limit_counts(tmp_path, monkeypatch):
    monkeypatch.setattr("danceoff.solvers.others.programs.running.LARGEST_OUTPUT", 10_000)
    for script in ("while :; do echo 1 2; done", "while :; do echo word >&2; done & while :; do printf 1234567; done"):
        with pytest.raises(RuntimeError, match=r"prints more than 100(00)? bytes"):
            list(written(tmp_path, f"echo $$ > {tmp_path}/pid\n{script}").covers())
        assert end_within([int((tmp_path / "pid").read_text())], 5)
    found = written(tmp_path, f"echo $$ > {tmp_path}/pid; echo 0 7; sleep 1000").covers()
    assert next(found) == (0, 7)
    found.close()
    assert end_within([int((tmp_path / "pid").read_text())], 5)


EATS = "exec python3 -c 'import time; kept = b\"x\" * 400_000_000; time.sleep(1000)'"
LIMITS = {
    "sleeps": ("printf 9; exec sleep 1000", {"time_limit_s": 0.5}, "timeout"),
    "burns": ("while :; do :; done", {"cpu_limit_s": 0.5}, "timeout"),
    "eats": (EATS, {"memory_limit_mb": 400.0}, "memory"),
}


@pytest.mark.parametrize("what", LIMITS)
def test_limits_hold_for_the_program_and_keep_the_covers_before(tmp_path, what):
    script, limits, status = LIMITS[what]
    before = f"echo $$ > {tmp_path}/pid\npwd > {tmp_path}/folder\necho 0 7\n"
    row = run_case(Ask(TINY, spec_of(tmp_path, before + script), "enumerate", limits=Limits(**limits)))
    assert (row.status, row.covers) == (status, 1)
    assert end_within([int((tmp_path / "pid").read_text())], 5)
    assert not Path((tmp_path / "folder").read_text().strip()).exists()


OWN = f"""#!{sys.executable} -S
import os, resource, sys, time
began = time.monotonic()
print("0 7\\n2 4", flush=True)
if not os.fork():
    sum(range(3_000_000))
    os._exit(0)
os.wait()
sum(range(3_000_000))
spent = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
sys.stderr.write(f"{{time.monotonic() - began}} {{sum(one.ru_utime + one.ru_stime for one in spent)}}")
sys.stderr.flush()
"""


def test_the_time_of_a_program_is_its_own(tmp_path, monkeypatch):
    def slowly(name, entry, block):
        time.sleep(1.5 if block else 0)
        return options(name, entry, block)

    monkeypatch.setattr("danceoff.solvers.others.programs.program.options", slowly)
    monkeypatch.setattr("danceoff.solvers.others.programs.running.Run._bad_end", lambda _run, errors, _: said(errors))
    own: list[float] = []

    def said(errors):
        errors.seek(0)
        own.extend(map(float, errors.read().split()))
        return ""

    row = run_here(Ask(TINY, spec_of(tmp_path, OWN), "count"))
    wall_s, cpu_s = own
    assert (row.status, row.covers, row.checked, row.prepare_s) == ("complete", 2, 2, 0.0)
    assert row.first_s <= row.search_s - wall_s / 2, "the first cover has the time at which it was printed"
    assert wall_s <= row.search_s < wall_s + 1.0
    assert row.reading_s >= 1.5
    assert cpu_s - 0.01 <= row.cpu_s <= 1.1 * cpu_s + 0.03


def test_the_memory_of_a_program_is_its_own(tmp_path):
    assert 0.1 < run_case(Ask(TINY, spec_of(tmp_path, "echo 0 7; sleep 0.1"), "first")).peak_rss_mb < 10
    large = f"#!{sys.executable} -S\nlarge = bytearray(200_000_000)\nprint(0, 7)"
    assert 200 < run_case(Ask(TINY, spec_of(tmp_path, large), "enumerate")).peak_rss_mb < 260


@pytest.mark.parametrize(
    ("script", "status", "detail"),
    [
        ("echo 0 7; echo 2 4", "complete", ""),
        ("echo 0 7; echo 0 7", "wrong", "a cover came twice"),
        ("echo 0 7; echo 1 2 3", "wrong", "not a cover"),
    ],
)
def test_a_count_by_a_list_is_checked_as_the_list_is(tmp_path, script, status, detail):
    row = run_here(Ask(TINY, spec_of(tmp_path, script), "count"))
    assert row.status == status
    assert detail in row.detail


def test_a_number_alone_is_said_to_be_not_checked(tmp_path):
    row = run_here(Ask(TINY, spec_of(tmp_path, "echo 2", output="count"), "count"))
    assert (row.status, row.covers, row.checked) == ("complete", 2, 0)
    assert row.detail == "not checked: the program prints a number alone"
