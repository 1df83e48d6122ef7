"""The page that plays Algorithm X and the SAT solver: its steps are theirs, and its views follow each other."""

import json
import re
from functools import partial
from itertools import islice
from xml.etree import ElementTree

import numpy as np
import pytest

from danceoff.addons.puzzles.play.page import CHOICE, MOST_BYTES, empty_page, page, problem_data, sat_data
from danceoff.experiments.cli import main
from danceoff.problems import Cover, ExactCover, InvalidProblem
from danceoff.problems.formats import knuth, puzzle_box, sdk
from danceoff.problems.instance import Instance
from danceoff.problems.sources import read
from danceoff.solvers import load
from danceoff.solvers.base.events import Back, Branch, Event, Take
from danceoff.solvers.together.watching import watched

MOST_EVENTS = 3000
EVENTS = """([problems, most]) => problems.map((data) => {
    const events = [], taken = [];
    search(problemOf(data), "fewest", 1, (kind, about, options) => {
        if (events.length === most) return false;
        if (kind === TAKE) taken.push(about);
        if (kind === BACK) taken.pop();
        if (kind === BRANCH) events.push(["branch", about, options]);
        if (kind === TAKE) events.push(["take", about]);
        if (kind === BACK) events.push(["back", about]);
        if (kind === FOUND) events.push(["found", ...taken.slice().sort((a, b) => a - b)]);
        return true;
    });
    return events;
})"""


def written(event: Event) -> list[object]:
    if isinstance(event, Branch):
        return ["branch", event.item, [*event.options]]
    if isinstance(event, Take | Back):
        return ["take" if isinstance(event, Take) else "back", event.option]
    return ["found", *event.cover]


def generated(seed: int) -> ExactCover:
    """A problem with secondary items, every third with multiplicities, every second with colours."""
    random = np.random.default_rng(seed)
    n_primary, n_secondary = random.integers(1, 8), random.integers(1, 5)
    primary, secondary = [f"p{k}" for k in range(n_primary)], [f"s{k}" for k in range(n_secondary)]
    options = []
    for _ in range(random.integers(1, 22)):
        items = [*random.choice(primary, random.integers(1, min(n_primary, 3) + 1), replace=False)]
        for item in random.choice(secondary, random.integers(0, min(n_secondary, 3) + 1), replace=False):
            colour = int(random.integers(0, 3)) if seed % 2 else 0
            items.append((item, colour) if colour else item)
        options.append(items)
    bounds = {one: (int(random.integers(0, 3)), int(random.integers(2, 4))) for one in primary if random.random() < 0.4}
    return ExactCover.from_options(options, primary, secondary, multiplicity=bounds if seed % 3 == 0 else {})


