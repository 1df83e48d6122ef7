"""Programs in other languages as backends: what they read, and how their answers are read."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from programs import SUBSETS, TINY, covers, own, spec_of, written

from danceoff.problems import Covers, ExactCover
from danceoff.problems.catalog import instance
from danceoff.solvers import UnsupportedProblem, load
from danceoff.solvers.entries import SHIPPED, entries
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


# --- programs that print one cover


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


# --- the programs that danceoff knows


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
