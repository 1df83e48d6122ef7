"""`python -m builders.paste FILE...`: update the numbers in documents.

The numbers come from results folders, benchmarks and the figures of the test suite.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.checking import markdown as checking
from benchmarks.page import markdown as figures
from builders.standings import standings
from builders.suite import GROUPS, counted, suite
from builders.sums import sums
from danceoff.experiments.report.summary import summary
from danceoff.experiments.report.tables.markdown import overview, ratio_tables
from danceoff.experiments.results.record import read
from danceoff.experiments.results.whole_file import write_whole

_TABLES = {"table": "total_s", "cpu-table": "cpu_s"}
_KINDS: dict[str, Callable[[Path], str]] = {
    "standings": lambda folder: standings(read(folder)),
    "ratios": lambda folder: ratio_tables(summary(read(folder))),
    "sums": lambda folder: sums(read(folder)),
    "checking": checking,
    "figures": figures,
    "suite": suite,
    **{f"counted-{group}": partial(counted, group=group) for group in GROUPS},
}
_MARKED = re.compile(
    rf"(<!-- ({'|'.join([*_TABLES, *_KINDS])}) of (\S+): begin -->\n).*?(<!-- \2 of \3: end -->)", re.DOTALL
)


def pasted(document: str, root: Path) -> str:
    """Return the document with the text between each pair of marks replaced.

    Marks are `<!-- KIND of FOLDER: begin -->` and `end`; FOLDER is relative to root. Kinds of a run are `table` and
    `cpu-table` (CPU times), with the best of many solvers, `standings` (scores), `ratios` (against the best solver) and
    `sums` (total CPU time); of a benchmark, `figures` and `checking`; of the test suite, `suite` and `counted-GROUP`. A
    folder that does not exist is said not to have been run yet.
    """
    return _MARKED.sub(lambda mark: f"{mark[1]}\n{_text(mark[2], root / mark[3], mark[3])}\n\n{mark[4]}", document)


def _text(kind: str, folder: Path, place: str) -> str:
    if not folder.exists():
        return "*Not run yet.*"
    return overview(read(folder), _TABLES[kind], whole=place) if kind in _TABLES else _KINDS[kind](folder)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        write_whole(path, pasted(path.read_text(encoding="utf-8"), path.resolve().parent))
