"""Why there is no cover, in words: items that cannot be covered together, and reasons that end a search."""

from dataclasses import replace

import pytest
from in_process import cases_here

import danceoff
from danceoff.asking import drive
from danceoff.asking.ask import Ask
from danceoff.asking.drive import Drive
from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance
from danceoff.problems.instance import Instance
from danceoff.problems.sources import read
from danceoff.questions import explain
from danceoff.solvers import load
from danceoff.solvers.questions import conflict
from danceoff.solvers.questions.conflict import Conflict, Strength

LATE = TimeoutError("not finished within 5 s")


def stopped(monkeypatch, *found: Conflict, by: BaseException = LATE) -> None:
    """Have these conflicts found, and then no more."""

    def conflicts(*_):
        yield from found
        raise by

    monkeypatch.setattr(conflict, "conflicts_within", conflicts)


def last_reason(root: Instance) -> str:
    return [*explain.explanations(root, [], None, 60)][-1].members["reasons"][-1]


@pytest.mark.usefixtures("cases_in_process")
def test_the_items_are_printed_beside_the_proofs(run):
    code, out, _ = run("solve", "domino/3x3", "--explain")
    assert code == 0
    _, by_size, by_items = out.splitlines()
    assert by_size == "there can be none: 9 cells must be filled, and no choice of pieces has that many"
    these = "there can be none: the 5 items 0,0 0,2 1,1 2,0 2,2 cannot be covered together (the smallest possible)"
    assert by_items == f"{these}; if any one of them need not be covered, there is a cover"


def test_only_some_may_be_decisive_and_long_lists_are_cut():
    problem = ExactCover.from_options(["a", "b", "cd"], "abcde")
    told = "the item e cannot be covered (the smallest possible); if it need not be covered, there is a cover"
    assert last_reason(Instance("", "", problem)) == told
    some = Conflict((0, 1), Strength.MINIMAL, (1,))
    told = explain._in_words(Instance("", "", problem), some)
    assert told.endswith("; there is a cover if one of these need not be covered: b")
    many = Conflict(tuple(range(61)), Strength.CORE)
    assert "and 1 more" in explain._in_words(Instance("", "", instance("domino/9x9").problem), many)


@pytest.mark.parametrize(
    ("grid", "items"),
    [
        ('"""\n12..\n....\n....\n....\n"""\ncages = """\naabb\n....\n....\n....\n"""\n[sums]\na=3\nb=6', "2 in cage b"),
        (
            '"""\n....\n....\n....\n....\n"""\ncages = """\naabb\n....\n....\n....\n"""\n[sums]\na=5\nb=6',
            "3 in row 1, 2 in cage a, cage b, 2 in cage b",
        ),
    ],
)
def test_items_of_a_sudoku_are_told_by_rows_houses_and_the_cages_of_the_file(tmp_path, grid, items):
    (tmp_path / "killer.toml").write_text(f"sudoku = {grid}\n")
    assert f"of {items} cannot be covered" in last_reason(read(str(tmp_path / "killer.toml")))
    (tmp_path / "latin.sdk").write_text("123.\n...4\n....\n....\n")
    latin = read(str(tmp_path / "latin.sdk"))
    assert last_reason(latin).startswith(("the item of row 1 column 4 cannot", "the item of 4 in row 1 cannot"))


def test_a_congruence_is_told():
    odd = ExactCover.from_options(["ab", "bc", "cd", "de", "ea"], "abcde")
    said = "every option covers a multiple of 2 of the 5 items a b c d and 1 more, which must be covered 5 times in all"
    assert explain._proof(Instance("", "", odd), 60) == (said, None)
    told, _ = explain._proof(Instance("", "", instance("l-tetromino/6x10").problem), 60)
    assert told.startswith("let these weigh so much: the 15 items 1,1 1,3 1,5 1,7 and 11 more 3 each, the 15 items 1,0")
    assert told.endswith(" 1 each; every option weighs a multiple of 4, but what a cover covers weighs 90")


def test_too_little_time_is_said(monkeypatch):
    root, found = Instance("", "", ExactCover.from_options(["ab", "bc", "cd", "de", "ea"], "abcde")), []
    monkeypatch.setattr(explain, "_proof", lambda *_: ("", None))

    stopped(monkeypatch)
    with pytest.raises(TimeoutError, match="no items found that cannot be covered together: not finished within 5 s"):
        last_reason(root)
    for strength in (Strength.CORE, Strength.MINIMAL):
        found.append(Conflict((1,), strength))
        stopped(monkeypatch, *found)
        assert last_reason(root).endswith(f"({strength.value}); not finished within 5 s")


def test_all_items_are_named_if_no_smaller_set_is_found_in_time(monkeypatch):
    monkeypatch.setattr(explain, "_proof", lambda *_: ("", None))
    stopped(monkeypatch)
    odd = ExactCover.from_options(["ab", "bc", "ca"], "abc")
    *_, last = explain.explanations(Instance("", "", odd), [], None, 5.0, has_none=True)
    told = "the 3 items a b c cannot be covered together (not shown to be minimal); not finished within 5 s"
    assert last.members["reasons"] == [told]
    bounded = replace(ExactCover.from_options(["ab", "bc", "ca"], "abc", cost=[1, 1, 1]), max_cost=1)
    with pytest.raises(TimeoutError):  # where a bound on the cost excludes covers, no items are to blame
        [*explain.explanations(Instance("", "", bounded), [], None, 5.0, has_none=True)]


def test_the_case_says_that_time_was_too_short_and_asks_for_reasons_once(monkeypatch, run):
    asked = []
    stopped(monkeypatch)
    monkeypatch.setattr("danceoff.problems.analysis.diagnosis.reasons", lambda *_: asked.append(1) or ["because"])
    cases_here(monkeypatch)
    code, out, err = run("solve", "domino/3x3", "--explain")
    assert (code, asked, out.splitlines()[1:]) == (0, [1], ["there can be none: because"])
    assert err.startswith("warning: no items found") and err.endswith("; --time-limit S allows more\n")


