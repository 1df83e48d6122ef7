"""New terms of published sequences as tables of a document: what was counted, by whom, and what proves it."""

import tomllib
from collections import defaultdict
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

from danceoff.experiments.report.tables.markdown import aligned
from danceoff.experiments.results.record import Row, read
from danceoff.problems.catalog import instance

_BY = "counter:method=memo"
_CONFIRMED = ["problem", "covers", "up to symmetry", "verdict", "source", "counted by, CPU s", "trace, steps"]
_HEAD = ["n", "a(n)", "counted by, CPU s", "trace, steps", "kB", "checked in s", "problem"]


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
    tables = {name: lines for name, sequence in sequences.items() if (lines := _lines(sequence, found))}
    head = f"{sum(map(len, tables.values()))} new terms of {len(tables)} sequences."
    return "\n\n".join([head, *(_section(name, sequences[name], lines) for name, lines in tables.items())])


def confirmed(folder: Path) -> str:
    """Return a line for each published number that is no term of the sequences, if our count is certified."""
    terms = set()
    for each in tomllib.loads((folder / "sequences.toml").read_text(encoding="utf-8")).values():
        terms |= {_problem(each, n) for n, _ in enumerate(each["terms"], each["first"])}
    found = defaultdict(list)
    for row in sorted(read(folder), key=lambda row: row.solver):
        if row.status == "complete" and row.published is not None and row.problem not in terms:
            found[row.problem].append(row)
    return aligned([_CONFIRMED, *(_judged(rows) for _name, rows in sorted(found.items()) if _is_sure(rows))])


def _problem(sequence: dict[str, Any], n: int) -> str:
    name: str = sequence["problem"].format(n=n, next=n + 1)
    return name


def _is_sure(rows: Sequence[Row]) -> bool:
    return len({row.covers for row in rows}) == 1 and any(row.certificate for row in rows)


def _judged(rows: Sequence[Row]) -> list[str]:
    known, orbits = instance(rows[0].problem).known, [row.orbits for row in rows if row.orbits]
    is_same = rows[0].covers == rows[0].published and set(orbits) <= {rows[0].published_orbits}
    by = ", ".join(f"{row.solver} {row.cpu_s:.3g}" for row in rows if row.task == "count" and not row.orbits)
    steps = next(f"{row.certificate_steps:,}" for row in rows if row.certificate)
    verdict = "confirmed" if is_same else "**refuted**"
    counts = [f"{rows[0].covers:,}", f"{orbits[0]:,}" if orbits else ""]
    return [rows[0].problem, *counts, verdict, known.source if known else "", by, steps]


def _lines(sequence: dict[str, Any], found: dict[str, list[Row]]) -> list[list[str]]:
    """Return a line for each new term up to the first that is not proved; none if a known term was not counted."""
    lines: list[list[str]] = []
    for n in count(sequence["first"]):
        name = _problem(sequence, n)
        if n < sequence["first"] + len(sequence["terms"]):
            again = found[name] or found[instance(name).problem.digest]
            term = sequence["terms"][n - sequence["first"]]
            if {row.covers for row in again} != {term} or all(row.solver != _BY for row in again):
                break
        elif _is_sure(found[name]):
            lines.append(_line(n, sorted(found[name], key=lambda row: row.solver)))
        else:
            break
    return lines


def _line(n: int, rows: Sequence[Row]) -> list[str]:
    by = ", ".join(f"{row.solver} {row.cpu_s:.3g}" for row in rows if row.task == "count")
    row = next(row for row in rows if row.certificate)
    size = f"{(row.certificate_bytes or 0) / 1000:,.1f}"
    return [str(n), f"{row.covers:,}", by, f"{row.certificate_steps:,}", size, f"{row.check_s:.3g}", row.problem]


def _section(name: str, sequence: dict[str, Any], lines: list[list[str]]) -> str:
    first, terms, changed = sequence["first"], sequence["terms"], sequence["changed"]
    last = first + len(terms) - 1
    return f"""### {name}: {sequence["what"]}

[{name}](https://oeis.org/{name}) in the copy of the OEIS that we read, whose last change is of {changed}, ends with
a({last}) = {terms[-1]:,}. `{_BY}` counted a({first}) to a({last}) again, all as published.

{aligned([_HEAD, *lines])}"""
