"""Who is wrong is named by evidence, the strongest first, and nobody else is marked."""

import csv
from dataclasses import replace
from hashlib import sha256

import pytest
from rows import row

import danceoff
from danceoff.asking.ask import CPU_LIMIT
from danceoff.experiments.report.cautions import cautions
from danceoff.experiments.report.summary import agreement
from danceoff.experiments.results.record import append
from danceoff.experiments.results.suspects import PUBLISHED, suspects
from danceoff.experiments.results.verify import Ground, at_fault, offences
from danceoff.experiments.results.votes import voters
from danceoff.problems.analysis.repeats import TWICE


def listed(solver: str, covers: int = 8, **columns):
    return row(
        solver, covers, columns.pop("fingerprint", f"f{covers}"), checked=columns.pop("checked", covers), **columns
    )


def counted(solver: str, covers: int = 8, **columns):
    return row(solver, covers, "", task="count", **columns)


def invalid(solver: str, detail: str = "options 0, 1 are not a cover", **columns):
    return row(solver, 2, "f2", status="wrong", checked=3, detail=detail, **columns)


def best(solver: str, cost: int | None, bound: int | None, **columns):
    found = cost is not None
    end = {"covers": int(found), "checked": int(found), "fingerprint": "", "limit": 1, "cost": cost, "bound": bound}
    return row(solver, **{"task": "best", "status": "complete" if cost == bound else "timeout", **end, **columns})


def orbits(solver: str, found: int, **columns):
    """A search up to symmetry that has not ended."""
    return row(solver, 8, "f8", **{"task": "enumerate", "status": "timeout", "orbits": found, "checked": 8, **columns})


def one(solver: str, fingerprint: str, task: str):
    """A row that has found one cover."""
    return row(solver, 1, fingerprint, task=task, limit=2 if task == "unique" else 1, checked=1)


def mine(covers: int, version: int, options: str = "", **columns):
    """A count by a version of a plug-in."""
    made = {"started": f"2026-0{version}", "sources": {"mine.py": f"{version}"}}
    return counted(f"mine.py:Mine{options}", covers, **made, **columns)


