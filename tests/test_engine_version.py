"""Whoever changes an engine raises its version, and results of older engines are not committed."""

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from engine_sources import STORED, digest, present, stored

from danceoff.experiments.results.record import Row, read
from danceoff.solvers.engines.version import ENGINES
from danceoff.solvers.ours import BACKENDS

ROOT = Path(__file__).parents[1]
OLDER = {"bench", "championship", "colours", "new-numbers"}
"""Committed results that wait for their next run."""


def test_the_version_is_raised_when_the_engines_change():
    how = "`make engines`, and run the committed results again; if no time and no count changes, only `make engines`"
    assert present() == stored(), f"raise ENGINES in solvers/engines/version.py to {ENGINES + 1}, {how}"
    assert stored()["version"] == str(ENGINES)


def test_comments_and_docstrings_do_not_count_and_every_other_word_does():
    plain = 'X = 1\ndef f(a, *, b=2):\n    return f"{a!r} {b:>3}"\n'
    source = f'"""Text."""\n{plain}'.replace("2):\n", '2):  # why\n    """More."""\n\n').replace("= 1", "= 1\n'text'")
    assert digest(source) == digest(plain)
    for old, new in (("1", "2"), ("=2", "=3"), ("!r", "!s"), (">3", ">4"), ("*, ", ""), ("X", "Y"), ("= 1", "= '1'")):
        assert digest(plain.replace(old, new)) != digest(plain), (old, new)


TOGETHER = ("auto", "race", "parts")
"""The solvers that are made of others."""


NARROW = {
    *("pentomino/4x15", "pentomino/5x12", "tiler/many-unique-snake-rev-25_s"),
    *("results/taocp/problems/320-5x9-4411.dlx.gz", "results/taocp/problems/320-7x7-5140.dlx.gz"),
}
"""The problems of committed rows that `bits` searches along lists."""
BEFORE_LISTS = "9b764a45"
"""The last commit without lists, whose engines search all other problems as the present ones do: 1,104 were tried."""


class Made(NamedTuple):
    """How a committed row or figure was made.

    engines: their version; None for programs that are not ours.
    """

    engines: int | None
    commit: str
    is_together: bool
    is_narrow: bool


def along_lists(row: Row, solver: str) -> bool:
    """Whether a row is one of those for which `bits` makes lists; certificates are made by others."""
    return row.problem in NARROW and row.task != "certify" and solver in ("bits", *TOGETHER)


def made_by(folder: Path) -> set[Made]:
    """How each committed row and figure of our engines was made."""
    reports = [json.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.json")]
    machines = [report["machine"] for report in reports if "versions" in report.get("machine", {})]
    rows = [row for file in folder.rglob("rows.jsonl") for row in read(file.parent)]
    ours = [(row, row.solver.partition(":")[0]) for row in rows]
    return {Made(one.get("engines"), one["commit"], True, False) for one in machines} | {
        Made(row.engines, row.commit, name in TOGETHER, along_lists(row, name))
        for row, name in ours
        if name in BACKENDS
    }


def git(*words: str) -> str:
    """What git says in this clone; empty if it fails."""
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False).stdout


MADE_AT = "180d9e06"
"""The commit whose solvers/together made the rows of TOGETHER. It has changed since, on a machine whose times do not
compare with theirs. So these rows run again when all others do."""
MADE_LATER = {"tiler": "d26bbf3a"}
"""Results whose rows of TOGETHER a later commit made. Since then `auto` begins otherwise for a user who waits; a row
measures no such search."""


@cache
def sources(commit: str, of_together: bool) -> list[str]:
    """The digests of solvers/together, or of all other sources, as a commit stored them; of today if it is empty."""
    place = STORED.relative_to(ROOT).as_posix()
    text = git("show", f"{commit}:{place}") if commit else STORED.read_text("utf-8")
    return [line for line in text.splitlines() if (" solvers/together/" in line) == of_together]


def differ(made: Made, made_at: str) -> bool:
    """Whether the sources of engines were others; those of `together` matter only to its solvers."""
    same = ("",) if made.is_narrow else ("", BEFORE_LISTS)
    if sources(made.commit, of_together=False) not in [sources(commit, of_together=False) for commit in same]:
        return True
    return made.is_together and sources(made.commit, of_together=True) != sources(made_at, of_together=True)


COMMITTED = re.findall(r"^!/results/([\w-]+)/$", (ROOT / ".gitignore").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("name", COMMITTED)
def test_committed_results_are_of_the_present_engines(name: str):
    versions = {made.engines for made in made_by(ROOT / "results" / name)}
    if name in OLDER:
        assert versions != {ENGINES}, f"results/{name} is of today: take it out of OLDER"
    else:
        assert versions <= {ENGINES}, f"results/{name} has rows of engines {versions}: run it again"


@pytest.mark.parametrize("name", sorted({*COMMITTED} - OLDER - {"certified", "notes", "trust"}))  # without commits
def test_committed_results_are_of_commits_with_the_present_sources_of_the_engines(name: str):
    if not shutil.which("git") or git("rev-parse", "--is-shallow-repository") != "false\n":
        pytest.skip("the history, which has the sources of those commits, is not here")
    made = {made for made in made_by(ROOT / "results" / name) if made.commit}
    made_at = MADE_LATER.get(name, MADE_AT)
    others = sorted({one.commit for one in made if differ(one, made_at)})
    assert made
    assert not others, f"results/{name} was made at {others}, where engines had other sources: run it again"


def test_no_committed_results_are_left_out():
    assert len(COMMITTED) >= 10
    assert set(COMMITTED) >= OLDER
