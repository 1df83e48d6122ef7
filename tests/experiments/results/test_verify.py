"""What rows contradict, and who is wrong by evidence, the strongest first; nobody else is marked."""

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


def listed(solver: str, covers: int = 8, **columns):
    return row(
        solver, covers, columns.pop("fingerprint", f"f{covers}"), checked=columns.pop("checked", covers), **columns
    )


def counted(solver: str, covers: int = 8, **columns):
    return row(solver, covers, "", task="count", **columns)


def invalid(solver: str, **columns):
    return row(solver, 2, "f2", status="wrong", checked=3, detail="options 0, 1 are not a cover", **columns)


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


def unique(solver: str, covers: int, **columns):
    return row(solver, covers, **{"task": "unique", "limit": 2, "checked": covers, **columns})


def pair(made, *more: object, **columns):
    """Rows of two solvers that say the same."""
    return [made(who, *more, **columns) for who in ("mine", "sat")]


CASES = {  # the suspects, and the evidence against them: rows that show it
    "": [
        [
            row("dlx", published=8),
            row("sat"),
            counted("counter"),
            row("slow", 3, "f3", status="timeout"),
            row("first", 1, "f1", task="first", limit=1),
            row("cut", 8, "f0", status="limit", limit=8),
            row("dead", 0, "", status="crashed"),
            row("other", 5, "f5", digest="d2", problem="other"),
            row("unread", 0, "", digest="", status="missing"),
        ],
        [
            best("dlx", 70, 70, published_cost=70, cost_scale=10),
            best("slow", 90, 65),
            best("lost", None, 70, status="timeout"),
            *pair(best, 70, 70, limit=3, covers=3, fingerprint="f3"),
            best("two", 70, 70, limit=2, covers=2, fingerprint="f2"),
            row("dlx", published=8),
            best("dearest", -90, -90, digest="d2", maximise=True),
        ],
        # beside a published optimum: unfinished searches that found dearer covers, and counts
        [best("dlx", 75, 60, published_cost=70), best("sat", 76, 70, published_cost=70)],
        [best("dlx", 70, 70, published_cost=70), *pair(counted, published_cost=70)],
        # a cost of no checked cover
        [best("mine", 69, 60, checked=0), best("dlx", 70, 70), best("sat", 70, 70)],
        # covers of which nobody says that there is but one
        [one("dlx", "f1", "first"), one("sat", "f2", "first"), listed("bits", 8)],
        [unique("dlx", 2), unique("sat", 2, fingerprint="ff"), row(covers=9)],
        # orbits of the same problem with another board
        [counted("dlx", orbits=2), counted("sat", orbits=3, problem="the same.ec")],
    ],
    "mine: 1 wrong answer": [
        [listed("dlx"), invalid("mine")],
        [best("mine", 60, 50, status="wrong"), best("dlx", 70, 70), best("sat", 70, 70)],
    ],
    "mine: 1 wrong answer, 1 count against another; dlx, sat: 1 count against another": [
        [counted("dlx"), invalid("mine"), *pair(counted, 9)]  # of which one has no vote
    ],
    "mine: 1 count against the published number": [
        [row("mine", 7, published=8)],
        [row("mine", 9, published=8, status="timeout")],
        [row("mine", 1, published=0, task="first")],
    ],
    "mine: 1 orbit count against the published number": [
        [counted("mine", orbits=3, published_orbits=2)],
        [orbits("mine", 3, published_orbits=2), orbits("dlx", 2, published_orbits=2)],
    ],
    "mine: 1 bound against the published number": [
        [best("mine", 71, 71, published_cost=70), *(counted(who, published_cost=70) for who in ("sat", "bits"))],
        [best("mine", 70, 70), best("sat", 70, 60, published_cost=65)],
        [best("mine", None, None, published_cost=70)],
    ],
    "mine, sat: 1 bound against the published number": [
        [best("mine", 75, 72, published_cost=70), best("sat", None, 71, published_cost=70)]
    ],
    "mine, sat: 1 count against the published number": [
        [*pair(counted, 7, published=8), listed("dlx", published=8)],
        [*pair(counted, 7, published=8), listed("dlx", status="limit", limit=8, published=8)],
        [*pair(counted, 9, published=8, status="timeout"), counted("dlx", published=8)],
    ],
    "auto, bits: 1 count against the published number": [  # one engine has one vote
        [counted("bits", 7, published=8), counted("auto", 7, published=8, detail="chose bits: it finished")]
    ],
    "mine, sat: 1 count against the certified number": [
        [counted("counter", certificate="trace"), *pair(counted, 9, status="timeout")]
    ],
    "mine, sat: 1 count against the certified number; the published number: 1 number against the certified number": [
        [row("counter", 8, "", task="certify", certificate="trace", published=9), *pair(counted, 9)]
    ],
    "mine: 1 count against a checked cover": [
        [listed("dlx", status="limit", limit=8), counted("mine", 7)],
        [row("dlx", 1, "f1", task="first", limit=1, checked=1), row("mine", 0, "0", task="first", limit=1)],
        [one("mine", "f1", "unique"), one("sat", "f2", "first"), one("bits", "f1", "first")],
        [unique("mine", 0), unique("sat", 1)],
        [unique("mine", 1), unique("sat", 2)],
        [best("dlx", 70, 70), best("mine", None, None)],
        [best("dlx", 70, 70), row("mine", 0, "", published_cost=70)],
    ],
    "mine, sat: 1 count against a checked cover": [
        [*pair(counted, 7), listed("dlx")],  # there is no vote
        [*pair(best, None, None, published_cost=70), listed("dlx")],
        # lists of as many other covers as there are
        [listed("dlx", status="limit", limit=8, fingerprint="e8"), listed("mine"), counted("sat")],
    ],
    "mine: 1 bound against a checked cover": [
        [best("dlx", 70, 70), best("mine", 90, 71)],
        [best("dlx", 70, 70), best("mine", None, 71)],
        [best("sat", 69, 60), best("mine", 70, 70)],
        [best("dlx", 70, 70, fingerprint="a"), best("mine", 71, 71, fingerprint="b")],
    ],
    "the published number: 1 number against a checked cover": [
        [listed("dlx", 9, published=8), counted("sat", 9, published=8)],
        [best("dlx", 70, 70, published_cost=71)],
        [one("dlx", "f1", "first", published=1), one("sat", "f2", "first", published=1)],  # together
    ],
    "the published number: 1 number against the majority": [pair(best, 71, 71, published_cost=70)],
    "mine: 1 count against the majority; the published number: 1 number against the majority": [
        [counted("dlx", 7, published=8), counted("sat", 7, published=8), counted("mine", 9, published=8)]
    ],
    "peer-xcover:memo=true: 1 count against the majority; the published number: 1 number against the majority": [
        [counted("peer-xcover:memo=true", 8, published=8), counted("dlx", 7), counted("sat", 7)]  # it miscounts
    ],
    "mine: 1 count against the majority": [[counted("mine", 9), counted("dlx"), counted("sat")]],
    "mine:seed=1, mine:seed=2, mine:seed=3: 1 count against the majority": [  # settings of one solver
        [*(counted(f"mine:seed={k}", 9) for k in (1, 2, 3)), counted("dlx"), counted("sat")]
    ],
    "mine: 1 orbit count against the majority": [
        [counted("mine", orbits=3), counted("dlx", orbits=2), counted("sat", orbits=2), listed("bits")]
    ],
    "mine: 1 list against the majority": [
        [listed("mine", fingerprint="e8", checked=0), listed("dlx", checked=0), listed("sat", checked=0)],
        [best(who, 7, 7, limit=3, covers=3, fingerprint=f) for who, f in (("dlx", "a"), ("sat", "a"), ("mine", "b"))],
    ],
    "dlx: 1 count against another; mine: 2 counts against another": [
        [counted("mine"), counted("mine", 7, repeat=2), counted("dlx")]
    ],
    "dlx, mine: 1 count against another": [
        [counted("dlx", 2**80), counted("mine", 2**80 + 1)],
        [counted("dlx", 9, status="timeout"), counted("mine")],
        [row("dlx"), row("mine", 0, "", task="first")],
        [row("dlx"), row("mine", 2, "f2", task="first", limit=3)],
        [row("dlx"), row("mine", 9, "f9", status="limit")],
    ],
    "dlx, mine: 1 orbit count against another": [[counted("mine", orbits=2), orbits("dlx", 3)]],
    "dlx, mine: 1 list against another": [
        [row("dlx"), row("mine", fingerprint="one lost and one repeated")],
        [best(who, 7, 7, limit=3, covers=n, fingerprint="f3") for who, n in (("dlx", 3), ("mine", 2))],
        [unique("dlx", 1, checked=0), unique("mine", 1, fingerprint="ff", checked=0)],
    ],
}
GROUNDS = {"wrong answer": "INVALID", "published number": "KNOWN", "certified number": "KNOWN"}
GROUNDS |= {"checked cover": "CHECKED", "the majority": "MAJORITY", "another": "UNDECIDED"}


