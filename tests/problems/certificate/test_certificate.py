"""Certificates of counts: true ones hold for every kind of problem, and no damaged one does."""

import hashlib
import random
import re
import zlib
from dataclasses import replace
from itertools import product
from pathlib import Path

import night
import numpy as np
import pytest
from certificates import Parts, first_step, pack, proved, traced, unpacked, weighed
from hypothesis import assume, given
from hypothesis import strategies as st
from pysat.solvers import Solver

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance
from danceoff.problems.certificate import InvalidCertificate, check_certificate, clauses_of
from danceoff.problems.model.cover import ADDED
from danceoff.solvers.certify import Incomplete, OutOfBounds, recorded, write_list
from danceoff.solvers.certify.veripb import write_veripb
from tests.support.veripb import accepted

PATTERN = [("a", "x"), ("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")]  # three covers
WRITERS = {"trace": traced, "list+proof": proved, "weights": weighed}


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("certificates") / "some.certificate"


@pytest.mark.parametrize("kind", WRITERS)
def test_random_problems_are_certified_with_their_true_count(kind, file, record_property):
    @night.drawn(30)
    @given(problems() | problems(multiplicities=True, widest=3) | problems(multiplicities=True, colours=True))
    def holds(problem: ExactCover) -> None:
        if (written := WRITERS[kind](file, problem)) is None:
            return
        verdict = check_certificate(problem, written)
        covers = sorted(all_covers(problem))
        assert (verdict.kind, verdict.count) == (kind, len(covers))
        record_property(f"certificates: random problems certified with the count of brute force: {kind}", 1)
        if covers and kind == "list+proof":
            covers.remove(random.Random(problem.digest).choice(covers))
            with pytest.raises(Incomplete):
                write_list(file, problem, covers, complete=True)

    holds()


@night.drawn(60)
@given(problems() | problems(multiplicities=True, widest=3) | problems(multiplicities=True, colours=True), st.data())
def test_a_proof_for_veripb_counts_distinct_choices_as_brute_force_does(file, problem, data):
    assume(problem.n_options)
    opb, number = file.with_suffix(".opb"), np.arange(problem.n_options, dtype=np.int32)
    is_kept = np.array(data.draw(st.lists(st.booleans(), min_size=len(number), max_size=len(number))))
    projected = replace(problem, origin=np.where(is_kept, number, ADDED + number))
    choice_of = {cover: tuple(k for k in cover if is_kept[k]) for cover in sorted(all_covers(problem))}
    n_choices = len({*choice_of.values()})
    assert write_veripb(file, projected, opb, [*choice_of], is_best=False).count == n_choices
    assert accepted(opb, file)
    if n_choices < len(choice_of):  # further variables tell more covers apart than the proof does
        every = "".join(f" x{k + 1}" for k in number)
        opb.write_text(re.sub("preserved:.*", f"preserved:{every} ;", opb.read_text()))
        assert not accepted(opb, file)
    if choice_of:
        gone = choice_of[data.draw(st.sampled_from([*choice_of]))]
        others = [cover for cover, choice in choice_of.items() if choice != gone]
        with pytest.raises(Incomplete):
            write_veripb(file, projected, opb, others, is_best=False)


def test_a_trace_counts_no_item_beyond_64(file):
    for n, is_made in ((64, True), (65, False)):
        problem = ExactCover.from_options([["a"]] * 67, "a", multiplicity={"a": (n, n)})
        parts = Parts("trace", problem.digest, 0, [0])
        with pytest.raises(InvalidCertificate, match="ends before its proof" if is_made else "count to more than 64"):
            check_certificate(problem, pack(file, parts))
    with pytest.raises(OutOfBounds, match="a trace cannot count to more than 64, and an item must be counted to 65"):
        recorded(problem)


def word_square() -> ExactCover:
    """Three words across and three down; each cell has one letter, its colour."""
    words = ["bat", "ate", "tea", "eat", "tab", "abe", "bet", "ape"]
    across = [[f"across {k}", *((f"cell {k}{j}", word[j]) for j in range(3))] for word in words for k in range(3)]
    down = [[f"down {k}", *((f"cell {j}{k}", word[j]) for j in range(3))] for word in words for k in range(3)]
    lines = [f"{direction} {k}" for direction in ("across", "down") for k in range(3)]
    return ExactCover.from_options([*across, *down], lines, [f"cell {i}{j}" for i in range(3) for j in range(3)])


