"""The search at work: the steps told are those that are taken, and people can follow them."""

from xml.etree import ElementTree

import night
import pytest
from hypothesis import given

from danceoff.experiments import BadInput
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.experiments.terminal.watching import Watch, watch
from danceoff.problems.catalog import instance
from danceoff.problems.instance import Instance
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.sources import read
from danceoff.solvers import load
from danceoff.solvers.base.events import Back, Event, Found, Take
from danceoff.solvers.together.watching import WATCHED, watched


def watching(name: str, solver: str = "dlx", nodes: int = 10_000) -> Watch:
    return watch(read(name), solver, nodes)


def covers_told(events: list[Event]) -> list[tuple[int, ...]]:
    """The covers found; what is taken back was taken, and a cover is what is taken, but cpsat tells no steps."""
    tells_steps = any(isinstance(event, Take) for event in events)
    taken: list[int] = []
    found = []
    for event in events:
        if isinstance(event, Take):
            assert event.option not in taken
            taken.append(event.option)
        elif isinstance(event, Back):
            taken.remove(event.option)
        elif isinstance(event, Found):
            assert tuple(sorted(taken)) == event.cover or not tells_steps
            found.append(event.cover)
    return found


@pytest.mark.parametrize("solver", WATCHED)
@given(problems(max_items=6, max_options=9) | problems(max_items=6, max_options=9, colours=True))
@night.drawn(30)
def test_the_steps_lead_to_every_cover_once(solver: str, problem: ExactCover) -> None:
    found = covers_told(list(watched(solver, problem).events))
    assert len(found) == len(set(found))
    assert set(found) == all_covers(problem)


@pytest.mark.parametrize("name", ["pentomino/5x12", "queens/7", "tromino/5x6", "langford/7", "sudoku/4x4", "soma"])
def test_the_steps_shown_for_dlx_are_those_of_dlx(name: str) -> None:
    problem = instance(name).problem
    search = load("dlx").prepare(problem)
    its = search.covers()
    if name in ("pentomino/5x12", "soma"):
        told = (event.cover for event in watched("dlx", problem).events if isinstance(event, Found))
        assert [next(its) for _ in range(3)] == [next(told) for _ in range(3)]
        return
    events = list(watched("dlx", problem).events)
    assert list(its) == covers_told(events)
    assert search.stats()["nodes"] == sum(isinstance(event, Take) for event in events)


def test_the_steps_say_what_is_chosen_and_why() -> None:
    lines = "\n".join(watching("tromino/4x4-5").shown(as_tree=False, svg=None)).split("\n")
    assert lines[0] == "0,0 has 1 option: the fewest of 15 open items; 24 options left in all"
    assert lines[1:7] == ["  + L 0,0 0,1 1,0 (1 of 1)", "", "aa..", "a#..", "....", "...."]
    assert "  0,2 has 3 options: the fewest of 12 open items; 4 more have as few; 21 options left in all" in lines
    assert "      3,3 has no option left: back" in lines
    assert "    - L 0,2 0,3 1,2" in lines
    assert sum(" = cover 1" in line for line in lines) == 1
    assert sum("+ L" in line for line in lines) == sum("- L" in line for line in lines) == 9


def test_the_steps_of_clause_learning_say_what_follows_and_what_is_learnt() -> None:
    lines = "\n".join(watching("tromino/4x4-5", "cdcl").shown(as_tree=False, svg=None)).split("\n")
    assert lines[0] == "+ L 0,0 0,1 1,0 (follows: L 0,0 0,1 1,0)"
    left = lines.index("  without L 1,0 2,0 2,1 (follows: not L 1,0 2,0 2,1 or not L 0,0 0,1 1,0)")
    conflict = next(k for k, line in enumerate(lines) if line.startswith("! conflict: L 0,3 1,2 1,3 or L "))
    assert left < lines.index("+ L 0,2 0,3 1,2 (decided)") < conflict
    assert lines[conflict + 1 : conflict + 4] == ["* learnt: not L 0,2 0,3 1,2", "< back to level 0", "- L 0,2 0,3 1,2"]
    assert lines[lines.index("= cover 1") + 1].startswith("! conflict: not L 0,0 0,1 1,0 or not L ")


def test_watching_ends_after_the_given_number_of_nodes() -> None:
    found = watching("queens/8", nodes=5)
    assert len(list(found.tree())) == 5
    assert found.summary() == "stopped after 5 nodes (--nodes N shows more): 0 covers so far"
    assert not found.is_over
    exactly = watching("tromino/4x4-5", nodes=10)
    list(exactly.tree())
    assert exactly.is_over


