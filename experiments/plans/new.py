"""The text of a new plan, with comments."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.plans.axes import is_pattern
from danceoff.experiments.plans.plan import Plan, planned
from danceoff.experiments.plans.programs import resolved
from danceoff.experiments.words.natural_order import natural
from danceoff.problems import catalog
from danceoff.problems.formats import READ
from danceoff.problems.formats.toml import read_toml
from danceoff.problems.sets.table import names
from danceoff.questions.table import TASKS
from danceoff.solvers.specs import is_of_file, split

_PATTERNS = [name for name in READ if name not in ("toml", "txt")]
"""Endings that make files of a folder problems: plans and notes end in .toml and .txt, too."""
_NEW = "the new plan"  # in error messages
_BETWEEN_SOLVERS = re.compile(r",(?![^,:]*=)")
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+")
_TEXT = """\
# A plan. docs/compare.md says the whole format.
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

# A table of options for each solver, such as sat = {{ encoding = ["pairwise", "ladder"] }}; a list is an axis.
# `danceoff list solvers NAME` explains the options.
[solvers]
{solvers}
"""


def text(
    sources: Sequence[str], solvers: str, task: str, output: Path | None, programs: Path | None = None
) -> tuple[str, Plan]:
    """Return the text of a plan that runs without changes, and the plan.

    sources: names of the catalog, with ranges if wanted, files, patterns of files, and folders of files.
    solvers: specs separated by commas.
    output: the file for the text; paths in the text are relative to its folder. None for the current folder.
    programs: a file of entries, whose programs the solvers may be.

    Raises BadInput if a problem or solver does not exist.
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
    """Return the source or, for a folder, the patterns that match its problems."""
    if not Path(source).is_dir() or (_is_name(source) and not source.endswith("/")):
        return [source]
    names = sorted((file.name for file in Path(source).iterdir()), key=natural)
    endings = filter(None, (re.search(rf"\.({'|'.join(_PATTERNS)})(\.gz)?$", name) for name in names))
    found = dict.fromkeys(str(Path(source, f"*{ending[0]}")) for ending in endings)
    if not found:
        raise BadInput(f"{source}: no file of this folder ends in .{', .'.join(_PATTERNS)}; name the problems")
    return list(found)


def _solvers(text: str, folder: Path, programs: Path | None) -> Iterator[str]:
    for spec in dict.fromkeys(_BETWEEN_SOLVERS.split(text)):
        known = resolved(spec, programs)
        name = split(known)[0]
        place = _from(folder, name) if is_of_file(name) else name
        yield f"{_key(place + known.removeprefix(name))} = {{}}"


def _from(folder: Path, file: str) -> str:
    return file if Path(file).is_absolute() else os.path.relpath(Path(file), folder)


def _key(name: str) -> str:
    return name if _PLAIN_KEY.fullmatch(name) else _quoted(name)


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)
