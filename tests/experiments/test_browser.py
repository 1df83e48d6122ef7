"""The page of a report in a real browser: it opens without errors or requests, and its filters filter."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hostile import hostile_folder
from race import descents, race

from danceoff.experiments.report.charts import CHARTS
from danceoff.experiments.report.page.drawings import drawings
from danceoff.experiments.report.page.html import page
from danceoff.experiments.results.record import read

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    picture = '<svg viewBox="0 0 1 1" class="danceoff"><title>queens</title></svg>'
    queens = next(row for row in race() if row.problem == "queens/6")
    counted = replace(queens, task="count", fingerprint="")
    path.write_text(page([*race(), counted, *descents()], "a race", {"queens/6": picture}), encoding="utf-8")
    return path


@pytest.fixture
def opened(browser, file, request):
    """A page that has drawn its charts, and everything that went wrong until the end of the test."""
    context = browser.new_context(**getattr(request, "param", {}))
    opened, troubles = context.new_page(), []
    opened.on("console", lambda message: troubles.append(message.text))
    opened.on("pageerror", lambda error: troubles.append(str(error)))
    opened.on("request", lambda asked: asked.url == file.as_uri() or troubles.append(asked.url))
    opened.goto(file.as_uri())
    drawn(opened, 1)
    yield opened
    assert troubles == []
    context.close()


def drawn(opened, times: int) -> None:
    opened.wait_for_function(f"document.body.dataset.drawn >= {times}", timeout=60_000)


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


def test_the_matrix_marks_times_limits_and_disagreements(opened):
    rows = {row.locator("th").inner_text(): row for row in opened.locator("#matrix tbody tr").all()}
    assert list(rows) == ["queens/6", "tromino/5x5-0", "tromino/6x6", "tromino/7x7-0"]
    assert rows["tromino/7x7-0"].locator("td").nth(3).inner_text() == "> 10"
    assert rows["tromino/7x7-0"].locator("td").nth(3).get_attribute("class") == "stopped"
    assert rows["queens/6"].locator("td.contradicted").inner_text() == "≠ 3"
    assert "fastest" in rows["tromino/6x6"].locator("td.best").inner_text()
    assert "±" in rows["tromino/6x6"].locator("td.best").inner_text()


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
    assert opened.locator(".chart .empty").count() == len(CHARTS)


def test_the_cheapest_covers_have_costs_and_a_chart_of_gaps(opened):
    opened.get_by_label("Task").select_option("best")
    drawn(opened, 2)
    assert texts(opened, "#matrix thead th") == ["problem", "cost", "dlx", "sat"]
    assert [cell.inner_text() for cell in opened.locator("#matrix tbody td").all()][:2] == ["0.7", "> 10\ngap 25 %"]
    assert opened.locator("#chart-gap svg [aria-roledescription='point']").count() == 4
    assert opened.locator("#chart-progress .empty").count() == 1
    details = opened.locator("details[data-chart=gap]")
    details.locator("summary").click()
    details.locator("tbody tr").nth(3).wait_for()
    assert texts(opened, "details[data-chart=gap] tbody tr:nth-child(2) td") == ["1.00", "1", "0.5", "50 %"]


def test_the_task_is_a_filter_too(opened):
    opened.get_by_label("Task").select_option("count")
    drawn(opened, 2)
    assert texts(opened, "#matrix tbody th") == ["queens/6"]
    assert texts(opened, "#scores tbody th") == ["virtual best", "dlx"]
    assert opened.locator("#chart-memory svg [aria-roledescription='point']").count() == 1


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
    told = opened.locator("#vg-tooltip-element").inner_text().split()
    assert told == [
        "problem",
        "queens/6",
        "across:",
        "sat:engine=glucose4",
        "contradicted",
        "up:",
        "sat",
        "0.0056",
        "s",
    ]


def test_the_keyboard_reaches_everything_and_everything_has_a_name(opened):
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.activeElement.textContent") == "Skip to the results"
    nameless = """[...document.querySelectorAll("select, input, button, [tabindex], aside, nav")]
        .filter((one) => !one.labels?.length && one.tagName !== "BUTTON" && !one.getAttribute("aria-label"))
        .map((one) => one.outerHTML)"""
    assert opened.evaluate(nameless) == []
    assert opened.locator("table:not(:has(caption))").count() == 0
    assert opened.locator("h1").count() == 1


@pytest.mark.parametrize("opened", [{"viewport": {"width": 360, "height": 740}, "is_mobile": True}], indirect=True)
def test_a_phone_scrolls_down_only(opened):
    assert opened.evaluate("document.documentElement.scrollWidth") <= 360
    assert not opened.locator("#families").is_visible(), "the filters are folded away"


def test_a_matrix_of_many_solvers_scrolls_by_itself(browser, tmp_path):
    queens = next(row for row in race() if row.problem == "queens/6")
    path = tmp_path / "report.html"
    path.write_text(page([*race(), *(replace(queens, solver=f"peer-{k}") for k in range(20))], "a crowd", {}))
    opened = browser.new_page(viewport={"width": 1000, "height": 800})
    opened.goto(path.as_uri())
    drawn(opened, 1)
    assert opened.locator("#matrix thead th").count() == 25
    assert opened.evaluate("document.documentElement.scrollWidth") <= 1000
    opened.close()


@pytest.mark.parametrize("opened", [{"color_scheme": "dark"}], indirect=True)
def test_dark_on_the_screen_is_light_on_paper(opened):
    paper = "getComputedStyle(document.body).backgroundColor"
    assert opened.evaluate(paper) == "rgb(13, 17, 23)"
    opened.emulate_media(media="print", color_scheme="dark")
    assert opened.locator("#solvers").is_visible(), "the legend"
    assert not opened.locator("nav").is_visible()
    assert opened.evaluate(paper) == "rgb(255, 255, 255)"


def test_hostile_names_and_pictures_run_no_script(browser, tmp_path):
    folder = hostile_folder(tmp_path / "results")
    rows = read(folder)
    pictures = drawings(rows, folder)
    path = tmp_path / "report.html"
    path.write_text(page(rows, "</title><script>alert(1)</script>", pictures), encoding="utf-8")
    opened, troubles = browser.new_page(), []
    opened.on("dialog", lambda dialog: (troubles.append(dialog.message), dialog.dismiss()))
    opened.on("console", lambda message: troubles.append(message.text))
    opened.on("pageerror", lambda error: troubles.append(str(error)))
    opened.on("request", lambda asked: asked.url == path.as_uri() or troubles.append(asked.url))
    opened.goto(path.as_uri())
    drawn(opened, 1)
    names = texts(opened, "select[data-choice=x] option")
    assert len(names) > 20
    for number, pair in enumerate(zip(names[::3], reversed(names[::3]), strict=True)):
        opened.evaluate("async ([x, y]) => { [state.x, state.y] = [x, y]; show(); await drawing; }", pair)
        opened.locator("#solvers label").nth(number).hover()
    for details in opened.locator("details[data-chart]").all():
        details.locator("summary").click()
    for mark in opened.locator("#chart-scatter svg [aria-roledescription='point']").all():
        mark.hover()
    assert opened.locator("#problems svg, #problems .nopicture").count() == len({row.problem for row in rows})
    assert troubles == []
    opened.close()


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
def test_the_animation_of_the_documents_moves_unless_that_is_not_wanted(browser, wish, moves):
    with browser.new_context(reduced_motion=wish) as context:
        opened = context.new_page()
        opened.goto((Path(__file__).parents[2] / "docs" / "pictures" / "learning.svg").as_uri())
        assert (opened.evaluate("document.getAnimations().length") > 0) == moves
        still = opened.get_by_text("first UIP", exact=True)
        assert (still.evaluate("one => getComputedStyle(one.parentNode).opacity") == "1") == (not moves)
