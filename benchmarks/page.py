"""The figures with their ranges: printed, and written to a folder as CSV and JSON."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict, dataclass
from itertools import groupby
from math import log
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.figures import Figure
from danceoff.experiments.results.whole_file import whole_file, write_whole


@dataclass(frozen=True)
class Line:
    """A measured figure: its target, and the median, least and largest value of the rounds."""

    section: str
    name: str
    unit: str
    asked: float | None
    median: float
    least: float
    largest: float
    is_met: bool | None

    @classmethod
    def of(cls, figure: Figure, values: list[float]) -> Line:
        """Return the line of a figure; values: its values in all rounds."""
        middle = median(values)
        bounds = min(values), max(values)
        return cls(figure.section, figure.name, figure.unit, figure.asked, middle, *bounds, figure.is_met(middle))

    def values(self) -> list[str]:
        """Return the target, the median, the least and the largest value, with units."""
        numbers = (self.asked, self.median, self.least, self.largest)
        return ["" if number is None else f"{_written(number)} {self.unit}" for number in numbers]


def _written(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


def show(lines: list[Line], machine: dict[str, Any]) -> None:
    """Prints the figures."""
    table = Table(title=f"danceoff bench: {_circumstances(machine)}")
    for column in ("figure", "target", "median", "least", "largest", ""):
        table.add_column(column, justify="left" if column in ("figure", "") else "right")
    section = ""
    for line in lines:
        if line.section != section:
            section = line.section
            table.add_row(f"[bold]{section}[/bold]")
        mark = {True: "[green]met[/green]", False: "[red]missed[/red]", None: ""}[line.is_met]
        table.add_row(f"  {line.name}", *line.values(), mark)
    Console().print(table)


_MARK = {True: "", False: "**missed**", None: ""}
_SHORT = 10
"""Lines of a short table."""


def markdown(folder: Path, short: bool = False) -> str:
    """Return the figures written to a folder as Markdown: one table per section.

    short: return one table instead, of the 10 figures that miss their target or are nearest to it.
    """
    report = json.loads((folder / "figures.json").read_text(encoding="utf-8"))
    lines = [Line(**row) for row in report["figures"]]
    text = [f"Here: {_circumstances(report['machine'])}."]
    if short:
        return "\n".join(text + _nearest([line for line in lines if line.asked]))
    for section, group in groupby(lines, key=lambda line: line.section):
        text += ["", f"| {section} | target | median | least | largest | |", "|---|--:|--:|--:|--:|---|"]
        text += [f"| {' | '.join([line.name, *line.values(), _MARK[line.is_met]])} |" for line in group]
    return "\n".join(text)


def _nearest(lines: list[Line]) -> list[str]:
    """Return a table of the figures that miss their target by most, then of the figures that meet it by least."""

    def by_how_much(line: Line) -> float:
        away = abs(log(line.median / (line.asked or line.median)))
        return away if line.is_met else -away

    missed = sum(not line.is_met for line in lines)
    met = f"Of {len(lines)} targets {len(lines) - missed} are met."
    text = ["", f"{met} The {_SHORT} that are missed or nearest to being missed:"]
    text += ["", "| figure | target | median | least | largest | |", "|---|--:|--:|--:|--:|---|"]
    for line in sorted(lines, key=by_how_much)[:_SHORT]:
        text.append(f"| {' | '.join([f'{line.section}: {line.name}', *line.values(), _MARK[line.is_met]])} |")
    return text


def _circumstances(machine: dict[str, Any]) -> str:
    before, after = machine["load"]
    what = f"the median of {machine['rounds']} rounds on {machine['cpu']}"
    return f"{what}, danceoff {machine['commit']}, load average {before:.1f} before and {after:.1f} after"


def write(lines: list[Line], machine: dict[str, Any], folder: Path) -> None:
    """Writes `figures.csv`, and `figures.json`, which also describes the machine."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [asdict(line) for line in lines]
    with whole_file(folder / "figures.csv") as file:
        writer = csv.DictWriter(file, list(Line.__annotations__))
        writer.writeheader()
        writer.writerows(rows)
    report = {"machine": machine, "figures": rows}
    write_whole(folder / "figures.json", json.dumps(report, indent=2) + "\n")