EMPTY = sha256().hexdigest()[:16]
REFUTED = "1 bound against the cost of a checked cover, 1 answer against the published optimum"
MAJORITY = " against the majority"
OF_EXACT = "count against the exact count"
UNDECIDED = "1 count against another, and nothing decides between them"
CASES = {  # rows: (each suspect, its evidence)
    "a cover that is none": ([listed("dlx"), invalid("mine")], [("mine", Ground.INVALID, "1 cover that is none")]),
    "a cover that is none, which leaves no vote about other answers": (
        [counted("dlx"), invalid("mine"), counted("mine", 9), counted("mine", 9, repeat=2)],
        [("mine", Ground.INVALID, "1 cover that is none, 2 counts against the majority")],
    ),
    "a cover that is none, by another setting of a plug-in and within a race": (
        [
            counted("dlx"),
            invalid("mine.py:Mine:seed=1", sources={"mine.py": "1"}),
            mine(9, 1),
            counted("race:of=sat+mine.py:Mine", 9, detail="mine.py:Mine found 9", sources={"mine.py": "1"}),
            counted("race:of=sat+mine.py:Mine", 9, status="timeout", sources={"mine.py": "1"}),
        ],
        [
            ("mine.py:Mine:seed=1", Ground.INVALID, "1 cover that is none"),
            ("mine.py:Mine", Ground.MAJORITY, "1 count against the majority"),
            ("race:of=sat+mine.py:Mine", Ground.MAJORITY, f"1 count against the majority, 1 {OF_EXACT}"),
        ],
    ),
    "a cover that is none, by an older version": (
        [counted("dlx"), invalid("mine.py:Mine", sources={"mine.py": "1"}), mine(9, 2)],
        [
            ("mine.py:Mine", Ground.INVALID, f"1 cover that is none, {UNDECIDED}"),
            ("dlx", Ground.UNDECIDED, UNDECIDED),
        ],
    ),
    "a cover that is none, and a published number that is wrong": (
        [counted("dlx", 7, published=8), counted("mine", 7, published=8), invalid("mine", published=8)],
        [
            ("mine", Ground.INVALID, "1 cover that is none, 1 count against the published number"),
            ("dlx", Ground.KNOWN, "1 count against the published number"),
        ],
    ),
    "a cover that is none, and a published optimum": (
        [best(who, 71, 71, published_cost=70) for who in ("dlx", "mine")] + [invalid("mine", published_cost=70)],
        [
            ("mine", Ground.INVALID, "1 cover that is none, 1 answer against the published optimum"),
            ("dlx", Ground.KNOWN, "1 answer against the published optimum"),
        ],
    ),
    "a cover that is none, beside orbits and sets of the cheapest covers": (
        [
            *(counted(who, orbits=n) for who, n in (("dlx", 2), ("mine", 3))),
            *(best(who, 7, 7, limit=3, covers=3, fingerprint=f) for who, f in (("dlx", "a"), ("mine", "b"))),
            invalid("mine"),
        ],
        [
            (
                "mine",
                Ground.INVALID,
                f"1 cover that is none, 1 number of orbits{MAJORITY}, 1 set of cheapest covers{MAJORITY}",
            )
        ],
    ),
    "a cover twice": (
        [listed("dlx"), invalid("mine", TWICE)],
        [("mine", Ground.INVALID, "1 list with a cover twice")],
    ),
    "the published number, against two": (
        [counted("mine", 7, published=8), counted("other", 7, published=8), listed("dlx", published=8)],
        [
            ("mine", Ground.KNOWN, "1 count against the published number and against 8 checked covers"),
            ("other", Ground.KNOWN, "1 count against the published number and against 8 checked covers"),
        ],
    ),
    "the certified number": (
        [counted("mine", 9), counted("counter", certificate="trace")],
        [("mine", Ground.KNOWN, "1 count against the certified number")],
    ),
    "checked covers refute smaller counts without a vote": (
        [listed("dlx"), counted("mine", 7), counted("other", 7), listed("third", 7)],
        [(who, Ground.CHECKED, "1 count against 8 checked covers") for who in ("mine", "other", "third")],
    ),
    "a list that a limit stopped": (
        [listed("dlx", status="limit", limit=8), counted("mine", 7)],
        [("mine", Ground.CHECKED, "1 count against 8 checked covers")],
    ),
    "one checked cover against a proof that there is none": (
        [row("dlx", 1, "f1", task="first", limit=1, checked=1), row("mine", 0, "0", task="first", limit=1)],
        [("mine", Ground.CHECKED, "1 count against a checked cover")],
    ),
    "a cover with a cost against a proof that there is none": (
        [best("dlx", 70, 70), best("mine", None, None)],
        [("mine", Ground.CHECKED, "1 count against a checked cover")],
    ),
    "a bound above the cost of a cover": (
        [best("dlx", 70, 70), best("sat", 90, 71)],
        [("sat", Ground.PROOF, "1 bound against the cost of a checked cover")],
    ),
    "a published number that checked covers refute": (
        [listed("dlx", 9, published=8), counted("sat", 9, published=8)],
        [(PUBLISHED, Ground.CHECKED, "1 number against 9 checked covers")],
    ),
    "a published number that a certificate refutes": (
        [counted("counter", 7, published=8, certificate="trace")],
        [(PUBLISHED, Ground.KNOWN, "1 number against the certified number")],
    ),
    "a published optimum that a checked cover refutes": (
        [best("dlx", 70, 70, published_cost=71)],
        [(PUBLISHED, Ground.PROOF, "1 optimum against the cost of a checked cover")],
    ),
    "a published number, against independent solvers that agree": (
        [counted("dlx", 7, published=8), counted("sat", 7, published=8), counted("mine", 9, published=8)],
        [
            ("mine", Ground.MAJORITY, "1 count against the majority"),
            (PUBLISHED, Ground.UNDECIDED, "1 number against independent solvers that agree"),
        ],
    ),
    "a published number that a solver known to miscount confirms": (
        [counted("peer-xcover:memo=true", 8, published=8), counted("dlx", 7), counted("sat", 7)],
        [
            ("peer-xcover:memo=true", Ground.MAJORITY, "1 count against the majority"),
            (PUBLISHED, Ground.UNDECIDED, "1 number against independent solvers that agree"),
        ],
    ),
    "a published number, against one engine": (
        [
            counted("bits", 7, published=8),
            counted("auto", 7, published=8, detail="chose bits: it finished after 1 step"),
        ],
        [(who, Ground.KNOWN, "1 count against the published number") for who in ("auto", "bits")],
    ),
    "a published number, against equal counts of different covers": (
        [listed("dlx", 7, published=8, fingerprint="a7"), listed("sat", 7, published=8, fingerprint="b7")],
        [(who, Ground.KNOWN, "1 count against the published number") for who in ("dlx", "sat")],
    ),
    "a published number, against unfinished counts": (
        [counted(who, 9, published=8, status="timeout") for who in ("dlx", "sat")],
        [(PUBLISHED, Ground.UNDECIDED, "1 number against independent solvers that agree")],
    ),
    "a published number that a list confirms, against counts": (
        [
            listed("dlx", status="limit", limit=8, published=8),
            *(counted(who, 7, published=8) for who in ("mine", "sat")),
        ],
        [
            (who, Ground.KNOWN, "1 count against the published number and against 8 checked covers")
            for who in ("mine", "sat")
        ],
    ),
    "a published number, against one that contradicts itself": (
        [counted("mine", 6, published=8), *(counted(who, 7, published=8, repeat=2) for who in ("mine", "dlx"))],
        [
            ("dlx", Ground.KNOWN, "1 count against the published number"),
            ("mine", Ground.KNOWN, "2 counts against the published number"),
        ],
    ),
    "a published number, against what was stopped and does not say its engine": (
        [
            counted("auto", 9, published=8, status="timeout", detail=f"{CPU_LIMIT}: 1.00 s"),
            counted("auto", 9, published=8, status="crashed", detail="RuntimeError: none (a.py:1)"),
            counted("counter", 9, published=8, status="timeout"),
        ],
        [
            ("auto", Ground.KNOWN, "2 counts against the published number"),
            ("counter", Ground.KNOWN, "1 count against the published number"),
        ],
    ),
    "two published numbers": (
        [
            counted("dlx", 8, published=7, started="2026-01-01"),
            counted("dlx", 8, published=8, started="2026-02-01"),
            counted("sat", 8, published=7, started="2026-01-01", status="timeout"),
        ],
        [(PUBLISHED, Ground.UNDECIDED, "1 number against that of newer rows")],
    ),
    "a published optimum, against independent solvers that agree": (
        [best("dlx", 71, 71, published_cost=70), best("sat", 71, 71, published_cost=70)],
        [(PUBLISHED, Ground.UNDECIDED, "1 optimum against independent solvers that agree")],
    ),
    "a published optimum, beside unfinished searches that found dearer covers": (
        [best("dlx", 75, 60, published_cost=70), best("sat", 76, 70, published_cost=70)],
        [],
    ),
    "a published optimum, against unfinished searches whose bounds are above it": (
        [best("dlx", 75, 72, published_cost=70), best("sat", None, 71, published_cost=70)],
        [(PUBLISHED, Ground.UNDECIDED, "1 optimum against independent solvers that agree")],
    ),
    "a published optimum, against a proof and a bound": (
        [best("dlx", 72, 72, published_cost=70), best("sat", 80, 71, published_cost=70)],
        [(PUBLISHED, Ground.UNDECIDED, "1 optimum against independent solvers that agree")],
    ),
    "a published optimum, against a bound and one that is refuted": (
        [best("dlx", 75, 72, published_cost=70), best("mine", 80, 76, published_cost=70)],
        [
            ("dlx", Ground.KNOWN, "1 answer against the published optimum"),
            ("mine", Ground.KNOWN, REFUTED),
        ],
    ),
    "a published optimum, against one bound and a cover that costs as much": (
        [best("dlx", 75, 72, published_cost=70), best("sat", 70, 60, published_cost=70)],
        [("dlx", Ground.KNOWN, REFUTED)],
    ),
    "a published optimum, against proofs of no cover that a list refutes": (
        [*(best(who, None, None, published_cost=70) for who in ("mine", "sat")), listed("dlx")],
        [
            (who, Ground.KNOWN, "1 count against 8 checked covers, 1 answer against the published optimum")
            for who in ("mine", "sat")
        ],
    ),
    "a published optimum, beside counts": (
        [best("dlx", 70, 70, published_cost=70), counted("sat", published_cost=70), counted("bits", published_cost=70)],
        [],
    ),
    "a published optimum, against one solver beside counts": (
        [best("mine", 71, 71, published_cost=70), *(counted(who, published_cost=70) for who in ("sat", "bits"))],
        [("mine", Ground.KNOWN, "1 answer against the published optimum")],
    ),
    "a published number, against a list and a count": (
        [listed("dlx", 7, published=8), counted("sat", 7, published=8)],
        [(PUBLISHED, Ground.UNDECIDED, "1 number against independent solvers that agree")],
    ),
    "a published number that a solver confirms, against unfinished counts": (
        [counted("dlx", published=8), *(counted(who, 9, published=8, status="timeout") for who in ("mine", "sat"))],
        [(who, Ground.KNOWN, "1 count against the published number") for who in ("mine", "sat")],
    ),
    "a published optimum, beside counts alone": (
        [counted("sat", published_cost=70), counted("bits", published_cost=70)],
        [],
    ),
    "a published optimum that a cover confirms, against solvers that agree": (
        [best("dlx", 70, 60, published_cost=70), *(best(who, 71, 71, published_cost=70) for who in ("mine", "sat"))],
        [(who, Ground.KNOWN, REFUTED) for who in ("mine", "sat")],
    ),
    "a cost of no checked cover": (
        [best("mine", 69, 60, checked=0), best("dlx", 70, 70), best("sat", 70, 70)],
        [],
    ),
    "a cost beside a wrong answer": (
        [best("mine", 60, 50, status="wrong"), best("dlx", 70, 70), best("sat", 70, 70)],
        [("mine", Ground.INVALID, "1 answer that its check refutes")],
    ),
    "another cover where there is but one": (
        [one("dlx", "f1", "unique"), one("sat", "f2", "first"), one("bits", "f1", "first")],
        [("dlx", Ground.CHECKED, "1 count against 2 checked covers")],
    ),
    "two covers, against a count of one that is published": (
        [one("dlx", "f1", "first"), one("sat", "f2", "first"), counted("mine", 1, published=1)],
        [
            ("mine", Ground.CHECKED, "1 count against 2 checked covers"),
            (PUBLISHED, Ground.CHECKED, "1 number against 2 checked covers"),
        ],
    ),
    "lists of as many other covers as there are": (
        [listed("dlx", status="limit", limit=8, fingerprint="e8"), listed("mine"), counted("sat")],
        [(who, Ground.CHECKED, "1 count against 9 checked covers") for who in ("mine", "sat")],
    ),
    "covers of which nobody says that there is but one": (
        [one("dlx", "f1", "first"), one("sat", "f2", "first"), listed("bits", 8)],
        [],
    ),
    "a published optimum of another row": (
        [best("dlx", 90, 60, published_cost=70), best("mine", 71, 71)],
        [("mine", Ground.KNOWN, "1 answer against the published optimum")],
    ),
    "two published optima": (
        [
            best("dlx", 71, 71, published_cost=70, started="2026-01-01"),
            best("dlx", 71, 71, published_cost=71, started="2026-02-01", repeat=2),
        ],
        [(PUBLISHED, Ground.UNDECIDED, "1 optimum against that of newer rows")],
    ),
    "orbits": (
        [counted("mine", orbits=3), counted("dlx", orbits=2), counted("sat", orbits=2), listed("bits")],
        [("mine", Ground.MAJORITY, "1 number of orbits against the majority")],
    ),
    "orbits, where the count is wrong": (
        [counted("mine", 9, orbits=3, published=8), counted("dlx", orbits=2, published=8)],
        [("mine", Ground.KNOWN, "1 count against the published number")],
    ),
    "orbits of the same problem with another board": (
        [counted("dlx", orbits=2), counted("sat", orbits=3, problem="the same.ec")],
        [],
    ),
    "a published number of orbits": (
        [counted("mine", orbits=3, published_orbits=2)],
        [("mine", Ground.KNOWN, "1 number of orbits against the published number of orbits")],
    ),
    "a published number of orbits, against independent solvers that agree": (
        [counted(who, orbits=3, published_orbits=2) for who in ("dlx", "sat")],
        [(PUBLISHED, Ground.UNDECIDED, "1 number of orbits against independent solvers that agree")],
    ),
    "an unfinished number of orbits above the complete one": (
        [counted("mine", orbits=2), orbits("dlx", 3)],
        [
            (who, Ground.UNDECIDED, "1 number of orbits against another, and nothing decides between them")
            for who in ("dlx", "mine")
        ],
    ),
    "two unfinished numbers of orbits above the complete one": (
        [counted("mine", orbits=2), orbits("dlx", 3), orbits("sat", 4, status="limit", limit=4)],
        [("mine", Ground.MAJORITY, "1 number of orbits against the majority")],
    ),
    "an unfinished number of orbits above two complete ones": (
        [*(counted(who, orbits=2) for who in ("dlx", "sat")), orbits("mine", 3), orbits("bits", 2)],
        [("mine", Ground.MAJORITY, "1 number of orbits against the exact number of orbits")],
    ),
    "an unfinished number of orbits above the published one": (
        [orbits("mine", 3, published_orbits=2), orbits("dlx", 2, published_orbits=2)],
        [("mine", Ground.KNOWN, "1 number of orbits against the published number of orbits")],
    ),
    "two unfinished numbers of orbits above the published one": (
        [orbits(who, 3, published_orbits=2) for who in ("dlx", "sat")],
        [(PUBLISHED, Ground.UNDECIDED, "1 number of orbits against independent solvers that agree")],
    ),
    "unfinished orbits of the same problem with another board": (
        [counted("dlx", orbits=2), orbits("sat", 3, problem="the same.ec")],
        [],
    ),
    "itself": (
        [counted("mine", 8), counted("mine", 7, repeat=2), counted("dlx")],
        [("mine", Ground.ITSELF, "1 count against its own other answers")],
    ),
    "itself alone": (
        [counted("mine", 8), counted("mine", 7, repeat=2)],
        [("mine", Ground.ITSELF, "2 counts against its own other answers")],
    ),
    "itself, with no vote against another": (
        [counted("mine", 7), counted("mine", 6, repeat=2), counted("dlx")],
        [("mine", Ground.ITSELF, "2 counts against its own other answers")],
    ),
    "an older version of a mended solver, with one that agrees": (
        [mine(7, 1), mine(8, 2), counted("sat", 7)],
        [
            ("mine.py:Mine", Ground.ITSELF, f"1 count against its own other answers, {UNDECIDED}"),
            ("sat", Ground.UNDECIDED, UNDECIDED),
        ],
    ),
    "an older version of a mended solver, with one that agrees, against another": (
        [mine(7, 1), mine(8, 2), counted("sat", 7), counted("dlx")],
        [
            ("mine.py:Mine", Ground.ITSELF, "1 count against its own other answers"),
            ("sat", Ground.MAJORITY, "1 count against the majority"),
        ],
    ),
    "an older version of a mended solver, by another setting": (
        [mine(7, 1, ":seed=1"), mine(8, 2), counted("sat", 7), counted("dlx")],
        [
            ("mine.py:Mine:seed=1", Ground.ITSELF, "1 count against its own other answers"),
            ("sat", Ground.MAJORITY, "1 count against the majority"),
        ],
    ),
    "an older version of a solver that is no longer right": (
        [mine(8, 1), mine(7, 2), counted("sat"), counted("dlx")],
        [("mine.py:Mine", Ground.MAJORITY, "1 count against the majority")],
    ),
    "an older version that was wrong, too": (
        [mine(7, 1), mine(7, 2), counted("sat"), counted("dlx")],
        [("mine.py:Mine", Ground.MAJORITY, "2 counts against the majority")],
    ),
    "a new version that contradicts itself": (
        [mine(8, 1), mine(8, 2), mine(7, 2), counted("sat", 7)],
        [("mine.py:Mine", Ground.ITSELF, "2 counts against its own other answers")],
    ),
    "parts by different plug-ins": (
        [
            counted("parts:of=a.py:A", 8, sources={"a.py": "1"}, started="2026-01"),
            counted("parts:of=b.py:B", 7, sources={"b.py": "2"}, started="2026-02"),
            counted("dlx"),
        ],
        [("parts:of=b.py:B", Ground.MAJORITY, "1 count against the majority")],
    ),
    "a solver of danceoff that was mended": (
        [
            counted("bits", 7, commit="1", started="2026-01"),
            counted("bits", 8, commit="2", started="2026-02"),
            counted("sat", 7),
            counted("dlx"),
        ],
        [
            ("bits", Ground.ITSELF, "1 count against its own other answers"),
            ("sat", Ground.MAJORITY, "1 count against the majority"),
        ],
    ),
    "another setting of a solver, made by a newer commit": (
        [
            counted("bits", 8, commit="1", started="2026-01"),
            counted("bits:form=keys", 7, commit="2", started="2026-02"),
            counted("dlx"),
        ],
        [("bits:form=keys", Ground.MAJORITY, "1 count against the majority")],
    ),
    "an unfinished count of an older version above the complete one": (
        [mine(9, 1, status="timeout"), mine(8, 2), counted("sat", 9, status="timeout"), counted("dlx")],
        [(who, Ground.MAJORITY, "1 count against the exact count") for who in ("mine.py:Mine", "sat")],
    ),
    "a published number that a mended solver confirms": (
        [mine(7, 1), mine(8, 2, published=8), *(counted(who, 7) for who in ("dlx", "sat"))],
        [(who, Ground.KNOWN, "1 count against the published number") for who in ("dlx", "mine.py:Mine", "sat")],
    ),
    "the majority": (
        [counted("mine", 9), counted("dlx"), counted("sat")],
        [("mine", Ground.MAJORITY, "1 count against the majority")],
    ),
    "settings of one solver have one vote": (
        [*(counted(f"mine:seed={k}", 9) for k in (1, 2, 3)), counted("dlx"), counted("sat")],
        [(f"mine:seed={k}", Ground.MAJORITY, "1 count against the majority") for k in (1, 2, 3)],
    ),
    "settings of one solver that answer differently have no vote": (
        [counted("mine:seed=1", 9), counted("mine:seed=2", 7), counted("dlx")],
        [(f"mine:seed={k}", Ground.MAJORITY, "1 count against the majority") for k in (1, 2)],
    ),
    "what answers by one engine has one vote": (
        [
            counted("auto", 9, detail="chose bits: it finished after 1 step, learn had not after 2"),
            counted("race", 9, detail="bits finished after 0.12 s; ahead of counter, sat"),
            counted("parts:of=bits:form=keys;threads=2,jobs=3", 9),
            counted("bits", 9),
            counted("dlx"),
            counted("sat"),
        ],
        [
            (who, Ground.MAJORITY, "1 count against the majority")
            for who in ("auto", "bits", "parts:of=bits:form=keys;threads=2,jobs=3", "race")
        ],
    ),
    "what does not say its engine has no vote beside one": (
        [counted("auto", 9), counted("parts:of=auto", 9), counted("scip", 9), counted("pyscipopt", 9), counted("dlx")],
        [(who, Ground.UNDECIDED, UNDECIDED) for who in ("auto", "dlx", "parts:of=auto", "pyscipopt", "scip")],
    ),
    "what does not say its engine, against one": (
        [counted("auto", 9), counted("dlx")],
        [(who, Ground.UNDECIDED, UNDECIDED) for who in ("auto", "dlx")],
    ),
    "known to miscount, against one": (
        [counted("peer-xcover:memo=true", 9), counted("dlx")],
        [("peer-xcover:memo=true", Ground.MAJORITY, "1 count against the majority")],
    ),
    "one against one": (
        [counted("mine", 9), counted("dlx")],
        [(who, Ground.UNDECIDED, UNDECIDED) for who in ("dlx", "mine")],
    ),
    "a vote about the sets": (
        [listed("mine", fingerprint="e8", checked=0), listed("dlx", checked=0), listed("sat", checked=0)],
        [("mine", Ground.MAJORITY, "1 set of covers against the majority")],
    ),
    "an unfinished count above the exact one": (
        [counted("dlx", 9, status="timeout"), counted("mine")],
        [(who, Ground.UNDECIDED, UNDECIDED) for who in ("dlx", "mine")],
    ),
    "an unfinished list of checked covers above the exact one": (
        [listed("dlx", status="timeout"), counted("mine", 7)],
        [(who, Ground.UNDECIDED, UNDECIDED) for who in ("dlx", "mine")],
    ),
    "two unfinished counts above the certified one": (
        [counted("counter", certificate="trace"), *(counted(who, 9, status="timeout") for who in ("mine", "sat"))],
        [(who, Ground.KNOWN, "1 count against the certified number") for who in ("mine", "sat")],
    ),
    "two unfinished counts above the exact one": (
        [counted("mine"), counted("dlx", 9, status="timeout"), counted("sat", 10, status="timeout")],
        [("mine", Ground.MAJORITY, "1 count against the majority")],
    ),
    "sets of covers of different costs": (
        [best("dlx", 70, 70, fingerprint="a"), best("mine", 71, 71, fingerprint="b")],
        [("mine", Ground.PROOF, "1 bound against the cost of a checked cover")],
    ),
    "sets of the cheapest covers": (
        [best(who, 7, 7, limit=3, covers=3, fingerprint=f) for who, f in (("dlx", "a"), ("sat", "a"), ("mine", "b"))],
        [("mine", Ground.MAJORITY, "1 set of cheapest covers against the majority")],
    ),
}


