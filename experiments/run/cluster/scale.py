"""Simulates a run of a million cases on a thousand nodes from costs measured here, and writes docs/scale.md.

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
_POLL_S, _SQUEUE_S = 1.0, 2.0  # intervals at which the run looks for rows, and asks Slurm for its queue
_SCHEDULED_S = 5.0  # from submission to start of a job on a free node: assumed, not measured
_SEEDS = Path(danceoff.__file__).parents[1] / "results" / "seeds"


@dataclass(frozen=True)
class Overheads:
    """Costs on this machine: bytes of a row, and CPU seconds to gather or read a row, make a chunk, or start a case."""

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
    """Measure the costs by writing, gathering and reading a thousand rows; takes the start-up time from the rows."""
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
    """Return the number of nodes of dlx in each of 64 parts of a problem; cost: effort for splitting, see `balance`."""
    sizes = []
    for part in balance(instance(name).problem, N_PARTS, cost):
        searches = [load("dlx").prepare(leaf) for leaf in part.problems()]
        for search in searches:
            search.count()
        sizes.append(sum(search.stats()["nodes"] for search in searches))
    return sizes


def parts_table() -> str:
    """Return lines of a Markdown table: largest part relative to the mean, and splitting time relative to search."""
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
    """Return when the last job ends if every node takes the next job as soon as it is free."""
    free = [0.0] * n_nodes
    for duration_s in durations_s:
        heapq.heapreplace(free, free[0] + _SCHEDULED_S + duration_s)
    return max(free)


def page(rows: Sequence[Row]) -> str:
    """Return the document; rows: the rows of `results/seeds`."""
    cost = measured(rows)
    lasting = [(row.startup_s or 0.0) + (row.total_s or 0.0) for row in rows if row.startup_s]
    draw = random.Random(1)
    cases_s = draw.choices(lasting, k=N_CASES)
    ideal_s = sum(cases_s) / N_NODES
    table = ["| cases per job | jobs | arrays (`sbatch`) | hours | use of the nodes |", "|--:|--:|--:|--:|--:|"]
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
        fsyncs=int(min(N_CASES, 1000 * hours * 3600 / _POLL_S)),
        queries=int(hours * 3600 / _SQUEUE_S),
        opens=int(1000 * hours * 3600 / _POLL_S),
        parts=parts_table(),
        n_parts=len(sizes),
        worst=max(sizes) / mean(sizes),
        share=max(sizes) / sum(sizes),
        most=sum(sizes) / max(sizes),
        n_cases=len(lasting),
    )


_TEXT = """# What a million cases on a thousand nodes cost

This run was simulated, from costs measured on one machine. `python -m danceoff.experiments.run.cluster.scale
docs/scale.md` measures them again and writes this page.

The work is that of the {n_cases} cases of `results/seeds`, drawn at random with replacement; a case takes
{mean_s:.2f} s on average, start-up included. Assumed, not measured: a job starts 5 s after submission, all nodes are
equally fast, and each runs one case at a time.

| measured | |
|---|--:|
| size of a row, bytes | {row_bytes:.0f} |
| gathering a row from the file of a job, CPU ms | {gathered_ms:.2g} |
| reading a row for a report, CPU ms | {read_ms:.2g} |
| making a chunk of 1000 cases, CPU s | {chunk_made_s:.3g} |
| starting a case, s | {startup_s:.2f} |

{table}

With 1000 cases per job, the default for this number of cases:

- **Rows**: 10^6 lines, {gigabytes:.1f} GB in one file. The run spends {gather_s:.0f} s of CPU time on gathering them. A
  report reads them in {read_s:.0f} s and keeps all of them in memory.
- **Files**: two in each of the 1000 folders of `chunks/`, which are removed as the jobs end, and two or three per job
  in `slurm/`, written by submitit, which stay.
- **Scheduler calls**: one `sbatch` with an array of 1000, and a `squeue` every 2 s: {queries}. No result passes through
  the scheduler.
- **Shared disk**: each job flushes a row when its case ends, 10^6 flushes from 1000 nodes. The run checks 1000 files
  every second, about {opens:.1e} times in all, and makes at most {fsyncs:.1e} flushes itself.
- **Start-up**: {startup_hours:.0f} node hours are spent on starting Python and the solver, once per case. That is the
  price of cases that cannot disturb each other.

## What breaks first

1. Small cases: the process of a case costs {startup_s:.2f} s, however short the case is. For a million puzzles of a
   millisecond each, `danceoff solve LIST.sdk` uses one process for all; plans are for cases that take seconds.
2. One case per job: a thousand arrays, and more waiting than work. Slurm's `MaxArraySize` is 1001 by default. That is
   why cases are sent in chunks.
3. The metadata of the shared disk: a thousand jobs flush every second or two, and the run checks all their files.
4. The report: it keeps all rows in memory, at some kilobytes each.
5. One hard problem: of the {n_parts} parts into which `solvers/together/balance.py` splits `pentomino/6x10`, the
   largest has {worst:.1f} times the mean work and {share:.1%} of all work. So no number of nodes is more than
   {most:.0f} times as fast as one. The parts of larger problems are more even.

## How even parts are

"Largest part" is the number of `dlx` nodes in the largest of {n_parts} parts, relative to the mean part. "Time" is the
CPU time of splitting, relative to that of searching the problem. By default, splitting may take an estimated 2 % of the
search; in the last two columns, ten times the search. Either way it takes no more than about 0.7 s. These problems take
seconds at most. One that takes minutes is split as in the last two columns, for 1 % of its time.

| problem | nodes | largest part | time | largest part, more time | its time |
|---|--:|--:|--:|--:|--:|
{parts}
"""


if __name__ == "__main__":
    write_whole(Path(sys.argv[1]), page(read(_SEEDS)))
