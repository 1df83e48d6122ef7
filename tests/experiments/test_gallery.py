"""A gallery in a real browser: pages, the opened cover, the address, the keyboard, and what is drawn."""

import re
from io import BytesIO
from itertools import islice

import pytest

from danceoff.problems import Covers
from danceoff.problems.pictures.drawing import document
from danceoff.problems.pictures.gallery import foot, head, line
from danceoff.problems.sources import read
from danceoff.solvers import load

pytestmark = pytest.mark.needs("chromium")


def covers_of(source: str, n: int):
    """An instance and its first covers, in the numbering of the root problem."""
    case = read(source)
    return case, list(case.problem.lift(Covers.of(list(islice(load("bits").prepare(case.problem).covers(), n)))))


def queens(n: int) -> list[str]:
    case, covers = covers_of("queens/6", 4)
    wanted = [covers[k % 4] for k in range(n)]
    return [line(case.board.exhibit(case.problem, cover, "", k == 0)) for k, cover in enumerate(wanted)]


@pytest.fixture
def opened(opening, tmp_path, request):
    """Opens a page of such lines."""

    def opened(lines, address: str = "", title: str = "made up"):
        path = tmp_path / "gallery.html"
        path.write_text(head(title) + "".join(lines) + foot("that is all"), encoding="utf-8")
        return opening(path, address, **getattr(request, "param", {}))

    return opened


def hash_of(shown) -> str:
    return shown.evaluate("location.hash")


def test_a_page_holds_a_hundred_and_draws_what_is_on_the_screen(opened):
    shown = opened(queens(250))
    shown.locator("figure svg").first.wait_for()
    assert shown.locator("figure").count() == 100
    assert 10 < shown.locator("figure svg").count() < 100
    assert shown.locator("#range").inner_text() == "of 3: covers 1 to 100 of 250"
    assert shown.locator("#sentence").inner_text() == "that is all"
    parts = shown.evaluate("[...document.body.children].map((one) => one.localName)")
    assert set(parts) <= {"header", "nav", "main", "dialog", "footer", "script"}, "all is in a landmark"
    assert shown.locator("figure").first.evaluate("one => getComputedStyle(one).breakInside") == "avoid", "on paper"
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
    assert shown.get_by_role("dialog", name="Cover 200 of 201").locator("#flat svg text").count() == 6
    shown.keyboard.press("ArrowRight")
    shown.get_by_role("dialog", name="Cover 201 of 201").wait_for()
    assert (hash_of(shown), shown.locator("#main figure").count()) == ("#cover=201", 1)
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("Escape")
    shown.wait_for_url(re.compile("#page=3$"))
    assert shown.get_by_role("dialog").count() == 0
    assert shown.evaluate("document.activeElement.ariaLabel") == "Open cover 201"
    shown.keyboard.press("Enter")
    shown.get_by_role("dialog", name="Cover 201 of 201").get_by_role("link", name="Close").click()
    shown.wait_for_url(re.compile("#page=3$"))
    for nonsense in ("#cover=0", "#cover=999&page=2", "#page=x", "#cover=1.5"):
        shown.evaluate("(address) => { location.hash = address; }", nonsense)
        assert shown.get_by_role("dialog").count() == 0


@pytest.mark.parametrize("source", ["queens/6", "pentomino/6x10", "sudoku-begun/9x9-30-1", "box/42"])
def test_the_script_draws_what_python_draws(opened, source):
    image, chops = pytest.importorskip("PIL.Image"), pytest.importorskip("PIL.ImageChops")
    case, (whole,) = covers_of(source, 1)
    cover = whole[:-2]  # so that cells stay empty
    by_python = {"svg": document(case.board.draw(case.problem, cover), "", "", "")}
    by_script = case.board.exhibit(case.problem, cover, "", is_first=True)
    shown = opened([line(by_script), line(by_python)])
    shown.add_style_tag(content="#legend { display: none }")
    shown.emulate_media(color_scheme="dark")  # where borders have several colours
    pictures = []
    for number in (1, 2):
        shown.evaluate(f"location.hash = 'cover={number}'")
        shown.get_by_role("dialog", name=f"Cover {number} of 2").wait_for()
        picture = shown.locator("#flat > svg").screenshot()
        pictures.append(image.open(BytesIO(picture)).convert("RGB"))
    assert "cells" in by_script
    assert max(most for _, most in chops.difference(*pictures).getextrema()) < 10  # edges are smoothed differently


