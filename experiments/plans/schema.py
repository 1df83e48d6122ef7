"""The keys of a plan, with their values and meanings. `docs/compare.md` has them as tables; a test compares both."""

from collections.abc import Mapping
from typing import Any

from danceoff.experiments import BadInput
from danceoff.experiments.plans.axes import MOST_CASES
from danceoff.experiments.words.amounts import MOST
from danceoff.problems.formats import toml
from danceoff.problems.formats.toml import Key
from danceoff.problems.model.arguments import InvalidProblem
from danceoff.questions.table import TASKS

_NUMBER = (int, float)

PRODUCT: Mapping[str, Key] = {
    "problems": Key((dict,), "sizes by family, and `files`: the problems"),
    "sets": Key((list,), "names of [data sets](files.md#data-sets); each of their files is a problem", of=str),
    "solvers": Key((dict,), "options by solver, `{}` for none"),
    "tasks": Key((list,), f"what is asked: {', '.join(f'`{task}`' for task in TASKS)}", of=str),
    "repeats": Key((int,), "how often each case runs; default: 1", most=MOST_CASES),
    "shuffle": Key((bool,), "whether repeats 2, 3, ... shuffle items and options; default: true"),
    "time_limit_s": Key(_NUMBER, "limit on preparation and search, seconds; default: none", is_axis=True, most=MOST),
    "cpu_limit_s": Key(_NUMBER, "the same for the CPU time of all processes of the case", is_axis=True, most=MOST),
    "memory_limit_mb": Key(_NUMBER, "limit on their memory, MB of 10^6 bytes; default: none", is_axis=True, most=MOST),
    "limit": Key((int,), "covers after which to stop; of task `best` how many of the cheapest", is_axis=True),
    "at_most": Key((str, *_NUMBER), "the most that a cover may cost; `'25/3'` as text is exact", is_positive=False),
    "maximise": Key((bool,), "whether the dearest covers are the best ones; default: false"),
    "up_to_symmetry": Key(
        (bool,), "whether to count or list one cover of each orbit of the symmetries; default: false"
    ),
    "distinct": Key(
        (str,), "a pattern of options or items, whose [distinct choices](questions.md#distinct-choices) count"
    ),
    "pin": Key((list,), "the numbers of the cores that the processes may use; default: all", of=int),
}
"""The keys of a product, which may also stand at the top of the file, for all products."""

OWN: Mapping[str, Key] = {
    "track": Key((str,), "the part of the plan that the product belongs to, with a results folder of its own")
}
"""The keys of a product that stand nowhere else."""

TOP: Mapping[str, Key] = {
    **PRODUCT,
    "description": Key((str,), "one line for `danceoff list plans`", is_prose=True),
    "seed": Key((int,), "seed of the order in which cases run; default: another one each time", or_zero=True),
    "product": Key((list,), "the products: a table `[[product]]` each"),
    "cluster": Key((dict,), "the engine that runs the cases, and its options"),
    "programs": Key((dict,), "solvers of this plan: a table `[programs.NAME]` each, see [programs.md](programs.md)"),
}

CLUSTER: Mapping[str, Key] = {
    "engine": Key((str,), "`local`, `cgroup`, `poll`, `dask` or `slurm`; default: `local`"),
    "address": Key((str,), "Dask: HOST:PORT of a scheduler"),
    "partition": Key((str,), "Slurm: the partition"),
    "chunk": Key((int,), "cases in a job; default: as many as make 1000 jobs"),
    "workers": Key((int,), "jobs that run at once"),
    "job_time_min": Key((int,), "Slurm: time limit of a job, minutes; default: from the limits of its cases"),
    "job_memory_mb": Key((int,), "Slurm: memory of a job, MB"),
}
"""The keys of the table [cluster]; the command line overrides them."""


def check(where: str, table: Mapping[str, Any], keys: Mapping[str, Key]) -> None:
    """Check a table as `toml.check` does; raises BadInput."""
    try:
        toml.check(where, table, keys)
    except InvalidProblem as error:
        raise BadInput(str(error)) from None
