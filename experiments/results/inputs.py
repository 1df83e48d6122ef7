"""Copies in a results folder, so that it can be passed on: of its plan, and of the files of its problems."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from danceoff.asking.ask import Ask
from danceoff.experiments.results.folder import inside
from danceoff.experiments.results.whole_file import write_whole

FOLDER = "inputs"
MOST_BYTES = 10_000_000
"""Of a file; larger ones are left out."""
_LONGEST = 40  # characters at the end of a name, with the ending of the file


def _plan_of(directory: Path) -> Path:
    return inside(inside(directory, FOLDER), "plan.toml")


def plan_text(directory: Path) -> str:
    """Return the text of the plan that ran last; empty if it is not there."""
    copy = _plan_of(directory)
    return copy.read_text(encoding="utf-8", errors="replace") if copy.is_file() else ""


def problem_of(directory: Path, name: str) -> Path:
    """Return the copy of the file of a problem, by its name in rows; it need not exist."""
    digest = sha256(name.encode(errors="backslashreplace")).hexdigest()[:16]
    return inside(inside(directory, FOLDER), f"{digest}-{Path(name).name[-_LONGEST:]}")


def keep(directory: Path, cases: Iterable[Ask], plan: str) -> list[str]:
    """Copy the files of cases, and the text of their plan, into a folder; return the files that are too large."""
    inside(directory, FOLDER).mkdir(exist_ok=True)
    files = {case.problem: Path(str(case.source)) for case in cases}
    too_large = []
    for problem, file in files.items():
        if not file.is_file():  # a name of the catalog or of a data set
            continue
        if file.stat().st_size > MOST_BYTES:
            too_large.append(str(file))
        else:
            write_whole(problem_of(directory, problem), file.read_bytes())
    if plan:
        write_whole(_plan_of(directory), plan)
    return too_large
