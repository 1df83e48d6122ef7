"""Who is wrong is named by evidence, the strongest first, and nobody else is marked."""

import csv
from dataclasses import replace
from itertools import groupby
from random import Random

import night
import pytest
from rows import row

import danceoff
from danceoff.experiments.report.cautions import cautions
from danceoff.experiments.report.summary import agreement
from danceoff.experiments.results.record import append
from danceoff.experiments.results.suspects import PUBLISHED, suspects
from danceoff.experiments.results.verify import Ground, at_fault, offences
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


def one(solver: str, fingerprint: str, task: str, **columns: object):
    """A row that has found one cover."""
    return row(solver, 1, fingerprint, task=task, limit=2 if task == "unique" else 1, checked=1, **columns)


CASES = {  # rows: the suspects, with their ground and the evidence against them
    "a cover that is none": ([listed("dlx"), invalid("mine")], ["mine, INVALID: 1 wrong answer"]),
    "a cover that is none, which leaves no vote about other answers": (
        [counted("dlx"), invalid("mine"), counted("mine", 9), counted("mine", 9, repeat=2)],
        ["mine, INVALID: 1 wrong answer, 2 counts against another", "dlx, UNDECIDED: 1 count against another"],
    ),
    "a cover twice": ([listed("dlx"), invalid("mine", TWICE)], ["mine, INVALID: 1 wrong answer"]),
    "the published number, against two": (
        [counted("mine", 7, published=8), counted("other", 7, published=8), listed("dlx", published=8)],
        ["mine, other, KNOWN: 1 count against the published number"],
    ),
    "the certified number": (
        [counted("mine", 9), counted("counter", certificate="trace")],
        ["mine, KNOWN: 1 count against the certified number"],
    ),
    "checked covers refute smaller counts without a vote": (
        [listed("dlx"), counted("mine", 7), counted("other", 7), listed("third", 7)],
        ["mine, other, third, CHECKED: 1 count against a checked cover"],
    ),
    "a list that a limit stopped": (
        [listed("dlx", status="limit", limit=8), counted("mine", 7)],
        ["mine, CHECKED: 1 count against a checked cover"],
    ),
    "one checked cover against a proof that there is none": (
        [row("dlx", 1, "f1", task="first", limit=1, checked=1), row("mine", 0, "0", task="first", limit=1)],
        ["mine, CHECKED: 1 count against a checked cover"],
    ),
    "another cover where there is but one": (
        [one("dlx", "f1", "unique"), one("sat", "f2", "first"), one("bits", "f1", "first")],
        ["dlx, CHECKED: 1 count against a checked cover"],
    ),
    "lists of as many other covers as there are": (
        [listed("dlx", status="limit", limit=8, fingerprint="e8"), listed("mine"), counted("sat")],
        ["mine, sat, CHECKED: 1 count against a checked cover"],
    ),
    "a published number that two lists refute together": (
        [one("dlx", "f1", "first", published=1), one("sat", "f2", "first", published=1)],
        ["the published number, CHECKED: 1 number against a checked cover"],
    ),
    "a cover with a cost against a proof that there is none": (
        [best("dlx", 70, 70), best("mine", None, None)],
        ["mine, CHECKED: 1 count against a checked cover"],
    ),
    "a bound above the cost of a cover": (
        [best("dlx", 70, 70), best("sat", 90, 71)],
        ["sat, CHECKED: 1 bound against a checked cover"],
    ),
    "a published number that checked covers refute": (
        [listed("dlx", 9, published=8), counted("sat", 9, published=8)],
        ["the published number, CHECKED: 1 number against a checked cover"],
    ),
    "a published number that a certificate refutes": (
        [counted("counter", 7, published=8, certificate="trace")],
        ["the published number, KNOWN: 1 number against the certified number"],
    ),
    "a published optimum that a checked cover refutes": (
        [best("dlx", 70, 70, published_cost=71)],
        ["the published number, CHECKED: 1 number against a checked cover"],
    ),
    "a published number, against independent solvers that agree": (
        [counted("dlx", 7, published=8), counted("sat", 7, published=8), counted("mine", 9, published=8)],
        [
            "mine, MAJORITY: 1 count against the majority",
            "the published number, MAJORITY: 1 number against the majority",
        ],
    ),
    "a published number that a solver known to miscount confirms": (
        [counted("peer-xcover:memo=true", 8, published=8), counted("dlx", 7), counted("sat", 7)],
        [
            "peer-xcover:memo=true, MAJORITY: 1 count against the majority",
            "the published number, MAJORITY: 1 number against the majority",
        ],
    ),
    "a published number, against one engine": (
        [
            counted("bits", 7, published=8),
            counted("auto", 7, published=8, detail="chose bits: it finished after 1 step"),
        ],
        ["auto, bits, KNOWN: 1 count against the published number"],
    ),
    "a published number that a list confirms, against counts": (
        [
            listed("dlx", status="limit", limit=8, published=8),
            *(counted(who, 7, published=8) for who in ("mine", "sat")),
        ],
        ["mine, sat, KNOWN: 1 count against the published number"],
    ),
    "a published optimum, against independent solvers that agree": (
        [best("dlx", 71, 71, published_cost=70), best("sat", 71, 71, published_cost=70)],
        ["the published number, MAJORITY: 1 number against the majority"],
    ),
    "a published optimum, beside unfinished searches that found dearer covers": (
        [best("dlx", 75, 60, published_cost=70), best("sat", 76, 70, published_cost=70)],
        [],
    ),
    "a published optimum, against unfinished searches whose bounds are above it": (
        [best("dlx", 75, 72, published_cost=70), best("sat", None, 71, published_cost=70)],
        ["dlx, sat, KNOWN: 1 bound against the published number"],
    ),
    "a published optimum, against proofs of no cover that a list refutes": (
        [*(best(who, None, None, published_cost=70) for who in ("mine", "sat")), listed("dlx")],
        ["mine, sat, CHECKED: 1 count against a checked cover"],
    ),
    "a published optimum, beside counts": (
        [best("dlx", 70, 70, published_cost=70), counted("sat", published_cost=70), counted("bits", published_cost=70)],
        [],
    ),
    "a published optimum, against one solver beside counts": (
        [best("mine", 71, 71, published_cost=70), *(counted(who, published_cost=70) for who in ("sat", "bits"))],
        ["mine, KNOWN: 1 bound against the published number"],
    ),
    "a published number that a solver confirms, against unfinished counts": (
        [counted("dlx", published=8), *(counted(who, 9, published=8, status="timeout") for who in ("mine", "sat"))],
        ["mine, sat, KNOWN: 1 count against the published number"],
    ),
    "a cost of no checked cover": ([best("mine", 69, 60, checked=0), best("dlx", 70, 70), best("sat", 70, 70)], []),
    "a cost beside a wrong answer": (
        [best("mine", 60, 50, status="wrong"), best("dlx", 70, 70), best("sat", 70, 70)],
        ["mine, INVALID: 1 wrong answer"],
    ),
    "covers of which nobody says that there is but one": (
        [one("dlx", "f1", "first"), one("sat", "f2", "first"), listed("bits", 8)],
        [],
    ),
    "orbits": (
        [counted("mine", orbits=3), counted("dlx", orbits=2), counted("sat", orbits=2), listed("bits")],
        ["mine, MAJORITY: 1 orbit count against the majority"],
    ),
    "orbits of the same problem with another board": (
        [counted("dlx", orbits=2), counted("sat", orbits=3, problem="the same.ec")],
        [],
    ),
    "a published number of orbits": (
        [counted("mine", orbits=3, published_orbits=2)],
        ["mine, KNOWN: 1 orbit count against the published number"],
    ),
    "an unfinished number of orbits above the complete one": (
        [counted("mine", orbits=2), orbits("dlx", 3)],
        ["dlx, mine, UNDECIDED: 1 orbit count against another"],
    ),
    "an unfinished number of orbits above the published one": (
        [orbits("mine", 3, published_orbits=2), orbits("dlx", 2, published_orbits=2)],
        ["mine, KNOWN: 1 orbit count against the published number"],
    ),
    "itself": (
        [counted("mine", 8), counted("mine", 7, repeat=2), counted("dlx")],
        ["dlx, UNDECIDED: 1 count against another", "mine, UNDECIDED: 2 counts against another"],
    ),
    "itself alone": ([counted("mine", 8), counted("mine", 7, repeat=2)], ["mine, UNDECIDED: 2 counts against another"]),
    "the majority": (
        [counted("mine", 9), counted("dlx"), counted("sat")],
        ["mine, MAJORITY: 1 count against the majority"],
    ),
    "settings of one solver have one vote": (
        [*(counted(f"mine:seed={k}", 9) for k in (1, 2, 3)), counted("dlx"), counted("sat")],
        ["mine:seed=1, mine:seed=2, mine:seed=3, MAJORITY: 1 count against the majority"],
    ),
    "one against one": ([counted("mine", 9), counted("dlx")], ["dlx, mine, UNDECIDED: 1 count against another"]),
    "a vote about the sets": (
        [listed("mine", fingerprint="e8", checked=0), listed("dlx", checked=0), listed("sat", checked=0)],
        ["mine, MAJORITY: 1 list against the majority"],
    ),
    "an unfinished count above the exact one": (
        [counted("dlx", 9, status="timeout"), counted("mine")],
        ["dlx, mine, UNDECIDED: 1 count against another"],
    ),
    "two unfinished counts above the certified one": (
        [counted("counter", certificate="trace"), *(counted(who, 9, status="timeout") for who in ("mine", "sat"))],
        ["mine, sat, KNOWN: 1 count against the certified number"],
    ),
    "sets of covers of different costs": (
        [best("dlx", 70, 70, fingerprint="a"), best("mine", 71, 71, fingerprint="b")],
        ["mine, CHECKED: 1 bound against a checked cover"],
    ),
    "sets of the cheapest covers": (
        [best(who, 7, 7, limit=3, covers=3, fingerprint=f) for who, f in (("dlx", "a"), ("sat", "a"), ("mine", "b"))],
        ["mine, MAJORITY: 1 list against the majority"],
    ),
}