SEEN = """([turn, tilt, apart, off]) => {
    change({ turn, tilt, apart, off });
    const eye = eyeOf(view), canvas = byId("model");
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const drawn = copy.getImageData(0, 0, canvas.width, canvas.height);
    const sheet = sheetOf(canvas, space, eye, apart);
    const isOff = new Set(space.order.slice(space.order.length - off));
    const left = space.cubes.filter((cube) => !isOff.has(cube.copy));
    const cubes = left.map((cube) => ({ ...cube, place: spread(space, cube, apart) }));
    const isMet = (cube, point) => {  // by the ray from the point to the eye
        const ends = [0, 1, 2].map((axis) =>
            [-0.5, 0.5].map((half) => (cube.place[axis] + half - point[axis]) / eye.toward[axis]));
        const near = ends.map((two) => Math.min(...two)), far = ends.map((two) => Math.max(...two));
        return Math.max(1e-6, ...near) < Math.min(...far);
    };
    let n = 0, wrong = 0;
    for (const cube of cubes) for (const axis of [0, 1, 2].filter((axis) => Math.abs(eye.toward[axis]) > 0.4)) {
        const middle = along(cube.place, unit(axis), 0.5001 * Math.sign(eye.toward[axis]));
        const at = (a, b) => along(along(middle, unit((axis + 1) % 3), a), unit((axis + 2) % 3), b);
        const around = [at(0.33, 0.33), at(0.45, 0.33), at(0.21, 0.33), at(0.33, 0.45), at(0.33, 0.21)];
        if (around.some((point) => cubes.some((other) => isMet(other, point)))) continue;
        const [x, y] = sheet.at(around[0]).map(Math.floor);
        const seen = drawn.data.slice(4 * (y * drawn.width + x)).slice(0, 3).join(" ");
        n += 1;
        wrong += `rgb(${seen})` !== tinted(space.copies[cube.copy - 1][2], WHITE[axis]);
    }
    return [n, wrong];
}"""
"""Compares the colours on the canvas with the sides that rays from the eye meet: how many, and how many wrong ones."""


def model_of(opened, source: str, address: str = "#cover=1", n: int = 2):
    case, covers = covers_of(source, n)
    lines = [case.board.exhibit(case.problem, cover, "", is_first=k == 0) for k, cover in enumerate(covers)]
    return opened(map(line, lines), address)


def test_the_model_shows_the_sides_that_are_in_sight(opened):
    shown = model_of(opened, "soma")
    views = [(0.5, 0.5, 0, 0), (2.5, -0.7, 0, 2), (-1.2, 0.3, 0.6, 0), (4, 1.1, 1.5, 1)]
    views += [(0, 1.5707963, 0, 0), (1, 0.4, 0, 6)]
    shown.evaluate("CanvasRenderingContext2D.prototype.fillText = () => {}")  # letters hide colours
    seen = [shown.evaluate(SEEN, view) for view in views]
    assert [wrong for _, wrong in seen] == [0] * len(views)
    assert (seen[0][0], seen[4][0]) == (27, 9)
    assert min(n for n, _ in seen) > 3


def test_the_cube_that_hides_another_is_drawn_last_though_its_middle_is_farther_and_no_cube_hides_a_letter(opened):
    shown = model_of(opened, "soma")
    order = """(cubes) => farthestFirst(cubes.map((place) => ({ place })), eyeOf({ turn: -Math.PI / 4, tilt: 0.6155 }))
        .map((cube) => cube.place)"""
    far, near = [0, 0, 0], [1, 0.7, -0.7]
    assert shown.evaluate(order, [near, far]) == shown.evaluate(order, [far, near]) == [far, near]
    place = """(cubes) => lettersOf(cubes.map(([copy, place]) => ({ copy, place, sides: [0, 1, 2] })),
        eyeOf({ turn: -Math.PI / 4, tilt: 0.6155 })).get(1).cube.place"""
    own = [[1, [0, 0, 0]], [1, [-3, 0, 0]]]
    assert shown.evaluate(place, own) == [0, 0, 0], "the nearest one"
    assert shown.evaluate(place, [*own, [2, [1.2, -1.2, 1.2]]]) == [-3, 0, 0]


