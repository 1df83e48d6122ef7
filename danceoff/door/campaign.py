"""The results of a campaign as frames for pandas and charts for Vega-Lite."""

from __future__ import annotations

from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from danceoff.experiments.results.record import Row, read

if TYPE_CHECKING:
    import pandas as pd

_NULLABLE = {"i": "Int64", "f": "Float64", "b": "boolean"}
_VEGA_LITE = "https://vega.github.io/schema/vega-lite/v5.json"


def results(folder: str | PathLike[str]) -> Campaign:
    """Return the results in a folder that `danceoff run` wrote; raises experiments.BadInput if there are none."""
    return Campaign(Path(folder))


def run(plan: str | PathLike[str], folder: str | PathLike[str] | None = None, fresh: bool = False) -> Campaign:
    """Run the cases of a plan that have no row in the folder yet, as `danceoff run` does, and open the results.

    A line for each finished case and a progress bar appear as in a terminal; in a notebook the bar needs ipywidgets.
    After an interrupt the same call goes on with the cases that are left.

    plan: a name (`danceoff list plans`) or a TOML file.
    folder: the results folder; default: results/PLAN.
    fresh: whether to delete the rows in the folder first; default: False.

    Raises experiments.BadInput if the plan is malformed or another run is at work in the folder.
    """
    from danceoff.experiments.plans.plan import read as read_plan
    from danceoff.experiments.run.schedule import run_plan
    from danceoff.experiments.terminal.screen import Screen

    cases, screen = read_plan(str(plan)), Screen()
    directory = Path("results") / cases.name if folder is None else Path(folder)
    with screen.progress:
        run_plan(cases, directory, fresh, screen)
    return results(directory)


class Campaign:
    """A folder of results, read once.

    Numbers in its frames are numbers: Int64 (Python's if one of a column exceeds 64 bits), Float64 and boolean.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._rows: list[Row] = read(folder)

    @cached_property
    def rows(self) -> pd.DataFrame:
        """One line a case, with the columns that results/README.md describes."""
        from danceoff.experiments.report.summary import runs

        return _nullable(runs(self._rows))

    @cached_property
    def summary(self) -> pd.DataFrame:
        """One line a problem, solver and task: medians over the repeats."""
        return _nullable(self._summary)

    @cached_property
    def _summary(self) -> pd.DataFrame:
        from danceoff.experiments.report.summary import summary

        return summary(self._rows)

    @cached_property
    def agreement(self) -> pd.DataFrame:
        """One line a problem: what was found, who said what, whether anything contradicts it, and who is wrong."""
        from danceoff.experiments.report.summary import agreement

        return _nullable(agreement(self._rows))

    @cached_property
    def suspects(self) -> pd.DataFrame:
        """One line a solver that evidence holds to be wrong, as `danceoff verify` names it; `line` is its sentence."""
        import pandas as pd

        from danceoff.experiments.results.suspects import suspects

        columns = ["solver", "ground", "n_wrong", "n_problems", "evidence", "agree", "line"]
        found = [vars(one) | {"line": str(one), "ground": one.ground.name.lower()} for one in suspects(self._rows)]
        return _nullable(pd.DataFrame(found, columns=columns))

    @cached_property
    def scores(self) -> pd.DataFrame:
        """One line a task and solver: PAR-2, PAR-10, wins, and the virtual best solver."""
        from danceoff.experiments.report.statistics.scores import scores

        return _nullable(scores(self._summary))

    @cached_property
    def ratios(self) -> pd.DataFrame:
        """One line a task and solver: its times divided by those of the best one, with an interval and a test."""
        from danceoff.experiments.report.statistics.ratio_table import ratios

        return _nullable(ratios(self._summary))

    @cached_property
    def charts(self) -> dict[str, dict[str, Any]]:
        """The charts of the report by name, each a Vega-Lite specification with its data.

        `altair.Chart.from_dict(campaign.charts["cactus-count"])` displays one.
        """
        from danceoff.experiments.report.charts.image_files import charts

        return {name: {"$schema": _VEGA_LITE, **spec} for name, spec in charts(self._rows)}

    def __repr__(self) -> str:
        return f"<{len(self._rows)} rows of {self.folder}>"

    def _repr_html_(self) -> str:
        """How a notebook shows it: the summary."""
        return str(self.summary.to_html(index=False))


def _nullable(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table with the dtypes of pandas that know missing values: Int64, Float64, boolean and string."""
    from pandas.api.types import infer_dtype

    numbers = {name: _NULLABLE[dtype.kind] for name, dtype in table.dtypes.items() if dtype.kind in _NULLABLE}
    texts = dict.fromkeys([name for name in table if infer_dtype(table[name]) == "string"], "string")
    return table.astype(numbers | texts)
