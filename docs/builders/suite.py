"""The figures of the test suite, as results/notes/counted.md shows them; tests/support/counting.py writes the file."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

FILE = "figures.json"
GROUPS = ("answers", "certificates", "inputs", "runs", "kernels")


def suite(folder: Path) -> str:
    """Return one sentence on the run of the suite."""
    counted = _read(folder)
    return (
        f"{counted['passed']:,} tests passed, {counted['skipped']:,} were skipped and none failed, with Python "
        f"{counted['python']} on {counted['system']} and {len(counted['backends'])} solvers: "
        f"{', '.join(counted['backends'])}."
    )


def counted(folder: Path, group: str) -> str:
    """Return a table of the figures of one group, each with the test files that counted it."""
    amounts: defaultdict[str, list[int]] = defaultdict(list)
    files: defaultdict[str, set[str]] = defaultdict(set)
    for name, figure in _read(folder)["figures"].items():
        belongs_to, what, *_ = name.split(": ")
        if belongs_to == group:
            amounts[what].append(figure["n"])
            files[what].update(figure["files"])
    lines = ["| counted | figure | by |", "|---|---:|---|"]
    for what, ns in sorted(amounts.items()):
        least = f"{min(ns):,} to " if min(ns) < max(ns) else ""
        each = f"; {len(ns)} kinds, {least}{max(ns):,} each" if len(ns) > 1 else ""
        by = ", ".join(f"`{file}`" for file in sorted(files[what]))
        lines.append(f"| {what}{each} | {sum(ns):,} | {by} |")
    return "\n".join(lines)


def _read(folder: Path) -> Any:
    return json.loads((folder / FILE).read_text(encoding="utf-8"))
