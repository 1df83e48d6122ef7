"""Programs in other languages as backends: written here in C, in Python and for the shell, or installed."""

import os
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from danceoff.experiments import BadInput
from danceoff.experiments.cli import main
from danceoff.experiments.plans import plan
from danceoff.experiments.plans.case import Case
from danceoff.experiments.results.record import read as read_rows
from danceoff.experiments.run.one_case.child import run_case
from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance
from danceoff.solvers import Feature, MissingBackend, UnsupportedProblem, load
from danceoff.solvers.others.programs.entries import SHIPPED, entries, standard
from danceoff.solvers.others.programs.program import INPUTS

DOCS = Path(__file__).parents[2] / "docs" / "programs.md"
TINY = "tromino/2x3"
"""Two covers: (0, 7) and (2, 4)."""
C = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Reads .ec and prints each cover as option numbers counted from 1; with -DKNUTH reads and prints as dlx1 does. */
static int n_items, n, m, item[4096][64], size[4096], used[4096], chosen[4096], n_found;
static char name[4096][16];
static int number(const char *word) {
    for (int i = 1; i <= n_items; i++) if (!strcmp(name[i], word)) return i;
    strcpy(name[++n_items], word);
    return n_items;
}
static void show(int depth) {
#ifdef KNUTH
    printf("%d:\n", ++n_found);
    for (int k = 0; k < depth; k++) {
        for (int j = 0; j < size[chosen[k]]; j++) printf(" %s", name[item[chosen[k]][j]]);
        printf(" (%d of %d)\n", 1, m);
    }
#else
    for (int k = LIE; k < depth; k++) printf("%d ", chosen[k]);
    printf("\n");
#endif
    fflush(stdout);
}
static void search(int depth) {
    int i = 1;
    while (i <= n && used[i]) i++;
    if (i > n) { show(depth); return; }
    for (int k = 1; k <= m; k++) {
        int has = 0, clash = 0;
        for (int j = 0; j < size[k]; j++) { has |= item[k][j] == i; clash |= used[item[k][j]]; }
        if (!has || clash) continue;
        for (int j = 0; j < size[k]; j++) used[item[k][j]] = 1;
        chosen[depth] = k;
        search(depth + 1);
        for (int j = 0; j < size[k]; j++) used[item[k][j]] = 0;
    }
}
int main(void) {
    char line[4096];
#ifdef KNUTH
    while (fgets(line, sizeof line, stdin) && line[0] == '|');
    for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
        if (strcmp(word, "|")) number(word); else n = n_items;
    }
    if (!n) n = n_items;
    while (fgets(line, sizeof line, stdin)) {
        char *word = strtok(line, " \n");
        if (!word || word[0] == '|') continue;
        for (m++; word; word = strtok(NULL, " \n")) item[m][size[m]++] = number(word);
    }
#else
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == 'p') n = atoi(line + 5);
        if (line[0] != 's') continue;
        m++;
        for (char *word = strtok(line + 1, " \n"); word; word = strtok(NULL, " \n")) item[m][size[m]++] = atoi(word);
    }
