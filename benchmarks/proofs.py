"""`python -m benchmarks.proofs [--into FOLDER]`: sizes and CPU times of proofs for VeriPB and of our own certificates.

Both are made from the same covers, which are found before. A certificate is compressed, so the proof is shown as it is
and compressed. `danceoff check` checks a certificate; if a program `veripb` is installed, it checks the proof.
"""

import argparse
import gzip
import os
import resource
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.run.machine.provenance import provenance
from danceoff.problems import Cover, ExactCover
from danceoff.problems.catalog import instance
from danceoff.problems.certificate import check_certificate
from danceoff.solvers import certify, load
from danceoff.solvers.certify.veripb import write_veripb

_SUBJECTS = ("queens/6", "langford/7", "pentomino/3x20", "domino/8x8-0-63", "airline/sppnw41")
_HEAD = """| problem | shows | certificate | made | checked | for VeriPB | compressed | steps | made | checked |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"""


def spent(work: Callable[[], object]) -> str:
    """Return the CPU time of a call and of the processes that it runs."""
    begin = os.times()
    work()
    return f"{sum(os.times()[:4]) - sum(begin[:4]):.2f} s"


def covers_of(problem: ExactCover) -> list[Cover]:
    """Return all covers, or the cheapest one if the problem has costs."""
    if not problem.has_costs:
        return list(load("dlx").prepare(problem).covers())
    found = [one.cover for one in load("cpsat").prepare(problem).cheapest(1) if one.cover]
    return [min(found, key=lambda cover: sum(problem.cost[list(cover)].tolist()))]


def _own(path: Path, problem: ExactCover, covers: list[Cover]) -> None:
    if problem.has_costs:
        certify.write_walk(path, problem, certify.recorded_best(problem, covers[0]))
    else:
        certify.write_list(path, problem, covers, complete=True)


def line_of(name: str, folder: Path) -> str:
    """Return the line of a table about one problem."""
    problem, own, proof, opb = instance(name).problem, folder / "own", folder / "p.pbp", folder / "p.opb"
    covers = covers_of(problem)
    _own(own, problem, covers)  # what it loads once is not measured
    own_s = spent(partial(_own, own, problem, covers))
    checked_s = spent(partial(check_certificate, problem, own))
    write_veripb(proof, problem, opb, covers, problem.has_costs)
    proof_s = spent(partial(write_veripb, proof, problem, opb, covers, problem.has_costs))
    steps = sum(line.startswith(b"rup") for line in proof.open("rb"))
    packed = len(gzip.compress(proof.read_bytes()))
    program = shutil.which("veripb")
    theirs_s = spent(partial(subprocess.run, [program, opb, proof], check=True)) if program else "-"
    shows = f"the least cost, {check_certificate(problem, own).cost}" if problem.has_costs else f"{len(covers)} covers"
    sizes = [f"{size / 1000:,.1f} kB" for size in (own.stat().st_size, proof.stat().st_size, packed)]
    cells = [name, shows, sizes[0], own_s, checked_s, sizes[1], sizes[2], f"{steps:,}", proof_s, theirs_s]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure every problem, and write the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proofs", description=__doc__)
    parser.add_argument("--into", type=Path, default=Path("results/bench"), metavar="FOLDER", help="results/bench")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        lines = [line_of(name, Path(folder)) for name in _SUBJECTS]
    machine = provenance()
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    told = f"Measured on {machine['cpu']}, danceoff {machine['commit']}, in CPU time; {peak_mb:,.0f} MB at most."
    text = "\n".join(["# proofs for VeriPB: results/bench", "", _HEAD, *lines, "", told, ""])
    write_whole(asked.into / "proofs.md", text)


if __name__ == "__main__":
    main()
