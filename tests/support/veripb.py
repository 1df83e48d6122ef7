"""A small checker of proofs in the format of VeriPB: the rules that ours have, by unit propagation alone."""

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


class Constraint(NamedTuple):
    """The coefficients, all positive, of the literals that hold add up to at least `degree`."""

    times: dict[int, int]
    degree: int

    @classmethod
    def of(cls, terms: Iterable[tuple[int, int]], degree: int) -> "Constraint":
        sums: dict[int, int] = defaultdict(int)
        for literal, times in terms:
            sums[abs(literal)] += times if literal > 0 else -times
            degree -= times * (literal < 0)
        signed = {v if n > 0 else -v: abs(n) for v, n in sums.items() if n}
        return cls(signed, degree + sum(n for literal, n in signed.items() if literal < 0))


NOTHING = Constraint({}, 0)


def _literals(text: str) -> list[int]:
    return [int(word.replace("~x", "-").lstrip("x")) for word in re.findall(r"~?x\d+", text)]


def _terms(text: str, sign: int = 1) -> list[tuple[int, int]]:
    return [(*_literals(literal), sign * int(n)) for n, literal in re.findall(r"([-+]?\d+) (~?x\d+)", text)]


def _refuted(constraints: list[Constraint], true: set[int]) -> bool:
    """Add the literals that follow to those that are true; return whether there is a contradiction."""
    n_before = -1
    while n_before < len(true):
        n_before = len(true)
        for one in constraints:
            slack = sum(n for literal, n in one.times.items() if -literal not in true) - one.degree
            if slack < 0:
                return True
            true.update(literal for literal, n in one.times.items() if n > slack and -literal not in true)
    return False


def accepted(opb: Path, file: Path) -> bool:
    """Return whether the proof in a file holds about the problem in the other, and leads to its conclusion."""
    problem, proof = opb.read_text(), file.read_text()
    aims = dict(re.findall("^(min|preserved):(.*)", problem, re.MULTILINE))
    target, preserved, costs = aims.get("min", ""), _literals(aims.get("preserved", "")), list[int]()
    given: list[Constraint] = []
    for left, is_at_least, side in re.findall(r"^(.*) (>?)= (-?\d+) ;", problem, re.MULTILINE):
        given.append(Constraint.of(_terms(left), int(side)))
        given += [] if is_at_least else [Constraint.of(_terms(left, -1), -int(side))]
    known, kept = dict(enumerate(given, 1)), {*range(len(given) + 1)}
    head, counted, *rules, output, conclusion, end = proof.splitlines()
    frame = ["pseudo-Boolean proof version 3.0", f"f {len(given)} ;", "output NONE ;", "end pseudo-Boolean proof ;"]
    holds, number = [head, counted, output, end] == frame, len(given)
    for rule, text in (line.removesuffix(" ;").split(" ", 1) for line in rules):
        number += rule != "del"
        if rule == "del":
            holds &= kept.isdisjoint(map(int, text.split()[1:]))
            known = {k: one for k, one in known.items() if str(k) not in text.split()}
        elif rule == "pol":
            parts = [(known.get(int(k), NOTHING), int(n)) for k, n in re.findall(r"(\d+) (\d+) \*", text)]
            holds &= text.endswith("*" + " +" * (len(parts) - 1))
            terms = ((v, n * times) for one, n in parts for v, times in one.times.items())
            known[number] = Constraint.of(terms, sum(n * one.degree for one, n in parts))
        elif rule == "rup":
            claim, _, named = text.partition(" : ~ ")
            left, side = claim.split(">=")
            used = [known.get(int(k), NOTHING) for k in named.split()] or [*known.values()]
            holds &= _refuted([Constraint.of(_terms(left, -1), 1 - int(side)), *used], set())
            known[number] = Constraint.of(_terms(left), int(side))
        else:
            true, variables = set(_literals(text)), {abs(v) for one in given for v in one.times}
            holds &= not _refuted([*known.values()], true) and {*map(abs, true)} >= variables
            costs.append(sum(n for v, n in _terms(target) if v in true))
            excluded = [(-v if v in true else v, 1) for v in preserved], 1
            known[number] = Constraint.of(*{"solx": excluded, "soli": (_terms(target, -1), 1 - costs[-1])}[rule])
            kept.add(number)
    least, listed = min(costs, default=0), f"ENUMERATION_COMPLETE {len(costs)}" if costs else "UNSAT"
    wanted, *claimed = (f"BOUNDS {least} : -1 {least}", _terms(target), least) if target else (f"{listed} : -1", [], 1)
    return holds and (conclusion, known.get(number)) == (f"conclusion {wanted} ;", Constraint.of(*claimed))
