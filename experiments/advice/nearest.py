"""Predicts the time of every solver on an unseen problem from problems that were run, and advises the fastest.

The prediction for a solver is the mean of the logarithms of its times on the nearest problems that it ran; a nearer
problem has a larger weight. An unsolved case counts with twice its limit, as in PAR-2. The advised solver has the least
expected time, so a solver whose times scatter ranks lower.
"""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.experiments import BadInput
from danceoff.experiments.advice.features import Features, features
from danceoff.experiments.report.cells import cells
from danceoff.experiments.results.folder import inside
from danceoff.experiments.results.record import Row, read
from danceoff.experiments.results.whole_file import write_whole
from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.sources import read as read_problem
from danceoff.questions.tasks import WALKED
from danceoff.solvers import Feature, MissingBackend, load

if TYPE_CHECKING:
    from danceoff.problems.instance import Instance

Floats = NDArray[np.float64]

_CACHE = "features.json"
_LEAST_EXAMPLES = 5
_NEAREST = 8  # examples that a prediction is made of
_NEARNESS = 0.05  # distance at which an example counts a quarter of one at 0
_NOISE = 0.1  # standard deviation of the time of one problem, decades
_LEAST_S = 1e-3  # shorter times are noise
_LEAST_DEVIATION = 0.1  # decades: a feature that all examples share must not scale others to infinity
_WORTH_SAFETY = 2.0  # `auto` is preferred up to this ratio to the least expected time; predictions are no more precise
_LARGEST = 1e300
FAR = 2.0
"""Distance beyond which even the nearest problem says nothing about another."""

MOST_OPTIONS = 100_000
"""Options of the largest problem that is looked at: its features take a second."""


class Prediction(NamedTuple):
    """The predicted time of a solver.

    time_s: the median, in seconds.
    factor: the standard deviation, as a factor.
    """

    solver: str
    time_s: float
    factor: float

    @property
    def expected_s(self) -> float:
        """The mean of the log-normal distribution of which time_s is the median."""
        return self.time_s * math.exp(math.log(self.factor) ** 2 / 2)


class Outcome(NamedTuple):
    """The result of a solver on a problem that was run.

    time_s: its time in seconds, or the time limit if it did not solve the problem.
    """

    time_s: float
    is_solved: bool


@dataclass(frozen=True)
class Example:
    """A problem that was run: its features, and the outcome of each solver."""

    problem: str
    features: Features
    outcomes: Mapping[str, Outcome]

    @property
    def best(self) -> tuple[str, Outcome] | None:
        """The fastest solver that solved the problem, and its result; None if none did."""
        return min(
            ((s, a) for s, a in self.outcomes.items() if a.is_solved), key=lambda one: one[1].time_s, default=None
        )


def examples_of(directories: Sequence[Path], task: str) -> list[Example]:
    """Return the problems of results folders that were run with a task; their features are cached in the folders.

    If a solver ran a problem in several folders, the first counts. Problems that can no longer be read or have changed
    are left out, and so are solvers that refused.

    Raises BadInput if too few are left to learn from.
    """
    together: dict[str, Example] = {}
    for directory in directories:
        for one in _examples_of(directory, task):
            before = together.get(one.problem)
            together[one.problem] = replace(one, outcomes={**one.outcomes, **before.outcomes}) if before else one
    if len(together) < _LEAST_EXAMPLES:
        where = ", ".join(map(str, directories))
        raise BadInput(f"{where}: {len(together)} problems with task {task} are too few to learn from")
    return list(together.values())


def _examples_of(directory: Path, task: str) -> list[Example]:
    rows = [row for row in read(directory) if row.task == task and row.status not in ("missing", "unsupported")]
    found = cells(rows) if rows else []
    about = _features(rows, directory)
    problems = [problem for problem in dict.fromkeys(cell["problem"] for cell in found) if problem in about]
    return [Example(problem, about[problem].asked(task), _outcomes(problem, found)) for problem in problems]


def _outcomes(problem: str, found: Sequence[dict[str, Any]]) -> dict[str, Outcome]:
    own = [cell for cell in found if cell["problem"] == problem]
    return {cell["solver"]: Outcome(cell["time_s"], cell["end"] == "solved") for cell in own}


def _features(rows: Sequence[Row], directory: Path) -> dict[str, Features]:
    file = inside(directory, _CACHE)
    kept = _kept(file)
    digests = {row.problem: row.digest for row in rows if row.digest}
    if missing := [problem for problem, digest in digests.items() if digest not in kept]:
        kept |= {digests[problem]: list(new) for problem in missing if (new := _read(problem, digests[problem]))}
        with suppress(OSError):  # then they are computed again next time
            write_whole(file, json.dumps(kept, indent=1) + "\n")
    return {problem: Features(*kept[digest]) for problem, digest in digests.items() if digest in kept}


def _kept(file: Path) -> dict[str, list[Any]]:
    """The cached features by digest; entries of other versions are ignored."""
    every: Any = None
    with suppress(OSError, ValueError, RecursionError):
        every = json.loads(file.read_text(encoding="utf-8"))
    return {digest: found for digest, found in every.items() if _is_whole(found)} if isinstance(every, dict) else {}


def _is_whole(found: Any) -> bool:
    """Whether a value from a file can be the values of `Features`: finite numbers that can be squared."""
    known = isinstance(found, list) and len(found) == len(Features._fields)
    return known and all(isinstance(value, int | float) and abs(value) <= _LARGEST for value in found)


def _read(problem: str, digest: str) -> Features | None:
    with warnings.catch_warnings(), suppress(InvalidProblem):
        warnings.simplefilter("ignore")  # the run has shown them
        instance = read_problem(problem)
        if instance.problem.digest == digest:
            return features(instance)
    return None


