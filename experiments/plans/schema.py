"""The keys of a plan: what each takes and means. `docs/plans.md` has them as tables, which a test compares."""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import repr as shortened
from typing import Any, NamedTuple

from danceoff.experiments import BadInput
from danceoff.experiments.words.amounts import LARGEST, MOST
from danceoff.problems.model.arguments import choices
from danceoff.questions.table import TASKS

_NUMBER = (int, float)
_NAMES = {
    dict: "a table",
    list: "a list",
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
}


class Key(NamedTuple):
    """What a key takes.

    kinds: the types of its value; the last one names it.
    meaning: one line.
    is_axis: whether a list of such values makes a case for each.
    is_positive: whether numbers must be above 0.
    or_zero: whether they may also be 0.
    """

    kinds: tuple[type, ...]
    meaning: str
    is_axis: bool = False
    is_positive: bool = True
    or_zero: bool = False

    @property
    def takes(self) -> str:
        """What the value must be, in words."""
        return f"{_NAMES[self.kinds[-1]]}{' or a list of them' if self.is_axis else ''}"


PRODUCT: Mapping[str, Key] = {
    "problems": Key((dict,), "sizes by family, and `files`: the problems"),
    "sets": Key((list,), "names of data sets, each of whose files is a problem, see [sets.md](sets.md)"),
    "solvers": Key((dict,), "options by solver, `{}` for none"),
    "tasks": Key((list,), f"what is asked: {', '.join(f'`{task}`' for task in TASKS)}"),
    "repeats": Key((int,), "how often each case runs; default: 1"),
    "shuffle": Key((bool,), "whether repeats 2, 3, ... shuffle items and options; default: true"),
    "time_limit_s": Key(_NUMBER, "limit on preparation and search, seconds; default: none", is_axis=True),
    "cpu_limit_s": Key(_NUMBER, "the same for the CPU time of all processes of the case", is_axis=True),
    "memory_limit_mb": Key(_NUMBER, "limit on their memory, MB of 10^6 bytes; default: none", is_axis=True),
    "limit": Key((int,), "covers after which to stop; of task `best` how many of the cheapest", is_axis=True),
    "at_most": Key((str, *_NUMBER), "the most that a cover may cost; `'25/3'` as text is exact", is_positive=False),
    "maximise": Key((bool,), "whether the dearest covers are the best ones; default: false"),
    "up_to_symmetry": Key(
        (bool,), "whether to count or list one cover of each orbit of the symmetries; default: false"
    ),
    "pin": Key((list,), "the numbers of the cores that the processes may use; default: all"),
}
"""The keys of a product, which may also stand at the top of the file, for all products."""

OWN: Mapping[str, Key] = {
    "track": Key((str,), "the part of the plan that the product belongs to, with a results folder of its own"),
}
"""The keys of a product that stand nowhere else."""

TOP: Mapping[str, Key] = {
    **PRODUCT,
    "description": Key((str,), "one line for `danceoff list plans`"),
    "seed": Key((int,), "seed of the order in which cases run; default: another one each time", or_zero=True),
    "calibrate": Key((bool,), "whether to measure the speed of the machine before and after the run; default: false"),
    "product": Key((list,), "the products: a table `[[product]]` each"),
    "cluster": Key((dict,), "the engine that runs the cases, and its options"),
    "programs": Key((dict,), "solvers of this plan: a table `[programs.NAME]` each, see [programs.md](programs.md)"),
}

CLUSTER: Mapping[str, Key] = {
    "engine": Key((str,), "`local`, `cgroup`, `poll`, `dask` or `slurm`; default: `local`"),
    "address": Key((str,), "Dask: HOST:PORT of a scheduler; default: start one on this machine"),
    "partition": Key((str,), "Slurm: the partition"),
    "chunk": Key((int,), "cases in a job; default: as many as make 1000 jobs"),
    "workers": Key((int,), "jobs that run at once"),
    "job_time_min": Key((int,), "Slurm: time limit of a job, minutes; default: from those of its cases"),
    "job_memory_mb": Key((int,), "Slurm: memory of a job, MB"),
}
"""The keys of the table [cluster]; the command line overrides them."""


def check(where: str, table: Mapping[str, Any], keys: Mapping[str, Key]) -> None:
    """Check the keys of a table and the types of their values; raises BadInput, which begins with `where`."""
    for name, value in table.items():
        if name not in keys:
            raise BadInput(f"{where}: unknown key {name!r}; {choices(name, keys)}")
        if keys[name].is_axis and value == []:
            raise BadInput(f"{where}: {name} is an empty list")
        for one in value if keys[name].is_axis and isinstance(value, list) else [value]:
            _check_value(where, name, one, keys[name])


def _check_value(where: str, name: str, value: object, key: Key) -> None:
    if not isinstance(value, key.kinds) or isinstance(value, bool) != (bool in key.kinds):
        raise BadInput(f"{where}: {name} must be {key.takes}, not {shortened(value)}")
    if isinstance(value, str) and name != "description" and not value.isprintable():
        raise BadInput(f"{where}: {name} must be printable, not {shortened(value)}")
    most = LARGEST if key.kinds == (int,) else MOST
    if not isinstance(value, _NUMBER) or bool in key.kinds or not key.is_positive:
        return
    if not (0 < value <= most or (key.or_zero and value == 0)):
        least = "from 0 on" if key.or_zero else "above 0"
        raise BadInput(f"{where}: {name} must be {least} and at most {most:g}, not {shortened(value)}")
