"""`python -m builders.tables FOLDER...`: write the tables of results folders beside their rows.

A page of docs shows at most ten lines of a table, see `builders.paste`. The whole table is here.
"""

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from benchmarks.burr_txt import markdown as burr_tools
from benchmarks.checking import markdown as checking
from benchmarks.direct import markdown as direct
from benchmarks.page import markdown as figures
from benchmarks.specialists import markdown as specialists
from builders.ratios import ratio_tables
from builders.short import overview, standings
from builders.tracks import track_folders, tracks
from danceoff.experiments.report.cautions import mixtures
from danceoff.experiments.report.escaping import for_markdown
from danceoff.experiments.report.summary import csv_text, summary
from danceoff.experiments.results.record import FILE, read
from danceoff.experiments.results.whole_file import write_whole

ROOT = Path(__file__).resolve().parents[2]
TABLES: dict[str, Callable[[Path, bool], str]] = {
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
"""Functions of the folder and of whether at most ten lines are wanted."""
_OF_A_RUN = ("standings", "ratios", "table")
_KINDS = {
    "crossover": (*_OF_A_RUN, "cpu-table"),
    "bench": ("burr-tools", "checking", "direct", "figures", "specialists"),
    "sat2026": (),  # one line of a page for each data set and solver says it
    "tiler": (),  # a line of a page for each kind of tiling says it
    "new-numbers": (),  # which compares no solvers
}
"""Tables of folders that have others than a run of solvers has."""


def _overview(folder: Path, cost: str, short: bool) -> str:
    rows = read(folder)
    return "\n\n".join([overview(rows, summary(rows), cost, short), *map(for_markdown, mixtures(rows))])


@cache
def table(kind: str, folder: Path, short: bool) -> str:
    """Return a table of a folder; short: at most ten lines of it, the most telling ones."""
    return TABLES[kind](folder, short)


def beside(folder: Path) -> dict[Path, str]:
    """Return the files beside the rows of a results folder, with their texts; of other folders none.

    A folder of tracks has `tracks.md`, and the files of each track.
    """
    place = folder.resolve().relative_to(ROOT).as_posix()
    if each := track_folders(folder):
        files = {folder / "tracks.md": f"# tracks: {place}\n\n{tracks(folder)}\n"}
        return files | {file: text for track in each for file, text in beside(track).items()}
    is_run = (folder / FILE).exists()
    kinds = _KINDS.get(folder.name, _OF_A_RUN if is_run else ())
    files = {folder / f"{kind}.md": f"# {kind}: {place}\n\n{table(kind, folder, False)}\n" for kind in kinds}
    if is_run:
        files[folder / "summary.csv"] = csv_text(summary(read(folder)))
    return files


def main() -> None:
    """Write the tables of the folders that the command line names."""
    for folder in map(Path, sys.argv[1:]):
        for file, text in beside(folder).items():
            write_whole(file, text)


if __name__ == "__main__":
    main()