TOO_OFTEN = ExactCover.from_options(
    [["a", "x"], ["a", "y"], ["b", "x"], ["b", "y"], ["c", "x", ("s", 1)], ["c", "y", ("s", 2)]],
    *("abcxy", ["s", "t"]),
    multiplicity={"a": (0, 3), "x": (0, 2), "y": (0, 1), "b": (2, 2), "c": (2, 2)},
)
"""b and c need two options each of x and y, and these allow three; a may stay out."""
ODD = ExactCover.from_options(["ab", "bc", "ca"], "abc")
OWN = {"words": word_square(), "too often": TOO_OFTEN, "odd": ODD}


def problem_of(name: str) -> ExactCover:
    return OWN[name] if name in OWN else instance(name).problem


def test_options_that_disagree_on_a_colour_are_in_one_part(file):
    problem = ExactCover.from_options([["a", ("s", 1)], ["b", ("s", 2)]], "ab", "s")
    assert check_certificate(problem, traced(file, problem)).count == 0


def test_parts_with_colours_multiply(file):
    rows = [[f"{item}{k}", *((f"s{k}", c) for c in colour)] for k in "12" for item, colour in PATTERN]
    problem = ExactCover.from_options(rows, ["a1", "b1", "a2", "b2"], ["s1", "s2", "idle"])
    verdict = check_certificate(problem, traced(file, problem))
    assert (verdict.count, verdict.n_steps) == (9, 6)


def test_clauses_hold_for_covers_and_for_nothing_else():
    @night.drawn(30)
    @given(problems(max_items=5, max_options=6, colours=True))
    def agree(problem: ExactCover) -> None:
        covers, n = all_covers(problem), problem.n_options
        with Solver(name="minisat22", bootstrap_with=clauses_of(problem)) as solver:
            for values in product([False, True], repeat=n):
                cover = tuple(k for k in range(n) if values[k])
                chosen = [k + 1 if value else -1 - k for k, value in enumerate(values)]
                assert solver.solve(chosen) == (cover in covers)

    agree()


@pytest.mark.parametrize("cover", [(0, 2), (0, 3), (2, 3), (0, 1, 4), (1, 4)])
def test_a_cover_whose_options_disagree_on_a_colour_is_rejected(cover, file):
    options = [["a", ("s", 1)], ["b", ("s", 1)], ["b", ("s", 2)], ["b", "s"], ["a", "b", ("s", 1)]]
    problem = ExactCover.from_options(options, "ab", "s")
    assert check_certificate(problem, pack(file, Parts("none", problem.digest, 2, [2, 0, 1, 1, 4]))).count == 2
    with pytest.raises(InvalidCertificate, match="cover 0 covers an item too seldom or too often"):
        check_certificate(problem, pack(file, Parts("none", problem.digest, 1, [len(cover), *cover])))


@pytest.mark.parametrize(("least", "most"), [(0, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3), (3, 3)])
def test_counting_clauses_determine_all_their_variables(least, most):
    for n in range(5):
        clauses = clauses_of(ExactCover.from_options([["a"]] * n, "a", multiplicity={"a": (least, most)}))
        n_variables = max((abs(literal) for clause in clauses for literal in clause), default=n)
        allowed = [
            values[:n]
            for values in product([False, True], repeat=n_variables)
            if all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
        ]
        assert allowed == [values for values in product([False, True], repeat=n) if least <= sum(values) <= most]


@pytest.mark.parametrize("covers", [[(0,)], [(0, 1, 2, 3)], [(0, 0)], [(1, 0)], [(0, 1), (0, 1)], [(0, 4)], [(-1, 0)]])
def test_a_list_of_wrong_covers_is_rejected(covers, file):
    problem = ExactCover.from_options(["a"] * 4, "a", multiplicity={"a": (2, 3)})
    words = [word for cover in covers for word in (len(cover), *cover)]
    with pytest.raises(InvalidCertificate, match=r"cover [01] "):
        check_certificate(problem, pack(file, Parts("none", problem.digest, len(covers), words)))


