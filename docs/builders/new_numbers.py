"""New terms of published sequences as tables of a document: what was counted, by whom, and what proves it."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from danceoff.experiments.report.tables.markdown import aligned
from danceoff.experiments.results.record import Row, read
from danceoff.problems.catalog import instance

_TEXT = """### {name}: {what}

[{name}](https://oeis.org/{name}) in the copy of the OEIS that we read, whose last change is of {changed}, ends with
a({last}) = {largest:,}. `{solvers}` counted a({first}) to a({last}) again, all as published.

{table}"""


def new_numbers(folder: Path) -> str:
    """Return a section for each sequence of `sequences.toml`: its known terms, and the new ones that are proved.

    A new term is certified, and no engine has another count. Without a count of each known term a sequence is left out.
    """
    found = defaultdict(list)
    for row in read(folder):
        if row.status == "complete":
            found[row.problem].append(row)
            found[row.digest].append(row)  # a run asks a problem with two names by one of them
    sequences = tomllib.loads((folder / "sequences.toml").read_text(encoding="utf-8"))
    sections = [(name, sequence, _proved(sequence, found)) for name, sequence in sequences.items()]
    held = [(name, sequence, proved) for name, sequence, proved in sections if proved]
    head = f"{sum(len(proved) for *_, proved in held)} new terms of {len(held)} sequences."
    return "\n\n".join([head, *(_section(*each, found) for each in held)])


def _proved(sequence: dict[str, Any], found: dict[str, list[Row]]) -> dict[int, list[Row]]:
    """Return the rows of each new term up to the first that is not proved; none if a known term was not counted."""
    first, terms = sequence["first"], sequence["terms"]
    for n, term in enumerate(terms, first):
        if {row.covers for row in _again(sequence, n, found)} != {term}:
            return {}
    proved: dict[int, list[Row]] = {}
    n = first + len(terms)
    while _is_proved(rows := found[_problem(sequence, n)]):
        proved[n] = rows
        n += 1
    return proved


def _problem(sequence: dict[str, Any], n: int) -> str:
    name: str = sequence["problem"].format(n=n, next=n + 1)
    return name


def _again(sequence: dict[str, Any], n: int, found: dict[str, list[Row]]) -> list[Row]:
    name = _problem(sequence, n)
    return found[name] or found[instance(name).problem.digest]


def _is_proved(rows: Sequence[Row]) -> bool:
    return any(row.certificate for row in rows) and len({row.covers for row in rows}) == 1


def _section(name: str, sequence: dict[str, Any], proved: dict[int, list[Row]], found: dict[str, list[Row]]) -> str:
    first, terms = sequence["first"], sequence["terms"]
    last = first + len(terms) - 1
    again = [{row.solver for row in _again(sequence, n, found)} for n in range(first, last + 1)]
    lines = [["n", "a(n)", "counted by, CPU s", "trace, steps", "kB", "checked in s", "problem"]]
    lines += [_line(n, sorted(rows, key=lambda row: row.solver)) for n, rows in proved.items()]
    return _TEXT.format(
        name=name,
        what=sequence["what"],
        changed=sequence["changed"],
        first=first,
        last=last,
        largest=terms[-1],
        solvers="`, `".join(sorted(set.intersection(*again))),
        table=aligned(lines),
    )


def _line(n: int, rows: Sequence[Row]) -> list[str]:
    by = ", ".join(f"{row.solver} {row.cpu_s:.3g}" for row in rows if row.task == "count")
    traces = [row for row in rows if row.certificate]
    trace = ["", "", ""]
    if traces:
        row = traces[-1]
        trace = [f"{row.certificate_steps:,}", f"{(row.certificate_bytes or 0) / 1000:,.1f}", f"{row.check_s:.3g}"]
    return [str(n), f"{rows[0].covers:,}", by, *trace, rows[0].problem]
