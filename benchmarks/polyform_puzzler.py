"""Holds a copy of Polyform Puzzler against ours: `python -m benchmarks.polyform_puzzler COPY [FOLDER [PART]]`.

COPY holds `puzzler`, `bin` and `docs` (D. Goodger, puzzler.sourceforge.net; GPL 2). Its own code builds the matrix of
each class, by the interpreter that PUZZLER_PYTHON names, by default python2.7. FOLDER keeps the matrices, as CLASS.dlx.
PART is a part of the names of the classes to be counted, and PUZZLER_SECONDS limits each count, by default 10.

The docstring of a class, its script and the pages of the copy may each state a count, after the check by its own code
for solutions that it takes for the same: our covers of a class with such a check go back to it. The exit code is 1 if
a statement disagrees with our count.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from danceoff import count, solve

SECONDS = float(os.environ.get("PUZZLER_SECONDS", "10"))
_STATED = re.compile(r"(?<![\w.])(\d[\d,]*) solutions?\b(?!\?)")
_RUN = re.compile(r"import (\w+)(?: as \w+)?\s+puzzler\.run")
_LINKED = re.compile(r"`([^`<]*?)\s*<\.\./solutions/([^>]*?)\.txt(?:\.gz)?>`__")

LISTED = """
import importlib, json, pkgutil, puzzler.puzzles as home
for _, module, _ in pkgutil.iter_modules(home.__path__):
    for name, own in sorted(vars(importlib.import_module("puzzler.puzzles." + module)).items()):
        if isinstance(own, type) and issubclass(own, home.Puzzle) and own.__module__ == "puzzler.puzzles." + module:
            print(json.dumps([module, name, own.__dict__.get("__doc__") or ""]))
"""
BUILT = """
import importlib, json, sys, puzzler.puzzles as home
class Silent(object):
    write = flush = format_solution = lambda self, *_: ""
for own in getattr(importlib.import_module("puzzler.puzzles." + sys.argv[1]), sys.argv[2]).components():
    puzzle = own()
    header = puzzle.matrix[0]
    rows = [[header[k] for k, mark in enumerate(row) if mark] for row in puzzle.matrix[1:]]
    has_check = own.check_for_duplicates or own.record_solution != home.Puzzle.record_solution
    print(json.dumps([header, len(header) - puzzle.secondary_columns, rows, bool(has_check)]))
    sys.stdout.flush()
    covers = json.loads(sys.stdin.readline())
    solutions = ([sorted(rows[k]) for k in cover] for cover in covers)
    print(sum(bool(puzzle.record_solution(one, Silent(), stream=Silent())) for one in solutions))
    sys.stdout.flush()
"""


def theirs(copy: Path, program: str, *arguments: str) -> subprocess.Popen[str]:
    """Start a program in the interpreter of the copy."""
    command = [os.environ.get("PUZZLER_PYTHON", "python2.7"), "-c", program, *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=copy, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)


def number(text: str) -> int | None:
    """Return the number of solutions that a text states first; None if it states none."""
    found = _STATED.search(text)
    return int(found[1].replace(",", "")) if found else None


def stated(copy: Path) -> Iterator[tuple[str, str, dict[str, int]]]:
    """Yield the module and the name of each class about which something states a count, and what states which."""
    pages = {page.name: page.read_text(encoding="utf-8") for page in sorted((copy / "docs").glob("*.txt"))}
    linked = [(place, page, text) for page in pages for text, place in _LINKED.findall(pages[page])]
    texts: dict[str, dict[str, str]] = {}
    for script in sorted((copy / "bin").glob("*/*.py")):
        text, own = script.read_text(encoding="utf-8"), f"{script.parent.name}/{script.stem}"
        if run := _RUN.search(text):
            texts[run[1]] = {"script": text} | {page: text for place, page, text in linked if place == own}
    listed = theirs(copy, LISTED).communicate()[0].splitlines()
    if not listed:
        sys.exit(f"{copy}: no class was found: does PUZZLER_PYTHON name an interpreter of the copy's version?")
    for module, name, docstring in map(json.loads, listed):
        found = {where: number(text) for where, text in ({"class": docstring} | texts.get(name, {})).items()}
        if counts := {where: n for where, n in found.items() if n is not None}:
            yield module, name, counts


def ours(copy: Path, folder: Path, module: str, name: str) -> int | None:
    """Return our count of a class, after its own check; None if its own code builds no matrix."""
    total, k = None, 0
    with theirs(copy, BUILT, module, name) as process:
        assert process.stdin and process.stdout
        while line := process.stdout.readline():
            file = folder / f"{name}{f'-{k}' if k else ''}.dlx"
            header, n_primary, rows, has_check = json.loads(line)
            matrix = [f"{' '.join(header[:n_primary])} | {' '.join(header[n_primary:])}", *map(" ".join, rows)]
            file.write_text("\n".join(matrix) + "\n")
            covers: list[Any] = []
            if has_check:
                result = solve(file, time_limit=SECONDS)
                if result.count is None:
                    raise TimeoutError
                covers = [cover.numbers for cover in result.covers]
            n = 0 if has_check else count(file, time_limit=SECONDS)
            process.stdin.write(json.dumps(covers) + "\n")
            process.stdin.flush()
            total, k = (total or 0) + n + int(process.stdout.readline()), k + 1
    return total


def compared(copy: Path, folder: Path, only: str = "") -> bool:
    """Print a line for each class; return whether no count differs."""
    agree = True
    for module, name, counts in stated(copy):
        if only not in name:
            continue
        try:
            n = ours(copy, folder, module, name)
        except TimeoutError:
            says = f"open after {SECONDS:g} s"
        else:
            wrong = n is not None and set(counts.values()) != {n}
            says = "not built" if n is None else f"{n}, differs" if wrong else "agrees"
            agree &= not wrong
        print(f"{name}: {says}; stated {', '.join(f'{own} ({where})' for where, own in counts.items())}", flush=True)
    return agree


if __name__ == "__main__":
    with TemporaryDirectory() as scratch:
        sys.exit(not compared(Path(sys.argv[1]), Path(*sys.argv[2:3] or [scratch]), *sys.argv[3:]))
