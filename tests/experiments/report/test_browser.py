"""The page of a report in a real browser: it opens without errors or requests, and its filters filter."""

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hostile import hostile_folder
from rows import descents, race

from danceoff.experiments.report.cells import cells
from danceoff.experiments.report.charts import CHARTS
from danceoff.experiments.report.charts.data_sets import common, left_out
from danceoff.experiments.report.page.html import page
from danceoff.experiments.report.statistics.scores import scores
from danceoff.experiments.report.summary import summary
from danceoff.experiments.results.record import Row, read

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    counted = replace(next(row for row in race() if row.problem == "queens/6"), task="count", fingerprint="")
    rows = [*race(), counted, *descents()]
    path.write_text(page(rows, summary(rows), "a race"), encoding="utf-8")
    return path


@pytest.fixture
def opened(opening, file, request):
    """A page that has drawn its charts."""
    opened = opening(file, **getattr(request, "param", {}))
    drawn(opened, 1)
    return opened


def drawn(opened, times: int) -> None:
    opened.wait_for_function(f"document.body.dataset.drawn >= {times}", timeout=60_000)


def opened_page(opening, folder: Path, rows: list[Row], title: str = "title", **how):
    """The page of such rows, once its charts are drawn."""
    path = folder / "report.html"
    path.write_text(page(rows, summary(rows), title), encoding="utf-8")
    opened = opening(path, **how)
    drawn(opened, 1)
    return opened


def texts(opened, selector: str) -> list[str]:
    return opened.locator(selector).all_text_contents()


def test_every_chart_is_drawn_and_has_its_numbers(opened):
    for name in CHARTS:
        if name == "gap":
            continue
        assert opened.locator(f"#chart-{name} svg [role='graphics-symbol']").count() > 0, name
        details = opened.locator(f"details[data-chart={name}]")
        details.locator("summary").click()
        details.locator("tbody tr").nth(1).wait_for()  # the table is made when it is asked for
    assert opened.pdf().count(b"/Type /Page\n") < 9, "sections share pages"


def test_the_matrix_marks_times_limits_and_disagreements(opened):
    rows = {row.locator("th").inner_text(): row for row in opened.locator("#matrix tbody tr").all()}
    assert list(rows) == ["queens/6", "tromino/5x5-0", "tromino/6x6", "tromino/7x7-0"]
    assert rows["tromino/7x7-0"].locator("td").nth(3).inner_text() == "> 10"
    assert rows["tromino/7x7-0"].locator("td").nth(3).get_attribute("class") == "stopped"
    assert rows["queens/6"].locator("td.contradicted").inner_text() == "≠ 3"
    assert "fastest" in rows["tromino/6x6"].locator("td.best").inner_text()
    assert opened.evaluate("quartiles({ total_s_q1: 0.5, total_s_q3: 0.6 })") == "0.500 to 0.600"
    assert opened.evaluate("quartiles(CELLS.find((cell) => cell.end === 'solved'))") == "", "less than 10 % apart"


def test_tables_sort_and_find_and_the_url_keeps_it(opened):
    check_scores(opened, [*race(), *descents()], "enumerate")
    sort = opened.locator("#matrix thead").get_by_role("button", name="sat", exact=True)
    sort.press("Enter")
    assert sort.locator("..").get_attribute("aria-sort") == "ascending"
    assert sort.evaluate("one => one === document.activeElement"), "the focus stays"
    sort.press("Enter")
    assert opened.locator("#matrix [aria-sort=descending]").inner_text().startswith("sat")
    problems = ["tromino/7x7-0", "tromino/6x6", "tromino/5x5-0", "queens/6"]
    assert texts(opened, "#matrix tbody th") == problems
    opened.get_by_label("Problems with").fill("TROMINO x")
    drawn(opened, 2)
    assert texts(opened, "#matrix tbody th") == problems[:3]
    assert texts(opened, "#scores tbody tr:first-child td")[0] == "4 of 4", "of all problems"
    opened.locator("details[data-chart=memory] summary").click()
    opened.get_by_label("Find in: Numbers of the chart Memory").fill("glucose 7x7")
    assert texts(opened, "details[data-chart=memory] tbody td") == ["sat:engine=glucose4", "50"]
    opened.get_by_role("checkbox", name="dlx").uncheck()
    opened.locator("select[data-choice=x]").select_option("sat:engine=glucose4")
    opened.goto("about:blank")
    opened.go_back()
    drawn(opened, 1)
    assert texts(opened, "#matrix tbody th") == problems[:3]
    assert texts(opened, "#matrix thead th") == ["problem", "covers", "sat", "sat:engine=glucose4"]
    assert opened.locator("select[data-choice=x]").input_value() == "sat:engine=glucose4"
    opened.locator("details[data-chart=memory] summary").click()
    opened.locator("details[data-chart=memory] tbody td").first.wait_for()
    assert texts(opened, "details[data-chart=memory] tbody td") == ["sat:engine=glucose4", "50"]
    opened.locator("#matrix thead button").nth(2).click()
    assert texts(opened, "#matrix tbody th") == problems[2::-1], "as the rows come"
    opened.locator("nav a").nth(3).click()
    assert "no-solver=dlx" in opened.url, "a link to a section leaves the state alone"


