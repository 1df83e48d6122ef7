"""docs/method.md names every backend, and its figures are those that were measured."""

import re
from pathlib import Path

from builders.paste import pasted

from danceoff.solvers import BACKENDS

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "method.md").read_text(encoding="utf-8")


def test_the_table_says_of_each_backend_once_what_it_does_in_python():
    table = PAGE.split("| backend | native | in Python |\n")[1].split("\n\n")[0]
    named = [name for line in table.splitlines()[1:] for name in re.findall(r"`([^`]+)`", line.split("|")[1])]
    ours = [name for name, backend in BACKENDS.items() if backend.module.startswith("danceoff.")]  # tests add others
    assert sorted(named) == sorted(ours)


def test_the_figures_are_those_that_were_measured():
    assert "checking of ../results/bench: begin" in PAGE
    assert pasted(PAGE, DOCS) == PAGE, "make readme"
