"""A run as scenarios of the Algorithm Selection Library, one for each task.

The format is that of https://github.com/coseal/aslib-spec, files in ARFF and YAML. An instance is a problem, an
algorithm is a solver with its options, and the performance is the wall-clock time to the answer.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from danceoff.experiments.report.names import labels
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.verify import at_fault
from danceoff.experiments.results.whole_file import write_whole
from danceoff.questions.table import TASKS

_STATUSES = {
    "complete": "ok",
    "limit": "ok",
    "timeout": "timeout",
    "memory": "memout",
    "unsupported": "not_applicable",
    "crashed": "crash",
}
_FEATURES = ("n_items", "n_options")
_INSTANCE = ("instance_id STRING", "repetition NUMERIC")


def scenarios(rows: Sequence[Row], folder: Path, name: str) -> list[Path]:
    """Write a folder for each task into a folder, and return them; rows of solvers that are not installed are left out.

    name: of the run, with which the scenarios are named.
    """
    found = list(zip(labels(rows), rows, at_fault(rows), strict=True))
    written = []
    for task in TASKS:
        cases = {
            (own.problem, row.repeat, own.solver): (row, "other" if is_wrong else _STATUSES.get(row.status, "other"))
            for own, row, is_wrong in found
            if row.task == task and row.status != "missing"
        }
        if cases:
            scenario = f"{name}-{task}"
            (folder / scenario).mkdir(parents=True, exist_ok=True)
            for file, text in _files(scenario, cases):
                write_whole(folder / scenario / file, text)
            written.append(folder / scenario)
    return written


def _files(scenario: str, cases: Mapping[tuple[str, int, str], tuple[Row, str]]) -> Iterator[tuple[str, str]]:
    rows = [row for row, _status in cases.values()]
    read_last = sorted(cases.items(), key=lambda case: case[1][0].n_items is not None)
    about = {problem: row for (problem, _, _), (row, _) in read_last}
    solvers = sorted({solver for _, _, solver in cases})
    runs = [
        [_quoted(problem), repeat, _quoted(solver), "?" if row.total_s is None else row.total_s, status]
        for (problem, repeat, solver), (row, status) in sorted(cases.items())
    ]
    attributes = [*_INSTANCE, "algorithm STRING", "runtime NUMERIC"]
    statuses = "runstatus {ok, timeout, memout, not_applicable, crash, other}"
    yield "algorithm_runs.arff", _arff(f"ALGORITHM_RUNS_{scenario}", [*attributes, statuses], runs)
    sizes = [
        [_quoted(problem), 1, *("?" if (size := getattr(row, one)) is None else size for one in _FEATURES)]
        for problem, row in sorted(about.items())
    ]
    features = [*_INSTANCE, *(f"{one} NUMERIC" for one in _FEATURES)]
    yield "feature_values.arff", _arff(f"FEATURE_VALUES_{scenario}", features, sizes)
    steps = [*_INSTANCE, "size {ok, timeout, memout, presolved, crash, other}"]
    states = [[*size[:2], "other" if "?" in size else "ok"] for size in sizes]
    yield "feature_runstatus.arff", _arff(f"FEATURE_RUNSTATUS_{scenario}", steps, states)
    limits = {kind: {getattr(row, kind) for row in rows} for kind in ("limit_s", "memory_limit_mb")}
    time_s, memory_mb = (max((one for one in found if one is not None), default=None) for found in limits.values())
    description = {
        "scenario_id": scenario,
        "performance_measures": ["runtime"],
        "maximize": [False],
        "performance_type": ["runtime"],
        "algorithm_cutoff_time": time_s or "?",
        "algorithm_cutoff_memory": memory_mb or "?",
        "features_cutoff_time": "?",
        "features_cutoff_memory": "?",
        "algorithms_deterministic": solvers,
        "algorithms_stochastic": [],
        "number_of_feature_steps": 1,
        "feature_steps": {"size": {"provides": list(_FEATURES)}},
        "default_steps": ["size"],
        "features_deterministic": list(_FEATURES),
        "features_stochastic": [],
    }
    yield "description.txt", "".join(f"{key}: {json.dumps(value)}\n" for key, value in description.items())
    versions = sorted({f"danceoff {row.commit}" for row in rows if row.commit})
    yield (
        "readme.txt",
        (
            "Written by danceoff report, from rows of results; its documentation says what each time contains.\n"
            "runtime: seconds of wall-clock time to prepare and search, until the answer or the stop.\n"
            "runstatus other: an answer that is wrong, or contradicted.\n"
            "A feature is missing, with the status other, if no row has read the problem.\n"
            "repetition 2, 3, ...: the same problem with items and options in another order.\n"
            f"{', '.join(versions)}\n"
        ),
    )


def _arff(relation: str, attributes: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    head = [f"@RELATION {_quoted(relation)}", "", *(f"@ATTRIBUTE {one}" for one in attributes), "", "@DATA"]
    return "\n".join([*head, *(",".join(map(str, line)) for line in lines), ""])


def _quoted(text: str) -> str:
    """Return a text as ARFF quotes it: in ASCII."""
    plain = text.encode("ascii", "backslashreplace").decode()
    return "'" + plain.replace("\\", "\\\\").replace("'", "\\'") + "'"