@pytest.mark.parametrize(("rows", "expected"), CASES.values(), ids=CASES)
@pytest.mark.parametrize("backwards", [False, True])
def test_suspects_are_named_by_evidence(rows, expected, backwards):
    rows = rows[::-1] if backwards else rows
    found = suspects(rows)
    assert [(one.solver, one.ground, one.evidence) for one in found] == expected
    blamed = {one.solver for one, is_at_fault in zip(rows, at_fault(rows), strict=True) if is_at_fault}
    assert blamed == {solver for solver, *_ in expected} - {PUBLISHED}


def test_who_found_one_cover_agrees_with_nobody():
    (suspect,) = suspects(
        [row("bits", 1, task="first", limit=1, checked=1), counted("mine", 7, published=8), listed("dlx")]
    )
    assert (suspect.solver, suspect.agree) == ("mine", ("dlx",))


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (counted("mine", orbits=3, published_orbits=2), counted("dlx", orbits=2)),
        (best("mine", 75, 72, published_cost=70), best("dlx", 70, 70)),
    ],
)
def test_who_counted_covers_alone_agrees_with_no_orbits_and_no_optimum(wrong, right):
    (suspect,) = suspects([wrong, right, counted("sat"), best("bits", 75, 60, status="timeout")])
    assert (suspect.solver, suspect.agree) == ("mine", ("dlx",))


