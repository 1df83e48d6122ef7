"""Every library that an install brings is used once: each solver counts, an optimum, a table, a run and its report."""

import os
import tempfile
from pathlib import Path

import pandas as pd

import danceoff
from danceoff.experiments.cli import main

installed = danceoff.solvers.installed()
assert {"bits", "sat", "cpsat", "highs", "scip", "auto"} <= set(installed), installed
assert [name for name in installed if name != "brute-force" and danceoff.count("queens/8", solver=name) != 92] == []
assert danceoff.best("priced-domino/4x4-1").status == "complete"
assert danceoff.explain("tetrahex/5x8", time_limit=5).reasons
frame = pd.DataFrame({"who": ["Ann", "Ann", "Bob"], "need": ["early", "late", "early"]})
assert danceoff.count(danceoff.problem(frame, option=["who"], item="need")) == 1
os.chdir(tempfile.mkdtemp())
Path("plan.toml").write_text(
    'tasks = ["count"]\nrepeats = 2\n[problems]\ntromino = ["2x3"]\nqueens = ["4..8"]\n[solvers]\nsat = {}\ndlx = {}\n'
)
for line in ("run plan.toml --into rows", "verify rows", "report rows", "compare rows rows", "list solvers"):
    assert main(line.split()) == 0, line
print(f"{len(installed)} solvers, a report: all well")
