"""`python -m benchmarks.burr_txt --program FILE FOLDER`: puzzles of Burr Tools by its burrTxt and by `danceoff solve`.

FOLDER has .xmpuzzle files. Each problem is solved by a process of one thread: how many assemblies it has up to symmetry
and, where both can tell, how many of them come apart. burrTxt drops placements first (-r), which pays for all but the
smallest. CPU seconds count from the start of a process to its end: a user waits for them. Of ours, those of preparing
and searching stand beside. The programs must find the same numbers, except that a piece alone comes apart for us, and
not for them.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks import children
from benchmarks.burr_tools import problems
from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.run.machine.provenance import provenance

FILE = "burr-tools.json"
_FOUND = re.compile(r"(\d+) assemblies and (\d+) solutions")
_LONGEST_S = 60
_OURS = ("-m", "danceoff.experiments.cli", "solve")
_COUNT = ("--task", "count", "--up-to-symmetry", "--format", "json")
_MOST_LINES = 10


class Timed(NamedTuple):
    """The CPU seconds of a process, its number, and the CPU seconds of its search; no number if it was stopped."""

    seconds: float
    number: int | None = None
    search: float | None = None


def main() -> None:
    """Measures all problems, and writes the figures and the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.burr_txt", description="Puzzles beside Burr Tools.")
    parser.add_argument("examples", type=Path, metavar="FOLDER", help="a folder of .xmpuzzle files")
    parser.add_argument("--program", required=True, metavar="FILE", help="burrTxt")
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds (3)")
    parser.add_argument("--into", type=Path, default=Path("results/bench"), metavar="FOLDER", help="results/bench")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    machine = {**provenance(), "rounds": asked.rounds, "load": [load, load]}
    found: dict[str, Any] = {"machine": machine, "problems": {}}
    asked.into.mkdir(parents=True, exist_ok=True)
    for file in sorted(asked.examples.glob("*.xmpuzzle")):
        for number, _ in enumerate(problems(file), 1):
            found["problems"][f"{file.stem}#{number}"] = measured(file, number, asked.program, asked.rounds)
            machine["load"][1] = os.getloadavg()[0]
            write_whole(asked.into / FILE, json.dumps(found, indent=2) + "\n")
    print(markdown(asked.into))


def measured(file: Path, number: int, program: str, rounds: int) -> dict[str, Any]:
    """Return the numbers of assemblies and of assemblies that come apart, with the median seconds of each program.

    Raises ValueError if the programs find different numbers.
    """
    found: dict[str, Any] = {}
    for what, theirs, ours in (("assemblies", [], []), ("apart", ["-d"], ["--can-be-taken-apart"])):
        runs: dict[str, list[Timed]] = {}
        for _ in range(rounds):
            their = timed([program, "-q", "-r", *theirs, "-o", str(number - 1), str(file)], what)
            own = timed([sys.executable, *_OURS, f"{file}#{number}", *_COUNT, *ours], what)
            if (their is None or own is None) and found:  # on some grids nothing is taken apart: burrTxt crashes there
                return found
            if their is None or own is None:
                raise ValueError(f"{file}#{number} is not solved by {'danceoff' if their else program}")
            runs.setdefault("burrTxt", []).append(their)
            runs.setdefault("danceoff", []).append(own)
        numbers = sorted({one.number for ran in runs.values() for one in ran if one.number is not None})
        if len(numbers) > 1 and not (what == "apart" and numbers[1:] == [numbers[0] + 1]):  # a piece alone comes apart
            raise ValueError(f"{file}#{number}, {what}: {runs}")
        found[what] = {
            "number": numbers[-1] if numbers else None,
            "search": median(one.search or 0.0 for one in runs["danceoff"]),
            "seconds": {
                name: None if any(one.number is None for one in ran) else median(one.seconds for one in ran)
                for name, ran in runs.items()
            },
        }
    return found


def timed(command: Sequence[str], what: str) -> Timed | None:
    """Run a command for at most 60 CPU seconds; return None if it fails otherwise."""
    before = children.cpu_s()
    limited = ["sh", "-c", f'ulimit -t {_LONGEST_S}; exec "$@"', "sh", *command]
    ran = subprocess.run(limited, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    seconds = round(children.cpu_s() - before, 3)
    if ran.returncode and seconds > 0.7 * _LONGEST_S:  # the system counts the limit by ticks, on a busy core too many
        return Timed(seconds)
    if ran.returncode:
        return None
    if ran.stdout.startswith("{"):
        row = json.loads(ran.stdout)
        return Timed(seconds, row["orbits"], round(row["cpu_s"], 3))
    both = _FOUND.search(ran.stdout)  # without numbers it has said that a piece fits nowhere
    return Timed(seconds, int(both[1 if what == "assemblies" else 2]) if both else 0)


def markdown(folder: Path, short: bool = False) -> str:
    """Return the figures written to a folder as Markdown; short: only the problems that take burrTxt longest."""
    report = json.loads((folder / FILE).read_text("utf-8"))
    machine, found = report["machine"], report["problems"]
    before, after = machine["load"]
    how = f"CPU seconds of whole processes on {machine['cpu']}, median of {machine['rounds']} rounds in turns"
    text = [
        f"{how}, danceoff {machine['commit']}, load average {before:.1f} before and {after:.1f} after.",
        f"Both programs find the same numbers for all {len(found)} problems.",
        "",
        "| problem | assemblies | burrTxt | danceoff | of these, search | come apart | burrTxt -d | danceoff |",
        f"|---|{'--:|' * 7}",
    ]
    slowest = sorted(found, key=lambda name: -(found[name]["assemblies"]["seconds"]["burrTxt"] or _LONGEST_S))
    for name in slowest[:_MOST_LINES] if short else slowest:
        one, apart = found[name]["assemblies"], found[name].get("apart")
        cells = [f"{one['number']}", *_shown(one["seconds"]), f"{one['search']:.2f}"]
        cells += [f"{apart['number']}", *_shown(apart["seconds"])] if apart else ["", "", ""]
        text.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(text)


def _shown(seconds: Mapping[str, float | None]) -> list[str]:
    return [f"> {_LONGEST_S}" if one is None else f"{one:.2f}" for one in seconds.values()]


if __name__ == "__main__":
    main()