def test_who_contradicts_itself_has_no_vote_against_an_unfinished_count():
    assert at_fault([counted("mine", 8), counted("mine", 7), counted("sat", 9, status="timeout")]) == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("solver", "detail", "engine"),
    [
        ("sat:solver=glucose4", "", "sat"),
        ("auto", "no search: congruences show that there is no cover", "no search"),
        ("auto", "not certified: the trace has more than 10 nodes", ""),
        ("race:of=sat+mine.py:Mine:a=1", "mine.py:Mine:a=1 proved that there is no cover after 0.1 s", "mine.py"),
        ("more.toml:mine", "", "more.toml:mine"),
        ("race", "bits had 10000 covers after 0.1 s; ahead of sat", "bits"),
        ("parts:jobs=4", "", "dlx"),
        ("parts:jobs=4,of=cpsat:jobs=2;log=1", "", "cpsat"),
        ("bits", "dancing links for the whole problem", "dlx"),
        ("bits", "dancing links for the whole problem; the same engine for 1 more part of the search", "dlx"),
        ("ddnnife", "", "d4"),
        ("race", "", ""),
        ("peer-xcover:memo=true", "", None),
        ("parts:of=peer-xcover:memo=true,jobs=2", "", None),
        ("minizinc", "", "gecode"),
        ("minizinc:solver=chuffed", "", "chuffed"),
        ("minizinc:solver=org.chuffed.chuffed@0.13", "", "chuffed"),
        ("minizinc:solver=cp-sat", "", "cpsat"),
        ("minizinc:solver=com.google.ortools.sat", "", "cpsat"),
        ("parts:of=minizinc:solver=org.minizinc.mip.highs,jobs=2", "", "highs"),
        ("clingo", "", "clasp"),
        ("pycryptosat", "", "cryptominisat"),
        ("peer-dxz", "", "dxz"),
    ],
)
def test_the_engine_below_a_solver_votes(solver, detail, engine):
    assert voters([counted(solver, detail=detail)]) == ({engine} - {None})