def test_a_cell_opens_its_case(opened):
    opened.locator("#matrix tbody tr").nth(3).locator("button").nth(2).click()
    dialog = opened.get_by_role("dialog", name="tromino/7x7-0 by sat:engine=glucose4")
    told = dialog.inner_text()
    assert "danceoff solve --solver=sat:engine=glucose4 --task=enumerate --time-limit=10 -- tromino/7x7-0" in told
    assert all(word in told for word in ("timeout", "repeat 2", "Counters", "propagations", "a processor", "1,440"))
    opened.keyboard.press("Escape")
    assert not dialog.is_visible()
    opened.locator("#matrix tbody tr").nth(2).locator("button").first.click()
    opened.locator("#case .chart svg [aria-roledescription='point']").nth(1).wait_for()
    assert "case=tromino%2F6x6&case=dlx" in opened.url
    opened.goto("about:blank")
    opened.go_back()
    opened.get_by_role("dialog", name="tromino/6x6 by dlx").locator("summary").click()
    opened.locator("#case details tbody tr").first.wait_for()
    cells = [row.locator("td").all_inner_texts() for row in opened.locator("#case details tr").all()[1:]]
    assert ["0.0178", "162"] in cells
    seeds = [{"solver": f"sat:engine=glucose4,seed={seed}", "repeat": 2} for seed in (1, 2)]
    assert opened.evaluate("rows => headings(rows)", seeds) == ["seed=1, repeat 2", "seed=2, repeat 2"]
    opened.get_by_role("button", name="Close").click()
    opened.wait_for_function("!location.hash.includes('case')")


def test_filters_hide_what_they_exclude(opened):
    opened.get_by_role("checkbox", name="queens").uncheck()
    drawn(opened, 2)
    assert opened.locator("#shown").inner_text() == "3 problems, 3 solvers shown"
    assert opened.locator("#problems figure:visible").count() == 3
    assert opened.locator("#chart-memory svg [aria-roledescription='point']").count() == 9
    opened.get_by_role("checkbox", name="dlx").uncheck()
    drawn(opened, 3)
    assert texts(opened, "#matrix thead th") == ["problem", "covers", "sat", "sat:engine=glucose4"]
    assert texts(opened, "select[data-choice=x] option") == ["sat", "sat:engine=glucose4"]
    opened.get_by_role("group", name="Families").get_by_role("button", name="none").click()
    drawn(opened, 4)
    assert opened.locator("#chart-growth .empty, #chart-memory .empty").count() == 2
    assert opened.locator(".chart .empty").count() == len(CHARTS) - 1, "the chart of gaps is not there for this task"


def test_the_task_is_a_filter_and_the_cheapest_covers_have_costs_and_a_chart_of_gaps(opened):
    opened.get_by_label("Task").select_option("best")
    drawn(opened, 2)
    assert texts(opened, "#matrix thead th") == ["problem", "cost", "dlx", "sat"]
    assert [cell.inner_text() for cell in opened.locator("#matrix tbody td").all()][:2] == ["0.7", "> 10\ngap 25 %"]
    assert opened.locator("#chart-gap svg [aria-roledescription='point']").count() == 4
    assert not opened.locator("#progress, #growth, nav a[href='#progress']").filter(visible=True).count()
    details = opened.locator("details[data-chart=gap]")
    details.locator("summary").click()
    details.locator("tbody tr").nth(3).wait_for()
    assert texts(opened, "details[data-chart=gap] tbody tr:nth-child(3) td") == ["1.00", "1", "0.5", "50 %"]
    opened.get_by_label("Task").select_option("count")
    drawn(opened, 3)
    assert texts(opened, "#matrix tbody th") == ["queens/6"]
    assert texts(opened, "#scores tbody th") == ["virtual best", "dlx"]
    assert opened.locator("#chart-memory svg [aria-roledescription='point']").count() == 1


