"""The figures of the benchmark, and their targets."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import exp, log
from typing import Any

from benchmarks import in_the_hand, verbs
from benchmarks.subjects import (
    ASKED,
    BUILDING,
    CHEAPEST,
    CHOSEN,
    COUNTING,
    ENUMERATION,
    FEW_GIVENS,
    FIRST_OF_SAT,
    LEARNING_OF_DLX,
    LEARNING_OF_SAT,
    LONG_ENUMERATION,
    LONG_FIRST_OF_SAT,
    LONG_THOUSAND_OF_SAT,
    MADE,
    MOST_COVERS,
    PLAIN_COUNTING,
    SUDOKUS_A_SECOND,
    THOUSAND_OF_SAT,
    title,
)

DLX_OF_DLX1 = 0.81
"""CPU time of `dlx` relative to Knuth's dlx1 (gcc 12 -O3): the geometric mean over these subjects, counting.

Measured once, against the same algorithm in C, because we may not ship dlx1; single subjects range from 0.59 to 1.08.
"""


class Round:
    """One round of measurements; each is taken once, on first use."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[Any, ...], float] = {}

    def seconds(self, verb: Callable[..., float], *about: str) -> float:
        """Return the measurement of a verb on its subject in this round, seconds."""
        key = (verb.__name__, *about)
        if key not in self._seconds:
            self._seconds[key] = verb(*about)
        return self._seconds[key]

    def ratio(self, verb: Callable[..., float], spec: str, other: str, subject: str) -> float:
        """Return the time of a solver relative to another."""
        return self.seconds(verb, spec, subject) / self.seconds(verb, other, subject)


@dataclass(frozen=True)
class Figure:
    """A figure: its value in a round, its unit, and its target, if any."""

    section: str
    name: str
    unit: str
    value: Callable[[Round], float]
    asked: float | None = None
    at_least: bool = False

    def is_met(self, value: float) -> bool | None:
        """Return whether a value meets the target; None without a target."""
        if self.asked is None:
            return None
        return value >= self.asked if self.at_least else value <= self.asked


def figures(long: bool) -> list[Figure]:
    """Return all figures, in the order of the page; `long` adds the figures that take minutes."""
    subjects = [*ENUMERATION, *LONG_ENUMERATION] if long else list(ENUMERATION)
    engines = [*_enumeration(subjects), *_learning(long), *_counting()]
    return [*engines, *_diagrams(), *_making(), *_sudokus(), *_waiting(), *_in_the_hand()]


def _taken(verb: Callable[..., float], *about: str) -> Callable[[Round], float]:
    """Return the value of a figure: the seconds that a verb takes."""
    return lambda this: this.seconds(verb, *about)


def _relative(verb: Callable[..., float], spec: str, other: str, subject: str) -> Callable[[Round], float]:
    """Return the value of a figure: the time of a solver relative to another."""
    return lambda this: this.ratio(verb, spec, other, subject)


def _enumeration(subjects: list[str]) -> list[Figure]:
    against = "bits: CPU time relative to Knuth's dlx1"
    page = [Figure(against, title(name), "x", partial(_of_dlx1, subject=name), 0.40) for name in subjects]
    page.append(Figure(against, "geometric mean", "x", partial(_mean_of_dlx1, subjects=subjects), 0.14))
    page.append(Figure("dlx: CPU time relative to Knuth's dlx1", "measured once", "x", lambda _: DLX_OF_DLX1, 0.90))
    writing = "bits: listing all covers, relative to counting"
    page += [Figure(writing, title(name), "x", partial(_writing, subject=name), 1.3) for name in subjects]
    return [*page, Figure(writing, f"{MOST_COVERS}, copying its numbers only", "x", _copying)]


def _learning(long: bool) -> list[Figure]:
    listed, first, thousand = "learn: all covers", "learn: the first cover", "learn: the first 1,000 covers"
    asked = [(listed, verbs.counting, name, "dlx", x) for name, x in LEARNING_OF_DLX.items()]
    asked += [(listed, verbs.counting, name, "sat", x) for name, x in LEARNING_OF_SAT.items()]
    of_sat = FIRST_OF_SAT | (LONG_FIRST_OF_SAT if long else {})
    asked += [(first, verbs.first_cover, name, "sat", x) for name, x in of_sat.items()]
    of_sat = THOUSAND_OF_SAT | (LONG_THOUSAND_OF_SAT if long else {})
    asked += [(thousand, verbs.first_thousand, name, "sat", x) for name, x in of_sat.items()]
    return [
        Figure(f"{what}, CPU time relative to {other}", name, "x", _relative(verb, "learn", other, name), most)
        for what, verb, name, other, most in asked
    ]