@pytest.mark.parametrize(
    ("kind", "name", "count"),
    [
        ("trace", "domino/12x12", 53060477521960000),  # OEIS A004003
        ("trace", "domino/2x100", 573147844013817084101),  # the 101st Fibonacci number, beyond 2**64
        ("trace", "tromino/9x9", 1193600),  # OEIS A351322
        ("trace", "queens/9", 352),  # OEIS A000170, with secondary items
        ("trace", "corner-path/5x5", 8512),
        ("trace", "words", 11),
        ("list+proof", "words", 11),
        ("list+proof", "queens/8", 92),
        ("list+proof", "tromino/7x7-9", 288),
        ("list+proof", "tromino/5x5-1", 0),
        ("list+proof", "slothouber-graatsma", 8),
    ],
)
def test_known_counts_are_certified(kind, name, count, file):
    problem = problem_of(name)
    assert check_certificate(problem, WRITERS[kind](file, problem)).count == count


def test_a_trace_is_small(file):
    """The walk that meets equal nodes once: 52 thousand nodes, or fewer, stand for 5 * 10**16 covers."""
    problem = instance("domino/12x12").problem
    assert check_certificate(problem, traced(file, problem)).n_steps < 53_000
    assert file.stat().st_size < 100_000


def test_the_walk_has_bounds(monkeypatch):
    monkeypatch.setattr("danceoff.solvers.certify.trace._MAX_MB", 1)
    with pytest.raises(MemoryError, match="more than 1 MB"):
        recorded(instance("queens/12").problem)
    monkeypatch.setattr("danceoff.solvers.certify.trace._MAX_NODES", 1000)
    with pytest.raises(MemoryError, match="more than 1000 nodes"):
        recorded(instance("queens/10").problem)


SQUARE = [("a", "b"), ("c", "d"), ("a", "c"), ("b", "d")]


BY_INEQUALITY = [0, 0, 1, 1, -1, -1, 0, 0]  # bits, then the weights of a, b, c, x, y, s and t


@pytest.mark.parametrize(
    ("problem", "values", "reason"),
    [
        (TOO_OFTEN, BY_INEQUALITY, ""),
        (TOO_OFTEN, [0, 0, 1 << 40, 1 << 40, -(1 << 40), -(1 << 40), 0, 0], ""),
        (TOO_OFTEN, [0, 1, 1, 1, -1, -1, 0, 0], ""),  # a need not be covered, so its weight adds nothing
        (TOO_OFTEN, [0, -1, 1, 1, -1, -1, 0, 0], "what a cover covers may weigh -1"),  # two options of a, not three
        (TOO_OFTEN, [0, 0, 0, 0, 0, 0, 0, 0], "what a cover covers may weigh 0"),
        (TOO_OFTEN, [0, 0, 1, 1, 0, -1, 0, 0], "option 2 weighs 1, which is more than 0"),
        (TOO_OFTEN, [0, 0, 1, 1, -1, -1, -1, 0], "an item that option 4 gives a colour has a weight"),
        (TOO_OFTEN, [1, 0, 0, 0, 2, 0, 0, 0], "may be covered more or less often"),
        (TOO_OFTEN, [-1, 0, 0, 0, 0, 0, 0, 0], "what a cover covers may weigh 0"),
        (TOO_OFTEN, [65, 0, 1, 1, -1, -1, 0, 0], "said to have 65 bits"),
        (TOO_OFTEN, BY_INEQUALITY[:-1], "ends before its proof does"),
        (TOO_OFTEN, [*BY_INEQUALITY, 0], "further words"),
        (ODD, [1, 1, 1, 1], ""),
        (ODD, [64, *(1 << 63,) * 3], ""),
        (ODD, [2, 2, 2, 2], ""),
        (ExactCover.from_options(["ab"], "abc"), [0, -1, 1, 1], ""),
        (ExactCover.from_options(["ab"], "abc"), [0, 0, 0, 9], ""),
        (ODD, [2, 1, 1, 1], "option 0 weighs 2, which is no multiple of 4"),
        (ODD, [-2, 1, 1, 1], ""),
        (ODD, [-3, 1, 1, 1], "option 0 weighs 2, which is no multiple of 3"),
        (ODD, [-1, 1, 1, 1], "what a cover covers may weigh 3"),
        (ODD, [1, 0, 0, 2], "what a cover covers may weigh 2"),
        (ODD, [0, 1, 1, 1], "option 0 weighs 2, which is more than 0"),
    ],
)
def test_weights_show_that_there_is_no_cover_or_are_refused(problem, values, reason, file):
    assert not all_covers(problem)
    words = [values[0], *np.array([value % (1 << 64) for value in values[1:]], np.uint64).view("<i4").tolist()]
    path = pack(file, Parts("weights", problem.digest, 0, words))
    if reason:
        with pytest.raises(InvalidCertificate, match=reason.replace("^", r"\^")):
            check_certificate(problem, path)
    else:
        n = sum(map(bool, values[1:]))
        assert str(check_certificate(problem, path)) == f"exactly 0 covers, by weights of {n} item{'s' * (n > 1)}"
        with pytest.raises(InvalidCertificate, match="claims 1 covers and shows 0"):
            check_certificate(problem, pack(file, Parts("weights", problem.digest, 1, words)))


