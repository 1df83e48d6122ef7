"""Programs in other languages as backends: what they read, how they run, and how their answers are read."""

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fakes import end_within
from in_process import run_here
from programs import SUBSETS, TINY, covers, own, spec_of, written

from danceoff.asking.ask import Ask, Limits
from danceoff.experiments.run.one_case.child import run_case
from danceoff.problems import Covers, ExactCover
from danceoff.problems.catalog import instance
from danceoff.solvers import UnsupportedProblem, load
from danceoff.solvers.entries import SHIPPED, entries
from danceoff.solvers.others.programs.answers import options
from danceoff.solvers.others.programs.program import INPUTS

COLOURED = ExactCover.from_options([["a", ("c", "r")], ["b", ("c", "r")], ["a", ("c", "b")], "bc", "b"], "ab", "c")
SEVERAL = ExactCover.from_options(["ab", "b", "bc", "a", "ac"], "ab", "c", multiplicity={"b": (1, 2)})
DOCS = Path(__file__).parents[3] / "docs" / "programs.md"


@pytest.mark.parametrize("form", INPUTS)
@pytest.mark.parametrize("by_file", [True, False])
def test_the_program_gets_the_problem(tmp_path, form, by_file):
    script = f'cat ${{1:+"$1"}} > {tmp_path}/given\necho 5'
    problem = instance(TINY).problem
    spec = spec_of(tmp_path, script, by_file=by_file, input=form, output="count")
    assert load(spec).prepare(problem).count() == 5
    assert (tmp_path / "given").read_text() == INPUTS[form].write(problem)


def test_the_documented_entries_are_whole_and_dlx2_reads_as_documented(tmp_path, monkeypatch):
    blocks = [line[4:] for line in DOCS.read_text().split("## Programs to build")[1].splitlines() if line[:4] == "    "]
    (tmp_path / "docs.toml").write_text("\n".join(line for line in blocks if line.startswith("[") or " = " in line))
    assert list(entries(tmp_path / "docs.toml")) == ["dlx1", "dlx2", "ssxcc", "d4-built", "sharpsat"]
    (tmp_path / "dlx2").symlink_to(own(tmp_path, "dlx1", is_knuth=True))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    for name in ("queens/6", "queens/3", "tromino/5x5-0"):  # with secondary items, without covers, with many
        problem = instance(name).problem
        assert covers(f"{tmp_path}/docs.toml:dlx1", problem) == covers("bits", problem)
    with pytest.raises(UnsupportedProblem, match="dlx1 has no colours"):
        load(f"{tmp_path}/docs.toml:dlx1").prepare(COLOURED)
    for problem in (COLOURED, instance("graceful/cycle-5").problem, instance("edge-matching/1x3-2-1").problem):
        assert covers(f"{tmp_path}/docs.toml:dlx2", problem) == covers("bits", problem)
    with pytest.raises(UnsupportedProblem, match="dlx2 has no multiplicities"):
        load(f"{tmp_path}/docs.toml:dlx2").prepare(SEVERAL)


@pytest.mark.parametrize(
    ("features", "text"),
    [
        (["multiplicities"], "a 1:2|b | c\na b\nb\nb c\na\na c\n"),
        (["colours", "multiplicities"], "a 1:2|b | c\na b\nb\nb c\na\na c\n"),
        (["colours"], "a b | c\na c:r\nb c:r\na c:b\nb c\nb\n"),
    ],
)
def test_a_program_gets_the_problems_whose_features_it_has(tmp_path, features, text):
    spec = spec_of(tmp_path, f'cat "$1" > {tmp_path}/given', features=features)
    assert load(spec).prepare(COLOURED if features == ["colours"] else SEVERAL).count() == 0
    assert (tmp_path / "given").read_text() == text


def test_lines_are_read_by_regular_expressions(tmp_path):
    keys = {"input": "matrix", "output": "lines", "begin": "^cover", "chosen": "<([0-9]+)>", "first": 10}
    spec = spec_of(tmp_path, SUBSETS, by_file=False, **keys)
    for name in (TINY, "queens/3"):
        assert covers(spec, instance(name).problem) == covers("bits", instance(name).problem)
    assert list(load(spec).prepare(instance(TINY).problem, [(0, 7)]).covers()) == [(2, 4)]
    assert covers(spec, ExactCover.from_options(["ab", "a", "cb"], "ac", "b")) == {frozenset({1, 2})}


def test_what_cannot_be_read_is_blamed_on_the_program(tmp_path):
    with pytest.raises(RuntimeError, match="own prints 'two' where a number should be"):
        list(written(tmp_path, "echo 1 two").covers())
    with pytest.raises(RuntimeError, match="own prints 'x y', which is not an option"):
        list(written(tmp_path, "echo 1:; echo x y", output="items").covers())
    with pytest.raises(RuntimeError, match="own prints no count"):
        written(tmp_path, "echo many", output="count").count()
    twice = ExactCover.from_options(["a", "a"], "a")
    with pytest.raises(UnsupportedProblem, match="some options are equal"):
        list(load(spec_of(tmp_path, "echo", output="items")).prepare(twice).covers())


