"""Small inputs that ask for too much: refused within 2 seconds and 200 MB, before anything of that size is built."""

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from danceoff.problems import InvalidProblem, sources
from danceoff.problems.model.cover import MOST_ITEMS

FEED = """
import json, resource, sys, time
from danceoff.experiments.plans import plan
from danceoff.problems import sources
from danceoff.experiments import BadInput
from danceoff.problems import InvalidProblem
for source in json.loads(sys.stdin.read()):
    read = plan.read if source.endswith(".plan.toml") else sources.read
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    try:
        said = f"read: {read(source)!r:.80}"
    except (InvalidProblem, BadInput) as refusal:
        said = str(refusal)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([source, said[:300], time.process_time() - begun, (after - before) / 1e3]), flush=True)
"""

PLAN = "tasks = ['count']\nproblems = { queens = ['8'] }\n"
TEXTS = {
    "header.ec": f"p ec {MOST_ITEMS + 1}\ns 1\n",
    "huge-header.ec": "p ec 20000000\n",
    "longer-header.ec": "p ec 2147483647\ns 1\n",
    "header.rows": f"{MOST_ITEMS + 1} 1\n1 1\n",
    "wrong-header.rows": "4194304 2147483647\n",
    "rows.spp": f"{MOST_ITEMS + 1} 1\n",
    "columns.spp": "1 2147483647\n1 1 1\n",
    "columns.scp": "9 2147483647\n1\n",
    "digits.spp": f"1 1\n{'9' * 100000} 1 1\n",
    "power.mps": "ROWS\n N o\n L r\nCOLUMNS\n x r 1e-999999999\nENDATA\n",
    "shape.toml": f"box = [100, 100]\n[pieces]\nx = {{ shape = '''\n{('#' * 1000 + chr(10)) * 1000}''' }}\n",
    "box.toml": "box = [100000, 100000]\n[pieces]\nI2 = 1\n",
    "deep-box.toml": "box = [999999999999, 999999999999, 999999999999]\n[pieces]\nI2 = 1\n",
    "words.toml": f"grid = [1, 1]\nwords = {['A' * k for k in range(1, 2100)]}\n",
    "pieces.toml": "box = [5, 5]\n[pieces]\n" + "".join(f"p{k} = {{ shape = '#' }}\n" for k in range(1 << 14 | 1)),
    "pieces.txt": ".....\n\n" + "#\n\n" * (1 << 15),
    "wide.xmpuzzle": "<puzzle version='2'><shapes><voxel x='99999' y='99999' z='99999'/></shapes>"
    "<problems><problem><result id='0'/></problem></problems></puzzle>",
    "repeats.plan.toml": f"repeats = 1000000000\n{PLAN}solvers = {{ dlx = {{}} }}\n",
    "axes.plan.toml": f"{PLAN}[solvers.sat]\nengine = {list(range(2000))}\nencoding = {list(range(2000))}\n",
}


def bombs() -> Iterator[tuple[str, bytes]]:
    """Names, and what a gzipped file of 32 kB unpacks to; one at a time, for each has 17 MB."""
    yield "zeros.csv", b"0,1\n" + b"0," * (9 << 20)
    yield "items.mcc", b"<" + b" a" * (9 << 20) + b">"
    yield "lines.dlx", b"a\n" * (9 << 20)
    yield "words.dlx", b"a " * (9 << 20)
    yield "lines.ec", b"p ec 1\n" + b"s 1\n" * (5 << 20)
    yield "numbers.spp", b"1 2147483647\n" + b"1 1 1\n" * (3 << 20)
    yield "rows.mps", b"ROWS\n" + b" N o\n" * (5 << 20)
    yield "blanks.sdk", b"\n" * (17 << 20)
    yield "region.txt", b"." * (17 << 20)
    yield "marks.toml", b"#" * (17 << 20)
    yield "marks.xmpuzzle", b"<puzzle version='2'>" + b"#" * (17 << 20)


SIZES = """
    queens/1000000 domino/99999x99999 domino/99999x99999x99999 domino/aztec-999999999 sudoku/99x99 sudoku/100x100
    sudoku-begun/81x81-50-1 quasigroup/99-40-1 random-cover/999999999-3-7-1
    planted-cover/999999999-999999999-999999999-1 polyomino-board/999999999x999999999-1 round-robin/999999998
    kirkman/999999993 latin/99 langford/999999999 lozenge/999999999 matching/999999999 n-omino/999999999
    partition/999999999 steiner/999999999 squares/4096x4096 rectangles/1x1000000 rectangles/4096x4096
    tromino/4096x4096 any-pentomino/4096x4096 solid-pentomino/9999x9999x9999 pentacube/n-250x250x250
    edge-matching/99x99-5-1 graceful/complete-9999 graceful/path-99 graph-colouring/complete-9999-3
    graph-colouring/complete-500-26 de-bruijn/9 de-bruijn/99-10 knight-tour/99x99 closed-knight-tour/9999x9999
    corner-path/9999x9999
"""
NAMES = (*SIZES.split(), "domino/" + "+".join(["4000x4000"] * 500), "domino/1000000x1+" + "+".join(["1x1000"] * 500))


def test_input_that_is_too_large_is_refused_before_it_is_built(tmp_path: Path, record_property) -> None:
    """One process reads all of them, so that it need start but once: no peak of memory may rise over the one before."""
    sources = list(NAMES)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
        sources.append(str(tmp_path / name))
    for name, content in bombs():
        (tmp_path / name).write_bytes(packed := gzip.compress(content))
        assert len(packed) < 1 << 16
        sources.append(str(tmp_path / name))
    program = [sys.executable, "-c", FEED]
    ran = subprocess.run(program, input=json.dumps(sources), capture_output=True, text=True, check=False, timeout=120)
    told = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [source for source, *_ in told] == sources, ran.stderr[-2000:]
    for source, said, cpu_s, risen_mb in told:
        assert not said.startswith("read: "), (source, said)
        assert cpu_s < 2, (source, said, cpu_s)
        assert risen_mb < 200, (source, said, risen_mb)
    record_property("inputs: files and names that ask for too much refused before they are built", len(told))


@pytest.mark.parametrize("ending", ["txt", "sdk", "toml", "txt.gz"])
def test_of_a_large_drawing_only_a_beginning_is_read(tmp_path, monkeypatch, ending):
    content, read = "é the quick brown fox\n".encode() * 1_000_000, []
    file = tmp_path / f"a.{ending}"
    file.write_bytes(gzip.compress(content, 1) if ending.endswith("gz") else content)
    with monkeypatch.context() as patched:
        text_of = sources.text_of
        patched.setattr(sources, "text_of", lambda *given: read.append(text_of(*given)) or read[-1])
        assert bool(sources.of_list(str(file))) == (ending == "sdk")
        with pytest.raises(InvalidProblem, match=r"too many for a drawn puzzle|more than 16777216 bytes when unpacked"):
            sources.read(file)
    assert sum(map(len, read)) <= 18 << 20


def test_a_text_that_is_cut_in_a_character_is_the_same_list(tmp_path):
    lines = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" * 3
    file = tmp_path / "a.sdk"
    for begin in ("#", "# "):  # a megabyte ends within a letter in one of them
        file.write_text(lines + begin + "é" * 1_000_000, encoding="utf-8")
        assert bool(sources.of_list(str(file)))
    file.write_bytes(lines[:82].encode() + b"\xff")
    with pytest.raises(InvalidProblem, match=r"a\.sdk:2: not a text file, byte 82 is not UTF-8"):
        sources.read(file)
