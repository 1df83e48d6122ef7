"""`danceoff contract` finds each planted bug, shows the smallest problem for it, and lets honest backends pass."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, repeat
from typing import ClassVar

import pytest
from fakes import alive
from hypothesis import strategies
from left_over import wait_until
from programs import spec_of

from danceoff.experiments.contract import hold as holding
from danceoff.experiments.contract import rules
from danceoff.experiments.contract.hold import Bounds, Finding, hold, shown
from danceoff.experiments.contract.small import dealt, pairs
from danceoff.experiments.terminal import progress
from danceoff.problems import Covers, ExactCover
from danceoff.solvers import Feature, Search, SearchWalked, Solver, load
from danceoff.solvers.base import Improvement
from danceoff.solvers.readable.algorithm_x import AlgorithmX
from danceoff.solvers.readable.backtracking import Backtracking

SHARED: dict[str, Search] = {}


@dataclass(frozen=True)
class Faulty(Solver):
    """Algorithm X with one bug."""

    bug: str = "none"

    name: ClassVar[str] = "faulty"
    features: ClassVar[frozenset[Feature]] = AlgorithmX.features

    def build(self, problem, blocked):
        if self.bug == "crashes at 65 options" and problem.n_options >= 65:
            raise OverflowError("65 bits")
        if self.bug == "does not come back" and problem.n_options == 65:
            sum(repeat(0))  # C code that looks at no signal
        if self.bug == "dies" and problem.n_options == 65:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.bug == "leaks a process":
            subprocess.Popen(["sleep", "0.2"])
        if self.bug == "mutates the problem" and problem.n_options:
            object.__setattr__(problem, "option_names", ("changed",) * problem.n_options)
        asked = problem
        if self.bug == "shares its searches":
            return SHARED.setdefault(problem.digest, FaultySearch("none", problem, AlgorithmX().prepare(problem)))
        if self.bug == "wrong with options given" and len(problem.taken):
            return FaultySearch("loses a cover", problem, AlgorithmX().prepare(problem))
        if self.bug == "ignores secondary items" and not problem.has_multiplicities:
            names = range(problem.n_items)
            options = [[i for i in problem.items_of(k) if i < problem.n_primary] for k in range(problem.n_options)]
            asked = ExactCover.from_options(options, names[: problem.n_primary], names[problem.n_primary :])
        return FaultySearch(self.bug, problem, AlgorithmX().prepare(asked, tuple(blocked)))


class ClaimsTooLittle(Faulty):
    """Answers problems with secondary items, and does not name them among its features."""

    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.BLOCK, Feature.MULTIPLICITY})

    def prepare(self, problem, blocked=()):
        return Backtracking().prepare(problem, blocked)


class FaultySearch(Search):
    n_made = 0

    def __init__(self, bug, problem, honest):
        FaultySearch.n_made += 1
        self.turn = FaultySearch.n_made
        self.bug, self.problem, self.honest = bug, problem, honest

    def _batches(self):
        if self.bug == "wrong at 0 items" and self.problem.n_items == 0:
            return
        if self.bug == "stops late" and self.problem.n_options > 100:
            time.sleep(3)
        if self.bug == "unstable order with a limit":
            covers = list(self.honest.covers()) if self.problem.n_options < 100 else []
            for cover in covers[:: -1 if self.turn % 2 else 1]:
                yield Covers.of([cover])
        else:
            for k, cover in enumerate(self.honest.covers()):
                if self.bug == "loses a cover" and k == 1:
                    continue
                yield Covers.of([cover])
                if self.bug == "repeats a cover" and k == 2:
                    yield Covers.of([cover])

    def _cheapest(self, limit):
        for cover, bound in self.honest.cheapest(limit):
            cost = int(self.problem.cost_of(Covers.of([cover]))[0]) if cover else 0
            if cover and self.bug == "takes costs for positive" and cost < 0:
                continue
            if cover and self.bug == "repeats a cover":
                yield Improvement(cover)
            if cover and self.bug == "bounds too soon":
                yield Improvement(None, cost + 1)
            yield Improvement(cover, bound)
            if cover and self.bug == "stops at the first cover":
                return

    def stats(self):
        if self.bug == "counts nodes down":
            return {"nodes": -self.honest.stats()["nodes"]}
        return {"nodes": 1.5} if self.bug == "counts half nodes" else self.honest.stats()

    def _increments(self):
        if self.bug == "is silent":
            yield self.honest.count()
            return
        yield from self.honest.increments()
        if self.bug == "wrong count only" and self.problem.n_options > 3:
            yield 1


EVERY_RULE = {**rules.LISTING, **rules.ALL, **rules.OF_ONE, **rules.BEST}
BUGS = {
    "loses a cover": ("lists every cover once", "is missing"),
    "repeats a cover": ("lists every cover once", "is given twice"),
    "wrong at 0 items": ("lists every cover once", "the cover () is missing"),
    "ignores secondary items": ("lists every cover once", "are no cover"),
    "stops late": ("gives first covers of 2^60 at once", "not through after 1 s"),
    "leaks a process": ("leaves nothing behind", "(threads, processes)"),
    "mutates the problem": ("leaves the problem alone", "the problem has changed"),
    "unstable order with a limit": ("keeps its order with a limit", "with a limit"),
    "wrong count only": ("counts every cover", "count() says"),
    "crashes at 65 options": ("lists every cover once", "OverflowError: 65 bits"),
    "dies": ("keeps its order with a limit", "its process was killed by SIGKILL"),
}


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    """Hypothesis takes a second to draw the first problem; the processes of these tests are forks of this one."""
    holding._of_all("a rule", EVERY_RULE["lists every cover once"], Faulty(), 5, 60.0, lambda _: None)


def of_rule(monkeypatch, name: str, solver: Solver, n_examples: int = 8, patience_s: float = 5.0) -> Finding:
    """What is found of one rule, in a process."""
    asked = {name: EVERY_RULE[name]}
    for module in (holding, rules):
        monkeypatch.setattr(module, "rules_for", lambda _: asked)
    return next(hold(solver, Bounds(n_examples, patience_s)))


@pytest.mark.parametrize("bug", BUGS)
def test_each_planted_bug_is_found_and_shown_by_a_small_problem(monkeypatch, bug):
    rule, words = BUGS[bug]
    found = of_rule(monkeypatch, rule, Faulty(bug), 25 if bug == "ignores secondary items" else 8, 1.0)
    assert words in found.broken
    assert found.problem


THREE = dealt(3, 2)
FURTHER_BUGS = {
    "shares its searches": (rules.starts_anew, THREE, "SearchWalked"),
    "wrong with options given": (rules.answers_what_is_left, THREE, "is missing"),
    "counts nodes down": (rules.keeps_stats, THREE, "stats()['nodes'] goes from 0 to -"),
    "counts half nodes": (rules.can_be_left, THREE, "stats()['nodes'] is 1.5, and must be an int"),
    "is silent": (rules.gives_heartbeats, pairs(3), "the first two increments are [0], and must be 0"),
    "loses a cover": (rules.gives_first_covers_at_once, THREE, "the first 20 covers are not 20 covers"),
    "repeats a cover": (rules.goes_deep, THREE, "is given twice"),
}


@pytest.mark.parametrize("bug", FURTHER_BUGS)
def test_further_bugs_break_the_rule_that_is_about_them(bug):
    rule, problem, words = FURTHER_BUGS[bug]
    with pytest.raises((rules.Broken, SearchWalked)) as refusal:
        rule(Faulty(bug), problem)
    assert words in f"{type(refusal.value).__name__}: {refusal.value}"


def test_a_solver_that_claims_too_little_is_found():
    with pytest.raises(rules.Broken, match="the feature SECONDARY is not refused"):
        rules.refuses_what_it_does_not_claim(ClaimsTooLittle(), dealt(2))


def test_a_solver_that_is_stuck_in_foreign_code_is_ended_and_the_next_rule_is_tried(monkeypatch):
    monkeypatch.setattr(holding, "_GRACE_S", 0.9)
    monkeypatch.setattr(holding, "problems_with", lambda _: strategies.just(dealt(1)))  # drawing takes its time
    first, second = islice(hold(Faulty("does not come back"), Bounds(1, 0.3)), 2)
    assert first.broken == second.broken == "stuck in foreign code: its process says nothing for 1.2 s"
    assert first.rule != second.rule
    assert "64: 0" in first.problem


def test_a_problem_is_shown_with_all_that_it_has():
    problem = ExactCover.from_options([["a", ("c", "red")], ["a", "c"]], "a", "c", multiplicity={"a": (1, 2)})
    assert shown(problem) == "2 items, items 1.. secondary; item 0 1 to 2 times; options 0: 0 1:1; 1: 0 1"
    problem = replace(ExactCover.from_options(["a", "a"], "a", cost=[3, -1.5]), max_cost=4)
    assert shown(problem) == "1 items; covers cost at most 4; options 0: 0 for 6; 1: 0 for -3"


def test_the_problem_shown_is_minimal(monkeypatch):
    finding = of_rule(monkeypatch, "counts every cover", Faulty("wrong count only"), 20)
    assert finding.problem == "1 items; options 0: 0; 1: 0; 2: 0; 3: 0"


WRONG_OPTIMISERS = {
    "stops at the first cover": "cheapest cost [",
    "takes costs for positive": "cheapest cost [",
    "repeats a cover": "come twice or are no cover",
    "bounds too soon": "and a cheaper one comes later",
}


@pytest.mark.parametrize("bug", WRONG_OPTIMISERS)
def test_each_wrong_optimiser_is_found(bug):
    name = "finds the cheapest covers"
    found = holding._of_all(name, rules.BEST[name], Faulty(bug), 25, 5.0, lambda _: None)
    assert WRONG_OPTIMISERS[bug] in found.broken
    assert found.problem
    assert (" for -" in found.problem) == (bug == "takes costs for positive")


@pytest.mark.slow
@pytest.mark.parametrize("solver", [load("dlx"), Faulty()], ids=str)
def test_honest_backends_keep_the_contract(solver):
    assert [finding for finding in hold(solver, Bounds(2)) if finding.broken] == []


@pytest.fixture
def few(monkeypatch):
    """Three rules and three problems, of which none is drawn."""
    names = ("lists every cover once", "counts every cover", "finds a cover of 2000 options")
    asked = {name: EVERY_RULE[name] for name in names}
    for module in (holding, rules):
        monkeypatch.setattr(module, "rules_for", lambda _: asked)
    monkeypatch.setattr(holding, "problems_with", lambda _: strategies.just(dealt(1)))
    chosen = ("secondary items in conflict", "64 options")
    monkeypatch.setattr(holding, "SMALL", {name: holding.SMALL[name] for name in chosen})


MINE = """
from dataclasses import dataclass
from danceoff.solvers.base.one_by_one import OneByOne
from danceoff.solvers.readable.backtracking import Backtracking
class Empty(OneByOne):
    def _steps(self):
        yield from ()
