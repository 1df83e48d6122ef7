"""The SAT solver on the page that plays: what is recorded is its run, and the page shows it."""

import pytest

from danceoff.addons.puzzles.play.page import page, sat_data
from danceoff.problems import Cover, ExactCover
from danceoff.problems.sources import read
from danceoff.solvers import load

DECIDE, FOLLOW, CONFLICT, LEARN, JUMP, FOUND = range(6)
SHOWN = ("domino/6x6-0-35", "queens/4", "tatami-monomer/3x3")


def covers_of(problem: ExactCover) -> set[Cover]:
    return set(load("algorithm-x").prepare(problem).covers())


def replayed(run: dict) -> list[Cover]:
    """The covers of a recorded run."""
    levels: list[list[int]] = [[]]
    found = []
    for kind, about in zip(run["kinds"], run["about"], strict=True):
        if kind == DECIDE:
            levels.append([about])
        elif kind == FOLLOW:
            levels[-1].append(about)
        elif kind == JUMP:
            del levels[about + 1 :]
        elif kind == FOUND:
            found.append(tuple(sorted(literal - 1 for level in levels for literal in level if literal > 0)))
    return found


@pytest.mark.parametrize("name", ["queens/6", "domino/4x4", "domino/6x6-0-35", "edge-matching/1x3-2-1"])
def test_the_recorded_run_finds_every_cover(name):
    problem = read(name).problem
    run = sat_data(problem)
    found = replayed(run)
    assert len(found) == len(set(found)) == run["covers"]
    assert set(found) == covers_of(problem)
    assert (run["isWhole"], run["hasAllSteps"]) == (True, True)
    assert (run["kinds"].count(DECIDE), run["kinds"].count(CONFLICT)) == (run["decisions"], run["conflicts"])
    for literal, kind, number in zip(run["about"], run["kinds"], run["reasons"], strict=True):
        assert (literal in run["clauses"][number]) if kind == FOLLOW else number == -1


def test_a_long_run_is_counted_beyond_the_steps_that_are_recorded():
    problem = read("domino/6x6-0-35").problem
    whole, begun = sat_data(problem), sat_data(problem, most_steps=100)
    assert begun["kinds"] == whole["kinds"][:100]
    assert not begun["hasAllSteps"]
    assert [begun[name] for name in ("conflicts", "decisions", "covers", "isWhole")] == [41, 49, 0, True]


@pytest.mark.parametrize("name", ["tatami-monomer/3x3", "y-pentomino/5x10"])
def test_what_is_too_large_or_has_other_variables_is_not_recorded(name):
    assert sat_data(read(name).problem) is None


@pytest.fixture(scope="module")
def opened(opening_once, tmp_path_factory):
    """The page of SHOWN."""
    file = tmp_path_factory.mktemp("sat") / "play.html"
    file.write_text(page([read(name) for name in SHOWN]), encoding="utf-8")
    return opening_once(file, color_scheme="dark", viewport={"width": 390, "height": 800})


# For each conflict: the literal of the first unique implication point, and the other literals from which the learnt
# clause follows, by the graph that the page draws.
CAUSES = """(name) => {
    const run = DATA.sat[name], found = [];
    run.kinds.forEach((kind, step) => {
        if (kind !== LEARN) return;
        const { last } = satState(run, step), { causes, ends, point } = implications(run, last), { trail } = last;
        const right = [...causes.keys()].filter((place) => place > point && trail[place].level === last.level);
        const met = [...right.flatMap((place) => causes.get(place)), ...ends];
        const left = new Set(met.filter((place) => !right.includes(place)).map((place) => trail[place].literal));
        found.push([trail[point].literal, [...left], run.clauses[run.about[step]]]);
    });
    return found;
}"""


@pytest.mark.needs("chromium")
def test_the_cut_of_each_conflict_is_the_clause_that_is_learnt(opened):
    for name in ("domino/6x6-0-35", "queens/4"):
        found = opened.evaluate(CAUSES, name)
        assert found, name
        for point, left, learnt in found:
            assert point == -learnt[0]
            assert sorted(left) == sorted(-literal for literal in learnt)


@pytest.mark.needs("chromium")
def test_steps_lead_to_the_covers_and_conflicts_of_python(opened):
    opened.select_option("#problem", "queens/4")
    problem = read("queens/4").problem
    expected, found = covers_of(problem), set()
    for _ in expected:
        opened.click("#sat-cover")
        taken = opened.locator("#trail .taken").evaluate_all("(all) => all.map((one) => Number(one.dataset.option))")
        found.add(tuple(sorted(taken)))
    assert found == expected
    opened.click("#sat-start")
    opened.click("#sat-cover")
    opened.click("#sat-step")
    assert opened.locator("#sat-said").inner_text().startswith("Block this cover: ")
    assert opened.locator("#conflict-title").inner_text() == "What the blocked cover follows from"
    opened.click("#sat-start")
    n_conflicts = sat_data(problem)["conflicts"] - len(expected)
    for _ in range(n_conflicts):
        opened.click("#sat-conflict")
        assert opened.locator("#sat-said").inner_text().startswith("Conflict: ")
    opened.click("#sat-end")
    assert opened.locator("#sat-said").inner_text().endswith("Nothing was decided: there are no more covers.")
    run = sat_data(problem)
    conflicts = run["conflicts"] - len(expected)
    counts = opened.locator("#sat-counts").inner_text()
    assert counts.startswith(f"SAT: {run['decisions']} decisions, {conflicts} conflicts and 2 covers. Algorithm X")
    so_far = f"{run['decisions']} decisions, {conflicts} conflicts and 2 covers so far"
    assert opened.locator("#sat-count").inner_text().endswith(so_far)


@pytest.mark.needs("chromium")
def test_a_conflict_is_drawn_and_its_options_light_up_everywhere(opened):
    opened.select_option("#problem", "domino/6x6-0-35")
    counts = "SAT: 49 decisions, 41 conflicts and 0 covers. Algorithm X, by the rule chosen above: 945 nodes."
    assert opened.locator("#sat-counts").inner_text() == counts
    assert opened.locator("#implications svg").count() == 0
    assert opened.locator("#sat-capped").inner_text() == "The run is longer: this page plays its first 400 steps."
    opened.click("#sat-conflict")
    assert opened.locator("#sat-said").inner_text().startswith("Conflict: no literal holds of ")
    assert opened.locator("#clauses li.now").count() == 1
    assert opened.locator("#implications .point").count() == opened.locator("#implications .clash").count() == 1
    point = opened.locator("#implications .point")
    option = point.get_attribute("data-option")
    point.hover()
    assert opened.locator(f'#trail .lit[data-option="{option}"]').count() == 1
    assert opened.locator(f'#matrix .lit[data-option="{option}"]').count() == 1
    assert opened.locator("#sat-board .ring").get_attribute("d")
    n_clauses = opened.locator("#clauses li").count()
    opened.keyboard.press("ArrowRight")
    assert opened.locator("#sat-said").inner_text().startswith("Learn: ")
    assert opened.locator("#clauses li").count() == n_clauses + 1
    opened.click("#sat-start")
    assert opened.locator("#clauses li").count() == n_clauses
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.needs("chromium")
def test_a_problem_that_is_not_recorded_shows_no_solver(opened):
    opened.select_option("#problem", "tatami-monomer/3x3")
    assert opened.locator("#sat").is_hidden()
    opened.select_option("#problem", "queens/4")
    assert opened.locator("#sat").is_visible()
    assert opened.locator("#sat-capped").is_hidden()
