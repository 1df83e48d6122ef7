"""Programs in other languages as backends: a C program compiled here, an honest one and one that lies."""

import shutil
import subprocess
from pathlib import Path

import pytest

from danceoff.experiments.plans.case import Case
from danceoff.experiments.run.one_case.child import run_case
from danceoff.problems.catalog import instance
from danceoff.solvers import load

C = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Reads .ec from standard input; prints each cover as option numbers counted from 1. */
static int n, m, item[4096][64], size[4096], used[4096], chosen[4096];
static void search(int depth) {
    int i = 1;
    while (i <= n && used[i]) i++;
    if (i > n) {
        for (int k = LIE; k < depth; k++) printf("%d ", chosen[k]);
        printf("\n");
        fflush(stdout);
        return;
    }
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
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == 'p') n = atoi(line + 5);
        if (line[0] != 's') continue;
        m++;
        for (char *word = strtok(line + 1, " \n"); word; word = strtok(NULL, " \n")) item[m][size[m]++] = atoi(word);
    }
    search(0);
    return 0;
}
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    if not shutil.which("cc"):
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("programs")
    (folder / "own.c").write_text(C)
    entries = ""
    for name, lie in (("honest", 0), ("liar", 1)):
        subprocess.run(["cc", f"-DLIE={lie}", "-o", folder / name, folder / "own.c"], check=True)
        entries += f'[programs.{name}]\ncommand = ["{folder / name}"]\ninput = "ec"\nfirst = 1\n'
    (folder / "mine.toml").write_text(entries)
    return folder / "mine.toml"


def test_a_c_program_gives_the_covers_of_bits(programs):
    problem = instance("tromino/5x5-0").problem
    solver = load(f"{programs}:honest")
    assert str(solver) == f"{programs}:honest"
    assert set(solver.prepare(problem).covers()) == set(load("bits").prepare(problem).covers())


def test_a_program_that_lies_is_caught_and_named(programs):
    rows = [run_case(Case("tromino/5x5-0", f"{programs}:{name}", "enumerate")) for name in ("honest", "liar")]
    assert [row.status for row in rows] == ["complete", "wrong"]
    assert "are not a cover" in rows[1].detail
    assert rows[1].solver.endswith("mine.toml:liar")


def test_a_wrong_entry_is_refused_in_one_line(tmp_path):
    (tmp_path / "p.toml").write_text('[programs.a]\ncommand = "x"\n[programs.b]\ncommand = ["x"]\ninput = "y"\n')
    with pytest.raises(ValueError, match=r"programs\.a: command must be a list of str"):
        load(f"{tmp_path}/p.toml:a")


def written(folder, name, script, **keys):
    """A program that is a shell script, with its entry."""
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)
    own = "".join(f"{key} = {value!r}\n" for key, value in keys.items())
    (folder / "p.toml").write_text(f"[programs.{name}]\ncommand = ['{folder / name}', '{{file}}']\n{own}")
    return load(f"{folder}/p.toml:{name}")


def test_counts_are_read_by_a_regular_expression_and_no_cover_by_exit_code(tmp_path):
    problem = instance("queens/4").problem
    assert (
        written(tmp_path, "a", "echo found 12 of them", output="count", count="found ([0-9]+)").prepare(problem).count()
        == 12
    )
    assert written(tmp_path, "b", "exit 20", output="count", none=[20]).prepare(problem).count() == 0
    with pytest.raises(RuntimeError, match="ended with exit code 3"):
        written(tmp_path, "c", "exit 3", output="count").prepare(problem).count()


def test_output_is_bounded_and_covers_before_a_limit_count(tmp_path, monkeypatch):
    monkeypatch.setattr("danceoff.solvers.others.program.LARGEST_OUTPUT", 10_000)
    problem = instance("tromino/2x3").problem
    with pytest.raises(RuntimeError, match="prints more than 10000 bytes"):
        list(written(tmp_path, "a", "while :; do echo 1 2; done").prepare(problem).covers())
    covers = written(tmp_path, "b", "echo 0 7; sleep 1000").prepare(problem).covers()
    assert next(covers) == (0, 7)
    covers.close()


def test_clasp_lists_every_cover():
    if not shutil.which("clasp"):
        pytest.skip("not installed: apt-get install clasp")
    solver = load(f"{Path(__file__).parents[2] / 'examples' / 'programs.toml'}:clasp")
    for name, n_covers in (("queens/6", 4), ("tromino/2x3", 2), ("queens/3", 0)):
        assert len(set(solver.prepare(instance(name).problem).covers())) == n_covers
