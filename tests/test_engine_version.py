"""Whoever changes an engine raises its version, and results of older engines are not committed."""

import json
import re
from pathlib import Path

import pytest
from engine_sources import digest, present, stored

from danceoff.experiments.results.record import read
from danceoff.solvers.engines.version import ENGINES

ROOT = Path(__file__).parents[1]
OLDER: set[str] = set()
"""Committed results that wait for their next run."""


def changes(now: dict[str, str], before: dict[str, str]) -> str:
    """What to do about changed sources, in one line; empty if none is changed."""
    files = sorted(name for name, value in {**now, **before}.items() if now.get(name) != before.get(name))
    if not files:
        return ""
    if "version" in files:
        return "ENGINES was changed: `make engines`, and run the committed results again"
    return (
        f"the engines changed ({', '.join(files)}): raise ENGINES in solvers/engines/version.py to {ENGINES + 1}, "
        "`make engines`, and run the committed results again; if no time and no count changes, only `make engines`"
    )


def test_the_version_is_raised_when_the_engines_change():
    assert not changes(present(), stored()), changes(present(), stored())


def test_a_changed_added_or_removed_source_is_seen_and_said_in_one_line():
    now = stored()
    assert now["version"] == str(ENGINES)
    name = "solvers/engines/bits/kernel.py"
    others = {other: value for other, value in now.items() if other != name}
    for before in ({**now, name: "0"}, others):
        assert f"({name}): raise ENGINES" in changes(now, before)
        assert f"({name}): raise ENGINES" in changes(before, now)
    assert changes({**now, name: "0", "version": "2"}, now).startswith("ENGINES was changed: `make engines`")


def test_comments_and_docstrings_do_not_count_and_every_other_word_does():
    plain = 'X = 1\ndef f(a, *, b=2):\n    return f"{a!r} {b:>3}"\n'
    source = f'"""Text."""\n{plain}'.replace("2):\n", '2):  # why\n    """Other text."""\n\n').replace(
        "= 1", "= 1\n'text'"
    )
    assert digest(source) == digest(plain)
    for old, new in (("1", "2"), ("=2", "=3"), ("!r", "!s"), (">3", ">4"), ("*, ", ""), ("X", "Y"), ("= 1", "= '1'")):
        assert digest(plain.replace(old, new)) != digest(plain), (old, new)


def engines_of(folder: Path) -> set[int | None]:
    """The versions of the engines with which committed rows and figures were made; the tracks of a plan included."""
    reports = [json.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.json")]
    of_reports = {report["machine"].get("engines") for report in reports if "versions" in report.get("machine", {})}
    return of_reports | {row.engines for file in folder.rglob("rows.jsonl") for row in read(file.parent)}


COMMITTED = re.findall(r"^!/results/(\w+)/$", (ROOT / ".gitignore").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("name", COMMITTED)
def test_committed_results_are_of_the_present_engines(name: str):
    versions = engines_of(ROOT / "results" / name)
    if name in OLDER:
        assert versions != {ENGINES}, f"results/{name} is of today: take it out of OLDER"
    else:
        assert versions <= {ENGINES}, (
            f"results/{name} has rows of engines {versions}: run it again, ENGINES is {ENGINES}"
        )


def test_no_committed_results_are_left_out():
    assert len(COMMITTED) >= 7
    assert set(COMMITTED) >= OLDER
