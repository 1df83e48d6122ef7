"""A gallery in a real browser: pages, the opened cover, the address, the keyboard, and what is drawn."""

from __future__ import annotations

from io import BytesIO
from itertools import islice

import pytest

from danceoff.problems import Covers
from danceoff.problems.formats.sources import read
from danceoff.problems.pictures.gallery import foot, head, line
from danceoff.problems.pictures.gallery.exhibits import exhibit
from danceoff.solvers import load

pytestmark = pytest.mark.browser


def covers_of(source: str, n: int):
    """An instance and its first covers, in the numbering of the root problem."""
    case = read(source)
    found = list(islice(load("bits").prepare(case.problem).covers(), n))
    return case, list(case.problem.lift(Covers.of(found)))


def queens(n: int) -> list[str]:
    case, covers = covers_of("queens/6", 4)
    wanted = [covers[k % 4] for k in range(n)]
    return [line(exhibit(case.problem, case.board, cover, "", k == 0)) for k, cover in enumerate(wanted)]


@pytest.fixture
def opened(browser, tmp_path, request):
    """Opens a page of such lines; it must load nothing and have no errors until the end of the test."""
    context = browser.new_context(**getattr(request, "param", {}))
    troubles = []

    def opened(lines, address: str = "", title: str = "made up"):
        path = tmp_path / "gallery.html"
        path.write_text(head(title) + "".join(lines) + foot("that is all"), encoding="utf-8")
        shown = context.new_page()
        shown.on("console", lambda message: troubles.append(message.text))
        shown.on("pageerror", lambda error: troubles.append(str(error)))
        shown.on("dialog", lambda dialog: (troubles.append(dialog.message), dialog.dismiss()))
        shown.on("request", lambda asked: asked.url.startswith(path.as_uri()) or troubles.append(asked.url))
        shown.goto(path.as_uri() + address)
        return shown

    yield opened
    assert troubles == []
    context.close()


def hash_of(shown) -> str:
    return shown.evaluate("location.hash")


def test_a_page_holds_a_hundred_and_draws_what_is_on_the_screen(opened):
    shown = opened(queens(250))
    shown.locator("figure svg").first.wait_for()
    assert shown.locator("figure").count() == 100
    assert 10 < shown.locator("figure svg").count() < 100
    assert shown.locator("#range").inner_text() == "of 3: covers 1 to 100 of 250"
    assert shown.locator("#sentence").inner_text() == "that is all"
    shown.get_by_role("navigation", name="Pages").get_by_role("link", name="Next").click()
    assert (hash_of(shown), shown.locator("figcaption").first.inner_text()) == ("#page=2", "101")
    shown.keyboard.press("ArrowRight")
    shown.get_by_text("covers 201 to 250").wait_for()
    assert (hash_of(shown), shown.locator("figure").count()) == ("#page=3", 50)
    assert shown.locator("#next-page").get_attribute("href") is None
    shown.get_by_label("Page", exact=True).fill("2")
    shown.keyboard.press("Enter")
    shown.get_by_text("covers 101 to 200").wait_for()
    shown.go_back()
    shown.get_by_text("covers 201 to 250").wait_for()


def test_a_cover_opens_by_its_address_and_the_keyboard_turns_and_closes_it(opened):
    shown = opened(queens(201), "#cover=200")
    dialog = shown.get_by_role("dialog", name="Cover 200 of 201")
    assert dialog.locator("#picture svg text").count() == 6
    shown.keyboard.press("ArrowRight")
    shown.get_by_role("dialog", name="Cover 201 of 201").wait_for()
    assert (hash_of(shown), shown.locator("#main figure").count()) == ("#cover=201", 1)
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("Escape")
    shown.wait_for_function("location.hash === '#page=3'")
    assert shown.get_by_role("dialog").count() == 0
    assert shown.evaluate("document.activeElement.ariaLabel") == "Open cover 201"
    shown.keyboard.press("Enter")
    shown.get_by_role("dialog", name="Cover 201 of 201").get_by_role("link", name="Close").click()
    shown.wait_for_function("location.hash === '#page=3'")
    for nonsense in ("#cover=0", "#cover=999&page=2", "#page=x", "#cover=1.5"):
        shown.evaluate("(address) => { location.hash = address; }", nonsense)
        assert shown.get_by_role("dialog").count() == 0


@pytest.mark.parametrize("source", ["queens/6", "pentomino/6x10", "sudoku-begun/9x9-30-1", "box/42"])
def test_the_script_draws_what_python_draws(opened, source):
    image, chops = pytest.importorskip("PIL.Image"), pytest.importorskip("PIL.ImageChops")
    case, (cover,) = covers_of(source, 1)
    by_python = {"svg": case.svg(cover, "", styled=False)}
    by_script = exhibit(case.problem, case.board, cover, "", is_first=True)
    shown = opened([line(by_script), line(by_python)])
    pictures = []
    for number in (1, 2):
        shown.evaluate(f"location.hash = 'cover={number}'")
        shown.get_by_role("dialog", name=f"Cover {number} of 2").wait_for()
        picture = shown.locator("#picture > svg").screenshot()
        pictures.append(image.open(BytesIO(picture)).convert("RGB"))
    assert "cells" in by_script
    assert max(most for _, most in chops.difference(*pictures).getextrema()) < 10  # edges are smoothed differently


@pytest.mark.parametrize("opened", [{"viewport": {"width": 390, "height": 740}, "is_mobile": True}], indirect=True)
def test_a_phone_scrolls_down_only_and_large_boards_stay_legible(opened):
    case = read("sudoku/25x25")
    shown = opened([line(exhibit(case.problem, case.board, (0,), "", is_first=True))], "#cover=1")
    assert shown.evaluate("document.documentElement.scrollWidth") <= 390
    cell = shown.locator("#picture text").first
    assert cell.evaluate("text => text.getScreenCTM().a * 10") > 15, "pixels of a cell"


def test_names_run_no_script_and_end_no_page(opened):
    evil = "</script></title><script>alert(1)</script><img src=x onerror=alert(2)>"
    case, covers = covers_of("matching/4", 2)
    shown = opened(
        [line(exhibit(case.problem, case.board, cover, evil, False), cost=evil) for cover in covers], "", evil
    )
    assert shown.locator("h1").inner_text() == evil
    assert shown.locator("figcaption").nth(1).inner_text() == f"2, cost {evil}"
    shown.locator("figure a").first.click()
    assert shown.get_by_role("dialog").locator("svg title").text_content() == evil


def test_without_covers_there_is_the_sentence_alone(opened):
    shown = opened([])
    assert (shown.locator("figure").count(), shown.locator("#sentence").inner_text()) == (0, "that is all")
    assert not shown.locator("#pages").is_visible()