@pytest.mark.parametrize(("rows", "expected"), CASES.values(), ids=CASES)
@pytest.mark.parametrize("backwards", [False, True])
def test_suspects_are_named_by_evidence(rows, expected, backwards):
    rows = rows[::-1] if backwards else rows
    found = suspects(rows)
    alike = groupby(found, lambda one: f"{one.ground.name}: {one.evidence}")
    assert [f"{', '.join(one.solver for one in some)}, {why}" for why, some in alike] == expected
    blamed = {one.solver for one, is_at_fault in zip(rows, at_fault(rows), strict=True) if is_at_fault}
    assert blamed == {one.solver for one in found} - {PUBLISHED}


def test_a_published_number_is_in_doubt_by_name():
    rows = [counted(who, 7, published=8) for who in ("dlx", "sat")]
    (suspect,) = suspects(rows)
    assert str(suspect) == (
        "the published number: in doubt on 1 of 1 problem: 1 number against the majority."
        " Disagreement on tromino/5x5-0: 8 covers are published, against the majority"
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
    "mine: wrong on 3 of 3 problems: 3 wrong answers, 3 counts against the published number."
    " Disagreement on b.dlx: gave a wrong answer"
)


def test_verify_prints_one_line_a_suspect_and_the_rest_when_asked(run, tmp_path):
    rows = [replace(one, case=f"{one.case}0") for one in of_three_problems()]
    append(tmp_path, *rows)
    code, out, _ = run("verify", str(tmp_path))
    verdict = "6 disagreements on 3 problems: 3 problems, 15 rows (12 complete, 3 wrong), 12 of them count all covers"
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
    assert verdict.startswith("2 disagreements on 2 problems: ")