def predictions(examples: Sequence[Example], target: Features) -> list[Prediction]:
    """Return a prediction for each solver that ran at least five problems; the least expected time first.

    On problems whose first steps reach neither a cover nor the end, times scatter; on others hardly. If there are
    enough problems of the same kind, only these are learnt from.
    """
    same_kind = [example for example in examples if example.features.is_lost == target.is_lost]
    found = {one.solver: one for those in (examples, same_kind) for one in _predictions(those, target)}
    return sorted(found.values(), key=lambda one: one.expected_s)


def _predictions(examples: Sequence[Example], target: Features) -> Iterator[Prediction]:
    if len(examples) < _LEAST_EXAMPLES:
        return
    near = nearest(examples, target, len(examples))
    for solver in dict.fromkeys(solver for example in examples for solver in example.outcomes):
        own = [(example.outcomes[solver], distance) for example, distance in near if solver in example.outcomes]
        if len(own) >= _LEAST_EXAMPLES:
            yield _prediction(solver, own[:_NEAREST])


def _prediction(solver: str, near: Sequence[tuple[Outcome, float]]) -> Prediction:
    """Return the mean and the deviation of log10 of a solver's times on the nearest problems."""
    decades = np.array([_learnt(outcome) for outcome, _ in near])
    weights = np.array([(_NEARNESS / (_NEARNESS + distance)) ** 2 for _, distance in near])
    mean = float(np.average(decades, weights=weights))
    deviation = float(np.average((decades - mean) ** 2, weights=weights)) ** 0.5
    return Prediction(solver, 10.0**mean, 10.0 ** math.hypot(deviation, _NOISE))


def _learnt(outcome: Outcome) -> float:
    return math.log10(max(outcome.time_s if outcome.is_solved else 2 * outcome.time_s, _LEAST_S))


def answers(solver: str, problem: ExactCover, task: str) -> bool:
    """Return whether a solver is installed and supports the problem, and the task if that is about costs."""
    try:
        one = load(solver)
    except (ValueError, MissingBackend):  # results may name backends that no longer exist
        return False
    return not one.lacks(problem) and (not WALKED[task].by_cost or Feature.BEST in one.features)


def nearest(examples: Sequence[Example], target: Features, n: int = 3) -> list[tuple[Example, float]]:
    """Return the n nearest problems and their distances, in standard deviations of the features."""
    x, place = _scaled(examples, target)
    distances = np.sqrt(np.mean((x - place) ** 2, axis=1))
    return [(examples[k], float(distances[k])) for k in np.argsort(distances, kind="stable")[:n]]


def advised(examples: Sequence[Example], target: Features) -> list[Prediction]:
    """Return the predictions, the advised solver first, then the others by their expected times.

    The advised solver is `auto`, unless the least expected time of all solvers is less than half of that of `auto`. Far
    from all problems that were run, predictions are unreliable, and `auto` decides by trying. Near them, `auto` is the
    solver that does not get lost where a single solver does.
    """
    found = predictions(examples, target)
    is_far = not found or nearest(examples, target, 1)[0][1] > FAR
    most_s = math.inf if is_far else _WORTH_SAFETY * found[0].expected_s
    return sorted(found, key=lambda one: one.solver != "auto" or one.expected_s > most_s)


def _scaled(examples: Sequence[Example], target: Features) -> tuple[Floats, Floats]:
    """Return the features of the examples and of the target, standardized over the examples.

    Features that have the same value everywhere are left out.
    """
    x, place = np.array([example.features.scaled for example in examples]), np.array(target.scaled)
    differs = (x != place).any(axis=0)
    differs |= not differs.any()
    x, place = x[:, differs], place[differs]
    mean, deviation = x.mean(axis=0), np.maximum(x.std(axis=0), _LEAST_DEVIATION)
    return (x - mean) / deviation, (place - mean) / deviation


class HeldOut(NamedTuple):
    """The quality of the advice on held-out problems: total seconds over the problems that some solver solved."""

    n_problems: int
    advised_s: float
    best_s: float

    @property
    def ratio(self) -> float:
        """The time of the advised solvers, relative to the best solver of each problem."""
        return self.advised_s / self.best_s


def held_out(examples: Sequence[Example]) -> HeldOut | None:
    """Advise on each example from all others; an advised solver that did not solve it costs its limit.

    Returns None if there are too few examples.
    """
    advised_s = best_s = 0.0
    n_problems = 0
    for k, example in enumerate(examples):
        others = [*examples[:k], *examples[k + 1 :]]
        chosen = next((p.solver for p in advised(others, example.features) if p.solver in example.outcomes), None)
        if chosen and example.best:
            n_problems += 1
            advised_s += example.outcomes[chosen].time_s
            best_s += example.best[1].time_s
    return HeldOut(n_problems, advised_s, best_s) if n_problems else None


def faster_solver(row: Row, instance: Instance, examples: Sequence[Example]) -> str:
    """Return a sentence that names a solver which probably needs less time than this search took; empty if none does.

    row: how the search ended.
    examples: problems that were run with the same task.
    """
    if instance.problem.n_options > MOST_OPTIONS:
        return ""
    target = features(instance).asked(row.task)
    found = [one for one in advised(examples, target) if answers(one.solver, instance.problem, row.task)]
    if not found or nearest(examples, target, 1)[0][1] > FAR:
        return ""
    best, took_s = found[0], row.total_s or 0.0
    if best.solver.partition(":")[0] == row.solver.partition(":")[0] or best.time_s * best.factor > took_s:
        return ""
    return f"{best.solver} would probably get further: on similar problems it took about {best.time_s:.2g} s"
