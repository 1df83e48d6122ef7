"""The text of a new plan, with comments."""

import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.plans.axes import is_pattern
from danceoff.experiments.plans.plan import Plan, planned
from danceoff.experiments.plans.programs import resolved
from danceoff.experiments.words.natural_order import natural
from danceoff.problems import InvalidProblem, catalog
from danceoff.problems.formats import READ
from danceoff.problems.formats.toml import read_toml
from danceoff.problems.sets.table import names
from danceoff.problems.sources import read
from danceoff.questions.table import TASKS
from danceoff.solvers.specs import is_of_file, split

_OF_ANYTHING = ("toml", "txt")
"""Endings of files that need not be problems: plans and notes have them, too."""
_NEW = "the new plan"  # in error messages
_BETWEEN_SOLVERS = re.compile(r",(?![^,:]*=)")
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN_VALUE = re.compile(r"-?(0|[1-9]\d{0,17})|true|false")
_TEXT = """\
# A plan. docs/plans.md says the whole format.
#   danceoff run {file} --dry    lists its cases, and estimates their time
#   danceoff run {file}          runs them, and continues if it was stopped; the rows go to results/

tasks = ["{task}"]  # and, separated by commas: {tasks}
repeats = 1  # with three or more, all but the first shuffle items and options, and times scatter
time_limit_s = 60  # of each case; a list, such as [1, 60], runs each case with each limit
memory_limit_mb = 4000

# Sizes by family: a list of texts, each of which may be a range, such as "4..8". Names in `files` are relative to this
# file, and may be patterns, such as "*.dlx".
[problems]
{problems}

# Options by solver, which `danceoff list solvers NAME` explains. A list of values tries each of them.
[solvers]
{solvers}
"""


def text(
    sources: Sequence[str], solvers: str, task: str, output: Path | None, programs: Path | None = None
) -> tuple[str, Plan]:
    """Return the text of a plan that runs as it is, and the plan.

    sources: names of the catalog, with ranges if wanted, files, patterns of files, and folders of files.
    solvers: specs separated by commas.
    task: the task of all cases.
    output: the file that the text is for; paths in it are relative to its folder. None for the current folder.
    programs: a file of entries; the plan names its programs by this file.

    Raises BadInput if a problem or solver does not exist, or a solver is named twice.
    """
    folder = output.parent if output else Path()
    written = _TEXT.format(
        file=output.name if output else "PLAN.toml",
        task=task,
        tasks=", ".join(f'"{other}"' for other in TASKS if other != task),
        problems="\n".join(_problems(sources, folder)),
        solvers="\n".join(_solvers(solvers, folder, programs)),
    )
    return written, planned(_NEW, folder / _NEW, read_toml(written, _NEW))


def _problems(sources: Sequence[str], folder: Path) -> list[str]:
    families: dict[str, list[str]] = {}
    for source in chain.from_iterable(map(_expanded, sources)):
        family, _, size = source.partition("/")
        if not _is_name(source):
            family, size = "files", _from(folder, source)
        families.setdefault(family, []).append(size)
    return [f"{_key(family)} = [{', '.join(map(_quoted, sizes))}]" for family, sizes in families.items()]


def _is_name(source: str) -> bool:
    """Whether a source is a name of the catalog or of a data set, not a file or a pattern."""
    family = source.partition("/")[0]
    return family in (*catalog.families(), *names()) and not is_pattern(source) and not Path(source).is_file()


def _expanded(source: str) -> list[str]:
    """Return the source or, of a folder, the patterns of its problems.

    Where an ending does not make a file a problem, the names of the files that can be read stand for the pattern.
    """
    if not Path(source).is_dir() or (_is_name(source) and not source.endswith("/")):
        return [source]
    found: dict[str, None] = {}
    for file in sorted(Path(source).iterdir(), key=lambda file: natural(file.name)):
        ending = re.search(rf"\.({'|'.join(READ)})(\.gz)?$", file.name)
        if not ending:
            continue
        if ending[1] in _OF_ANYTHING:
            with suppress(InvalidProblem):
                read(str(file))
                found[str(file)] = None
        else:
            found[str(Path(source, f"*{ending[0]}"))] = None
    if not found:
        raise BadInput(f"{source}: no file in this folder is a problem; problems end in .{', .'.join(READ)}")
    return list(found)


def _solvers(text: str, folder: Path, programs: Path | None) -> list[str]:
    found: dict[str, str] = {}
    for spec in _BETWEEN_SOLVERS.split(text):
        name, options = split(resolved(spec, programs))
        if name in found:
            raise BadInput(
                f"solver {name} is named twice: name it once, and write into the plan which options it shall have"
            )
        pairs = [pair.partition("=") for pair in options.split(",")] if options else []
        inner = ", ".join(
            f"{_key(key)} = {value if _PLAIN_VALUE.fullmatch(value) else _quoted(value)}" for key, _, value in pairs
        )
        found[name] = f"{{ {inner} }}" if inner else "{}"
    places = ((_from(folder, name) if is_of_file(name) else name, table) for name, table in found.items())
    return [f"{_key(place)} = {table}" for place, table in places]


def _from(folder: Path, file: str) -> str:
    return file if Path(file).is_absolute() else os.path.relpath(Path(file), folder)


def _key(name: str) -> str:
    return name if _PLAIN_KEY.fullmatch(name) else _quoted(name)


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)
