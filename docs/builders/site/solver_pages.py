"""A page for each solver: what it is, when to use it, what it can do, and its options."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

from builders.site.docstrings import paragraph
from danceoff import solvers
from danceoff.experiments.commands.listing import of_options, solver_lines
from danceoff.solvers import BACKENDS, Feature, MissingBackend, Solver


def pages(advice: str) -> dict[str, str]:
    """Return the Markdown of each solver's page, by its name.

    advice: docs/solvers.md with links from the folder of these pages; its first table says which solver to take when.
    """
    return {name: "\n".join(_page(name, line, advice)) for name, line in _listed()}


def index() -> str:
    """Return the Markdown of the page that lists all solvers."""
    rows = "\n".join(f"| [`{name}`]({name}.md) | {_cell(line)} |" for name, line in _listed())
    return (
        "# All solvers\n\n`danceoff list solvers` prints this table, and `danceoff list solvers NAME` the page of a "
        f"solver. [Which solver for which problem](../solvers.md) helps to choose.\n\n| solver | |\n|---|---|\n{rows}\n"
    )


def names() -> list[str]:
    """Return the names of all solvers, as the list has them."""
    return [name for name, _ in _listed()]


def _listed() -> Iterator[tuple[str, str]]:
    """Each solver and its line in the list, without what is missing on this machine."""
    for line in solver_lines(None):
        name, _, about = line.partition(" ")
        yield name, about.strip().partition("; missing: ")[0]


def _page(name: str, line: str, advice: str) -> Iterator[str]:
    yield f"# `{name}`\n"
    rest: list[str] = []
    if name in BACKENDS:
        backend = BACKENDS[name]
        spec = find_spec(backend.module)
        text = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
        first, *rest = map(paragraph, (ast.get_docstring(ast.parse(text)) or "").split("\n\n"))
        yield f"{first}\n"
        if backend.package:
            yield f"It needs the package `{backend.package}`.\n"
        if backend.program:
            yield f"It needs the program `{backend.program}`.\n"
    else:
        yield f"{line}, which reads a problem from a file ([programs in other languages](../programs.md)).\n"
    if rows := re.findall(rf"^\| (.*?) \| (.*`{name}`.*?) \| (.*) \|$", advice.partition("\n## ")[0], re.MULTILINE):
        yield "## When to use it\n"
        yield "| you want | take | because |\n|---|---|---|"
        yield from (f"| {' | '.join(row)} |" for row in rows)
        yield "\n[Which solver for which problem](../solvers.md) compares it with the others.\n"
    yield f"```\ndanceoff solve queens/8 --solver {name}\n```\n"
    try:
        yield from _abilities(solvers.load(name))
    except MissingBackend:
        yield f"Its options are shown by `danceoff list solvers {name}` once it is installed."
    if rest:
        yield "\n## How it works\n"
        yield "\n\n".join(rest)


def _abilities(solver: Solver) -> Iterator[str]:
    kind = type(solver)
    able = [feature.value for feature in Feature if feature in kind.features]
    yield "## Features\n"
    yield "\n".join(f"- {one}" for one in able) if able else "None: it only counts covers."
    if not fields(kind):
        return
    yield "\n## Options\n"
    meanings = of_options(kind)
    for field in fields(kind):
        meaning = meanings.get(field.name, "")
        if field.name == kind.passed_on:
            yield f"Any other option: {meaning}.\n"
            continue
        default = str(field.default).lower() if isinstance(field.default, bool) else field.default
        yield f"### `{field.name}`\n"
        yield f"{meaning[:1].upper()}{meaning[1:]}. Default: `{default}`.\n"
        if choices := kind.choices.get(field.name):
            yield "| value | meaning |\n|---|---|"
            yield from (f"| `{word}` | {_cell(choices[word])} |" for word in choices)
            yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