def two_dominoes_boards() -> ExactCover:
    """Two 2x2 boards that share nothing: on either, branch on one corner, then on what is left on either side."""
    options = [[f"{cell}{board}" for cell in pair] for board in "12" for pair in SQUARE]
    return ExactCover.from_options(options, [f"{cell}{board}" for board in "12" for cell in "abcd"])


TWO_BOARDS = [0, 0, 2, 1, 4, 6, 5]


def test_parts_that_share_nothing_multiply(file):
    problem = two_dominoes_boards()
    assert check_certificate(problem, pack(file, Parts("trace", problem.digest, 4, TWO_BOARDS))).count == 4
    verdict = check_certificate(problem, traced(file, problem))
    assert (verdict.count, verdict.n_steps) == (4, 4), "of the two ways to cover a corner, a symmetry leaves one"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({1: 4}, "branches on 4, which is not one of its primary items"),  # of the other part
        ({2: 0}, "branches on 0, which is not one of its primary items"),  # covered already
        ({2: 8}, "branches on 8, which is not one of its primary items"),  # the own bit of an option that has none
        ({2: -1}, "branches on an item that does not exist"),
        ({2: 16}, "branches on an item that does not exist"),
        ({0: 9}, "announces 9 symmetries, and 8 are enough"),
        ({0: -1}, "announces -1 symmetries"),
        ({6: None}, "ends before its proof"),
    ],
)
def test_wrong_branchings_are_rejected(change, reason, file):
    problem = two_dominoes_boards()
    words = [change.get(k, word) for k, word in enumerate(TWO_BOARDS)]
    with pytest.raises(InvalidCertificate, match=reason):
        parts = Parts("trace", problem.digest, 4, [word for word in words if word is not None])
        check_certificate(problem, pack(file, parts))


def test_a_node_whose_item_can_be_covered_often_enough_has_to_branch(file):
    """Of a, two of the three options are needed; the node that has none of them left is dropped at once."""
    rows = [["a", "b"], ["a", "c"], ["b", "c"], ["a", "d"], ["d"]]
    problem = ExactCover.from_options(rows, "abcd", multiplicity={"a": (2, 2)})
    assert len(all_covers(problem)) == 1
    honest = [0, 1, 3, 0, 2, 2]
    assert check_certificate(problem, pack(file, Parts("trace", problem.digest, 1, honest))).count == 1
    for wrong in ([0, 0], [0, 1, 0]):
        with pytest.raises(InvalidCertificate, match="can still cover often enough"):
            check_certificate(problem, pack(file, Parts("trace", problem.digest, 1, wrong)))


ALIKE = {
    "dominoes": ExactCover.from_options(SQUARE, "abcd"),
    "secondary": ExactCover.from_options(["ac", "bd", "ad"], "ab", "cd"),
    "bounds": ExactCover.from_options(["a", "b"], "ab", multiplicity={"a": (0, 1)}),
    "colours": ExactCover.from_options([["a", ("s", 1)], ["a", ("s", 2)], ["a", "t"], ["b", ("t", 3)]], "ab", "st"),
}