def test_ctrl_c_prints_what_was_found(monkeypatch, run):
    stopped(monkeypatch, Conflict((0,), Strength.CORE), by=KeyboardInterrupt())
    cases_here(monkeypatch)
    code, out, err = run("solve", "domino/3x3", "--explain")
    assert (code, err) == (130, "danceoff: interrupted; 0 covers\n")
    assert out.splitlines()[-1] == "there can be none: the item 0,0 cannot be covered (not shown to be minimal)"


def test_the_last_conflict_is_drawn(run, tmp_path):
    picture = tmp_path / "a.svg"
    code, _, err = run("solve", "domino/3x3", "--explain", "--svg", str(picture))
    assert (code, err, picture.read_text().count("<svg")) == (0, "", 1)
    assert "<desc>cannot be covered together: 0,0 0,2 1,1 2,0 2,2</desc>" in picture.read_text()
    code, out, err = run("solve", "domino/3x8-3-4-19-20", "--explain", "--svg", str(picture))  # two blocks, linked
    assert (code, err, "there can be none: the 11 items 0,0 0,2 " in out) == (0, "", True)
    assert "<desc>weights of items: 0,0:1 0,1:-1 " in picture.read_text()
    (tmp_path / "a.dlx").write_text("a b\na\n")
    none = tmp_path / "none.svg"
    _, _, err = run("solve", str(tmp_path / "a.dlx"), "--explain", "--svg", str(none))
    assert (f"{none} is not written, for there is nothing to draw" in err, none.exists()) == (True, False)


@pytest.mark.parametrize(("limit_s", "left_s"), [(None, 1.0), (60.0, 60.0), (-2.0, 0.0)])
def test_after_a_proof_a_time_limit_that_is_given_is_used_whole(monkeypatch, limit_s, left_s):
    asked = []
    monkeypatch.setattr(explain, "_proof", lambda *_: ("a proof", None))
    monkeypatch.setattr(conflict, "conflicts_within", lambda _, seconds: asked.append(seconds) or iter(()))
    assert [one.reasons for one in explain.explanations(instance("domino/3x3"), [], limit_s, 10.0)] == [["a proof"]]
    assert asked == [pytest.approx(left_s, abs=0.5)]


HEART = """region = '''
#..###..#
.........
.........
.........
.........
#.......#
##.....##
###...###
####.####
'''
[pieces]
pentominoes = "0-1"
I2 = 2
I3 = "0-1"
"""
WHY = "there can be none: 56 cells must be filled, and no choice of pieces has that many"
UNMET = "".join(f"{x}{k},{x} {k},{k}\n{x}{k},{x} {k % 3 + 1},{k}\n" for x in "ab" for k in (1, 2, 3))
"""Two rings of three lines, of which each test meets two."""


@pytest.fixture
def heart(tmp_path):
    """A board of 56 cells whose search takes a minute, and that no choice of pieces fills."""
    (tmp_path / "heart.toml").write_text(HEART)
    return str(tmp_path / "heart.toml")


@pytest.mark.parametrize("task", ["first", "enumerate", "count", "unique", "best", "sample", "options", "estimate"])
def test_a_reason_ends_the_search_of_each_question(heart, run, monkeypatch, task):
    cases_here(monkeypatch)
    monkeypatch.setattr(drive, "_REASONED_S", 0.0)
    code, out, err = run("solve", heart, "--task", task)
    assert (code, err, out.count(WHY), out.count("no cover") + out.count("0 covers ")) == (0, "", 1, 1)
    assert task != "options" or out.count("  option ") > 1000  # each is in none


@pytest.mark.parametrize("task", ["first", "count"])
def test_a_reason_ends_the_search_for_orbits(heart, run, monkeypatch, task):
    cases_here(monkeypatch)
    code, out, _ = run("solve", heart, "--task", task, "--up-to-symmetry")
    assert (code, out.count(WHY)) == (0, 1)


def test_a_limit_and_a_reason_are_one_answer(heart, run):
    code, out, err = run("solve", heart, "--solver", "algorithm-x", "--time-limit", "0.4")
    assert (code, err, "0 covers" in out, "at least" in out, out.count(WHY)) == (0, "", True, False, 1)


def test_python_takes_a_reason_for_an_answer(heart):
    assert danceoff.count(heart) == 0
    for solver, seconds in (("auto", None), ("algorithm-x", 0.1)):
        answer = danceoff.solve(heart, solver, time_limit=seconds)
        assert (list(answer.covers), answer.status, answer.detail) == ([], "complete", WHY)


def test_a_solver_that_is_measured_is_not_answered_for(heart):
    def takes(solver, task="count", **how):
        return Drive(Ask("", "", task), read(heart), load(solver), **how).reasons_beside

    assert takes("auto", is_cold=True)
    assert not (takes("auto") or takes("bits", is_cold=True) or takes("auto", "certify", is_cold=True))


def test_a_plan_that_cannot_be_is_told_why_in_the_names_of_the_file(tmp_path, run, monkeypatch):
    cases_here(monkeypatch)
    file = tmp_path / "tests.csv"
    file.write_text(f"test,line,seconds\n{UNMET}")
    code, out, err = run("solve", str(file), "--option=test", "--item=line", "--cost=seconds", "--task=best")
    assert (code, err, out.splitlines()[0][:8]) == (0, "", "0 covers")
    told = "there can be none: the 3 items {0} 1, {0} 2, {0} 3 cannot be covered together"
    assert any(told.format(ring) in out for ring in "ab")
