"""Who won each task, in one line."""

from collections.abc import Iterator
from typing import Any

import pandas as pd


def winners(scores: pd.DataFrame, ratios: pd.DataFrame) -> Iterator[tuple[str, str, str]]:
    """Yield each task, the best solver by PAR-2, and in words how good it was and how far behind the next one.

    scores, ratios: the tables of the functions of these names.
    """
    for task, lines in scores.groupby("task", sort=False):
        compared: list[Any] = [*lines[lines["wins"].notna()].itertuples(), None, None]
        best, second = compared[:2]
        if best is None or not best.n_solved:
            yield str(task), "nobody", "was asked half of the problems" if best is None else "solved a problem"
            continue
        solved = f"solved {best.n_solved:,} of {best.n_asked:,} problems"
        if second is None:
            yield str(task), best.solver, f"{solved}, without a rival"
            continue
        of = ratios[(ratios["task"] == task) & (ratios["relative_to"] == best.solver)]
        took = "".join(map(_took, of[of["solver"] == second.solver].itertuples()))
        fastest = f"was fastest on {best.wins:,} of {best.n_common:,} problems"
        yield str(task), best.solver, f"{fastest}, and {solved}; {second.solver} is next{took}"


def _took(ratio: Any) -> str:
    if pd.isna(ratio.ratio):
        return ""
    interval = "" if pd.isna(ratio.ratio_low) else f" ({ratio.ratio_low:.3g} to {ratio.ratio_high:.3g})"
    return f", and takes {ratio.ratio:.3g} times as long{interval}"
