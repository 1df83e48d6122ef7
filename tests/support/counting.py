"""The figures of results/notes/counted.md: sums over what tests count by `record_property("GROUP: WHAT", n)`.

`: OF WHOM` may follow, such as the solver. Properties travel with the reports, so that xdist brings them along.
"""

import json
import platform
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from danceoff.experiments.results.whole_file import write_whole
from danceoff.solvers import missing, names


class Counting:
    """A plugin of pytest that writes what the tests of a run counted, if none of them failed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.outcomes: Counter[str] = Counter()
        self.skips: Counter[str] = Counter()
        self.figures: Counter[str] = Counter()
        self.files: defaultdict[str, set[str]] = defaultdict(set)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test at the end of its call, or where it was skipped; every phase repeats the properties."""
        if report.skipped:
            self.outcomes["skipped"] += 1
            self.skips[report.longrepr[2].removeprefix("Skipped: ")] += 1  # type: ignore[index]
        elif report.when == "call":
            self.outcomes[report.outcome] += 1
            for name, n in report.user_properties:
                self.figures[name] += n
                self.files[name].add(report.nodeid.partition("::")[0])

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Write the file."""
        if exitstatus == 0:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, json.dumps(self.counted(), indent=1, sort_keys=True, ensure_ascii=False) + "\n")

    def counted(self) -> dict[str, Any]:
        """What is written."""
        return {
            "python": platform.python_version(),
            "system": platform.system(),
            "backends": sorted(name for name in names() if not missing(name)),
            "passed": self.outcomes["passed"],
            "skipped": self.outcomes["skipped"],
            "skips": self.skips,
            "figures": {name: {"n": n, "files": sorted(self.files[name])} for name, n in self.figures.items()},
        }
