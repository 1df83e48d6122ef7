"""Every verb of a search with every two of its arguments: refused in one line, or right by brute force."""

import inspect
from itertools import combinations

import night
import pytest

import danceoff
from danceoff.experiments.contract.small import all_covers

OPTIONS = {
    "ab": ["a", "b"], "cd": ["c", "d", "x"], "ac": ["a", "c"], "bd": ["b", "d", "x"],
    "a": ["a"], "b": ["b"], "c": ["c", "x"], "d": ["d"],
}  # fmt: skip
COSTS = {"ab": 3, "cd": 1, "ac": 2, "bd": 2, "a": 1, "b": 1, "c": 5, "d": 1}
PROBLEM = danceoff.problem(OPTIONS, secondary=["x"], cost=COSTS)
ARGUMENTS = {"limit": 2, "given": ["a"], "without": ["cd"], "at_most": 6, "maximise": True, "up_to_symmetry": True}
ARGUMENTS |= {"isolate": True, "time_limit": 60, "distinct": "a*"}
VERBS = ("solve", "covers", "count", "unique", "best", "most_covered")
COVERS = [frozenset(PROBLEM.option_names[k] for k in cover) for cover in all_covers(PROBLEM)]


def right(given=(), without=(), at_most=None, distinct=None, **_: object) -> list[frozenset[str]]:
    """The covers, or the distinct choices of options with an a, that are asked for."""
    least = [cover for cover in COVERS if {*given} <= cover and not {*without} & cover]
    covers = [cover for cover in least if at_most is None or sum(map(COSTS.get, cover)) <= at_most]
    return [*{frozenset(name for name in cover if "a" in name) for cover in covers}] if distinct else covers


def test_the_verbs_take_one_set_of_arguments():
    taken = {verb: {*inspect.signature(getattr(danceoff, verb)).parameters} for verb in VERBS}
    assert all({"problem", "solver", "time_limit", "given", "without"} <= names for names in taken.values())
    assert {verb for verb, names in taken.items() if not {"isolate", "memory_limit"} <= names} == {"covers"}, "a stream"
    for one in ("up_to_symmetry", "distinct"):
        assert {verb for verb, names in taken.items() if one not in names} == {"best", "most_covered"}
    assert {verb for verb, names in taken.items() if "at_most" not in names} == {"most_covered"}, "costs do not count"


@pytest.mark.parametrize("verb", VERBS)
def test_every_two_arguments_are_refused_or_answered_right(verb):
    function, answered = getattr(danceoff, verb), 0
    takes = [name for name in ARGUMENTS if name in inspect.signature(function).parameters]
    pairs = [*combinations(takes, 2)]
    for names in [(), *((name,) for name in takes), *night.sampled(pairs, 8)]:
        given = {name: ARGUMENTS[name] for name in names}
        try:
            found = function(PROBLEM, **given)
            found = [*found] if verb == "covers" else found
        except ValueError as error:
            assert str(error).count("\n") == 0 < len(str(error)), (names, error)
            continue
        answered += 1
        is_right(verb, given, found)
    assert answered > len(takes)


def is_right(verb: str, given: dict[str, object], found: object) -> None:
    covers = right(**given)
    if verb == "most_covered":
        assert found.is_proven and {*given.get("given", ())} <= found.options, given
        assert bool(found.left_out) == (not covers), given
    elif verb in ("solve", "covers"):
        listed = [*(found.covers if verb == "solve" else found)]
        assert {*listed} <= {*covers} and len(listed) == min(given.get("limit", 99), len(covers)), given
    elif verb == "count":
        assert found == len(covers), given
    elif verb == "unique":
        assert found.verdict == ("none", "one", "several")[min(2, len(covers))], given
    else:
        costs = sorted((sum(map(COSTS.get, cover)) for cover in covers), reverse=given.get("maximise", False))
        assert found.costs == costs[: len(found.costs)] and bool(found.costs) == bool(costs), given


@pytest.mark.parametrize("isolate", [False, True])
def test_up_to_symmetry_every_verb_finds_one_cover_of_each_orbit(isolate):
    asked = {"up_to_symmetry": True, "isolate": isolate}
    assert danceoff.solve("queens/6", **asked).count == danceoff.count("queens/6", **asked) == 1
    assert danceoff.unique("queens/6", **asked) and not danceoff.unique("queens/6", isolate=isolate)
    assert danceoff.count("queens/8", **asked) == 12 == len([*danceoff.covers("queens/8", up_to_symmetry=True)])
    assert danceoff.count("queens/8", distinct="r[12] *", isolate=isolate) == 36
    turned = {"up_to_symmetry": "rotations", "isolate": isolate}
    assert danceoff.solve("queens/6", **turned).count == danceoff.count("queens/6", **turned) == 2