@dataclass(frozen=True)
class Mine(Backtracking):
    name = "mine"
    def build(self, problem, blocked):
        return Empty()
"""


@pytest.mark.usefixtures("few")
def test_the_command_names_broken_rules_and_exits_with_1(tmp_path, run):
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    code, said, _ = run("contract", f"{file}:Mine", "--examples", "1")
    assert code == 1 and "BROKEN  lists every cover once" in said
    assert "is missing\n        smallest problem: " in said
    assert f"{file}:Mine breaks 3 rules" in said
    code, said, _ = run("contract", "backtracking", "--examples", "1")
    assert code == 0 and "backtracking keeps the contract" in said
    code, _, err = run("contract", "no-such")
    assert code == 2 and "unknown solver 'no-such'" in err


EXACT_ONLY = """#!/usr/bin/python3 -S
import sys
names, *rows = (line.split() for line in open(0) if line[0] != "|")
if "|" in names:
    sys.exit("items behind the bar are not known")
if len(rows) >= 2000:
    sys.exit("more than 1999 options")
n_found, stack = 0, [((), set(names))]
while stack:
    chosen, left = stack.pop()
    if left:
        item = next(name for name in names if name in left)
        stack += [((*chosen, k), left - set(row)) for k, row in enumerate(rows) if item in row and left >= set(row)]
        continue
    n_found += 1
    if n_found % 5 or "honest" in sys.argv[0]:
        print(*chosen, flush=True)