def test_counts_are_read_by_a_regular_expression_and_no_cover_by_exit_code(tmp_path):
    script = "echo found 1 of them; echo found 12 of them"
    assert written(tmp_path, script, output="count", count="found ([0-9]+)").count() == 12
    assert written(tmp_path, "exit 20", output="count", none=[20]).count() == 0
    assert written(tmp_path, "printf %05000d 12; printf %05000d 7", output="count").count() == 12 * 10**5000 + 7
    with pytest.raises(RuntimeError, match=r"own prints no count that matches .*: '-4' is not a whole number$"):
        written(tmp_path, "echo -4", output="count", count="(.+)").count()
    with pytest.raises(UnsupportedProblem, match="counts covers and lists none"):
        list(written(tmp_path, "echo 1", output="count").covers())


def test_exit_codes_are_judged(tmp_path):
    assert written(tmp_path, "exit 3", exit_codes=[0, 3]).count() == 0
    with pytest.raises(RuntimeError, match=r"own ended with exit code 3, not 0: it broke$"):
        written(tmp_path, "echo oh >&2; echo it broke >&2; exit 3").count()
    with pytest.raises(RuntimeError, match=r"not 0: problem\.dlx: bad line$"):
        list(written(tmp_path, 'echo "$1: bad line" >&2; exit 1').covers())
    with pytest.raises(RuntimeError, match="ended with exit code -9"):
        list(written(tmp_path, "echo 0 7; kill -9 $$").covers())


def test_a_program_that_finds_one_cover_runs_again_without_it(tmp_path):
    runs = f"$(grep -c run {tmp_path}/runs)"
    script = f"echo run >> {tmp_path}/runs\n[ {runs} -gt 2 ] && exit 20\ntail -1 $1 > {tmp_path}/last"
    keys = {"input": "dimacs", "output": "dimacs", "finds": "one", "exit_codes": [10, 20]}
    again = f"{script}\n[ {runs} = 1 ] && echo v 1 8 0 || echo v 3 5 0\nexit 10"
    assert list(written(tmp_path, again, **keys).covers()) == [(0, 7), (2, 4)]
    assert (tmp_path / "last").read_text() == "-1 -8 0\n"
    with pytest.raises(RuntimeError, match=r"prints the cover \(0, 7\) again, though its problem excludes it"):
        list(written(tmp_path, "echo v 1 8 0; exit 10", **keys).covers())


def test_one_that_cannot_be_given_the_rest_answers_only_first(tmp_path):
    spec = spec_of(tmp_path, "echo 0 7", finds="one")
    found = load(spec).prepare(instance(TINY).problem).covers()
    assert next(found) == (0, 7)
    with pytest.raises(UnsupportedProblem, match="finds one cover, and input 'knuth' cannot exclude it"):
        next(found)
    with pytest.raises(UnsupportedProblem, match="cannot leave out covers"):
        load(spec).prepare(instance(TINY).problem, [(0, 7)])
    assert list(written(tmp_path, "true", finds="one").covers()) == []


@pytest.mark.parametrize("program", entries(SHIPPED))
def test_the_shipped_programs_agree_with_brute_force(program):
    nested = ExactCover.from_options(["a", "a", "a"], "a", multiplicity={"a": (1, 3)})
    for problem in (instance("queens/4").problem, instance("queens/3").problem, SEVERAL, nested, COLOURED):
        expected = covers("backtracking", problem)
        assert covers(program, problem) == expected
        blocked = [tuple(sorted(cover)) for cover in expected][:1]
        assert load(program).prepare(problem, blocked).count() == max(len(expected) - 1, 0)


PRICED = [
    replace(instance("queens/4").problem, cost=np.arange(16)),
    replace(instance("queens/3").problem, cost=np.arange(9)),
    replace(instance("tromino/5x5-0").problem, cost=np.arange(61) % 7 - 3),
    replace(COLOURED, cost=np.arange(COLOURED.n_options) - 2),
]
CLASP = """
[programs.{name}]
command = ['clasp', {more} '{{file}}']
input = 'opb'
output = 'lines'
begin = '{begin}'
chosen = ' x([0-9]+)'
first = 1
finds = '{name}'
exit_codes = [0, 10, 20, 30]
"""


@pytest.mark.parametrize("program", ["cbc", "glpsol", "clasp"])
def test_real_programs_find_the_cheapest_covers(program, tmp_path):
    if program == "clasp":
        (tmp_path / "p.toml").write_text(CLASP.format(name="best", more="", begin="^c Answer"))
        program = f"{tmp_path}/p.toml:best"
    for problem in PRICED:
        costs = sorted(problem.cost_of(Covers.of(sorted(covers("dlx", problem)))).tolist())
        found = [cover for cover, _ in load(program).prepare(problem).cheapest(2) if cover is not None]
        assert problem.cost_of(Covers.of(found)).tolist() == costs[:2]


def test_costs_too_large_for_doubles_are_refused_to_programs_that_read_lp(tmp_path):
    spec = spec_of(tmp_path, "echo", finds="best", input="lp")
    problem = replace(instance("queens/4").problem, cost=np.arange(16) + 10**9)
    with pytest.raises(UnsupportedProblem, match="computes with doubles"):
        list(load(spec).prepare(problem).cheapest())


@pytest.mark.needs("clasp")
def test_opb_is_what_a_real_program_reads(tmp_path):
    every = CLASP.format(name="all", more="'-n', '0', '--outf=0',", begin="^v")
    (tmp_path / "p.toml").write_text(every + CLASP.format(name="one", more="", begin="^v"))
    for problem in (instance("queens/3").problem, SEVERAL, instance(TINY).problem):
        found, one = covers(f"{tmp_path}/p.toml:all", problem), covers(f"{tmp_path}/p.toml:one", problem)
        assert found | one == covers("brute-force", problem)


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
