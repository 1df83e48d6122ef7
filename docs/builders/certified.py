"""Certify the published counts of the catalog: `python -m builders.certified RESULTS PAGE`.

Tries every listed instance with a published count, within limits, and resumes an earlier run. Certified counts go to
problems/data, where the catalog reads them, and to a page of documentation with the ten largest certificates; the table
of all, certificates.md, is in the results folder.
"""

import sys
from collections.abc import Iterator
from itertools import groupby
from os.path import relpath
from pathlib import Path

from danceoff.asking.ask import Ask, Limits
from danceoff.experiments.plans.plan import Plan
from danceoff.experiments.results.record import Row, read
from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.run.schedule import run_plan
from danceoff.experiments.terminal.screen import Screen
from danceoff.problems import catalog

TIME_LIMIT_S = 40.0
MEMORY_LIMIT_MB = 6000.0
_LISTED = ("queens/6", "queens/8", "tromino/5x5-1", "tromino/7x7-0", "box/42", "langford/7", "sudoku/4x4", "soma")
_TEXT = """# Published counts that we have certified

{n_certified} of the {n_published} published counts in the catalog are certified here: `danceoff certify NAME -o FILE`
writes a certificate of each, and the checker, [problems/certificate/](../problems/certificate/__init__.py), accepts
it. {disagreements} `make certified` made them on {cpu}, each within {time_limit:.0f} s and {memory_limit:.0f} MB. Times
are wall-clock seconds on a busy machine.

- A `trace` is a search tree that visits equal sub-problems only once, and at its root one of the options that
  symmetries of the problem map to each other; its steps are the nodes.
- A `list+proof` contains the covers and a SAT proof that there are no others; its steps are the derived clauses.

The {n_shown} largest of the {n_held} certificates ([all of them]({whole})):

{table}

Out of reach within the limits, by family:

{out_of_reach}
"""

_HEAD = """| problem | covers | published by | certificate | steps | kB | made in s | checked in s |
| --- | ---: | --- | --- | ---: | ---: | ---: | ---: |
"""
_SHOWN = 10
"""Certificates on the page."""


def plan() -> Plan:
    """Return the plan: a trace of every listed instance with a published count, and a list with a proof of a few."""
    names = [name for name in catalog.names() if (known := catalog.known(name)) and known.covers is not None]
    asked = [(name, "counter") for name in names] + [(name, "dlx") for name in _LISTED if name in names]
    cases = [
        Ask(
            name,
            solver,
            "certify",
            limits=Limits(TIME_LIMIT_S, memory_limit_mb=MEMORY_LIMIT_MB),
            digest=catalog.instance(name).problem.digest,
        )
        for name, solver in asked
    ]
    return Plan("certified", "certificates of published counts", 0, tuple(cases))


def page(rows: list[Row], whole: str) -> str:
    """Return the rows as a page of Markdown, which shows the ten largest certificates.

    whole: the target of the link to the table of all.
    """
    rows = _in_order(rows)
    held = [row for row in rows if row.certificate]
    largest = sorted(held, key=lambda row: -(row.certificate_bytes or 0))[:_SHOWN]
    certified = {row.problem for row in held}
    missed = dict.fromkeys(row.problem for row in rows if row.problem not in certified)
    families = groupby(missed, lambda name: name.partition("/")[0])
    differing = [row for row in held if row.covers != row.published]
    named = ", ".join(f"{row.problem} ({row.covers}, published {row.published})" for row in differing)
    return _TEXT.format(
        n_certified=len(certified),
        n_published=len({row.problem for row in rows}),
        disagreements=f"These DISAGREE with the published counts: {named}." if differing else "All agree.",
        cpu=" and ".join(sorted({row.cpu for row in held})),
        time_limit=TIME_LIMIT_S,
        memory_limit=MEMORY_LIMIT_MB,
        n_shown=len(largest),
        n_held=len(held),
        whole=whole,
        table=table(largest),
        out_of_reach="\n".join(f"- {', '.join(names)}" for _, names in families) or "- none",
    )


def table(rows: list[Row]) -> str:
    """Return the certificates of the rows as a table in Markdown, in the order of the catalog."""
    return _HEAD + "\n".join(_lines([row for row in _in_order(rows) if row.certificate]))


def _in_order(rows: list[Row]) -> list[Row]:
    order = {name: k for k, name in enumerate(catalog.names())}
    return sorted((row for row in rows if row.problem in order), key=lambda row: (order[row.problem], row.solver))


def record(rows: list[Row]) -> str:
    """Return the certified counts for the catalog: name, digest and covers, one line per problem."""
    lines = {f"{row.problem}\t{row.digest}\t{row.covers}" for row in rows if row.certificate}
    return "\n".join(["problem\tdigest\tcovers", *sorted(lines)]) + "\n"


def _lines(held: list[Row]) -> Iterator[str]:
    for row in held:
        size = f"{(row.certificate_bytes or 0) / 1000:.1f}"
        times = f"{row.certify_s or 0.0:.2f} | {row.check_s or 0.0:.2f}"
        known = catalog.known(row.problem)
        cells = (row.problem, row.covers, known.source if known else "", row.certificate, row.certificate_steps, size)
        yield f"| {' | '.join(map(str, cells))} | {times} |"


def main() -> None:
    """Runs the cases that have no row yet, and writes the page and the record of the catalog."""
    results, written = Path(sys.argv[1]), Path(sys.argv[2])
    screen = Screen()
    with screen.progress:
        run_plan(plan(), results, fresh=False, observer=screen)
    rows = read(results)
    written.parent.mkdir(exist_ok=True)
    whole = results / "certificates.md"
    write_whole(whole, f"# Certificates of published counts\n\n{table(rows)}\n")
    write_whole(written, page(rows, relpath(whole, written.parent)))
    write_whole(catalog.CERTIFIED, record(rows))


if __name__ == "__main__":
    main()