@pytest.mark.parametrize(("expected", "rows"), [(told, rows) for told, shown in CASES.items() for rows in shown])
def test_suspects_are_named_by_evidence(expected, rows):
    for ordered in (rows, rows[::-1]):
        found = suspects(ordered)
        alike = groupby(found, lambda one: one.evidence)
        assert "; ".join(f"{', '.join(one.solver for one in some)}: {why}" for why, some in alike) == expected
        for suspect in found:
            strongest, *_ = suspect.evidence.split(", ")
            assert suspect.ground.name == next(name for words, name in GROUNDS.items() if words in strongest)
        blamed = {one.solver for one, is_at_fault in zip(ordered, at_fault(ordered), strict=True) if is_at_fault}
        assert blamed == {one.solver for one in found} - {PUBLISHED}


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        ([counted("dlx"), counted("mine", 7)], "the counts differ"),
        ([row("dlx"), row("mine", fingerprint="e8")], "the lists differ"),
        ([counted("dlx", orbits=1), counted("mine", orbits=2)], "the orbit counts differ"),
        ([invalid("mine")], "gave a wrong answer"),
        ([counted("dlx", published=9), counted("sat")], "9 covers are published, against the majority"),
        ([row("mine", 0, published=1, task="first")], "1 cover is published"),
        ([unique("sat", 2), unique("mine", 1)], "2 covers are found and checked"),
        ([counted("dlx", certificate="trace"), counted("mine", 9)], "8 covers are certified"),
        ([best("dlx", 69, 69, cost_scale=10), best("mine", 70, 70, cost_scale=10)], "cost 6.9 is found and checked"),
        ([best("dlx", 7, 7, cost_scale=10, published_cost=8)], "cost 0.8 is published, against a checked cover"),
    ],
)
def test_a_contradiction_is_told_with_its_rows(rows, what):
    (offence,) = offences([*rows, row("other", digest="d2")])
    assert (offence.what, [one for one in offence.rows if one not in rows]) == (what, [])
    assert any(what in caution for caution in cautions(rows))


