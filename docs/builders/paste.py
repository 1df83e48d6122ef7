"""`python -m builders.paste FILE...`: update the numbers in documents.

The numbers come from results folders, benchmarks and the figures of the test suite. A document has at most ten lines of
each table; `builders.tables` writes the whole table beside the numbers.
"""

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from builders.beside import beside, kinds, wrong
from builders.new_numbers import confirmed, new_numbers
from builders.record import record
from builders.startup import startup
from builders.suite import GROUPS, counted, suite
from builders.sums import sums
from builders.tables import TABLES, table
from builders.taocp import taocp
from builders.tracks import tracks
from danceoff.experiments.results.record import read
from danceoff.experiments.results.whole_file import write_whole

_SHORT: dict[str, Callable[[Path], str]] = {
    "sums": lambda folder: sums(read(folder)),
    "startup": lambda folder: startup(read(folder)),
    "tracks": tracks,
    "record": record,
    "beside": beside,
    "wrong": wrong,
    "kinds": kinds,
    "new-numbers": new_numbers,
    "confirmed": confirmed,
    "taocp": taocp,
    "suite": suite,
    **{f"counted-{group}": partial(counted, group=group) for group in GROUPS},
}
_MARKED = re.compile(
    rf"(<!-- ({'|'.join([*TABLES, *_SHORT])}) of (\S+): begin -->\n).*?(<!-- \2 of \3: end -->)", re.DOTALL
)


def pasted(document: str, root: Path) -> str:
    """Return the document with the text between each pair of marks replaced.

    Marks are `<!-- KIND of FOLDER: begin -->` and `end`; FOLDER is relative to root. Kinds of a run are `table` and
    `cpu-table` (CPU times), `standings` (scores), `ratios` (against the best solver), `sums` (total CPU time) and
    `startup` (time before the clock runs); of a folder of runs, `tracks`; of all runs, `record`; of a run over data
    sets, `beside`, `wrong` and `kinds`; of the runs of their names, `new-numbers`, `confirmed` and `taocp`; of a
    benchmark, `figures`, `checking`, `specialists` and `direct`; of the test suite, `suite` and `counted-GROUP`.
    A document has at most ten lines of a table, the most telling ones, and then a link to the whole. Of a folder that
    does not exist the text says that it was not run yet.
    """
    return _MARKED.sub(lambda mark: f"{mark[1]}\n{_text(mark[2], root, mark[3])}\n\n{mark[4]}", document)


def _text(kind: str, root: Path, place: str) -> str:
    folder = root / place
    if not folder.exists():
        return "*Not run yet.*"
    if kind in _SHORT:
        return _SHORT[kind](folder)
    short = table(kind, folder, True)
    return short if short == table(kind, folder, False) else f"{short}\n\n[All lines]({place}/{kind}.md)"


def main() -> None:
    """Update the documents that the command line names, and the whole tables beside their numbers."""
    for path in map(Path, sys.argv[1:]):
        document, root = path.read_text(encoding="utf-8"), path.resolve().parent
        write_whole(path, pasted(document, root))


if __name__ == "__main__":
    main()
