"""What peers and MiniZinc make of our problems: they read what is written, and agree on how many covers there are."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from danceoff.addons.field import minizinc
from danceoff.addons.field.minizinc import model
from danceoff.experiments.cli import main
from danceoff.experiments.contract.small import SMALL
from danceoff.problems import Covers, ExactCover, Fingerprint, catalog
from danceoff.problems.sources import read
from danceoff.solvers import load, missing
from danceoff.solvers.base import UnsupportedProblem

# A program that pip has installed lies beside Python, which need not be where the shell looks.
MINIEXACT = shutil.which("miniexact", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
needs_miniexact = pytest.mark.skipif(MINIEXACT is None, reason="miniexact is not installed")
COUNTS = {"box/line": 1, "queens/6": 4, "langford/7": 52, "tromino/6x6": 162, "pentomino-subset/5x5": 856}
"""Problems with and without secondary items."""


def miniexact(*arguments: str) -> str:
    assert MINIEXACT
    return subprocess.run([MINIEXACT, *arguments], capture_output=True, text=True, timeout=60, check=False).stdout


def exported(name: str, folder: Path) -> str:
    file = folder / "problem.dlx"
    assert main(["export", name, "--format", "dlx", "-o", str(file)]) == 0
    return str(file)


@needs_miniexact
@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_miniexact_reads_what_is_written_in_knuths_format(name: str, count: int, tmp_path: Path) -> None:
    assert f"Found {count} solutions!" in miniexact("-x", "-e", "-D", exported(name, tmp_path))


def test_xcover_reads_what_is_written_in_knuths_format(tmp_path: Path) -> None:
    if line := missing("peer-xcover"):
        pytest.skip(f"not installed: {line}")
    from xcover import covers
    from xcover.io import read_xcover_from_file

    for name, count in COUNTS.items():
        options, primary, secondary, colored = read_xcover_from_file(exported(name, tmp_path))
        found = Covers.of(covers(options, primary=primary, secondary=secondary, colored=colored))
        problem = catalog.instance(name).problem
        assert len(found) == count, name
        assert Fingerprint.of(found) == Fingerprint.of(Covers.of(load("dlx").prepare(problem).covers())), name


def in_the_words_of_miniexact(problem: ExactCover) -> str:
    """The problem with its multiplicities, `name:lo;hi`, which miniexact does not read in Knuth's format."""
    names = [f"i{item}" for item in range(problem.n_items)]
    bounds = [f":{lo};{hi}" if (lo, hi) != (1, 1) else "" for lo, hi in zip(problem.least, problem.most, strict=True)]
    primary = [name + bound for name, bound in zip(names[: problem.n_primary], bounds, strict=False)]
    options = [" ".join(names[item] for item in problem.items_of(k)) + ";" for k in range(problem.n_options)]
    return "\n".join(["<", *primary, "> [", *names[problem.n_primary :], "]", *options, ""])


@needs_miniexact
@pytest.mark.parametrize(("name", "count"), [("slothouber-graatsma", 8), ("problems/data/corner_box.toml", 512)])
def test_miniexact_agrees_on_covers_with_equal_pieces(name: str, count: int, tmp_path: Path) -> None:
    file = tmp_path / "problem.xc"
    file.write_text(in_the_words_of_miniexact(read(name).problem), encoding="utf-8")
    assert f"Found {count} solutions!" in miniexact("-m", "-e", str(file))  # Knuth's Algorithm M


def test_a_colour_is_one_term_of_the_sum_of_its_item():
    problem, _ = SMALL["colours that agree"]
    assert model(problem, frozenset()).splitlines()[:4] == [
        "array[0..1] of var bool: chosen;",
        "constraint 1 <= sum([chosen[0]]) /\\ sum([chosen[0]]) <= 1;",
        "constraint 1 <= sum([chosen[1]]) /\\ sum([chosen[1]]) <= 1;",
        "solve satisfy;",
    ]
    problem, _ = SMALL["colours and multiplicities"]
    of_colours = "constraint sum([chosen[3], exists([chosen[0], chosen[1]]), exists([chosen[2]])]) <= 1;"
    assert of_colours in model(problem, frozenset()).splitlines()


def test_a_solver_that_minizinc_does_not_know_is_refused_in_its_words(tmp_path, monkeypatch):
    program = tmp_path / "minizinc"
    program.write_text("#!/bin/sh\necho 'Usage: minizinc FILE'\necho \"no solver with tag $2 found\" >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    problem, _ = SMALL["colours that agree"]
    search = minizinc._MiniZincSearch(problem, frozenset(), "chufed")
    with pytest.raises(UnsupportedProblem, match=r"^minizinc refuses: no solver with tag chufed found; see minizinc"):
        list(search._steps())


def test_a_program_that_ignores_that_it_is_asked_to_end_is_killed(monkeypatch):
    monkeypatch.setattr(minizinc, "_PATIENCE_TO_END_S", 0.05)
    command = ["sh", "-c", "trap '' TERM; echo begun; sleep 60 & wait"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout.readline() == b"begun\n"
    minizinc._end(process)
    assert process.returncode == -signal.SIGKILL