def test_ratios_and_profiles_are_those_of_the_task_and_the_solvers_that_are_shown(opened):
    assert texts(opened, "#ratios tbody th") == ["sat", "sat:engine=glucose4"]
    assert texts(opened, "#ratios tbody tr:nth-child(2) td")[3:5] == ["4", "2"]
    chart = "document.querySelectorAll('#chart-profile [aria-roledescription=point]')"
    marks = f"[...{chart}].map((mark) => mark.__data__.datum)"
    found = opened.evaluate(f"{marks}.map((one) => [one.solver, one.share, one.factor])")
    assert [[share, factor] for solver, share, factor in found if solver == "dlx"] == [[k / 4, 1] for k in (1, 2, 3, 4)]
    assert max(share for solver, share, _ in found if solver.endswith("glucose4")) == 0.5
    opened.get_by_role("checkbox", name="dlx").uncheck()
    drawn(opened, 2)
    found = opened.evaluate(f"{marks}.map((one) => [one.solver, one.factor])")
    assert {factor for solver, factor in found if solver == "sat"} == {1}
    opened.get_by_label("Task").select_option("count")
    drawn(opened, 3)
    assert not opened.locator("#ratios, nav a[href='#ratios']").filter(visible=True).count(), "one solver was asked"


def test_the_legend_shows_the_marks_of_one_solver_alone(opened):
    def seen(mark) -> bool:
        return mark.evaluate("mark => getComputedStyle(mark).opacity") != "0.08"

    lines = opened.locator("#chart-cactus [aria-roledescription='line mark']").all()
    assert [seen(line) for line in lines] == [True] * 3
    opened.locator("#solvers label", has_text=re.compile("^sat$")).hover()
    alone = [line.get_attribute("aria-label") for line in lines if seen(line)]
    assert len(alone) == 1
    assert re.search("solver: sat(;|$)", alone[0])
    opened.get_by_role("checkbox", name="dlx").focus()
    assert sum(map(seen, lines)) == 1, "by the keyboard too"


def test_a_problem_has_a_page_of_all_its_runs(opened):
    opened.locator("#problems button", has_text="queens/6").click()
    opened.get_by_role("dialog", name="queens/6").wait_for()
    opened.keyboard.press("Escape")
    assert opened.get_by_role("dialog").count() == 0
    assert opened.evaluate("document.activeElement.className") == "open"
    opened.locator("#matrix tbody th", has_text="queens/6").get_by_text("6").click()
    dialog = opened.get_by_role("dialog", name="queens/6")
    assert dialog.locator(".about").inner_text() == "9 items, 99 options\ncovers: 4"
    assert dialog.locator("tbody tr").count() == len([one for one in race() if one.problem == "queens/6"]) + 1
    assert "case=queens%2F6&case=" in opened.url
    opened.goto("about:blank")
    opened.go_back()
    dialog.locator("tbody button", has_text="glucose4").first.click()
    opened.get_by_role("dialog", name="queens/6 by sat:engine=glucose4").wait_for()


def test_any_two_solvers_make_a_scatter(opened):
    opened.locator("select[data-choice=x]").select_option("sat:engine=glucose4")
    drawn(opened, 2)
    details = opened.locator("details[data-chart=scatter]")
    details.locator("summary").click()
    details.locator("thead th").first.wait_for()  # the table is made when it is asked for
    assert texts(opened, "details[data-chart=scatter] thead th") == ["problem", "sat:engine=glucose4", "sat"]
    assert "timeout" in details.locator("tbody").inner_text()
    marks = opened.locator("#chart-scatter svg [aria-roledescription='point']")
    assert marks.count() == 4
    marks.first.hover()
    opened.locator("#vg-tooltip-element.visible").wait_for()
    told = " ".join(opened.locator("#vg-tooltip-element").inner_text().split())
    assert told == "problem queens/6 across: sat:engine=glucose4 contradicted up: sat 0.0056 s"


def test_the_keyboard_reaches_everything_and_everything_has_a_name(opened):
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.activeElement.textContent") == "Skip to the results"
    nameless = """[...document.querySelectorAll("select, input, button, [tabindex], aside, nav")]
        .filter((one) => !one.labels?.length && one.tagName !== "BUTTON" && !one.getAttribute("aria-label"))
        .map((one) => one.outerHTML)"""
    assert opened.evaluate(nameless) == []
    assert opened.locator("table:not(:has(caption))").count() == 0
    assert opened.locator("thead th:not([aria-sort]:has(> button))").count() == 0
    assert opened.locator("#matrix td button[tabindex='0']").count() == 1, "one stop, and arrow keys from there"
    assert opened.locator("h1").count() == 1


