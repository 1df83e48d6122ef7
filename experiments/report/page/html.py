"""The report as one file that works offline: data, text, and the library that draws the charts."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any

import pandas as pd

from danceoff.experiments import BadInput
from danceoff.experiments.report.cautions import cautions
from danceoff.experiments.report.cells import cells
from danceoff.experiments.report.charts import CHARTS, parameters
from danceoff.experiments.report.charts.vega import bundle
from danceoff.experiments.report.page.data import Cells, packed, page_data
from danceoff.experiments.report.statistics.ranks import ranked
from danceoff.experiments.report.statistics.scores import ratios, scores
from danceoff.experiments.report.tables.markdown import HOW_TO_READ_RATIOS, costs, n_covers
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.verify import Offence, offences
from danceoff.experiments.words.natural_order import natural
from danceoff.problems.pictures.scripted import filled, for_a_script, policy

_PAGE = Path(__file__).parent
_CHOICES = (
    ("$x_solver", "Across", "x"),
    ("$y_solver", "Up", "y"),
    ("$problem", "Problem", "problem"),
    ("$family", "Family", "family"),
    ("$by", "Size", "by"),
)
"""Parameter of a chart, label of the control that sets it, and its name in the state of scripts/state.js."""
_SCRIPTS = ("data", "state", "tables", "matrix", "standings", "charts", "case", "problem", "page")
_TABLES = {"matrix": "Matrix", "scores": "Scores", "ratios": "Ratios"}
_ENDS = {"problems": "Problems", "provenance": "Provenance"}
_CIRCUMSTANCES = {
    "Machine": "host",
    "Processor": "cpu",
    "Commit of danceoff": "commit",
    "Version of our engines": "engines",
    "Versions": "versions",
    "Run": "started",
    "Time limit, seconds": "time_limit_s",
    "CPU limit, seconds": "cpu_limit_s",
    "Memory limit, MB": "memory_limit_mb",
    "Seeds of the orders of items and options": "order",
    "Seed of the shuffled order": "seed",
}
"""Circumstances of a run, and the columns that hold them."""


def page(rows: Sequence[Row], table: pd.DataFrame, title: str, relative_to: str = "") -> str:
    """Return the page; ratios are relative to a solver, by default the best one of each task."""
    disagreements = offences(rows)
    found, covers, optima = cells(rows, table), n_covers(rows), costs(rows)
    about = page_data(rows, found, ranked(table))
    standings = {"scores": scores(table), "ratios": ratios(table, relative_to)}
    tables = {name: packed(json.loads(one.to_json(orient="records"))) for name, one in standings.items()}
    data = {**about, **tables, "covers": covers, "costs": optima}
    known = {problem: [f"covers: {covers[problem]}", f"least cost: {optima[problem]}"] for problem in covers}
    vega, without = _vega()
    scripts = (vega, "\n".join(_text(f"scripts/{name}.js") for name in _SCRIPTS))
    return filled(
        _PAGE / "page.html.j2",
        title=title,
        verdict=_verdict(rows, disagreements),
        n_disagreements=len(disagreements),
        winners=winners(standings["scores"]),
        sections={**dict([*CHARTS.items()][:1]), **_TABLES, **CHARTS, **_ENDS}.items(),  # a chart, tables, other charts
        charts=[_chart(name, one["usermeta"]) for name, one in data["charts"].items()],
        how_to_read_ratios=HOW_TO_READ_RATIOS,
        warnings=[*cautions(rows), *without],
        cards=_cards(found, known),
        provenance=_provenance(rows),
        style=_text("page.css"),
        data=for_a_script(data),
        policy=policy(scripts, "'unsafe-eval'"),  # Vega compiles its expressions
        scripts=scripts,
    )


def _vega() -> tuple[str, list[str]]:
    """Return the script that draws charts; if its package is missing, no script and a sentence that says so."""
    try:
        return bundle(), []
    except BadInput as missing:
        return "", [f"This page has no charts, only the numbers behind them: {missing}."]


def _text(name: str) -> str:
    return (_PAGE / name).read_text(encoding="utf-8")


def _chart(name: str, about: Mapping[str, str]) -> dict[str, Any]:
    asked = parameters(name)
    choices = [(label, choice) for parameter, label, choice in _CHOICES if parameter in asked]
    return {"name": name, "heading": CHARTS[name], "choices": choices, **about}


def _cards(found: Cells, known: Mapping[str, Sequence[str]]) -> list[dict[str, Any]]:
    """Return one card per problem, in natural order; a line of `known` that ends with a blank says nothing."""
    about = {cell["problem"]: cell for cell in found}
    return [
        {
            "problem": problem,
            "about": [text for text in (_size(about[problem]), *known[problem]) if not text.endswith(" ")],
        }
        for problem in sorted(about, key=natural)
    ]


def _size(cell: Mapping[str, Any]) -> str:
    n_items, n_options = cell["n_items"], cell["n_options"]
    return "" if n_items is None or n_options is None else f"{n_items:,} items, {n_options:,} options"


def _verdict(rows: Sequence[Row], disagreements: Sequence[Offence]) -> str:
    ends = ", ".join(f"{n:,} {status}" for status, n in Counter(row.status for row in rows).most_common())
    agreement = "1 disagreement" if len(disagreements) == 1 else f"{len(disagreements) or 'No'} disagreements"
    n_problems, n_solvers = len({row.problem for row in rows}), len({row.solver for row in rows})
    return f"{agreement}: {n_problems:,} problems, {n_solvers} solvers, {len(rows):,} rows ({ends})"


def _provenance(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Return the name and value of each circumstance of the run; several values if the rows differ."""
    started = sorted(row.started for row in rows if row.started)
    own = {"versions": _all(f"{name} {version}" for row in rows for name, version in row.versions.items())}
    own["started"] = " to ".join(dict.fromkeys((started[0], started[-1]))) if started else "unknown"
    return [
        (name, own[column] if column in own else _all(map(attrgetter(column), rows)))
        for name, column in _CIRCUMSTANCES.items()
    ]


def _all(values: Any) -> str:
    texts = {f"{value:g}" if isinstance(value, float) else str(value or "none") for value in values}
    return ", ".join(sorted(texts))


def winners(scores: pd.DataFrame) -> Iterator[tuple[str, str, str]]:
    """Yield, for each task with a solved problem, its name, its best solver by PAR-2, and how good that solver was."""
    compared = scores[scores["wins"].notna() & (scores["n_solved"] > 0)]
    for best in compared.groupby("task", sort=False).head(1).itertuples():
        fastest = f"was fastest on {best.wins} of {best.n_common} problems"
        yield str(best.task), str(best.solver), f"{fastest}, and solved {best.n_solved} of {best.n_asked}"
