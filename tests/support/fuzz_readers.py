"""Files that are almost right: every reader refuses them with one line, or reads them; soon, and in little memory."""

import gzip
import resource
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from fuzz_target import Target
from hypothesis import strategies as st

from danceoff.addons.puzzles.formats import xmpuzzle
from danceoff.addons.puzzles.lists import sdk_list
from danceoff.experiments import BadInput
from danceoff.experiments.plans import plan
from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.catalog import instance
from danceoff.problems.formats import READ, ec, knuth, linear, matrix, or_library
from danceoff.problems.formats.lines import text_of
from danceoff.problems.grids.packing import Packing
from danceoff.problems.sources import read

CPU_LIMIT_S = 20
MEMORY_LIMIT = 1 << 30
"""Bytes that a reader may take beyond what the process has."""

_STATM = Path("/proc/self/statm")

PLAN = ".plan"
LIST = ".list"


class File(NamedTuple):
    """A file: what it is read as, an ending of a problem, PLAN or LIST, and what is in it."""

    ending: str
    content: bytes


_BALLS = """<puzzle version="2"><gridType type="2"/><shapes><voxel x="2" y="2" z="2" type="0">#__#_##_</voxel>
<voxel x="2" y="2" z="1" type="0">#__#</voxel></shapes><problems><problem><shapes><shape id="1" count="2"/></shapes>
<result id="0"/></problem></problems></puzzle>"""


@cache
def seeds() -> tuple[File, ...]:
    """A few well-formed files of every format: written by us, and those that come with danceoff."""
    small = ExactCover.from_options(["ab", "c", "bc", "a", "ax"], "abc", "x")
    counted = ExactCover.from_options(["ab", "c", "bc", "a"], "abc", multiplicity={"a": (0, 3)})
    queens, soma, line, prisms = (instance(name) for name in ("queens/5", "soma", "box/line", "hexiamond/3x12"))
    sudoku = "1...|.2..|..3.|...4".replace("|", "")
    priced = ExactCover.from_options(["ab", "a", "b", "bc", "c"], "abc", cost=[3, -1, 0, 2, 10**6])
    texts = [(".dlx", knuth.write(problem)) for problem in (small, counted, queens.problem, priced)]
    texts += [(".csv", matrix.write(problem)) for problem in (small, queens.problem)]
    texts += [(".ec", ec.write(instance(name).problem)) for name in ("domino/4x4", "soma")]
    texts += [(".rows", ec.write_rows(soma.problem))]
    texts += [(".xcc", "a b[1:2] | x // two\na x:red\nb x:red\n")]
    texts += [(".spp", or_library.write_partition(priced)), (".scp", "2 3\n5 1 2\n2 1 2\n2 2 3\n")]
    texts += [(".mps", linear.write_mps(problem)) for problem in (small, counted, priced)]
    texts += [(".toml", "grid = [1, 2]\nborder = 'a'\ntiles = 'abaa aaba'\n")]
    texts += [(".sdk", sudoku), (".sdk", "# one\n1.|..\n.2|..\n--+--\n..|3.\n..|.4\n")]
    texts += [(LIST, f"{sudoku}\n{sudoku}\n")]
    packings = [one.board for one in (soma, line, prisms) if isinstance(one.board, Packing)]
    texts += [(".tiler", "3x2\n\n2:3L\n\nxx\n x\n")]
    texts += [(".xmpuzzle", text) for text in (*map(xmpuzzle.write, packings), _BALLS)]
    drawn = "{ shape = '''\n##\n#.\n''', count = 2, moves = 'free', cost = 1.5 }"
    texts += [(".toml", f"box = [2, 3]\n[pieces]\nI2 = 'any'\nx = {drawn}\n")]
    texts += [(".toml", "region = '''\n..#\n.?.\n'''\nmay_stay_empty = false\n[pieces]\nsoma = 1\n")]
    texts += [(".toml", "cells = 'sticks'\nregion = '''\n+-+\n| ?\n+-+\n'''\n[pieces]\nO = '0-1'\nx.shape = '-'\n")]
    texts += [(".toml", "cells = 'hexagons'\nregion = '''\n. .\n ? .\n'''\n[pieces]\nO = 1\nx = { shape = '# #' }\n")]
    rules = "{ shape = '#o', count = '0-3', border = 'must', not_on = '.x..' }"
    texts += [(".toml", f"box = [1, 4]\nmarks = 'chequered'\nequal = 'a..a'\nplaced = 'aa..'\n[pieces]\nx = {rules}\n")]
    texts += [(".json", (Path(__file__).parents[1] / "data" / "pips.json").read_text())]
    texts += [(".toml", "grid = [3, 4]\nwords = ['NORTH', 'EAST', 'NET']\n")]
    texts += [(PLAN, path.read_text(encoding="utf-8")) for path in sorted(plan.PLANS.glob("*.toml"))[:1]]
    texts += [(PLAN, "repeats = 2\ntasks = ['count']\nproblems = { queens = ['4'] }\nsolvers = { dlx = {} }\n")]
    for name in ("line.txt", "corner_box.toml", "hexicator.toml"):
        texts.append((Path(name).suffix, (files("danceoff.problems") / "data" / name).read_text(encoding="utf-8")))
    return tuple(File(ending, text.encode()) for ending, text in texts)


