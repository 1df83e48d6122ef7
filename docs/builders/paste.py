"""`python -m builders.paste FILE...`: update the numbers in documents.

The numbers come from results folders, benchmarks and the figures of the test suite. A document has at most ten lines of
each table; the whole table is a file of its own beside the numbers.
"""

import re
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from benchmarks.burr_txt import markdown as burr_tools
from benchmarks.checking import markdown as checking
from benchmarks.direct import markdown as direct
from benchmarks.page import markdown as figures
from benchmarks.specialists import markdown as specialists
from builders.beside import beside, wrong
from builders.new_numbers import confirmed, new_numbers
from builders.record import record
from builders.startup import startup
from builders.suite import GROUPS, counted, suite
from builders.sums import sums
from builders.tracks import track_folders, tracks
from danceoff.experiments.report.cautions import mixtures
from danceoff.experiments.report.escaping import for_markdown
from danceoff.experiments.report.summary import summary
from danceoff.experiments.report.tables.csv_files import csv_text
from danceoff.experiments.report.tables.markdown import overview, ratio_tables
from danceoff.experiments.report.tables.standings import standings
from danceoff.experiments.results.record import read
from danceoff.experiments.results.whole_file import write_whole

_TABLES: dict[str, Callable[[Path, bool], str]] = {
    "table": lambda folder, short: _overview(folder, "total_s", short),
    "cpu-table": lambda folder, short: _overview(folder, "cpu_s", short),
    "standings": lambda folder, short: standings(summary(read(folder)), short),
    "ratios": lambda folder, short: ratio_tables(summary(read(folder)), short=short),
    "checking": checking,
    "figures": figures,
    "specialists": specialists,
    "direct": direct,
    "burr-tools": burr_tools,
}
"""Kinds whose tables may be long: functions of the folder and of whether at most ten lines are wanted."""
_SHORT: dict[str, Callable[[Path], str]] = {
    "sums": lambda folder: sums(read(folder)),
    "startup": lambda folder: startup(read(folder)),
    "tracks": tracks,
    "record": record,
    "beside": beside,
    "wrong": wrong,
    "new-numbers": new_numbers,
    "confirmed": confirmed,
    "suite": suite,
    **{f"counted-{group}": partial(counted, group=group) for group in GROUPS},
}
_OF_TRACK = ("standings", "ratios", "table")
_MARKED = re.compile(
    rf"(<!-- ({'|'.join([*_TABLES, *_SHORT])}) of (\S+): begin -->\n).*?(<!-- \2 of \3: end -->)", re.DOTALL
)


def _overview(folder: Path, cost: str, short: bool) -> str:
    rows = read(folder)
    return "\n\n".join([overview(rows, summary(rows), cost, short), *map(for_markdown, mixtures(rows))])


def pasted(document: str, root: Path) -> str:
    """Return the document with the text between each pair of marks replaced.

    Marks are `<!-- KIND of FOLDER: begin -->` and `end`; FOLDER is relative to root. Kinds of a run are `table` and
    `cpu-table` (CPU times), `standings` (scores), `ratios` (against the best solver), `sums` (total CPU time) and
    `startup` (time before the clock runs); of a folder of runs, `tracks`; of all runs, `record`; of a run over data
    sets, `beside` and `wrong`; of the run of its name, `new-numbers` and `confirmed`; of a benchmark, `figures`,
    `checking`, `specialists` and `direct`; of the test suite, `suite` and `counted-GROUP`.
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
    short = _table(kind, folder, True)
    return short if short == _table(kind, folder, False) else f"{short}\n\n[All lines]({place}/{kind}.md)"


@cache
def _table(kind: str, folder: Path, short: bool) -> str:
    return _TABLES[kind](folder, short)


def whole_tables(document: str, root: Path) -> dict[Path, str]:
    """Return the files beside the numbers with their texts: `summary.csv`, and tables that the document has in part.

    For `tracks`, these are all tables.
    """
    files: dict[Path, str] = {}
    for _, kind, place, _ in _MARKED.findall(document):
        folder = root / place
        if kind == "tracks":
            for track in track_folders(folder):
                files |= dict(_file(each, track, f"{place}/{track.name}") for each in _OF_TRACK)
                files[track / "summary.csv"] = _summary(track)
        elif kind in _TABLES and folder.exists() and _table(kind, folder, False) != _table(kind, folder, True):
            files |= dict([_file(kind, folder, place)])
        if (folder / "rows.jsonl").exists():
            files[folder / "summary.csv"] = _summary(folder)
    return files


@cache
def _summary(folder: Path) -> str:
    return csv_text(summary(read(folder)))


def _file(kind: str, folder: Path, place: str) -> tuple[Path, str]:
    return folder / f"{kind}.md", f"# {kind}: {place.replace('../', '')}\n\n{_table(kind, folder, False)}\n"


def main() -> None:
    """Update the documents that the command line names, and the whole tables beside their numbers."""
    for path in map(Path, sys.argv[1:]):
        document, root = path.read_text(encoding="utf-8"), path.resolve().parent
        for file, text in whole_tables(document, root).items():
            write_whole(file, text)
        write_whole(path, pasted(document, root))


if __name__ == "__main__":
    main()
