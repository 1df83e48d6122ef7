"""How the times of solvers changed from one results folder to the next."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import pandas as pd

_CASE = ["task", "solver", "problem"]


def history(tables: Sequence[pd.DataFrame]) -> list[dict[Hashable, Any]]:
    """Return a record for each task, solver and folder: the geometric mean over the problems solved in all folders.

    tables: the summaries of the folders, in the order in which they were made.
    """
    solved = [
        table[table["solved"]].set_index(_CASE)["total_s"].clip(lower=1e-6).rename(k) for k, table in enumerate(tables)
    ]
    of = pd.concat(solved, axis=1, join="inner").dropna().transform(np.log).groupby(level=_CASE[:2], sort=False)
    means_s = of.mean().transform(np.exp).assign(n_problems=of.size()).reset_index()
    return means_s.melt([*_CASE[:2], "n_problems"], var_name="number", value_name="time_s").to_dict("records")