_WORDS = b"-1 999999999 2147483648 1111111111111111111111 1e9 nan true ''' &x; <a> [pieces] 0:3| |7 $7 1e99 inf <= free"
_BITS = st.sampled_from(
    [
        *(bytes([code]) for code in range(32, 127)),
        *_WORDS.split(),
        *(b"\0", b"\xff", b"\n", b"\r", b"\x1b[2J", b"\xef\xbb\xbf", b"\xe2\x80\xa8"),
        *(b"p ec 5", b"s 1", b"x:red", b"count = ", b"box = [9, 9, 9]", b"repeats = 9", b"<!DOCTYPE a>"),
    ]
)


@st.composite
def almost_right(draw: st.DrawFn) -> File:
    """A well-formed file with a few pieces cut out, doubled, exchanged for others, or repeated; now and then packed."""
    ending, content = draw(st.sampled_from(seeds()))
    for _ in range(draw(st.integers(0, 4))):
        begin = draw(st.integers(0, len(content)))
        end = min(len(content), begin + draw(st.integers(0, 12)))
        inside = draw(st.one_of(st.just(b""), _BITS, st.binary(max_size=3), st.just(content[begin:end] * 2)))
        content = content[:begin] + inside * draw(st.sampled_from([1, 1, 1, 1, 2, 50, 3000])) + content[end:]
    if draw(st.integers(0, 9)) == 0:
        content = gzip.compress(content, 1)
        content = content[: draw(st.integers(1, len(content)))] if draw(st.booleans()) else content
    return File(draw(st.sampled_from([ending] * 9 + [f".{name}" for name in READ])), content)


def complaint(file: File) -> str:
    """What a reader does with a file that it should not do."""
    ending = ".sdk" if file.ending == LIST else ".toml" if file.ending == PLAN else file.ending
    path = Path(_folder().name) / f"case{ending}"
    path.write_bytes(file.content)
    try:
        with warnings.catch_warnings(), _limited():
            warnings.simplefilter("ignore")
            if file.ending == PLAN:
                plan.read(str(path))
            elif file.ending == LIST:
                text = text_of(str(path))
                if sdk_list.is_list(text):
                    sdk_list.read(text, str(path))
            else:
                read(str(path))
    except (InvalidProblem, BadInput) as refusal:
        return "" if str(refusal) else "it is refused without a word"
    except Exception as error:  # noqa: BLE001 - anything else is a defect
        return f"{error!r:.300}"
    return ""


@contextmanager
def _limited() -> Iterator[None]:
    """Raise TimeoutError and MemoryError where the block takes more than it may."""

    def late(*_: object) -> None:
        raise TimeoutError(f"more than {CPU_LIMIT_S} s")

    before = signal.signal(signal.SIGPROF, late)
    pages = int(_STATM.read_text(encoding="ascii").split()[0]) if _STATM.exists() else 0
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if pages and soft == resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY_LIMIT, hard))
    signal.setitimer(signal.ITIMER_PROF, CPU_LIMIT_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGPROF, before)


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="danceoff-fuzz-")


def target() -> Target:
    """The readers of all formats, of lists of sudokus, and of plans."""
    return Target(almost_right(), complaint)