@pytest.mark.parametrize("solver", WATCHED)
@pytest.mark.parametrize(
    "name",
    [
        *("tromino/4x4-5", "queens/4", "sudoku/4x4", "langford/4", "matching/4", "lozenge/2"),
        *("edge-matching/1x3-2-1", "graceful/path-4", "de-bruijn/3", "corner-path/3x3"),
    ],
)
def test_an_animation_shows_each_step_in_its_time(solver: str, name: str) -> None:
    frames = list(watching(name, solver, 30).frames())
    shown = [e for e in animated(watching(name, solver, 30)).iter() if e.tag.endswith("}set")]
    stays = sum(len(set(b.taken) - set(a.taken)) for a, b in zip([frames[0], *frames], frames, strict=False))
    assert len(shown) == len(frames) + stays + len(frames[0].taken)
    assert {e.get("to") for e in shown} == {"visible"}


@pytest.mark.parametrize(
    ("name", "x", "y"), [("tromino/4x4-5", 8, 8), ("langford/4", None, None), ("domino/2x2x4", 8, 8)]
)
def test_a_ring_marks_the_cell_to_be_covered(name: str, x: int | None, y: int | None) -> None:
    rings = [e for e in animated(watching(name, nodes=1)).iter() if e.get("class") == "ring"]
    assert [(e.get("cx"), e.get("cy")) for e in rings] == ([] if x is None else [(str(x), str(y))])


def animated(found: Watch) -> ElementTree.Element:
    from danceoff.problems.pictures.animation import animation

    return ElementTree.fromstring(
        animation(found.problem, found.instance.board, list(found.frames()), found.instance.name)
    )


def test_sets_of_points_differ_in_colour() -> None:
    kinds = [e.get("class") or "" for e in animated(watching("steiner/7", nodes=8)).iter() if e.tag.endswith("path")]
    assert {kind.split()[0] for kind in kinds} == {f"c{k}" for k in range(7)}


def test_a_problem_without_a_board_is_a_matrix_of_all_its_options_if_somebody_could_read_it() -> None:
    def rows_animated(options: list[str], items: str) -> ElementTree.Element:
        problem = ExactCover.from_options(options, items)
        return animated(Watch(Instance("mine", "mine", problem), watched("dlx", problem), 50))

    elements = [*rows_animated(["cef", "adg", "bcf", "ad", "bg", "deg"], "abcdefg").iter()]
    kinds = [e.get("class", "").split()[0] for e in elements if e.get("class")]
    assert sum(e.get("class") == "pale" and e.tag.endswith("rect") for e in elements) == 16
    assert kinds.count("ring") == 5  # one a branching
    first = next(e for e in elements if e.tag.endswith("}g") and any(x.get("class") == "edge" for x in e))
    assert sum(x.get("class") == "edge" for x in first) > 1
    with pytest.raises(InvalidProblem, match="too large for an SVG of a search"):
        rows_animated(["a"] * 41, "a")


def test_given_options_stay_in_the_picture() -> None:
    case = watching("sudoku/1...............")
    first = next(paragraph for paragraph in case.shown(as_tree=False, svg=None) if "+" in paragraph)
    assert first.split("\n")[2].startswith("1")


def test_options_taken_or_left_are_shown_at_their_level():
    case = Instance("mine", "mine", ExactCover.from_options(["a", "b", "b"], "ab", multiplicity={"b": (1, 2)}))
    said = Watch(case, watched("dlx", case.problem), 100).tree()
    assert list(said) == [
        "a has 1 option",
        "└─ a → b has 1 option",
        "   └─ b → b has 1 option",
        "      └─ b → cover 1",
        "      left → cover 2",
        "   left → b has 1 option",
        "   └─ b → cover 3",
        "   left → b has no options",
    ]


def test_cpsat_tells_its_model_its_bounds_and_each_better_cover() -> None:
    lines = "\n".join(watching("airline/sppnw41", "cpsat").lines(lambda cover: f"drawn {len(cover)}")).split("\n")
    assert lines[0] == "the model: Variables 197, ExactlyOne 17"
    assert any(line.startswith("after presolve: Variables ") for line in lines)
    assert lines[-6:-1] == ["a cover for 11307", "= cover 2", "", "drawn 5", ""] and lines[-1].startswith("conflicts ")
    assert "no cover costs less than 11307" in lines
    queens = watching("queens/4", "cpsat", 1)
    assert [line for line in queens.lines(lambda _: "drawn") if line.startswith("=")] == ["= cover 1\n\ndrawn\n"]
    assert not queens.is_over
    with pytest.raises(BadInput, match="watch it without --tree"):
        queens.shown(as_tree=True, svg=None)