def test_the_model_turns_and_takes_pieces_off_one_by_one(opened):
    shown = model_of(opened, "soma")
    model, off = shown.locator("#model"), shown.locator("#off")
    picture = "document.getElementById('model').toDataURL()"
    pictures = [shown.evaluate(picture)]

    def has_changed() -> bool:
        pictures.append(shown.evaluate(picture))
        return pictures[-1] not in pictures[:-1]

    for name in ("Turn left", "Tilt up"):
        shown.get_by_role("button", name=name).click()
        assert has_changed(), name
    model.focus()
    shown.keyboard.press("ArrowLeft")
    assert has_changed()
    assert hash_of(shown) == "#cover=1", "the keys turn the model, and not the covers"
    box = model.bounding_box()
    shown.mouse.move(box["x"] + 100, box["y"] + 100)
    shown.mouse.down()
    shown.mouse.move(box["x"] + 130, box["y"] + 110, steps=2)
    shown.mouse.up()
    assert has_changed()
    shown.mouse.move(box["x"] + 50, box["y"] + 50)
    assert not has_changed()
    shown.mouse.move(box["x"] - 20, box["y"] + 100)
    shown.mouse.down()
    shown.mouse.move(box["x"] + 100, box["y"] + box["height"] + 100, steps=2)
    shown.mouse.up()
    assert shown.evaluate("`${getSelection()}`") == "", "a drag beside the model selects no text"
    shown.get_by_label("Apart").fill("1")
    assert has_changed()

    assert (off.inner_text(), shown.locator("#flat .c0").count() > 0) == ("7 of 7", True)
    for k in range(7):
        shown.get_by_role("button", name="Take a piece off").click()
        assert off.inner_text().startswith(f"{6 - k} of 7; off: ")
        assert has_changed()
    assert shown.locator("#flat text").count() == 0, "the layers beside it are empty, too"
    shown.get_by_label("Pieces shown").fill("3")
    assert off.inner_text().startswith("3 of 7")
    model.press("+")
    assert off.inner_text().startswith("4 of 7")
    shown.get_by_role("link", name="Next").click()
    shown.get_by_role("dialog", name="Cover 2 of 2").wait_for()
    assert off.inner_text() == "7 of 7"


@pytest.mark.parametrize("opened", [{"viewport": {"width": 390, "height": 740}, "has_touch": True}], indirect=True)
def test_a_finger_turns_the_model_and_does_not_scroll(opened):
    shown = model_of(opened, "soma")
    before = shown.evaluate("({...view})")
    x, y, width, _ = shown.locator("#model").bounding_box().values()
    touch = shown.context.new_cdp_session(shown)
    for kind, dx in (("touchStart", 0), ("touchMove", 20), ("touchMove", 60), ("touchEnd", None)):
        points = [] if dx is None else [{"x": x + width / 2 + dx, "y": y + width / 2 + dx}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    after = shown.evaluate("({...view})")
    assert after["turn"] > before["turn"] + 0.3
    assert after["tilt"] > before["tilt"] + 0.3
    assert shown.evaluate("byId('picture').scrollTop") == 0


def test_layers_and_a_legend_stand_beside_the_model(opened):
    shown = model_of(opened, "tricube/i-3x3x3")
    assert shown.locator("#flat figcaption").all_text_contents() == ["layer 1, top", "layer 2", "layer 3, bottom"]
    assert shown.locator("#legend tbody tr").count() == 1
    assert shown.locator("#legend td svg text").all_text_contents() == list("abcdefghi")
    assert shown.locator("#legend td").last.inner_text() == "9"
    assert shown.locator("figure canvas").count() == 2
    nameless = """[...document.querySelectorAll("button, input, #model, dialog, [role=region], #flat svg")]
        .filter((one) => !one.labels?.length && !one.ariaLabel && !one.getAttribute("aria-labelledby"))"""
    assert shown.evaluate(f"{nameless}.length") == 0


@pytest.mark.parametrize("opened", [{"viewport": {"width": 390, "height": 740}, "is_mobile": True}], indirect=True)
def test_a_phone_scrolls_down_only_and_large_boards_stay_legible(opened):
    case = read("sudoku/25x25")
    shown = opened([line(case.board.exhibit(case.problem, (0,), "", is_first=True))], "#cover=1")
    assert shown.evaluate("document.documentElement.scrollWidth") <= 390
    cell = shown.locator("#flat text").first
    assert cell.evaluate("text => text.getScreenCTM().a * 10") > 15, "pixels of a cell"


def test_names_run_no_script_and_end_no_page(opened):
    evil = "</script></title><script>alert(1)</script><img src=x onerror=alert(2)>"
    case, covers = covers_of("matching/4", 2)
    shown = opened([line(case.board.exhibit(case.problem, one, evil, False), cost=evil) for one in covers], "", evil)
    assert shown.locator("h1").inner_text() == evil
    assert shown.locator("figcaption").nth(1).inner_text() == f"2, cost {evil}"
    shown.locator("figure a").first.click()
    assert shown.get_by_role("dialog").locator("svg title").text_content() == evil


def test_without_covers_there_is_the_sentence_alone(opened):
    shown = opened([])
    assert (shown.locator("figure").count(), shown.locator("#sentence").inner_text()) == (0, "that is all")
    assert not shown.locator("#pages").is_visible()
