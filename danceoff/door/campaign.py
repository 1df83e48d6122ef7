"""The results of a campaign as frames for pandas and charts for Vega-Lite."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from danceoff.experiments import BadInput, need_posix
from danceoff.experiments.results.record import Row, read
from danceoff.experiments.run.engines import ELSEWHERE, engine_of
from danceoff.problems.model.arguments import positive, whole_or_none

if TYPE_CHECKING:
    import pandas as pd

    from danceoff.experiments.plans.plan import Plan

# Imported late, in functions: the runner, the reports and pandas, 0.2 s each: a campaign needs one of them.

_NULLABLE = {"i": "Int64", "f": "Float64", "b": "boolean"}
_VEGA_LITE = "https://vega.github.io/schema/vega-lite/v5.json"
_MAPPING = "the plan"  # in error messages
_MOST_JOBS = 4096


def results(folder: str | PathLike[str]) -> Campaign:
    """Return the results in a folder that `danceoff run` wrote; raises experiments.BadInput if there are none."""
    return Campaign(Path(folder))


def run(
    plan: str | PathLike[str] | Mapping[str, Any],
    folder: str | PathLike[str] | None = None,
    fresh: bool = False,
    jobs: int | None = None,
    time_limit: float | None = None,
    programs: str | PathLike[str] | None = None,
) -> Campaign:
    """Run the cases of a plan that have no row in the folder yet, as `danceoff run` does, and open the results.

    A line for each finished case and a progress bar appear as in a terminal; in a notebook the bar needs ipywidgets.
    After an interrupt the same call goes on with the cases that are left.

    plan: a name (`danceoff list plans`), a TOML file, or a mapping with the keys of such a file except `programs`. Its
        solvers may be functions, as `danceoff.solver` takes them; a function must be in a module, or use nothing
        outside itself.
    folder: the results folder; default: results/PLAN. A mapping needs one.
    fresh: whether to delete the rows in the folder first; default: False.
    jobs: how many cases run at a time, each pinned to a physical core of its own; default: one, which is not pinned.
    time_limit: seconds of preparing and searching for every case; default: that of the plan.
    programs: a TOML file of entries, whose programs the plan may name as solvers.

    Raises experiments.BadInput on Windows, for a malformed plan, for a function that cannot be loaded in a process of
    its own, and if another run is at work in the folder; and ValueError if `jobs` or `time_limit` is invalid.
    """
    need_posix("danceoff.run")
    from danceoff.experiments.run.schedule import run_plan
    from danceoff.experiments.terminal.screen import Screen

    limit_s = positive("time_limit", time_limit, "seconds")
    n_jobs = whole_or_none("jobs", jobs, 1, _MOST_JOBS)
    if isinstance(plan, Mapping) and folder is None:
        raise BadInput("folder: a plan that is a mapping has no name: give the folder of its results")
    entries = None if programs is None else Path(programs)
    with TemporaryDirectory(prefix="danceoff-") as scratch:
        cases = _plan(plan, entries, Path(scratch)).limited(time_limit_s=limit_s)
        directory = Path("results") / cases.name if folder is None else Path(folder)
        screen, chosen = Screen(), engine_of(cases, n_jobs)
        with screen.progress:
            run_plan(cases, directory, fresh, screen, engine=chosen)
    return results(directory)


def _plan(plan: str | PathLike[str] | Mapping[str, Any], programs: Path | None, scratch: Path) -> Plan:
    from danceoff.experiments.plans.functions import Functions
    from danceoff.experiments.plans.plan import planned, read

    if not isinstance(plan, Mapping):
        return read(str(plan), programs)
    if "programs" in plan:
        raise BadInput(f"{_MAPPING}: programs: a plan that is a mapping has none: give programs=FILE.toml to run")
    functions = Functions(scratch)
    table = functions.named(_MAPPING, plan)
    found = planned(_MAPPING, Path(_MAPPING), table, programs, functions=functions.specs)
    if functions.specs and found.cluster.get("engine") in ELSEWHERE:
        raise BadInput(f"{_MAPPING}: solvers: functions run on this machine alone: elsewhere name them as FILE.py:NAME")
    return found


class Campaign:
    """A folder of results, read once.

    Its frames have numeric dtypes: Int64, Float64 and boolean. A column with integers beyond 64 bits has dtype object.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._rows: list[Row] = read(folder)

    @cached_property
    def rows(self) -> pd.DataFrame:
        """One line per case, with the columns that results/README.md describes."""
        from danceoff.experiments.report.summary import runs

        return _nullable(runs(self._rows))

    @cached_property
    def summary(self) -> pd.DataFrame:
        """One line per problem, solver and task: medians over the repeats."""
        return _nullable(self._summary)

    @cached_property
    def _summary(self) -> pd.DataFrame:
        from danceoff.experiments.report.summary import summary

        return summary(self._rows)

    @cached_property
    def agreement(self) -> pd.DataFrame:
        """One line per problem: its answer, which solver gave which answer, whether they disagree, and who is wrong."""
        from danceoff.experiments.report.summary import agreement

        return _nullable(agreement(self._rows))

    @cached_property
    def suspects(self) -> pd.DataFrame:
        """One line per solver that seems to be wrong, as `danceoff verify` names it; `line` is its sentence."""
        import pandas as pd

        from danceoff.experiments.results.suspects import suspects

        columns = ["solver", "ground", "n_wrong", "n_problems", "evidence", "line"]
        found = [vars(one) | {"line": str(one), "ground": one.ground.name.lower()} for one in suspects(self._rows)]
        return _nullable(pd.DataFrame(found, columns=columns))

    @cached_property
    def scores(self) -> pd.DataFrame:
        """One line per task and solver: PAR-2, wins, and the virtual best solver."""
        from danceoff.experiments.report.statistics.scores import scores

        return _nullable(scores(self._summary))

    @cached_property
    def ratios(self) -> pd.DataFrame:
        """One line per task and solver: its times divided by those of the best one, with an interval and a test."""
        from danceoff.experiments.report.statistics.scores import ratios

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
        """Return what a notebook shows for the campaign: the summary."""
        return str(self.summary.to_html(index=False))


def _nullable(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table with the dtypes of pandas that know missing values: Int64, Float64, boolean and string."""
    from pandas.api.types import infer_dtype

    numbers = {name: _NULLABLE[dtype.kind] for name, dtype in table.dtypes.items() if dtype.kind in _NULLABLE}
    texts = dict.fromkeys([name for name in table if infer_dtype(table[name]) == "string"], "string")
    return table.astype(numbers | texts)
