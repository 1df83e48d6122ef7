"""Whoever lies, no right solver is blamed: rows of made-up problems, of which this file knows what is right."""

from random import Random

import night
import pytest
from rows import row

from danceoff.experiments.results.verify import Ground, offences

HONEST = ("dlx", "sat", "bits", "auto")
LIAR = "mine.py:Mine"


def honest(random: Random, solver: str, covers: list[int], found: list[int], **columns):
    """A row that says the truth about these covers: the search was complete, was stopped, or looked for a few."""
    some = random.sample(covers, random.randint(0, len(covers)))
    kind = random.choice(["count", "enumerate", "stopped count", "stopped list", "limit", "first"])
    if kind == "first":
        some = some[:1] if some else covers[:1]
        columns |= {"task": "first", "limit": 1}
    elif kind == "limit" and some:
        columns |= {"status": "limit", "limit": len(some)}
    elif kind.startswith("stopped"):
        columns |= {"status": "timeout"}
    else:
        some = covers
    if "count" in kind:
        return row(solver, len(some), "", **{**columns, "task": "count"})
    found += some
    return row(solver, len(some), f"f{sorted(some)}", checked=len(some), **columns)


def lie(random: Random, solver: str, n: int, covers: list[int], found: list[int], **columns):
    """A row with a wrong number, or the truth about some of the covers only; checked covers are covers all the same."""
    if random.random() < 0.5:
        return honest(random, solver, random.sample(covers, random.randint(0, n)), found, **columns)
    said = random.choice([m for m in range(n + 4) if m != n])
    status = random.choice(["complete", "timeout"])
    return row(solver, said, "", **{**columns, "task": "count", "status": status})


def drawn(random: Random, *, is_caught: bool):
    """Rows about one problem by right solvers and by a liar, in any order; the number of covers, and what was found."""
    n = random.randint(0, 6)
    covers, found = list(range(n)), []
    published = {"published": n} if random.random() < 0.3 else {}
    who = random.sample(HONEST, random.randint(1, 3))
    rows = [
        honest(random, random.choice(who), covers, found, **published, repeat=k) for k in range(random.randint(1, 5))
    ]
    inside = {"detail": f"{LIAR}:seed=2 finished after 1.00 s"}
    for k in range(1, random.randint(2, 5)):
        as_named = random.choice([LIAR, f"{LIAR}:seed={k}", f"parts:of={LIAR}", f"race:of=sat+{LIAR}"])
        made = {"sources": {"mine.py": "1"}, **(inside if as_named.startswith("race") else {})}
        rows.append(lie(random, as_named, n, covers, found, repeat=k, **made, **published))
    if is_caught:
        detail, made = "options 0, 1 are not a cover", {"sources": {"mine.py": "1"}}
        rows.append(row(LIAR, 2, "f", status="wrong", checked=1, detail=detail, repeat=9, **made))
    random.shuffle(rows)
    return n, rows


@pytest.mark.parametrize("is_caught", [False, True])
def test_no_right_solver_is_blamed_whatever_one_liar_says(is_caught):
    random = Random(night.seed)
    for _ in range(night.times(1000)):
        n, rows = drawn(random, is_caught=is_caught)
        for offence in offences(rows):
            right = [one.solver for one in offence.blamed if "mine" not in one.solver]
            assert not right or (offence.ground is Ground.UNDECIDED and not is_caught), (n, offence)


def test_who_lies_is_blamed_where_somebody_knows_the_number():
    random = Random(night.seed)
    for _ in range(night.times(1000)):
        n, rows = drawn(random, is_caught=random.random() < 0.5)
        blamed = {one.solver for offence in offences(rows) for one in offence.blamed}
        lies = [one.covers > n or (one.is_exact and one.covers != n) or one.status == "wrong" for one in rows]
        if any(one.published is not None or (one.is_exact and "mine" not in one.solver) for one in rows):
            assert any("mine" in solver for solver in blamed) == any(lies)