@pytest.mark.parametrize(
    ("name", "symmetry", "words", "reason"),
    [
        ("dominoes", [1, 0, 3, 2], [0, 2, 1], ""),
        ("dominoes", [0, 2, 1, 3], [0, 2], ""),
        ("dominoes", [0, 0, 2, 3], [], "is not a permutation"),
        ("dominoes", [0, 1, 2, 4], [], "is not a permutation"),
        ("dominoes", [1, 0, 2, 3], [], "does not map the options to the options"),
        ("secondary", [2, 3, 0, 1], [], "does not map items to items of the same kind"),
        ("bounds", [1, 0], [], "does not map items to items of the same kind"),
        ("colours", [0, 1, 3, 2, 4, 5], [0, 1, 1], ""),  # exchanges two colours of s
        ("colours", [0, 1, 2, 4, 3, 5], [], "does not map items to items of the same kind"),  # s in a colour, and t
        ("colours", [0, 1, 4, 5, 2, 3], [], "does not map items to items of the same kind"),
        ("colours", [0, 1, 5, 3, 4, 2], [], "does not map items to items of the same kind"),
    ],
)
def test_a_symmetry_maps_the_problem_to_itself(name, symmetry, words, reason, file):
    problem = ALIKE[name]
    count = len(all_covers(problem))
    parts = Parts("trace", problem.digest, count, [1, *symmetry, *words])
    if reason:
        with pytest.raises(InvalidCertificate, match=f"a symmetry {reason}"):
            check_certificate(problem, pack(file, parts))
    else:
        assert check_certificate(problem, pack(file, parts)).count == count


def test_of_options_that_symmetries_exchange_one_is_walked(file):
    problem = instance("queens/8").problem
    with_symmetries = check_certificate(problem, traced(file, problem))
    assert unpacked(file).words[0] > 0
    assert with_symmetries.n_steps < 800, "1052 without symmetries"


# --- damages: each takes a certificate apart, changes it for the worse, and packs it again, so that it is the meaning
# that is wrong and not the checksum


def drop_step(parts: Parts, rng: random.Random) -> Parts:
    k = rng.randrange(first_step(parts), len(parts.words))
    return parts._replace(words=parts.words[:k] + parts.words[k + 1 :])


def wrong_item(parts: Parts, rng: random.Random) -> Parts:
    """An item that the node has no longer: that of the root."""
    root = first_step(parts)
    k = rng.randrange(root + 1, len(parts.words))
    return parts._replace(words=[*parts.words[:k], parts.words[root], *parts.words[k + 1 :]])


