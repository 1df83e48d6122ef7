"""Programs that tests write and run: in Python and for the shell."""

import sys

from danceoff.problems.catalog import instance
from danceoff.solvers import load

TINY = "tromino/2x3"
"""Two covers: (0, 7) and (2, 4)."""
OWN = """#!{python} -S
import sys
IS_KNUTH, FIRST = {is_knuth}, {first}
lines = [line.split() for line in sys.stdin if line.strip() and not line.startswith("|")]
if IS_KNUTH:
    primary = lines[0][: lines[0].index("|")] if "|" in lines[0] else lines[0]
    options = [dict((word + ":").split(":")[:2] for word in line) for line in lines[1:]]
else:
    primary = [str(k + 1) for line in lines if line[0] == "p" for k in range(int(line[2]))]
    options = [dict.fromkeys(line[1:], "") for line in lines if line[0] == "s"]
def search(chosen, used):
    left = next((item for item in primary if item not in used), None)
    if left is None:
        if IS_KNUTH:
            rows = [" ".join(f"{{item}}:{{colour}}".rstrip(":") for item, colour in options[k].items()) for k in chosen]
            print("1:", *(f" {{row}} (1 of 9)" for row in rows), sep="\\n")
        else:
            print(*(k + 1 for k in chosen[FIRST:]))
    for k, option in enumerate(options) if left else ():
        if left in option and all(i not in used or (c and used[i] == c) for i, c in option.items()):
            search([*chosen, k], {{**used, **option}})
search([], {{}})
"""
"""Reads .ec and prints each cover as option numbers counted from 1, or reads and prints as dlx2 does."""
SUBSETS = """#!/usr/bin/python3 -S
import csv, itertools
names, *rows = csv.reader(open(0))
for n in range(len(rows) + 1):
    for cover in itertools.combinations(range(len(rows)), n):
        totals = [sum(int(rows[k][i]) for k in cover) for i in range(len(names))]
        if all(total == 1 or total == 0 and name.startswith("|") for total, name in zip(totals, names)):
            print("cover", *(f"<{k + 10}>" for k in cover))
"""


def own(folder, name, is_knuth=False, first=0):
    """Write such a program, and return its path; one whose first option is not 0 lies."""
    (folder / name).write_text(OWN.format(python=sys.executable, is_knuth=is_knuth, first=first))
    (folder / name).chmod(0o755)
    return folder / name


def spec_of(folder, script, name="own", by_file=True, **keys):
    """A program that is a script, and its entry; how to load it."""
    (folder / name).write_text(script if script.startswith("#!") else f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)
    words = [str(folder / name), *(["{file}"] if by_file else [])]
    table = "".join(f"{key} = {value!r}\n" for key, value in {"command": words, **keys}.items())
    (folder / f"{name}.toml").write_text(f"[programs.{name}]\n{table}")
    return f"{folder / name}.toml:{name}"


def written(folder, script, **keys):
    """The search of tromino/2x3 by a script."""
    return load(spec_of(folder, script, **keys)).prepare(instance(TINY).problem)


def covers(spec, problem):
    found = list(load(spec).prepare(problem).covers())
    assert len(found) == len(set(found))
    return set(map(frozenset, found))
