"""Copies in a results folder, so that it can be passed on: of its plan, and of the files of problems and solvers.

A copy is in a folder named after its digest. `index.json` maps the names in rows to the copies.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from os import get_exec_path
from pathlib import Path
from sys import base_prefix, prefix

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.results.folder import inside
from danceoff.experiments.results.schema import checked
from danceoff.experiments.results.whole_file import write_whole
from danceoff.solvers import sources
from danceoff.solvers.entries import SHIPPED
from danceoff.solvers.specs import is_of_file, split

FOLDER = "inputs"
PLAN = "plan.toml"
MOST_BYTES = 10_000_000
"""Of a file; larger ones are left out."""
_INDEX = "index.json"
_INSTALLED = ("/bin", "/sbin", "/usr", "/opt", prefix, base_prefix)


@dataclass(kw_only=True)
class _Index:
    """The content of `index.json`: the paths of the copies, relative to their folder, by the names in rows."""

    problems: dict[str, str] = field(default_factory=dict)  # problem -> its file
    solvers: dict[str, str] = field(default_factory=dict)  # solver without options -> what `load` takes
    left_out: dict[str, str] = field(default_factory=dict)  # file that is not there -> why
    same: dict[str, str] = field(default_factory=dict)  # problem without rows -> what `Plan.same` says


@dataclass(kw_only=True)
class Inputs(_Index):
    """The copies in a results folder."""

    folder: Path

    def problem(self, name: str) -> str:
        """Return the copy of a problem's file; empty if there is none."""
        return self._copy(self.problems.get(name, ""))

    def solver(self, spec: str) -> str:
        """Return the spec that loads a solver of the rows from the copies; empty if there are none of it."""
        name = split(spec)[0]
        copied = self._copy(self.solvers.get(name, ""))
        return f"{copied}{spec.removeprefix(name)}" if copied else ""

    def plan(self) -> str:
        """Return the text of the plan that ran last; empty if it is not there."""
        path = inside(self.folder, PLAN)
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""

    def _copy(self, path: str) -> str:
        return str(inside(self.folder, path)) if path else ""

    def problem_copied(self, source: str) -> str:
        """Copy the file of a problem; return the copy, empty for names of the catalog and files left out."""
        file = Path(source)
        copied = self._copied({file.name: file}) if file.is_file() else ""
        return copied and f"{copied}/{file.name}"

    def solver_copied(self, name: str) -> str:
        """Copy a solver; return what `load` takes, empty for solvers that are installed and those left out."""
        own = name.rpartition(":")[2]
        if program := sources.program_of(name):
            if sources.entry_file(name) == SHIPPED:
                return ""
            copies = {file: path for file, path in program.files.items() if _is_ours(path) and self._fits(path)}
            words = [
                f"{word.option}{{here}}/{word.file}" if word.file in copies else word.text for word in program.words
            ]
            copied = self._copied(copies, {f"{own}.toml": _as_toml(own, program.table(words))})
            return copied and f"{copied}/{own}.toml:{own}"
        if not is_of_file(name):
            return ""
        file, copied = Path(name.rpartition(":")[0]), self._copied(sources.modules(name))
        return copied and f"{copied}/{file.name}:{own}"

    def _copied(self, files: Mapping[str, Path], texts: Mapping[str, str] | None = None) -> str:
        """Copy files and texts into a folder, and return its name; empty if one of them is left out."""
        if not all(map(self._fits, files.values())):
            return ""
        made_of = {**{name: sources.digest(path) for name, path in files.items()}, **(texts or {})}
        folder = sha256(json.dumps(made_of, sort_keys=True).encode()).hexdigest()[: sources.DIGITS]
        for name, path in files.items():
            copy = inside(self.folder, f"{folder}/{name}")
            if not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                unfinished = copy.with_name(f".{copy.name}")
                shutil.copy(path, unfinished)
                unfinished.replace(copy)
        for name, text in (texts or {}).items():
            (self.folder / folder).mkdir(exist_ok=True)
            write_whole(inside(self.folder, f"{folder}/{name}"), text)
        return folder

    def _fits(self, path: Path) -> bool:
        """Return whether a file can be read and is small enough to copy; note why not."""
        if not sources.digest(path):
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
    solvers = {split(case.solver)[0]: split(case.spec)[0] for case in cases}
    found.problems |= {name: found.problem_copied(source) for name, source in problems.items()}
    found.solvers |= {name: found.solver_copied(here) for name, here in solvers.items()}
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


def _is_ours(path: Path) -> bool:
    is_installed = str(path.parent) in get_exec_path() or any(map(path.is_relative_to, _INSTALLED))
    return path.is_file() and not is_installed


def _as_toml(name: str, table: Mapping[str, object]) -> str:
    """Return the entry of a program as TOML, which writes such values as JSON does, except DEL."""
    values = {key: json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f") for key, value in table.items()}
    return "\n".join([f"[programs.{name}]", *(f"{key} = {text}" for key, text in values.items()), ""])