def wrong_symmetry(parts: Parts, rng: random.Random) -> Parts:
    """A symmetry that exchanges two more items."""
    words, n = list(parts.words), first_step(parts) - 1
    j, k = rng.sample(range(1, 1 + n // words[0]), 2)
    words[j], words[k] = words[k], words[j]
    return parts._replace(words=words)


def wrong_count(parts: Parts, rng: random.Random) -> Parts:
    return parts._replace(count=rng.choice([parts.count + 1, max(parts.count - 1, 0) or 2, parts.count * 2 + 3]))


def cut(parts: Parts, rng: random.Random) -> Parts:
    return parts._replace(words=parts.words[: rng.randrange(len(parts.words))])


def extended(parts: Parts, rng: random.Random) -> Parts:
    return parts._replace(words=parts.words + parts.words[: rng.randrange(1, 5)])


def other_kind(parts: Parts, rng: random.Random) -> Parts:
    return parts._replace(kind=rng.choice(["trace", "none"] if parts.kind == "list+proof" else ["list+proof", "none"]))


def wrong_weight(parts: Parts, rng: random.Random) -> Parts:
    """A weight that was there, and is one more."""
    k = rng.choice([k for k in range(1, len(parts.words)) if parts.words[k]])
    return parts._replace(words=[*parts.words[:k], parts.words[k] + 1, *parts.words[k + 1 :]])


def wrong_sign(parts: Parts, rng: random.Random) -> Parts:  # noqa: ARG001 - all of them
    values = -np.array(parts.words[1:], "<i4").view("<i8")
    return parts._replace(words=[parts.words[0], *values.view("<i4").tolist()])


def other_digest(parts: Parts, rng: random.Random) -> Parts:
    return parts._replace(digest=f"{rng.getrandbits(64):016x}")


def rows(parts: Parts) -> tuple[list[list[int]], list[int]]:
    """The covers of a list, each with its size, and the words of the proof."""
    covers, at = [], 0
    for _ in range(parts.count):
        covers.append(parts.words[at : at + 1 + parts.words[at]])
        at += len(covers[-1])
    return covers, parts.words[at:]


def joined(parts: Parts, covers: list[list[int]], proof: list[int]) -> Parts:
    return parts._replace(count=len(covers), words=[*(word for cover in covers for word in cover), *proof])


def repeat_cover(parts: Parts, rng: random.Random) -> Parts:
    covers, proof = rows(parts)
    return joined(parts, sorted([*covers, rng.choice(covers)]), proof)


def lose_cover(parts: Parts, rng: random.Random) -> Parts:
    covers, proof = rows(parts)
    covers.remove(rng.choice(covers))
    return joined(parts, covers, proof)


def alter_cover(parts: Parts, rng: random.Random) -> Parts:
    covers, proof = rows(parts)
    cover = rng.choice(covers)
    k = rng.randrange(1, len(cover))
    cover[k] += rng.choice([-1, 1])
    return joined(parts, covers, proof)


def shuffle_covers(parts: Parts, rng: random.Random) -> Parts:
    covers, proof = rows(parts)
    k = rng.randrange(1, len(covers))
    covers[k - 1], covers[k] = covers[k], covers[k - 1]
    return joined(parts, covers, proof)


def steps(proof: list[int]) -> list[list[int]]:
    found, at = [], 0
    while at < len(proof):
        begin, size = at, proof[at]
        at += 1 + abs(size)
        at += 0 if size < 0 else 1 + proof[at]
        found.append(proof[begin:at])
    return found


def drop_hint(parts: Parts, rng: random.Random) -> Parts:
    """A clause without the last hint, which is the one that contradicts."""
    covers, proof = rows(parts)
    found = steps(proof)
    step = rng.choice([step for step in found if step[0] >= 0])
    step.pop()
    step[1 + step[0]] -= 1
    return joined(parts, covers, [word for step in found for word in step])


def stronger_clause(parts: Parts, rng: random.Random) -> Parts:
    """A derived clause that claims more than it derives: without a literal."""
    covers, proof = rows(parts)
    found = steps(proof)
    step = rng.choice([step for step in found if step[0] >= 1])
    step.pop(rng.randrange(1, 1 + step[0]))
    step[0] -= 1
    return joined(parts, covers, [word for step in found for word in step])


def forgotten_clause(parts: Parts, rng: random.Random) -> Parts:
    """A proof that forgets a clause before it leans on it."""
    covers, proof = rows(parts)
    found = steps(proof)
    k = rng.choice([k for k, step in enumerate(found) if step[0] >= 0])
    found.insert(k, [-1, found[k][-1]])
    return joined(parts, covers, [word for step in found for word in step])


ANY = [wrong_count, cut, extended, other_digest, other_kind]
OF_LISTS = [*ANY, repeat_cover, lose_cover, alter_cover, shuffle_covers]
DAMAGES = {
    "trace": [*ANY, drop_step, wrong_item, wrong_symmetry],
    "list+proof": [*OF_LISTS, drop_hint, stronger_clause, forgotten_clause],
    "weights": [*ANY, wrong_weight, wrong_sign],
}
VICTIMS = {
    "trace": ["tromino/6x6", "queens/8", "domino/6x6", "words"],
    "list+proof": ["tromino/5x5-12", "queens/6", "tromino/4x6", "slothouber-graatsma", "words"],
    "weights": ["too often", "odd"],
}
CASES = [(kind, name, damage) for kind in DAMAGES for name in VICTIMS[kind] for damage in DAMAGES[kind]]
CASES.remove(("trace", "words", wrong_symmetry))  # two letters that always come together may be exchanged
CASES.remove(("weights", "odd", wrong_sign))  # they are 2^63, modulo 2^64
N_EACH = night.times(3)


@pytest.mark.parametrize(("kind", "name", "damage"), CASES, ids=lambda part: getattr(part, "__name__", part))
def test_a_damaged_certificate_is_rejected_with_a_reason(kind, name, damage, file, record_property):
    problem = problem_of(name)
    parts = unpacked(WRITERS[kind](file, problem))
    assert check_certificate(problem, pack(file, parts)).count == parts.count
    for seed in range(N_EACH):
        copied = Parts(parts.kind, parts.digest, parts.count, list(parts.words))
        damaged = damage(copied, random.Random(f"{night.seed} {seed}"))
        assert damaged != parts
        with pytest.raises(InvalidCertificate) as caught:
            print(seed, check_certificate(problem, pack(file, damaged)))
        assert "\n" not in str(caught.value)
    record_property(f"certificates: forgeries refused with a reason: {damage.__name__}", N_EACH)


@pytest.mark.parametrize("kind", WRITERS)
def test_no_byte_can_be_changed_and_no_end_removed(kind, file, record_property):
    problem = problem_of(VICTIMS[kind][0])
    content = WRITERS[kind](file, problem).read_bytes()
    rng, n = random.Random(night.seed), night.times(50)
    record_property("certificates: files with a flipped bit or a lost end refused", 2 * n)
    for _ in range(n):
        k = rng.randrange(len(content))
        file.write_bytes(content[:k] + bytes([content[k] ^ 1 << rng.randrange(8)]) + content[k + 1 :])
        with pytest.raises(InvalidCertificate):
            check_certificate(problem, file)
        file.write_bytes(content[:k])
        with pytest.raises(InvalidCertificate):
            check_certificate(problem, file)


@pytest.mark.parametrize("kind", ["trace", "list+proof"])
def test_a_certificate_of_another_problem_is_rejected_even_with_this_digest(kind, file):
    a, b = (instance(name).problem for name in ("tromino/7x7-0", "tromino/7x7-9"))
    parts = unpacked(WRITERS[kind](file, a))
    with pytest.raises(InvalidCertificate, match=f"about problem {a.digest}, not {b.digest}"):
        check_certificate(b, file)
    with pytest.raises(InvalidCertificate):
        check_certificate(b, pack(file, parts._replace(digest=b.digest)))


@pytest.mark.parametrize("kind", ["trace", "list+proof", "weights", "none"])
def test_random_bytes_are_rejected(kind, file, record_property):
    """Whatever the words: a rejection, or by luck a true count."""
    problem = instance("queens/5").problem
    rng, n = random.Random(night.seed), night.times(50)
    record_property("certificates: random changes of which none showed a false count", n)
    for _ in range(n):
        spread = rng.choice([3, 30, 2**31 - 1])
        words = [rng.randint(-spread, spread) for _ in range(rng.randrange(60))]
        try:
            verdict = check_certificate(problem, pack(file, Parts(kind, problem.digest, rng.randrange(12), words)))
        except InvalidCertificate:
            continue
        assert verdict.count <= 10 if kind == "none" else verdict.count == 10


@pytest.mark.parametrize("content", [b"", b"\n", b"danceoff", bytes(range(256)), b"x" * 100_000])
def test_other_files_are_rejected(content, file):
    file.write_bytes(content)
    with pytest.raises(InvalidCertificate, match="its first line is not that of a certificate"):
        check_certificate(instance("queens/4").problem, file)


def test_words_are_unpacked_whole_however_they_are_packed(file):
    """Long runs of one word pack so well that the stream holds output back when its input is used up."""
    problem = ExactCover.from_options([["a"]] * 2, ["a"])
    for n in (1, 16_383, 16_384, 16_385):
        with pytest.raises(InvalidCertificate, match="further words after its proof"):
            check_certificate(problem, pack(file, Parts("trace", problem.digest, 2, [0, 0, *[0] * n])))


def signed(file: Path, problem: ExactCover, packed: bytes) -> Path:
    """A certificate with a right checksum of whatever stands where its words belong."""
    content = f"danceoff-certificate 2 trace {problem.digest} 1\n".encode() + packed
    file.write_bytes(content + hashlib.sha256(content).digest())
    return file


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda whole: b"x" + whole, "its words are not a zlib stream"),
        (lambda whole: whole[:-1], "truncated or followed by something else"),
        (lambda whole: whole + b"x", "truncated or followed by something else"),
        (lambda _: zlib.compress(bytes(9)), "truncated or followed by something else"),
    ],
)
def test_a_right_checksum_of_a_wrong_stream_shows_nothing(spoil, says, file):
    problem = ExactCover.from_options(["a"], "a")
    whole = zlib.compress(bytes(8))  # no symmetries, then a branching on item 0
    assert str(check_certificate(problem, signed(file, problem, whole))) == "exactly 1 cover, by a trace of 1 steps"
    with pytest.raises(InvalidCertificate, match=says):
        check_certificate(problem, signed(file, problem, spoil(whole)))