@pytest.mark.parametrize(
    ("made_of", "n_votes"),
    [
        ({"a.py:A": {"a.py": "1"}, "elsewhere/a.py:B": {"a.py": "1"}}, 1),
        ({"a": {"a": "1", "programs.a": "2"}, "b": {"a": "1", "programs.b": "3"}}, 1),
        ({"a": {"python3.11": "1", "a.py": "2"}, "b": {"python3.11": "1", "b.py": "3"}}, 2),
        (
            {
                one: {run: "1", f"{one}.x": one}
                for run, one in zip(["Rscript", "dotnet", "deno"] * 2, "abcdef", strict=True)
            },
            6,
        ),
        ({"a": {"java": "1", "a.jar": "2"}, "b": {"java": "1", "a.jar": "2", "b.conf": "3"}}, 1),
        ({"a": {"a": "1", "x": "2"}, "b": {"b": "3", "y": "4"}, "c": {"x": "2", "y": "4"}}, 1),
        ({"a": {"a": "", "__init__.py": EMPTY}, "b": {"b": "", "__init__.py": EMPTY}}, 2),
        ({"minizinc": {"minizinc": "1"}, "minizinc:solver=chuffed": {"minizinc": "1"}}, 2),
        ({"a.py:A": {"a.py": "1"}, "race:of=sat+a.py:A": {"a.py": "1"}}, 2),
        ({"a.py:A": {"a.py": "1"}, "parts:of=b.py:B": {"a.py": "1"}}, 1),
    ],
)
def test_solvers_that_share_a_file_have_one_vote(made_of, n_votes):
    rows = [counted(who, sources=files, detail="sat finished after 1.00 s") for who, files in made_of.items()]
    assert len(voters(rows)) == len(voters(rows[::-1])) == n_votes


