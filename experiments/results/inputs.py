"""Copies in a results folder, so that it can be passed on: of its plan, and of the files of problems.

A copy is in a folder named after its digest. `index.json` maps the names in rows to the copies.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.results.folder import inside
from danceoff.experiments.results.schema import checked
from danceoff.experiments.results.whole_file import write_whole
from danceoff.solvers.sources import digest

FOLDER = "inputs"
PLAN = "plan.toml"
MOST_BYTES = 10_000_000
"""Of a file; larger ones are left out."""
_INDEX = "index.json"


@dataclass(kw_only=True)
class _Index:
    """The content of `index.json`: the paths of the copies, relative to their folder, by the names in rows."""

    problems: dict[str, str] = field(default_factory=dict)  # problem -> its file
    solvers: dict[str, str] = field(default_factory=dict)  # of earlier versions, which copied solvers, too
    left_out: dict[str, str] = field(default_factory=dict)  # file that is not there -> why
    same: dict[str, str] = field(default_factory=dict)  # problem without rows -> what `Plan.same` says


@dataclass(kw_only=True)
class Inputs(_Index):
    """The copies in a results folder."""

    folder: Path

    def problem(self, name: str) -> str:
        """Return the copy of a problem's file; empty if there is none."""
        path = self.problems.get(name)
        return str(inside(self.folder, path)) if path else ""

    def plan(self) -> str:
        """Return the text of the plan that ran last; empty if it is not there."""
        path = inside(self.folder, PLAN)
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""

    def problem_copied(self, source: str) -> str:
        """Copy the file of a problem; return the copy, empty for names of the catalog and files left out."""
        file = Path(source)
        if not (file.is_file() and self._fits(file)):
            return ""
        copied = f"{digest(file)}/{file.name}"
        copy = inside(self.folder, copied)
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            unfinished = copy.with_name(f".{copy.name}")
            shutil.copy(file, unfinished)
            unfinished.replace(copy)
        return copied

    def _fits(self, path: Path) -> bool:
        """Return whether a file can be read and is small enough to copy; note why not."""
        if not digest(path):
            self.left_out[str(path)] = "cannot be read"
        elif (size := path.stat().st_size) > MOST_BYTES:
            self.left_out[str(path)] = f"{size / 1e6:.0f} MB, and a copy has at most {MOST_BYTES / 1e6:.0f}"
        return str(path) not in self.left_out

    def save(self, plan: str) -> None:
        """Write the index, and the text of the plan."""
        index = {
            part.name: {key: text for key, text in getattr(self, part.name).items() if text} for part in fields(_Index)
        }
        write_whole(inside(self.folder, _INDEX), json.dumps(index, indent=1, sort_keys=True) + "\n")
        if plan:
            write_whole(inside(self.folder, PLAN), plan)


def keep(directory: Path, cases: Sequence[Ask], plan: str, same: Mapping[str, str]) -> Mapping[str, str]:
    """Copy the files of cases, the text of their plan and `Plan.same` into a folder; return files left out, and why."""
    found = replace(read(directory), same=dict(same), left_out={})
    found.folder.mkdir(exist_ok=True)
    problems = {case.problem: str(case.source) for case in cases}
    found.problems |= {name: found.problem_copied(source) for name, source in problems.items()}
    found.save(plan)
    return found.left_out


def read(directory: Path) -> Inputs:
    """Return the copies in a folder, none if an earlier version made it; raises BadInput if its index is malformed."""
    folder = inside(directory, FOLDER)
    path = inside(folder, _INDEX)
    try:
        index = checked(json.loads(path.read_bytes()), _Index, ())
    except FileNotFoundError:
        return Inputs(folder=folder)
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"{path}: not an index of inputs: {error}; remove it") from None
    return Inputs(folder=folder, **index)
