"""What `danceoff warm` compiles: every kernel, in each form that a search may ask for."""

import os
import subprocess
import sys
from functools import partial
from time import sleep

import pytest

from danceoff.experiments import cli
from danceoff.experiments.commands import warm
from danceoff.solvers import all_kernels
from danceoff.solvers.all_kernels import PIECES

AFTER_ALL_PIECES = """
from itertools import product
from danceoff.problems.sources import read
from danceoff.solvers import load
from danceoff.solvers.all_kernels import _ANY, PIECES
from danceoff.solvers.base import tiny_like
from danceoff.solvers.engines import compiled
from danceoff.addons.puzzles.making import search as making
for _, compile_piece in PIECES.values():
    compile_piece()
making.is_small = lambda problem: False  # without Algorithm X
compiled._Cache.load_overload = None
problems = [*tiny_like(_ANY), *(read(name).problem for name in ("queens/6", "domino/8x8"))]
for problem, spec in product(problems, ["bits", "dlx", "learn", "auto"]):
    search = load(spec).prepare(problem).covers()
    found = [cover for cover, _ in zip(search, range(100))]
    assert next(load(spec).prepare(problem).cheapest(2)) is not None
    assert load("counter").prepare(problem).count() >= len(found) > 0
assert next(puzzle for puzzle in making.puzzles(read("queens/6").problem, 1) if puzzle)
print("all is there")
"""


@pytest.mark.timeout(600)  # where nothing is compiled yet
def test_after_all_pieces_no_search_loads_a_kernel():
    run = subprocess.run([sys.executable, "-c", AFTER_ALL_PIECES], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "all is there\n"


def test_warm_compiles_every_piece(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(all_kernels, "PIECES", {name: (1, (tmp_path / name).touch) for name in PIECES})
    assert cli.main(["warm"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == set(PIECES)
    assert capsys.readouterr().out.startswith("all kernels are compiled, in ")


def test_a_piece_that_dies_ends_warm_with_one_line(monkeypatch, capsys):
    monkeypatch.setattr(all_kernels, "PIECES", {"dies": (1, lambda: os._exit(3)), "waits": (1, lambda: sleep(60))})
    assert cli.main(["warm"]) != 0
    assert capsys.readouterr().err.splitlines()[-1].startswith("danceoff: ")


@pytest.mark.parametrize("expected_s", [1, 60])
def test_the_seconds_left_go_by_the_pace_of_what_is_compiled(expected_s, monkeypatch):
    monkeypatch.setattr(all_kernels, "PIECES", {name: (expected_s, partial(sleep, 0.8)) for name in "abc"})
    said = list(warm._compiled(1))
    assert all(0 <= share <= 1 for share, _ in said)
    left_s = next(left_s for share, left_s in said if share > 0.3)  # one of three is compiled
    assert 1.6 <= left_s <= 4