@pytest.mark.parametrize("opened", [{"viewport": {"width": 360, "height": 740}, "is_mobile": True}], indirect=True)
def test_a_phone_scrolls_down_only_and_its_bar_hides_no_heading(opened):
    assert opened.evaluate("document.documentElement.scrollWidth") <= 360
    assert not opened.locator("#families").is_visible(), "the filters are folded away"
    names = opened.locator("#chart-cactus [aria-roledescription='text mark']").all_text_contents()
    assert {"dlx", "sat", "sat:engine=glucose4"} < set(names)
    assert opened.locator("#chart-cactus svg").bounding_box()["width"] <= 360
    opened.locator("nav a", has_text="Scores").click()
    heading, bar = (opened.locator(one).bounding_box() for one in ("#scores h2", "aside"))
    assert bar["height"] < heading["y"] < 2 * bar["height"]
    opened.locator("#matrix td button").first.click()
    assert opened.evaluate("document.getElementById('case').getBoundingClientRect().right") <= 360


@pytest.mark.parametrize("opened", [{"color_scheme": "dark"}], indirect=True)
def test_a_chart_is_saved_in_the_colours_that_are_seen_and_dark_on_the_screen_is_light_on_paper(opened):
    for name in ("cactus", "scatter", "memory"):
        with opened.expect_download() as svg:
            opened.locator(f"#{name}").get_by_role("button", name="SVG").click()
        text, file = svg.value.path().read_text(), f"{name}-enumerate.svg"
        assert (svg.value.suggested_filename, "var(" in text, "#0d1117" in text) == (file, False, True)
        with opened.expect_download() as png:
            opened.locator(f"#{name}").get_by_role("button", name="PNG").click()
        assert png.value.path().read_bytes().startswith(b"\x89PNG")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert opened.evaluate(paper) == "rgb(13, 17, 23)"
    opened.emulate_media(media="print", color_scheme="dark")
    assert opened.locator("#solvers").is_visible(), "the legend"
    assert not opened.locator("nav").is_visible()
    assert opened.evaluate(paper) == "rgb(255, 255, 255)"


def crowd() -> list[Row]:
    """Many cases; every third solver was not asked every second problem, and one was asked fewer than half of them."""
    queens = next(row for row in race() if row.problem == "queens/6")
    rows = []
    for k, solver in product(range(160), range(14)):
        if (solver % 3 or k % 2) and (solver < 13 or k < 70):
            about = {"problem": f"queens/{k}", "digest": f"{k}", "family": ("queens", "rooks", "towers")[k % 3]}
            end = {"status": "complete", "covers": 4 + k + 10**12 * (k == 1)}
            end |= {"status": "timeout", "covers": 1} if (k * solver) % 7 == 6 else {}
            end |= {"search_s": 1e-3 * (1 + k * 29 % 31) * (1 + solver * 13 % 17), "published": None}
            rows.append(replace(queens, solver=f"peer-{solver}", n_items=k, fingerprint="", points=[], **about, **end))
    return rows


def test_a_large_campaign_is_a_page_that_holds_the_rows_in_view(opening, tmp_path):
    rows = crowd()
    opened = opened_page(opening, tmp_path, rows, viewport={"width": 1000, "height": 800})
    assert opened.locator("#matrix thead th").count() == 16
    assert opened.evaluate("document.documentElement.scrollWidth") <= 1000
    assert opened.locator("#matrix tbody tr").count() < 100
    assert opened.locator("#matrix table").get_attribute("aria-rowcount") == "161"
    opened.locator("#matrix tbody button").first.focus()
    for _ in range(40):
        opened.keyboard.press("ArrowDown")
    at = "document.activeElement.closest('tr').querySelector('th').textContent"
    assert opened.evaluate(at) == "queens/40"
    opened.keyboard.press("Enter")
    assert opened.locator("#case h2").inner_text().startswith("queens/40 by peer-")
    opened.keyboard.press("Escape")
    assert opened.evaluate(at) == "queens/40", "the focus is back"
    opened.locator("#matrix .scroll").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    opened.locator("#matrix tbody th", has_text="queens/159").wait_for()
    assert opened.locator("#matrix tbody tr").count() < 100
    check_scores(opened, rows, "enumerate")
    told = " ".join(f"{line}." for line in left_out(cells(rows, summary(rows))))
    assert opened.locator("#cactus .over").inner_text() == told
    assert re.match(r"80 of 160 .*: peer-13\.$", told)
    for chosen, times, n in (("the 8 best", 1, 8), ("all", 2, 13)):
        opened.get_by_label("Charts show").select_option(chosen)
        drawn(opened, times)
        assert len(opened.locator("#chart-cactus [aria-roledescription='line mark']").all()) == n
    assert "drawn=all" in opened.url
    check_paper(opened)
    opened.close()


