"""What a million cases on a thousand nodes cost, simulated from what is measured here: writes docs/scale.md.

python -m danceoff.experiments.run.cluster.scale docs/scale.md
"""

from __future__ import annotations

import heapq
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import mean, median
from time import process_time

import danceoff
from danceoff.experiments.plans.case import Case
from danceoff.experiments.results.record import FILE, Row, append, as_json, read
from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.run.cluster.chunks import Chunk, gather_left
from danceoff.problems.catalog import instance
from danceoff.solvers import load
from danceoff.solvers.together.balance import balance

N_CASES, N_NODES = 10**6, 10**3
N_PARTS, COSTS = 64, (0.02, 10.0)
SPLIT = ("pentomino/6x10", "tromino/9x9", "queens/12", "langford/11", "soma")
_LOOK_S, _SQUEUE_LOOK_S = 1.0, 2.0  # how often the run looks for rows, and asks Slurm for its queue
_SCHEDULED_S = 5.0  # from submission to start of a job on a free node: assumed, not measured
_SEEDS = Path(danceoff.__file__).parents[1] / "results" / "seeds"


@dataclass(frozen=True)
class Overheads:
    """CPU seconds and bytes of one of each, on the machine that ran this."""

    row_bytes: float
    row_gathered_s: float
    row_read_s: float
    chunk_made_s: float
    startup_s: float


def _cost_s(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def measured(rows: Sequence[Row]) -> Overheads:
    """Write, gather and read a thousand rows; start-up as the rows themselves have it."""
    thousand = [rows[k % len(rows)] for k in range(1000)]
    cases = [(Case("queens/8", "dlx", "count", k), "") for k in range(1, 1001)]
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder)
        (results / FILE).touch()
        for row in thousand:
            append(results, row)
        reading = _cost_s(lambda: read(results)) / 1000
        made = _cost_s(lambda: Chunk(results, cases, 1))
        chunk = Chunk(results, cases, 1)
        append(chunk.folder, *thousand)
        gathered = _cost_s(chunk.gather) / 1000
        gather_left(results)
    size = mean(len(as_json(row).encode()) + 1 for row in rows)
    return Overheads(size, gathered, reading, made, median(row.startup_s or 0.0 for row in rows))


def part_sizes(name: str, cost: float) -> list[int]:
    """The tree nodes of dlx in each of 64 parts of a problem."""
    sizes = []
    for part in balance(instance(name).problem, N_PARTS, cost):
        searches = [load("dlx").prepare(leaf) for leaf in part.problems()]
        for search in searches:
            search.count()
        sizes.append(sum(search.stats()["nodes"] for search in searches))
    return sizes


def parts_table() -> str:
    """The largest part over the mean one, and what finding the parts took, as the search of the problem takes."""
    lines = []
    for name in SPLIT:
        problem = instance(name).problem
        search_s = _cost_s(load("dlx").prepare(problem).count)
        cells = []
        for cost in COSTS:
            cut_s = _cost_s(partial(balance, problem, N_PARTS, cost))
            sizes = part_sizes(name, cost)
            cells.append(f"{max(sizes) / mean(sizes):.2f} | {cut_s / search_s:.1%}")
        lines.append(f"| {name} | {sum(sizes):.3g} | {' | '.join(cells)} |")
    return "\n".join(lines)


def makespan_s(durations_s: Sequence[float], n_nodes: int) -> float:
    """When the last job ends, if every node takes the next job as soon as it is free."""
    free = [0.0] * n_nodes
    for duration_s in durations_s:
        heapq.heapreplace(free, free[0] + _SCHEDULED_S + duration_s)
    return max(free)


