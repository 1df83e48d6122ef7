"""The page: every figure with its spread, printed and written to a folder as CSV and JSON."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from experiments.bench.figures import Figure


@dataclass(frozen=True)
class Line:
    """A figure as it was measured: the median of the rounds, and the least and the largest of them."""

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
        """Sum up the rounds."""
        middle = median(values)
        bounds = min(values), max(values)
        return cls(figure.section, figure.name, figure.unit, figure.asked, middle, *bounds, figure.is_met(middle))


def show(lines: list[Line], machine: dict[str, Any], n_rounds: int) -> None:
    """Print the page."""
    table = Table(title=f"danceoff bench: the median of {n_rounds} rounds, {machine['cpu']}")
    for column in ("figure", "asked", "measured", "least", "largest", ""):
        table.add_column(column, justify="left" if column in ("figure", "") else "right")
    section = ""
    for line in lines:
        if line.section != section:
            section = line.section
            table.add_row(f"[bold]{section}[/bold]")
        mark = {True: "[green]met[/green]", False: "[red]missed[/red]", None: ""}[line.is_met]
        asked = "" if line.asked is None else f"{line.asked:g} {line.unit}"
        seen = [f"{value:.3g} {line.unit}" for value in (line.median, line.least, line.largest)]
        table.add_row(f"  {line.name}", asked, *seen, mark)
    Console().print(table)


def write(lines: list[Line], machine: dict[str, Any], folder: Path) -> None:
    """Write `figures.csv`, and `figures.json` with the machine."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [asdict(line) for line in lines]
    with (folder / "figures.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(Line.__annotations__))
        writer.writeheader()
        writer.writerows(rows)
    report = {"machine": machine, "figures": rows}
    (folder / "figures.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