"""


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("name", ["honest", "liar"])
def test_a_program_of_exact_items_is_held_to_nothing_else_and_its_error_is_found(tmp_path, run, name):
    spec = spec_of(tmp_path, EXACT_ONLY, name, by_file=False, features=[])
    code, said, _ = run("contract", spec, "--examples", "1")
    assert code == 1
    assert ("count() says 52, and there are 64 covers" in said) == (name == "liar")
    assert said.count("ended with exit code 1, not 0: more than 1999 options") == 1
    assert "behind the bar" not in said
    assert f"{spec} breaks {3 if name == 'liar' else 1} rule" in said


@pytest.mark.usefixtures("few")
def test_rules_that_one_cause_breaks_are_one_line_and_the_key_for_it_is_named(tmp_path, run):
    spec = spec_of(tmp_path, EXACT_ONLY, "honest", by_file=False)
    code, said, _ = run("contract", spec, "--examples", "1")
    assert code == 1
    assert said.count("items behind the bar are not known") == 1
    assert "BROKEN  lists every cover once, counts every cover  (" in said
    assert "smallest problem: 3 items, items 2.. secondary; options 0: 0 2; 1: 1 2\n" in said
    assert "if the program takes no secondary items, write features = [] into its entry" in said
    assert f"{spec} breaks 3 rules\n" in said


@dataclass(frozen=True)
class Sleepy(Backtracking):
    """Backtracking that falls asleep over problems of at least so many options, or takes more and more memory."""

    n_options: int = 0
    takes_memory: bool = False

    name: ClassVar[str] = "sleepy"

    def build(self, problem, blocked):
        held = []
        while problem.n_options >= self.n_options:
            held.append(bytearray(b"x") * 2**27 * self.takes_memory)
            time.sleep(0.05)
        return super().build(problem, blocked)


@pytest.mark.usefixtures("few")
def test_slow_on_a_large_problem_is_no_wrong_answer(monkeypatch, run):
    monkeypatch.setattr("danceoff.solvers.load", lambda _: Sleepy(64))
    code, said, _ = run("contract", "sleepy", "--examples", "1", "--patience", "0.5")
    assert code == 3
    assert "limit   lists every cover once, counts every cover, finds a cover of 2000 options  (" in said
    assert said.count("not through after 0.5 s") == 1
    assert "sleepy:n_options=64 hits a limit in 3 rules\n" in said
    tiny = rules.OF_ONE["refuses what it does not claim"]
    finding = holding._of_one("a rule", tiny._replace(rule=rules.counts_every_cover), Sleepy(1), 0.1, lambda _: None)
    assert (finding.broken, finding.is_limit) == ("not through after 0.1 s", False)


def test_a_solver_that_hangs_is_waited_for_a_few_times():
    asked = []
    found = holding._of_all("a rule", rules.ALL["counts every cover"], Sleepy(2), 50, 0.1, asked.append)
    assert (found.broken, found.is_limit) == ("not through after 0.1 s", False)
    assert len([one for one in asked if one.problem.count(":") > 1]) == 3


@pytest.mark.usefixtures("few")
def test_a_wrong_answer_outweighs_a_slow_one(monkeypatch, run):
    found = [Finding("a", 3, "late", "large", True), Finding("b", 2, "wrong", "x"), Finding("c", 2, "wrong", "")]
    monkeypatch.setattr(holding, "hold", lambda *_: found)
    code, said, _ = run("contract", "backtracking")
    assert code == 1
    assert said.splitlines() == [
        "1 of 3  limit   a  (3 problems answered)",
        "2 of 3  BROKEN  b  (2 problems answered)",
        "3 of 3  BROKEN  c  (2 problems answered)",
        *("BROKEN  b, c  (2 problems answered)", "        wrong", "        smallest problem: x"),
        *("limit   a  (3 problems answered)", "        late", "        smallest problem: large"),
        "backtracking breaks 2 rules, and hits a limit in 1 rule",
    ]


def test_a_solver_that_catches_every_exception_is_stopped_all_the_same():
    with pytest.raises(holding.Late, match="not through"), holding._patience(0.1):
        while True:
            with suppress(Exception):
                time.sleep(60)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("n_options", "word", "code"), [(1, "BROKEN", 1), (64, "limit ", 3)])
def test_a_solver_that_takes_too_much_memory_is_ended_and_the_next_is_tried(monkeypatch, run, n_options, word, code):
    monkeypatch.setattr("danceoff.solvers.load", lambda _: Sleepy(n_options, takes_memory=True))
    limits = ("--memory-limit", "500", "--patience", "100", "--examples", "1")
    found, said, _ = run("contract", "sleepy", *limits)
    assert found == code
    assert len(re.findall(rf"^\d of 3  {word}  ", said, re.MULTILINE)) == 3
    assert said.count("more than 500 MB in use\n") == 1, "one cause"


@pytest.mark.usefixtures("few")
def test_where_there_is_no_terminal_lines_say_what_is_tried(monkeypatch, run):
    monkeypatch.setattr(progress, "_SILENT_S", 0.0)
    code, said, err = run("contract", "backtracking", "--examples", "1")
    assert (code, "\r" in said + err) == (0, False)
    tried = r"danceoff: +\d of \d  [\w ]+: \d+ problems answered, \d+ s"
    assert [one for one in err.splitlines()[1:] if not re.fullmatch(tried, one)] == []
    assert len(err.splitlines()) > 1


@pytest.mark.usefixtures("few")
def test_after_the_limit_on_all_the_rules_that_are_left_are_named(monkeypatch, run):
    monkeypatch.setattr("danceoff.solvers.load", lambda _: Sleepy(64))
    begin = time.monotonic()
    code, said, _ = run("contract", "sleepy", "--examples", "1", "--time-limit", "1.5")
    assert (code, time.monotonic() - begin < 8) == (3, True)
    left = "lists every cover once, counts every cover, finds a cover of 2000 options"
    assert said == f"sleepy:n_options=64 was not held to 3 rules within 1.5 s: {left}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="there is a supervisor on Linux only")
@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -9)])
def test_a_contract_that_is_ended_leaves_nothing_behind(tmp_path, monkeypatch, how, code):
    seconds = f"{1000 + how}.5"
    spec = spec_of(tmp_path, f"sleep {seconds}", "lingers", features=[])
    monkeypatch.setenv("TMPDIR", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    command = [sys.executable, "-m", "danceoff", "contract", spec, "--examples", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as contract:
        wait_until(lambda: alive(seconds))
        contract.send_signal(how)
        said = contract.communicate(timeout=30)
    out, err = said
    assert (contract.returncode, out, "danceoff: interrupted\n" in err) == (code, "", code == 130)
    wait_until(lambda: not alive(seconds))
    wait_until(lambda: not list((tmp_path / "scratch").iterdir()))


def test_the_timer_that_says_what_is_compiled_is_not_left_behind_by_a_search():
    before, timer = rules.at_work(), threading.Timer(60, print)
    timer.start()
    assert rules.at_work() == before
    timer.cancel()