def check_paper(opened) -> None:
    """Numbers of the printed matrix stay in their cells, headings in one line."""
    opened.locator("#matrix .scroll").evaluate("one => one.scrollTo(0, 0)")
    opened.emulate_media(media="print")
    opened.locator("#matrix td", has_text="1,000,000,000,005").wait_for()
    wide = "[...document.querySelectorAll('#matrix :is(th, td)')].filter((one) => one.scrollWidth > one.clientWidth)"
    assert opened.evaluate(f"{wide}.map((one) => one.textContent)") == []
    opened.set_viewport_size({"width": 500, "height": 800})
    assert opened.evaluate(BROKEN) == []


BROKEN = """[...document.querySelectorAll("#matrix thead th")].filter((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    const parts = [...range.getClientRects()].filter(({ width, height }) => width && height);
    return parts.some(({ left, top }) => left !== parts[0].left && top !== parts[0].top);
}).map((one) => one.textContent)"""
"""The headings of the matrix that are in several lines, be these from left to right or upwards."""


def check_scores(opened, rows: list[Row], task: str) -> None:
    """The page shows the scores of scores.py, and the common cells."""
    table = scores(summary(rows))
    expected = table[table["task"] == task]
    assert texts(opened, "#scores tbody th") == list(expected["solver"])
    solved = [f"{line.n_solved} of {line.n_asked}" for line in expected.itertuples()]
    assert texts(opened, "#scores tbody td:nth-child(2)") == solved
    par2_s = list(expected["par2_s"].dropna())
    shown = [text.replace(",", "") for text in texts(opened, "#scores tbody td:nth-child(5)")]
    assert [float(text) for text in shown if text] == pytest.approx(par2_s, rel=1e-3)
    own = [cell for cell in cells(rows, summary(rows)) if cell["task"] == task]
    names = [[cell["problem"], cell["solver"]] for cell in common(own)]
    assert opened.evaluate("common(ofTask()).map((cell) => [cell.problem, cell.solver])") == names


def test_growth_goes_by_covers_or_by_options(opening, tmp_path):
    few = [(int(one.problem[7:]) + 1, one) for one in crowd() if one.n_items < 30]
    rows = [replace(one, n_items=n, n_options=2 * n) for n, one in few]
    opened = opened_page(opening, tmp_path, rows, viewport={"width": 1000, "height": 800})
    choose = opened.locator("#growth select[data-choice='by']")
    assert choose.locator("option").all_inner_texts() == ["covers", "options"]
    for by in ("covers", "options"):
        choose.select_option(by)
        opened.wait_for_function(f"document.querySelector('#chart-growth')?.innerText.includes('{by} of the problem')")
        assert opened.locator("#chart-growth .mark-line path").count() == 8, "a line for each solver that is drawn"
    assert "by=options" in opened.url, "the address keeps it"


def test_hostile_names_run_no_script(opening, tmp_path):
    rows = read(hostile_folder(tmp_path / "results"))
    opened = opened_page(opening, tmp_path, rows, "</title><script>alert(1)</script>")
    names = texts(opened, "select[data-choice=x] option")
    assert len(names) > 20
    for number, pair in enumerate(zip(names[::3], reversed(names[::3]), strict=True)):
        opened.evaluate("async ([x, y]) => { [state.x, state.y] = [x, y]; show(); await drawing; }", pair)
        opened.locator("#solvers label").nth(number).hover()
    for details in opened.locator("section:not([hidden]) details[data-chart]").all():
        details.locator("summary").click()
    for cell in opened.locator("#matrix td button").all()[::10]:
        cell.evaluate("cell => cell.click()")
        opened.locator("#case button.close").click()
    for mark in opened.locator("#chart-scatter svg [aria-roledescription='point']").all():
        mark.hover()
    assert opened.locator("#problems figure").count() == len({row.problem for row in rows})


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
def test_the_animation_of_the_documents_moves_unless_that_is_not_wanted(browser, wish, moves):
    with browser.new_context(reduced_motion=wish) as context:
        opened = context.new_page()
        opened.goto((Path(__file__).parents[3] / "docs" / "pictures" / "learning.svg").as_uri())
        assert (opened.evaluate("document.getAnimations().length") > 0) == moves
        still = opened.get_by_text("first UIP", exact=True)
        assert (still.evaluate("one => getComputedStyle(one.parentNode).opacity") == "1") == (not moves)
