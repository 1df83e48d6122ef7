"""Printed answers of exercises as tables of a document: what is printed, what was counted, and what proves it."""

import tomllib
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from danceoff.experiments.report.tables.markdown import aligned
from danceoff.experiments.results.record import Row, read

_HEAD = [
    "",
    "printed",
    "covers",
    "up to symmetry",
    "verdict",
    "counted by, CPU s",
    "trace, steps",
    "checked in s",
    "problem",
]


def taocp(folder: Path) -> str:
    """Return a section for each exercise of `answers.toml`, with a line for each of its problems.

    A problem has a line if all complete rows agree, and if one has a certificate, or two solvers counted. Behind its
    name may stand the pattern of which distinct choices count. `A - B` is a line of the difference of two problems.
    """
    found = defaultdict(list)
    for row in sorted(read(folder), key=lambda row: row.solver):
        if row.status == "complete":
            found[f"{Path(row.problem).name.removesuffix('.dlx.gz')} {row.distinct}".strip()].append(row)
    exercises = tomllib.loads((folder / "answers.toml").read_text(encoding="utf-8"))
    return "\n\n".join(_section(number, exercise, found) for number, exercise in exercises.items())


def _section(number: str, exercise: dict[str, Any], found: dict[str, list[Row]]) -> str:
    lines = []
    for problem in exercise["problems"]:
        several = [found[one] for one in problem[0].split(" - ")]
        if all(map(_is_sure, several)):
            lines.append(_line(several, *problem))
    used = [k for k, head in enumerate(_HEAD) if k < 2 or any(line[k] for line in lines) or head == "covers"]
    table = aligned([[line[k] for k in used] for line in (_HEAD, *lines)])
    return f"### Exercise {number}\n\n{exercise['what'].strip()}\n\n{table}"


def _is_sure(rows: Sequence[Row]) -> bool:
    solvers = {row.solver for row in rows}
    return len({row.covers for row in rows}) == 1 and (any(row.certificate for row in rows) or len(solvers) > 1)


def _line(several: Sequence[Sequence[Row]], problem: str, what: str, printed: int | str | None = None) -> list[str]:
    rows = several[0] if len(several) == 1 else []
    covers = several[0][0].covers - sum(other[0].covers for other in several[1:])
    orbits = [row.orbits for row in rows if row.orbits]
    is_same = (covers > 0) if printed == "some" else covers == printed
    verdict = "" if printed is None else "as printed" if is_same else "**differs**"
    by = ", ".join(f"{row.solver} {row.cpu_s:.3g}" for row in rows if row.task == "count" and not row.orbits)
    proof = [row for row in rows if row.certificate]
    steps, checked = (f"{proof[0].certificate_steps:,}", f"{proof[0].check_s:.3g}") if proof else ("", "")
    shown = f"{printed:,}" if isinstance(printed, int) else printed or ""
    return [what, shown, f"{covers:,}", f"{orbits[0]:,}" if orbits else "", verdict, by, steps, checked, problem]