def test_a_suspect_is_told_in_a_line():
    (suspect,) = suspects([counted(who, 7, published=8) for who in ("dlx", "sat")])
    assert str(suspect) == (
        "the published number: in doubt on 1 of 1 problem: 1 number against the majority."
        " Disagreement on tromino/5x5-0: 8 covers are published, against the majority"
    )
    (suspect,) = suspects([row("dlx", published=8), row("peer-xcover:memo=true", 9, "f9", published=8)])
    assert "against the published number. Known fault: peer-xcover:memo=true " in str(suspect)


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


def test_verify_counts_proven_optima_and_shows_rows_of_which_nobody_is_suspect(run, tmp_path):
    append(tmp_path, best("dlx", 70, 70, cost_scale=10), best("sat", 90, 65, cost_scale=10))
    code, out, _ = run("verify", str(tmp_path))
    assert (code, out.strip().endswith("0 of them count all covers, 1 prove an optimum")) == (0, True)
    append(tmp_path, best("third", 60, 50, cost_scale=10))
    code, out, _ = run("verify", str(tmp_path))
    assert (code, "d1: cost 6 is found and checked\n    third  best  timeout  cost 6  bound 5\n" in out) == (1, True)


@pytest.mark.parametrize(
    ("asked", "contradicted"),
    [
        ({"covers": 9, "task": "first", "limit": 9, "published": 8}, True),
        ({"covers": 9, "task": "count", "limit": 9, "status": "timeout", "published": 8}, True),
        ({"covers": 9, "task": "sample", "limit": 9, "published": 8}, False),
        *(({"covers": n, "task": "unique", "published": 1}, n != 1) for n in (0, 1, 2)),
        *(({"covers": n, "task": "unique", "published": 92}, n < 2) for n in (0, 1, 2)),
        ({"covers": 8, "task": "unique", "orbits": 1, "up_to_symmetry": True, "published_orbits": 12}, True),
        ({"covers": 4, "task": "unique", "orbits": 1, "up_to_symmetry": True, "published_orbits": 1}, False),
    ],
)
def test_what_a_row_says_of_the_published_number(asked, contradicted):
    assert row(**{"limit": 2, "checked": asked["covers"], **asked}).contradicts_published == contradicted


def test_page_tables_csv_and_python_say_the_same(run, tmp_path):
    append(tmp_path, *(replace(one, case=f"{one.case}0") for one in of_three_problems()))
    assert f"{LINE}." in cautions(of_three_problems())
    assert run("report", str(tmp_path), "--latex", str(tmp_path / "t.tex"))[0] == 0
    page = (tmp_path / "report.html").read_text()
    assert page.count("Disagreement on") == 1
    assert f'<li class="warning">{LINE}.</li>' in page
    with (tmp_path / "agreement.csv").open() as file:
        lines = list(csv.DictReader(file))
    (told,) = {(line["answers"], line["suspects"], line["agrees"]) for line in lines}
    assert told == ("45: mine; 56: cpsat dlx sat", "mine", "False")
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
        'tasks = ["enumerate", "count"]\nproblems = { matching = ["4", "6"], tromino = ["5x5-0"] }\n'
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
    if lists:
        return listed(solver, len(some), fingerprint=f"f{sorted(some)}", **columns)
    return counted(solver, len(some), **columns)


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