def test_a_published_number_is_in_doubt_by_name():
    rows = [counted(who, 7, published=8) for who in ("dlx", "sat")]
    (suspect,) = suspects(rows)
    assert str(suspect) == (
        "the published number: in doubt on 1 of 1 problem: 1 number against independent solvers that agree; dlx, sat"
        " agree. Disagreement on tromino/5x5-0: 8 covers are published, but independent solvers agree on another"
    )


@pytest.mark.parametrize(
    "weak",
    [
        listed("dlx", checked=7),
        listed("dlx", detail="only the first 4 covers were compared with each other: the disk is full"),
        listed("dlx", status="timeout"),
        listed("dlx", orbits=1, up_to_symmetry=True),
        counted("dlx"),
    ],
)
def test_covers_that_were_not_all_checked_and_compared_refute_no_count(weak):
    assert Ground.CHECKED not in {offence.ground for offence in offences([weak, counted("mine", 7)])}


def of_three_problems() -> list:
    """Rows of a solver that is wrong on each of three problems, beside three solvers that are right."""
    digests = [("d1", "a.dlx", 9), ("d2", "b.dlx", 5), ("d3", "c.dlx", 9)]
    made = []
    for digest, problem, size in digests:
        about = {"digest": digest, "problem": problem, "n_options": size, "published": 56}
        made += [invalid("mine", **about), counted("mine", 45, **about), counted("cpsat", 56, **about)]
        made += [listed("dlx", 56, **about), listed("sat", 56, **about)]
    return [replace(one, case=f"{k:016x}") for k, one in enumerate(made)]