#endif
    search(0);
    return 0;
}
"""
SUBSETS = """#!/usr/bin/python3 -S
import csv, itertools
names, *rows = csv.reader(open(0))
for n in range(len(rows) + 1):
    for cover in itertools.combinations(range(len(rows)), n):
        totals = [sum(int(rows[k][i]) for k in cover) for i in range(len(names))]
        if all(total == 1 or total == 0 and name.startswith("|") for total, name in zip(totals, names)):
            print("cover", *(f"<{k + 10}>" for k in cover))
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A folder with the programs `honest`, `liar` and `dlx1`, and the entries of the first two."""
    if not shutil.which("gcc"):
        pytest.skip("not installed: apt-get install gcc")
    folder = tmp_path_factory.mktemp("programs")
    (folder / "own.c").write_text(C)
    for name, define in (("honest", "-DLIE=0"), ("liar", "-DLIE=1"), ("dlx1", "-DKNUTH")):
        subprocess.run(["gcc", define, "-o", folder / name, folder / "own.c"], check=True)
    (folder / "mine.toml").write_text(
        "".join(f'[programs.{name}]\ncommand = ["{folder / name}"]\n{_EC}' for name in ("honest", "liar"))
    )
    return folder


_EC = 'input = "ec"\nfirst = 1\n'


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The file of entries in the configuration folder of a user."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config" / "danceoff").mkdir(parents=True)
    standard.cache_clear()
    yield tmp_path / "config" / "danceoff" / "programs.toml"
    standard.cache_clear()


def spec_of(folder, script, name="own", by_file=True, **keys):
    """A program that is a script, and its entry; how to load it."""
    (folder / name).write_text(script if script.startswith("#!") else f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)
    words = [str(folder / name), *(["{file}"] if by_file else [])]
    table = "".join(f"{key} = {value!r}\n" for key, value in {"command": words, **keys}.items())
    (folder / f"{name}.toml").write_text(f"[programs.{name}]\n{table}")
    return f"{folder / name}.toml:{name}"


def written(folder, script, **keys):
    """The search of tromino/2x3 by a script."""
    return load(spec_of(folder, script, **keys)).prepare(instance(TINY).problem)


def covers(spec, problem):
    found = list(load(spec).prepare(problem).covers())
    assert len(found) == len(set(found))
    return set(map(frozenset, found))


def ends_soon(pid):
    """Whether a process ends in five seconds."""
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        for _ in range(100):
            if process.status() == psutil.STATUS_ZOMBIE:
                return True
            time.sleep(0.05)
        return False
    return True


# --- programs that list covers, and where they are named


def test_a_plan_with_programs_of_its_own_catches_the_one_that_lies(compiled, tmp_path, capsys):
    file = tmp_path / "compare.toml"
    tables = (compiled / "mine.toml").read_text()
    file.write_text(
        "problems = { tromino = ['5x5-0'] }\ntasks = ['enumerate']\nsolvers = { bits = {}, honest = {}, liar = {} }\n"
        + tables
    )
    assert main(["run", str(file), "--into", str(tmp_path / "rows"), "--engine", "poll"]) == 0
    rows = {row.solver.rpartition(":")[2]: row for row in read_rows(tmp_path / "rows")}
    assert rows["liar"].solver == f"{file}:liar"
    assert [rows[name].status for name in ("bits", "honest", "liar")] == ["complete", "complete", "wrong"]
    assert rows["honest"].fingerprint == rows["bits"].fingerprint
    assert "are not a cover" in rows["liar"].detail
    capsys.readouterr()
    assert main(["verify", str(tmp_path / "rows")]) == 1
    said = capsys.readouterr().out
    assert "liar" in said
    assert "honest" not in said


def test_programs_are_named_by_the_command_line(compiled, capsys, monkeypatch):
    file = str(compiled / "mine.toml")
    assert main(["list", "solvers", "--programs", file]) == 0
    assert f"\nhonest            The program {compiled}/honest\n" in capsys.readouterr().out
    assert main(["solve", TINY, "--solver", "honest", "--programs", file, "--task", "count"]) == 0
    assert "2 covers in " in capsys.readouterr().out
    monkeypatch.setattr("danceoff.experiments.contract.hold.hold", lambda *_: [])
    assert main(["contract", "honest", "--programs", file]) == 0
    assert capsys.readouterr().out == f"{file}:honest keeps the contract\n"
    assert main(["solve", TINY, "--solver", "nobody", "--programs", file]) == 2
    assert "unknown solver 'nobody'" in capsys.readouterr().err
    assert main(["list", "plans", "--programs", file]) == 2


def test_a_plan_may_name_programs_of_the_command_line(compiled, tmp_path):
    file = tmp_path / "a.toml"
    file.write_text("problems = { queens = ['4'] }\ntasks = ['count']\nsolvers = { honest = {}, dlx = {} }\n")
    found = [case.solver for case in plan.read(str(file), compiled / "mine.toml").cases]
    assert found == [f"{compiled}/mine.toml:honest", "dlx"]
    with pytest.raises(BadInput, match="unknown solver 'honest'"):
        plan.read(str(file))


def test_programs_of_the_user_need_no_file_named(compiled, own, capsys):
    own.write_text((compiled / "mine.toml").read_text())
    problem = instance("tromino/5x5-0").problem
    assert str(load("honest")) == "honest"
    assert covers("honest", problem) == covers("bits", problem)
    main(["list", "solvers"])
    assert "\nliar  " in capsys.readouterr().out
    row = run_case(Case(TINY, "honest", "enumerate"))
    assert (row.status, row.solver, row.covers) == ("complete", "honest", 2)


def test_a_name_that_two_have_is_refused_and_both_are_named(own, tmp_path):
    own.write_text("[programs.dlx]\ncommand = ['x']\n")
    with pytest.raises(ValueError, match=rf"both danceoff and {own} bring a solver 'dlx'"):
        load("bits")
    standard.cache_clear()
    own.write_text("[programs.clasp]\ncommand = ['x']\n")
    with pytest.raises(ValueError, match=rf"both {SHIPPED} and {own} bring a solver 'clasp'"):
        load("bits")
    own.unlink()
    file = tmp_path / "a.toml"
    file.write_text(
        "problems = { queens = ['4'] }\ntasks = ['count']\nsolvers = { bits = {} }\n[programs.bits]\ncommand = ['x']\n"
    )
    with pytest.raises(BadInput, match=rf"both danceoff and {file} bring a solver 'bits'"):
        plan.read(str(file))
    (tmp_path / "b.toml").write_text("[programs.mine]\ncommand = ['x']\n")
    file.write_text(file.read_text().replace("programs.bits", "programs.mine"))
    with pytest.raises(BadInput, match=rf"both {file} and {tmp_path}/b.toml bring a solver 'mine'"):
        plan.read(str(file), tmp_path / "b.toml")


WRONG = {
    "command = 'x'": "command must be a list of str",
    "command = []": "must be a table with a command",
    "command = ['x']\ninput = 'y'": "unknown input 'y'; there are knuth, ec",
    "command = ['x']\noutput = 3": "output must be of type str",
    "command = ['x']\nspeed = 3": "unknown key 'speed'",
    "command = ['x']\ncount = '3'": "count must have a group that matches the number",
    "command = ['x']\nchosen = '('": "chosen is not a regular expression",
    "command = ['x']\nfinds = 'two'": "unknown finds 'two'; there are all, one",
    "command = ['x']\noutput = 'lines'": "output 'lines' needs the regular expressions begin and chosen",
}


@pytest.mark.parametrize("keys", WRONG)
def test_a_wrong_entry_is_refused_in_one_line(tmp_path, keys):
    (tmp_path / "p.toml").write_text(f"[programs.a]\n{keys}\n")
    with pytest.raises(ValueError, match=rf"p\.toml: programs\.a: {WRONG[keys]}"):
        load(f"{tmp_path}/p.toml:a")


def test_what_is_missing_is_named(tmp_path, own):
    (tmp_path / "p.toml").write_text("[programs.a]\ncommand = ['no-such-program']\n[programs.'a b']\ncommand = ['x']")
    with pytest.raises(ValueError, match=r"programs\.a b: the name of a program has only letters"):
        load(f"{tmp_path}/p.toml:a")
    (tmp_path / "p.toml").write_text("[programs.a]\ncommand = ['no-such-program']\ninstall = 'make it'\n")
    with pytest.raises(MissingBackend, match="needs the program no-such-program: make it"):
        load(f"{tmp_path}/p.toml:a")
    with pytest.raises(ValueError, match="there is no program 'b'; there are a"):
        load(f"{tmp_path}/p.toml:b")
    own.write_text("[programs.a")
    with pytest.raises(ValueError, match=str(own)):
        load("dlx")


# --- what goes in and comes out


@pytest.mark.parametrize("form", INPUTS)
@pytest.mark.parametrize("by_file", [True, False])
def test_the_program_gets_the_problem(tmp_path, form, by_file):
    script = f'cat ${{1:+"$1"}} > {tmp_path}/given\necho 5'
    problem = instance(TINY).problem
    spec = spec_of(tmp_path, script, by_file=by_file, input=form, output="count")
    assert load(spec).prepare(problem).count() == 5
    assert (tmp_path / "given").read_text() == INPUTS[form].write(problem)


def test_the_documented_entries_are_whole_and_dlx1_reads_as_documented(compiled, tmp_path, monkeypatch):
    blocks = [line[4:] for line in DOCS.read_text().split("## Programs to build")[1].splitlines() if line[:4] == "    "]
    (tmp_path / "docs.toml").write_text("\n".join(line for line in blocks if line.startswith("[") or " = " in line))
    assert list(entries(tmp_path / "docs.toml")) == ["dlx1", "dlx2", "ssxcc", "d4-built", "sharpsat"]
    monkeypatch.setenv("PATH", str(compiled), prepend=os.pathsep)
    for name in ("queens/6", "queens/3", "tromino/5x5-0"):  # with secondary items, without covers, with many
        problem = instance(name).problem
        assert covers(f"{tmp_path}/docs.toml:dlx1", problem) == covers("bits", problem)


def test_lines_are_read_by_regular_expressions(tmp_path):
    keys = {"input": "matrix", "output": "lines", "begin": "^cover", "chosen": "<([0-9]+)>", "first": 10}
    spec = spec_of(tmp_path, SUBSETS, by_file=False, **keys)
    for name in (TINY, "queens/3"):
        assert covers(spec, instance(name).problem) == covers("bits", instance(name).problem)
    assert list(load(spec).prepare(instance(TINY).problem, [(0, 7)]).covers()) == [(2, 4)]
    clash = ExactCover.from_options(["ab", "a", "cb"], "ac", "b")
    assert covers(spec, clash) == {frozenset({1, 2})}


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
    with pytest.raises(UnsupportedProblem, match="counts covers and lists none"):
        list(written(tmp_path, "echo 1", output="count").covers())


def test_exit_codes_are_judged(tmp_path):
    assert written(tmp_path, "exit 3", exit_codes=[0, 3]).count() == 0
    with pytest.raises(RuntimeError, match=r"own ended with exit code 3, not 0: it broke$"):
        written(tmp_path, "echo oh >&2; echo it broke >&2; exit 3").count()
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

SEVERAL = ExactCover.from_options(["ab", "b", "bc", "a", "ac"], "ab", "c", multiplicity={"b": (1, 2)})


@pytest.mark.parametrize("name", entries(SHIPPED))
def test_the_shipped_programs_agree_with_brute_force(name):
    if line := entries(SHIPPED)[name].missing:
        pytest.skip(f"not installed: {line}")
    nested = ExactCover.from_options(["a", "a", "a"], "a", multiplicity={"a": (1, 3)})
    coloured = ExactCover.from_options(
        [["a", ("c", "red")], ["b", ("c", "red")], ["a", ("c", "blue")], ["b", "c"], ["b"]], "ab", "c"
    )
    for problem in (instance("queens/4").problem, instance("queens/3").problem, SEVERAL, nested, coloured):
        if problem.has_colours and Feature.COLOUR not in load(name).features:
            continue
        expected = covers("backtracking", problem)
        assert covers(name, problem) == expected
        blocked = [tuple(sorted(cover)) for cover in expected][:1]
        assert load(name).prepare(problem, blocked).count() == max(len(expected) - 1, 0)


def test_opb_is_what_a_real_program_reads(tmp_path):
    if not shutil.which("clasp"):
        pytest.skip("not installed: apt-get install clasp")
    (tmp_path / "p.toml").write_text(
        "[programs.all]\ncommand = ['clasp', '-n', '0', '--outf=0', '{file}']\ninput = 'opb'\noutput = 'lines'\n"
        "begin = '^v'\nchosen = ' x([0-9]+)'\nfirst = 1\nexit_codes = [0, 10, 20, 30]\n"
        "[programs.one]\ncommand = ['clasp', '{file}']\ninput = 'opb'\noutput = 'lines'\n"
        "begin = '^v'\nchosen = ' x([0-9]+)'\nfirst = 1\nfinds = 'one'\nexit_codes = [10, 20, 30]\n"
    )
    for problem in (instance("queens/3").problem, SEVERAL, instance(TINY).problem):
        assert covers(f"{tmp_path}/p.toml:all", problem) | covers(f"{tmp_path}/p.toml:one", problem) == covers(
            "brute-force", problem
        )


# --- how a program runs


def test_the_environment_is_clean_and_the_scratch_folder_is_removed(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET", "word")
    monkeypatch.setenv("DANCEOFF_CHECKED", "1")
    monkeypatch.setenv("DANCEOFF_CASE", "mark")
    script = f"tr '\\0' '\\n' < /proc/$$/environ > {tmp_path}/environment\npwd > {tmp_path}/folder\necho > litter"
    assert written(tmp_path, script).count() == 0
    seen = dict(line.split("=", 1) for line in (tmp_path / "environment").read_text().splitlines())
    scratch = (tmp_path / "folder").read_text().strip()
    assert seen == {
        "PATH": os.defpath,
        "HOME": scratch,
        "TMPDIR": scratch,
        "LC_ALL": "C.UTF-8",
        "DANCEOFF_CASE": "mark",
    }
    assert not Path(scratch).exists()


def test_what_a_program_leaves_behind_is_ended_and_not_waited_for(tmp_path):
    script = f"sleep 1000 &\necho $! > {tmp_path}/pid\necho 0 7"
    assert list(written(tmp_path, script).covers()) == [(0, 7)]
    assert ends_soon(int((tmp_path / "pid").read_text()))


def test_a_program_that_closes_its_output_still_gives_heartbeats(tmp_path):
    search = written(tmp_path, "exec >&- 2>&-; sleep 1000")
    batches = search.batches(heartbeats=True)
    assert [len(next(batches)) for _ in range(3)] == [0, 0, 0]
    batches.close()


def test_output_is_bounded_and_what_came_before_a_limit_counts(tmp_path, monkeypatch):
    monkeypatch.setattr("danceoff.solvers.others.programs.running.LARGEST_OUTPUT", 10_000)
    for script in ("while :; do echo 1 2; done", "while :; do echo word >&2; done & while :; do printf 1234567; done"):
        with pytest.raises(RuntimeError, match="prints more than 10000 bytes"):
            list(written(tmp_path, f"echo $$ > {tmp_path}/pid\n{script}").covers())
        assert ends_soon(int((tmp_path / "pid").read_text()))
    found = written(tmp_path, f"echo $$ > {tmp_path}/pid; echo 0 7; sleep 1000").covers()
    assert next(found) == (0, 7)
    found.close()
    assert ends_soon(int((tmp_path / "pid").read_text()))


EATS = "exec python3 -c 'import time; kept = b\"x\" * 400_000_000; time.sleep(1000)'"
LIMITS = {
    "sleeps": ("sleep 1000", {"time_limit_s": 0.5}, "timeout"),
    "burns": ("while :; do :; done", {"cpu_limit_s": 0.5}, "timeout"),
    "eats": (EATS, {"memory_limit_mb": 400.0}, "memory"),
}


@pytest.mark.parametrize("what", LIMITS)
def test_limits_hold_for_the_program_and_keep_the_covers_before(tmp_path, what):
    script, limits, status = LIMITS[what]
    before = f"echo $$ > {tmp_path}/pid\npwd > {tmp_path}/folder\necho 0 7\n"
    row = run_case(Case(TINY, spec_of(tmp_path, before + script), "enumerate", **limits))
    assert (row.status, row.covers) == (status, 1)
    assert ends_soon(int((tmp_path / "pid").read_text()))
    assert not Path((tmp_path / "folder").read_text().strip()).exists()
