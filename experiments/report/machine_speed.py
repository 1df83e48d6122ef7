"""How much longer fixed work took on one machine than on another, or after a run than before it, by calibrations.

The times are of fixed work, and a solver does other work: a ratio is an estimate of how its times would differ. How far
the parts of the work are apart says how rough it is.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from danceoff.experiments.report.statistics.distributions import Floats
from danceoff.experiments.report.statistics.ratios import CONFIDENCE, Ratio
from danceoff.experiments.results.calibration import PARTS, Calibration

MEAN = "mean"
"""The entry that is the geometric mean of all parts of the work."""
_RESAMPLES = 999
_MOST_ROUNDS = 1000


def machine_ratios(there: Sequence[Calibration], here: Sequence[Calibration]) -> dict[str, Ratio]:
    """Return for each part of the work the median time here divided by that there, and their mean; {} if not known.

    The intervals of 95 % are a bootstrap over the newest 1000 rounds. Calibrations of different versions do not
    compare: the newest version that both sides have counts.
    """
    versions = {one.version for one in there} & {one.version for one in here}
    if not versions:
        return {}
    ours, theirs = ([one for one in side if one.version == max(versions)] for side in (here, there))
    rng = np.random.default_rng(0)
    logs = {part: _logs(_rounds(ours, part), _rounds(theirs, part), rng) for part in PARTS}
    found = {MEAN: np.mean(list(logs.values()), axis=0)}
    return {name.removesuffix("_s"): _ratio(samples) for name, samples in {**found, **logs}.items()}


def on_one_machine(ratio: Ratio, machine: Mapping[str, Ratio]) -> Ratio:
    """Return an estimate of what a ratio of times from two machines would be on one machine.

    Its interval allows for the interval of the ratio, and for the spread between the parts of the fixed work.

    ratio: new / old.
    machine: the ratios of the fixed work, new / old.
    """
    parts = [one for name, one in machine.items() if name != MEAN]
    low, high = min(part.low for part in parts), max(part.high for part in parts)
    return Ratio(ratio.value / machine[MEAN].value, ratio.low / high, ratio.high / low)


def drifts(calibrations: Sequence[Calibration]) -> Iterator[dict[str, Ratio]]:
    """Yield for each completed run the times of the fixed work after the run, divided by its times before the run."""
    before: dict[tuple[str, ...], Calibration] = {}
    for one in calibrations:
        where = (one.host, one.cpu, str(one.pin))
        if one.when == "before":
            before[where] = one
        elif (begin := before.pop(where, None)) and (found := machine_ratios([begin], [one])):
            yield found


def shown(found: Mapping[str, Ratio]) -> str:
    """Return ratios in words: `1.23 (1.20 to 1.26; arithmetic 1.10, pointers 1.50, branches 1.12)`."""
    mean = found[MEAN]
    parts = ", ".join(f"{part} {one.value:.2f}" for part, one in found.items() if part != MEAN)
    return f"{mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f}; {parts})"


def _rounds(calibrations: Sequence[Calibration], part: str) -> Floats:
    return np.array([time_s for one in calibrations for time_s in getattr(one, part)][-_MOST_ROUNDS:])


def _logs(a_s: Floats, b_s: Floats, rng: np.random.Generator) -> Floats:
    """Return the logarithm of the ratio of the medians, then the logarithms of the ratios of resampled rounds."""
    found = []
    for times_s in (a_s, b_s):
        again = rng.choice(times_s, (_RESAMPLES, len(times_s)))
        found.append(np.log(np.concatenate([[np.median(times_s)], np.median(again, axis=1)])))
    difference: Floats = found[0] - found[1]
    return difference


def _ratio(samples: Floats) -> Ratio:
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(samples[1:], [tail, 1 - tail])
    return Ratio(*(float(one) for one in np.exp([samples[0], low, high])))