LINE = (
    "mine: wrong on 3 of 3 problems: 3 covers that are none, 3 counts against the published number and against 56"
    " checked covers; cpsat, dlx, sat agree. Disagreement on b.dlx: gave a wrong answer"
)


def test_verify_prints_one_line_a_suspect_and_the_rest_when_asked(run, tmp_path):
    rows = [replace(one, case=f"{one.case}0") for one in of_three_problems()]
    append(tmp_path, *rows)
    code, out, _ = run("verify", str(tmp_path))
    verdict = "9 disagreements on 3 problems: 3 problems, 15 rows (12 complete, 3 wrong), 12 of them count all covers"
    assert (code, out.splitlines()) == (1, [LINE, verdict])
    code, out, _ = run("verify", str(tmp_path), "--details")
    first, *details, last = out.splitlines()
    assert (code, first, last) == (1, LINE, verdict)
    assert "a.dlx d1: gave a wrong answer" in details
    assert "    mine  count  complete  45" in details


def test_page_tables_csv_and_python_say_the_same(run, tmp_path):
    append(tmp_path, *(replace(one, case=f"{one.case}0") for one in of_three_problems()))
    assert f"{LINE}." in cautions(of_three_problems())
    assert run("report", str(tmp_path), "--latex", str(tmp_path / "t.tex"))[0] == 0
    page = (tmp_path / "report.html").read_text()
    assert page.count("Disagreement on") == 1
    assert f'<li class="warning">{LINE}.</li>' in page
    with (tmp_path / "agreement.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert {(line["answers"], line["suspects"], line["agrees"]) for line in lines} == {
        ("45: mine; 56: cpsat dlx sat", "mine", "False")
    }
    campaign = danceoff.results(tmp_path)
    assert campaign.suspects["line"].tolist() == [LINE]
    assert campaign.suspects[["solver", "ground", "n_wrong"]].to_numpy().tolist() == [["mine", "invalid", 3]]
    table = campaign.summary
    assert set(table[table["contradicted"]]["solver"]) == {"mine"}
    assert table[table["solver"] != "mine"]["solved"].all()