def _counting() -> list[Figure]:
    plain = "counter: CPU time relative to bits"
    relative = [(name, 1.2) for name in PLAIN_COUNTING] + [("pentomino/6x10", 1.0)]
    return [
        *(Figure("counter", name, "s", _taken(verbs.counting, "counter", name), s) for name, s in COUNTING.items()),
        *(Figure(plain, name, "x", _relative(verbs.counting, "counter", "bits", name), x) for name, x in relative),
    ]


def _diagrams() -> list[Figure]:
    best = "counter: the cheapest cover"
    page = [Figure(best, name, "s", _taken(verbs.optimising, "counter", name), s) for name, s in CHEAPEST.items()]
    questions = {
        "diagrams: making one": verbs.recording,
        "diagrams: 10,000 random covers, after making it": verbs.drawing,
        "diagrams: 10,000 covers by number": verbs.fetching,
        "diagrams: how many covers hold each option": verbs.weighing,
        "counter: covers up to symmetry": verbs.counting_orbits,
    }
    for section, verb in questions.items():
        page += [Figure(section, name, "s", _taken(verb, name), s) for name, s in ASKED.items()]
    return page


def _making() -> list[Figure]:
    one, few, sets = "make: a puzzle with one answer", "make: puzzles with few givens", "make: all sets of pieces tried"
    return [
        *(Figure(one, name, "s", _taken(verbs.making, name, n), asked) for name, (n, asked) in MADE.items()),
        *(
            Figure(few, f"{name}, {n} givens or fewer", "/h", partial(_made_an_hour, subject=name, most=n), asked, True)
            for name, (n, asked) in FEW_GIVENS.items()
        ),
        *(Figure(sets, name, "s", _taken(verbs.choosing, name)) for name in CHOSEN),
    ]


def _sudokus() -> list[Figure]:
    section = "bits: lists of sudokus, text to text"
    return [
        Figure(section, name, "/s", partial(_sudokus_a_second, puzzles=name), asked, at_least=True)
        for name, asked in SUDOKUS_A_SECOND.items()
    ]


def _waiting() -> list[Figure]:
    page = [Figure("building", name, "s", _taken(verbs.building, name), asked) for name, asked in BUILDING.items()]
    for solver in ("dlx", "bits", "counter"):
        page.append(Figure("danceoff solve", f"{solver}, warm", "s", _taken(verbs.starting, solver), 0.7))
        page.append(Figure("danceoff solve", f"{solver}, cold", "s", _taken(verbs.compiling, solver), 15.0))
    return page


def _in_the_hand() -> list[Figure]:
    return [
        Figure("in the hand: CPU time", command.name, "s", partial(_of_command, command=command), command.asked)
        for command in in_the_hand.COMMANDS
    ]


def _of_dlx1(this: Round, subject: str) -> float:
    return DLX_OF_DLX1 * this.ratio(verbs.searching, "bits", "dlx", subject)


def _mean_of_dlx1(this: Round, subjects: list[str]) -> float:
    return exp(sum(log(_of_dlx1(this, subject)) for subject in subjects) / len(subjects))


def _writing(this: Round, subject: str) -> float:
    return this.seconds(verbs.listing, "bits", subject) / this.seconds(verbs.counting, "bits", subject)


def _copying(this: Round) -> float:
    return this.seconds(verbs.copying, MOST_COVERS) / this.seconds(verbs.counting, "bits", MOST_COVERS)


def _made_an_hour(this: Round, subject: str, most: str) -> float:
    return 3600 / this.seconds(verbs.making, subject, most)


def _sudokus_a_second(this: Round, puzzles: str) -> float:
    return 1 / this.seconds(verbs.text_to_text, "bits", puzzles)


def _of_command(_this: Round, command: in_the_hand.Command) -> float:
    return in_the_hand.seconds(command)
