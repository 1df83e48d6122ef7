"""What peers make of our problems: they read what is written, and agree on how many covers there are."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from danceoff.experiments.cli import main
from danceoff.problems import Covers, ExactCover, Fingerprint, catalog
from danceoff.problems.sources import read
from danceoff.solvers import load, missing

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