def test_without_a_suspect_the_frames_have_their_columns(tmp_path):
    append(tmp_path, listed("dlx", published=8))
    assert danceoff.results(tmp_path).suspects.empty
    assert agreement([listed("dlx")])["answers"].tolist() == ["8: dlx"]


MINE = """
from danceoff.problems import ExactCover
from danceoff.solvers import load

def mine(options, primary):
    "Loses every fifth cover."
    search = load("algorithm-x").prepare(ExactCover.from_options(options, primary))
    return [cover for k, cover in enumerate(search.covers(), 1) if k % 5]
"""


@pytest.mark.usefixtures("cases_in_process")
def test_a_plug_in_that_loses_covers_is_named(run, tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "plan.toml").write_text(
        'tasks = ["enumerate", "count"]\nproblems = { langford = ["7"], matching = ["4"], tromino = ["5x5-0"] }\n'
        'solvers = { algorithm-x = {}, backtracking = {}, "mine.py:mine" = {} }\n'
    )
    assert run("run", str(tmp_path / "plan.toml"), "--into", str(tmp_path / "out"))[0] == 0
    code, out, _ = run("verify", str(tmp_path / "out"))
    line, *_, verdict = out.splitlines()
    assert code == 1
    assert "mine.py:mine: wrong on 2 of 3 problems: " in line, "matching/4 has only three covers"
    assert "against the published number and against" in line
    assert "; algorithm-x, backtracking agree. " in line
    assert verdict.startswith("4 disagreements on 2 problems: ")