def page(rows: Sequence[Row]) -> str:
    """The document."""
    cost = measured(rows)
    lasting = [(row.startup_s or 0.0) + (row.total_s or 0.0) for row in rows if row.startup_s]
    draw = random.Random(1)
    cases_s = draw.choices(lasting, k=N_CASES)
    ideal_s = sum(cases_s) / N_NODES
    table = ["| cases in a job | jobs | arrays (`sbatch`) | hours | of the nodes' time used |", "|--:|--:|--:|--:|--:|"]
    for size in (1, 10, 100, 1000, 10_000):
        jobs_s = [sum(cases_s[begin : begin + size]) for begin in range(0, N_CASES, size)]
        took_s = makespan_s(jobs_s, N_NODES)
        n_arrays = -(-len(jobs_s) // 1000)
        table.append(f"| {size} | {len(jobs_s)} | {n_arrays} | {took_s / 3600:.2f} | {ideal_s / took_s:.0%} |")
    hours = makespan_s([sum(cases_s[begin : begin + 1000]) for begin in range(0, N_CASES, 1000)], N_NODES) / 3600
    sizes = part_sizes("pentomino/6x10", COSTS[0])
    return _TEXT.format(
        **asdict(cost),
        gathered_ms=1000 * cost.row_gathered_s,
        read_ms=1000 * cost.row_read_s,
        table="\n".join(table),
        gigabytes=cost.row_bytes * N_CASES / 1e9,
        startup_hours=cost.startup_s * N_CASES / 3600,
        mean_s=mean(lasting),
        gather_s=cost.row_gathered_s * N_CASES,
        read_s=cost.row_read_s * N_CASES,
        fsyncs=int(min(N_CASES, 1000 * hours * 3600 / _LOOK_S)),
        looks=int(hours * 3600 / _SQUEUE_LOOK_S),
        opens=int(1000 * hours * 3600 / _LOOK_S),
        parts=parts_table(),
        n_parts=len(sizes),
        worst=max(sizes) / mean(sizes),
        share=max(sizes) / sum(sizes),
        most=sum(sizes) / max(sizes),
        n_cases=len(lasting),
    )


_TEXT = """# What a million cases on a thousand nodes cost

Simulated, not run: written by `python -m danceoff.experiments.run.cluster.scale docs/scale.md` from what it measures
on one machine.
The work is that of the {n_cases} cases of `results/seeds` (mean {mean_s:.2f} s, start-up included), drawn again
and again. Assumed, not measured: 5 s from the submission of a job to its start, nodes of equal speed, one case at a
time on each.

| measured | |
|---|--:|
| a row, bytes | {row_bytes:.0f} |
| to take over a row from a job's file, CPU ms | {gathered_ms:.2g} |
| to read a row for a report, CPU ms | {read_ms:.2g} |
| to make a chunk of 1000 cases, CPU s | {chunk_made_s:.3g} |
| to start a case, s | {startup_s:.2f} |

{table}

With 1000 cases in a job, the size that is taken unless told otherwise:

- **Rows**: 10^6 lines, {gigabytes:.1f} GB in one file; the run spends {gather_s:.0f} s of CPU taking them over, a
  report reads them for {read_s:.0f} s and holds all of them in memory.
- **Files**: two in each of the 1000 folders of `chunks/`, removed as the jobs end, and submitit's two or three a job,
  which stay in `slurm/`.
- **Scheduler calls**: 1 `sbatch` with an array of 1000, and a `squeue` every 2 s: {looks}. No result goes through it.
- **Shared disk**: each job flushes a row as its case ends, 10^6 flushes by 1000 nodes; the run looks into 1000 files
  every second, about {opens:.1e} times in all, and flushes at most {fsyncs:.1e} times itself.
- **Start-up**: {startup_hours:.0f} node hours are spent starting Python and the solver, a process a case: that is the
  price of cases that cannot disturb each other.

## What breaks first

1. Small cases: a process a case costs {startup_s:.2f} s, whatever the case takes. For a million puzzles of a
   millisecond each, `danceoff solve LIST.sdk` takes one process for all; a plan of cases is for cases of seconds.
2. One case in a job: a thousand arrays, and more waiting than work. Slurm's `MaxArraySize` is 1001 unless it is told
   otherwise. Hence the chunks.
3. The metadata of the shared disk: a thousand jobs that flush every second or two, and a run that looks into all their
   files.
4. The report: it reads all rows into memory, some kilobytes each once they are objects.
5. One hard problem: of the {n_parts} parts of `pentomino/6x10` by `solvers/together/balance.py` the largest has
   {worst:.1f} times the mean and {share:.1%} of the work: no number of nodes searches them more than {most:.0f} times
   as fast as one. Of larger problems the parts are more even.

## How even parts are

The nodes of `dlx` in the largest of {n_parts} parts over those in the mean part, and the CPU time to find the parts
over that to search the problem. Some 2 % of the search may be spent on it, as estimated, and at most some 0.7 s. These
problems are small and take seconds at most; one of minutes is cut as in the last two columns, for 1 % of its time.

| problem | nodes | largest part | time | at any cost | time |
|---|--:|--:|--:|--:|--:|
{parts}
"""


if __name__ == "__main__":
    write_whole(Path(sys.argv[1]), page(read(_SEEDS)))