@pytest.fixture(scope="module")
def pages(opening_once, tmp_path_factory):
    """Opens the empty page."""
    file = tmp_path_factory.mktemp("play") / "play.html"
    assert main(["play", "-o", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == empty_page()
    return partial(opening_once, file)


def said(shown) -> str:
    return shown.locator("#said").inner_text()


def after(shown, text: str) -> None:
    shown.locator("#count", has_text=text).wait_for(timeout=5000)


@pytest.mark.needs("chromium")
def test_the_steps_are_those_of_watch(pages):
    cases = [read(name) for name in CHOICE]
    cases += [Instance(f"generated-{seed}", "", generated(seed)) for seed in range(36)]
    got = pages().evaluate(EVENTS, [[problem_data(case) for case in cases], MOST_EVENTS])
    for case, events in zip(cases, got, strict=True):
        steps = islice(watched("algorithm-x", case.problem).events, MOST_EVENTS)
        assert events == [written(event) for event in steps], case.name


PASTED = """(texts) => texts.map((text) => {
    const { name, names, colourNames, board, least, most, ...data } = pasted(text);
    const { least: low, most: high } = problemOf(pasted(text));
    return { ...data, least: low, most: high, board: board && { ...board, area: null } };
})"""


@pytest.mark.needs("chromium")
@pytest.mark.filterwarnings("ignore:pasted")
def test_a_pasted_problem_is_the_one_that_python_reads(pages):
    box = "; pieces: free\n.....\n..#..\n.....\n\n##\n##\n\n##\n##\n\n##.\n.##\n\n##\n"
    row = ".......#\n\n##\n#.#\n..\n...\n##\n#"
    sudoku = read("sudoku/euler96-01")
    line = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
    problems = [generated(3), generated(7), read("queens/4").problem]
    texts = ["| a comment\n" + knuth.write(problem) for problem in problems]
    texts += ["a b | x\n\na x:1\nb x:2", "a | x\na x:red |4"]
    board = "\n".join(line[row : row + 9] for row in range(0, 81, 9))
    large = "G".rjust(256, ".")
    rows = [" ".join(row[:3] + "|" + row[3:6] + "|" + row[6:]) for row in board.split("\n")]
    apart = "\n".join([*rows[:3], "---+---+---", *rows[3:]])
    got = pages().evaluate(PASTED, [*texts, box, row, line, board, line.replace("0", "."), apart, large])
    packings = [puzzle_box.read(text, "box.txt") for text in (box, row)]
    packed = [Instance("", "", packing.problem, None, packing) for packing in packings]
    known = [Instance("", "", knuth.read(text, "pasted")) for text in texts]
    for case, found in zip([*known, *packed, *[sudoku] * 4, read(f"sudoku/{large}")], got, strict=True):
        problem, wanted = case.problem, problem_data(case)
        assert found["options"] == wanted["options"]
        assert found["items"] == wanted["items"]
        assert found["nPrimary"] == wanted["nPrimary"]
        assert found.get("colours") == wanted.get("colours")
        assert (found["least"], found["most"]) == (problem.least.tolist(), problem.most.tolist())
        if board := wanted["board"]:  # whose areas may have other numbers
            same = json.loads(json.dumps({**board, "area": None}))
            assert {name: found["board"][name] for name in same} == same


FAULTS = "(texts) => texts.map((text) => { try { pasted(text); return ''; } catch (error) { return error.message; } })"


@pytest.mark.needs("chromium")
@pytest.mark.filterwarnings("ignore:f")
def test_what_the_readers_refuse_is_no_paste(pages):
    knuths = ["a | x\na x:red|4", "a|4\na", "a\na|4", "a | x\na x:", "# mine\na, b\na, c", "# mine\na b,b\na b,b"]
    keys = ["species: 3", "Piece: free", "pieces: any", "pieces: free, fixed", "pieces:", "pieces", "other: free"]
    keys += ["pieces: free\n; pieces: fixed", "pieces: free\n; pieces: free", "piecs = Fixed", "free"]
    below = ["..#\n...", "...\n...\n\n##\n", "##\n\n; two\n...\n; rows\n..."]
    boxes = [f"; {key}\n..#\n...\n\n##" for key in keys] + [f"..#\n...\n\n#\n\n{drawing}" for drawing in below]
    boxes += ["...\n\n...\n\n#", "..#\n...\n\n#\n\n..\n##"]
    sudokus = ["..|..|..\n" * 6, *(f"1{mark}2".ljust(256, ".") for mark in "gH0_"), "1-2".ljust(81, ".")]
    readers = [(knuth, knuths), (sdk, sudokus), (puzzle_box, boxes)]
    cases = [(reader, text) for reader, texts in readers for text in texts]
    got = pages().evaluate(FAULTS, [text for _, text in cases])
    for (reader, text), fault in zip(cases, got, strict=True):
        try:
            reader.read(text, "f")
        except InvalidProblem:
            assert fault, text
        else:
            assert not fault, text
    assert sum(map(bool, got)) == len(got) - 2


@pytest.mark.needs("chromium")
def test_steps_keys_and_the_address_go_through_a_run(pages, tmp_path):
    shown = pages("#problem=tromino/4x4-5")
    after(shown, "Step 1 of 28")
    assert said(shown) == "cell 0,0 has only one option left, so we must take it."
    shown.keyboard.press("ArrowRight")
    after(shown, "Step 2 of 28, depth 1")
    assert said(shown) == "We take L 0,0 0,1 1,0 (1 of 1) and cross out the options that clash with it."
    assert shown.locator("#board svg path.c0").count() == 1
    shown.keyboard.press("ArrowRight")
    shown.locator("#matrix .branched").wait_for(timeout=5000)
    assert shown.locator("#board .branched").get_attribute("d").count("M") == 1
    assert shown.locator("#board .lost").get_attribute("d") == ""
    shown.keyboard.press("d")
    shown.locator("#said", has_text="cell 3,3 has no option left: this is a dead end, so").wait_for(timeout=5000)
    assert shown.locator("#matrix .lost title").inner_html() == "primary item 3,3"
    assert shown.locator("#board .lost").get_attribute("d").count("M") == 1
    shown.keyboard.press("c")
    after(shown, "1 cover so far")
    assert ("Cover 1 found:" in said(shown), shown.locator("#matrix .row.taken").count()) == (True, 5)
    shown.keyboard.press("ArrowLeft")
    after(shown, "0 covers so far")
    shown.locator("#scrubber").fill("27")
    after(shown, "Step 28 of 28, depth 0, 1 cover so far")
    end = "We take L 0,0 0,1 1,0 back, and what it crossed out returns. All is tried: 1 cover in all."
    assert said(shown) == end
    shown.wait_for_url(re.compile("step=28"))
    shown.locator("#depth").fill("2")
    shown.keyboard.press("Tab")
    shown.locator("#start").click()
    shown.locator("#cover").click()
    after(shown, "depth 2, 0 covers")
    shown.locator("#matrix .row").nth(0).hover()
    assert shown.locator("#board .ring").get_attribute("d").count("M") == 3
    assert shown.locator("#tree .lit").count() == 1
    shown.get_by_label("Speed").select_option("600")
    shown.locator("#depth").fill("")
    shown.get_by_role("button", name="Play").click()
    after(shown, "Step 28 of 28")
    with shown.expect_download() as download:
        shown.get_by_role("button", name="Save as SVG").click()
    download.value.save_as(tmp_path / "frame.svg")
    assert download.value.suggested_filename == "tromino-4x4-5-step-28.svg"
    assert ElementTree.parse(tmp_path / "frame.svg").getroot().tag.endswith("svg")
    shown.get_by_label("Branch on").select_option("leftmost")
    after(shown, "Step 1 of 46")
    nodes = shown.locator("#rules dd").all_inner_texts()
    assert nodes[:2] == ["10 nodes, 1 cover", "16 nodes, 1 cover"]
    shown.get_by_text("Paste a problem").click()
    shown.locator("#text").fill("a b\na\nb c")
    shown.get_by_role("button", name="Play it").click()
    assert shown.locator("#fault").inner_text() == "Line 3: c is not in the line of items."
    for text, fault in (
        ("queens/6", "queens/6 is a name"),
        ("box = [3, 3]\n[pieces]", "TOML cannot be pasted"),
        ("; Pieces: free\n..\n\n##", "; Pieces: free: write ; pieces: "),
    ):
        shown.fill("#text", text)
        shown.click("#paste button")
        assert fault in shown.locator("#fault").inner_text()
    shown.locator("#text").fill("a b\na\na b")
    shown.get_by_role("button", name="Play it").click()
    shown.locator("#matrix .links[d^=M]").wait_for(state="attached", timeout=5000)
    assert not shown.locator("#board").is_visible()
    assert shown.locator("h1").inner_text() == "pasted"
    assert shown.locator("#sat-absent").is_visible()
    shown.wait_for_url(re.compile("text=a[+]b%0Aa%0Aa[+]b"))
    assert pages(shown.evaluate("location.hash")).locator("#matrix .row").count() == 2


@pytest.mark.needs("chromium")
@pytest.mark.parametrize(("width", "wanted"), [(1280, 550), (400, 320)])
def test_a_small_matrix_fills_its_panel(pages, width, wanted):
    text = "a+b+c+d+e+f+g%0Ac+e+f%0Aa+d+g%0Ab+c+f%0Aa+d%0Ab+g%0Ad+e+g"
    shown = pages(f"#text={text}&step=3", viewport={"width": width, "height": 800})
    after(shown, "Step 3 of 16")
    box = shown.locator("#matrix svg").bounding_box()
    assert box["width"] > wanted
    assert box["height"] < 560, "it shows all without scrolling"
    assert shown.locator("#tree svg").bounding_box()["width"] > 150


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_all_without_scrolling_sideways(pages, scheme):
    how = {"viewport": {"width": 390, "height": 800}, "color_scheme": scheme, "reduced_motion": "reduce"}
    shown = pages("#problem=sudoku/euler96-01&step=39", **how)
    after(shown, "Step 39 of")
    assert re.match(r"row \d column \d has only|\d in ", said(shown))
    assert shown.evaluate("document.documentElement.scrollWidth") == 390
    assert shown.locator("#board text.given").count() == 32
    assert shown.locator("#board text.found").count() > 5


OUT_OF_SIGHT = """(() => {
    const panel = document.querySelector("#tree .picture").getBoundingClientRect();
    const ends = [...document.querySelectorAll("#tree .node.path")].map((node) => node.getBoundingClientRect());
    return ends.filter(({ left, right }) => left < panel.left || right > panel.right);
})()"""
OUTSIDE_LANDMARKS = """[...document.body.children].map((one) => one.localName)
    .filter((name) => !["header", "main", "script"].includes(name))"""
TORN = """[...document.querySelectorAll("section:not([hidden])")].filter((one) => {
    const { scrollHeight, clientHeight } = one.querySelector(".picture:not([hidden])") ?? one;
    return getComputedStyle(one).breakInside !== "avoid" || scrollHeight > clientHeight + 1;
}).map((one) => one.id)"""
"""The sections that a page break may go through, or whose pictures do not show all on paper."""


@pytest.mark.needs("chromium")
def test_a_large_run_is_cut_off_and_keeps_to_its_panels_and_to_paper(opening, tmp_path):
    file = tmp_path / "large.html"
    file.write_text(page([read("pentomino/6x10")]), encoding="utf-8")
    shown = opening(file)
    after(shown, "Step 1 of 200,000")
    shown.get_by_role("button", name="Next cover").click()
    shown.locator("#said", has_text="Cover").wait_for(timeout=5000)
    shown.locator("#nodes-fewest", has_text="cut off at 66,670 nodes, 171 covers").wait_for()
    assert shown.evaluate(OUT_OF_SIGHT) == [], "the current path is within the panel"
    assert shown.evaluate(OUTSIDE_LANDMARKS) == []
    shown.emulate_media(media="print")
    assert shown.locator("button, input[type=range]").filter(visible=True).count() == 0
    assert shown.evaluate(TORN) == []
    assert shown.locator("#capped").inner_text() == "The search is longer: this page plays its first 200,000 steps."


def test_pages_are_small_and_a_problem_too_large_for_them_is_refused(capsys, tmp_path):
    assert len(empty_page().encode()) < MOST_BYTES
    assert "<script>alert" not in page([Instance("<script>alert(1)</script>", "", generated(1))])
    assert main(["play", "n-omino/7", "-o", str(tmp_path / "a.html")]) == 2
    assert "n-omino/7 is too large for the page" in capsys.readouterr().err


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