HONEST = ("dlx", "sat", "bits")


def truth(random: Random, solver: str, covers: list[int], **columns):
    """A row that says the truth about these covers: the search was complete or was stopped, it counted or listed."""
    is_complete, lists = random.random() < 0.5, random.random() < 0.5
    some = covers if is_complete else random.sample(covers, random.randint(0, len(covers)))
    columns["status"] = "complete" if is_complete else "timeout"
    return (
        listed(solver, len(some), fingerprint=f"f{sorted(some)}", **columns)
        if lists
        else counted(solver, len(some), **columns)
    )


def test_evidence_but_the_majority_blames_no_right_solver_whatever_one_liar_says():
    random = Random(night.seed)
    for _ in range(night.times(1000)):
        covers = list(range(random.randint(0, 6)))
        about = {"published": len(covers)} if random.random() < 0.3 else {}
        rows = [truth(random, random.choice(HONEST), covers, repeat=k, **about) for k in range(random.randint(1, 5))]
        said = random.choice([n for n in range(10) if n != len(covers)])
        rows.append(counted("mine", said, status=random.choice(["complete", "timeout"]), **about))
        random.shuffle(rows)
        found = offences(rows)
        right = [one for offence in found if offence.ground < Ground.MAJORITY for one in offence.blamed]
        assert {one.solver for one in right} <= {"mine"}
        is_lie = any(one.solver == "mine" and (one.is_exact or one.covers > len(covers)) for one in rows)
        if is_lie and any(one.published is not None or (one.is_exact and one.solver != "mine") for one in rows):
            assert "mine" in {one.solver for offence in found for one in offence.blamed}
