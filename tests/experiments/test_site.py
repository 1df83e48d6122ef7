"""The documentation site: it is made without a broken link, loads nothing from the net, and can be searched."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from builders.site import reference
from builders.site.__main__ import make
from builders.site.built import faults
from builders.site.docstrings import sectioned
from builders.site.pages import Pages

from danceoff import solvers
from danceoff.addons.puzzles.play.page import empty_page
from danceoff.experiments import BadInput
from danceoff.problems import catalog

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def pages(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "code.py").write_text("x = 1\n")
    (tmp_path / "docs" / "a.md").write_text("# A\n")
    return Pages(tmp_path, tmp_path / "pages")


@pytest.mark.parametrize(
    ("page", "text", "linked"),
    [
        ("README.md", "[a](docs/a.md#b) [c](code.py) `[d](none)`", "[a](a.md#b) [c](files/code.py.md) `[d](none)`"),
        ("README.md", '<img src="docs/a.md" height="9">', '<img src="a.md" style="height:9px">'),
        ("README.md", "```\n[e](none)\n```\n", "```\n[e](none)\n```\n"),
        ("README.md", "[docs/a.md](docs/a.md#b) [of a.md](docs/a.md)", "[A](a.md#b) [of a.md](a.md)"),  # its heading
        ("docs/a.md", "[c](../code.py) [net](https://a.b/c)", "[c](files/code.py.md) [net](https://a.b/c)"),
    ],
)
def test_links_between_files_become_links_between_pages(pages, tmp_path, page, text, linked):
    assert pages.linked(text, page) == linked
    if "code" in text:
        assert "x = 1" in (tmp_path / "pages" / "files" / "code.py.md").read_text()
    with pytest.raises(BadInput, match=r"none\.md: there is no such file"):
        pages.linked("[a](none.md)", page)


def test_a_long_number_in_a_table_may_be_broken(pages, tmp_path):
    pages.write("b.md", f"{10**18}\n| {10**17} | {10**16} |\n")
    expected = f"{10**18}\n| 100000000<wbr>000000000 | {10**16} |\n"
    assert (tmp_path / "pages" / "b.md").read_text() == expected


def test_faults_of_pages_are_named(tmp_path):
    (tmp_path / "a.html").write_text(
        '<h1 id="x"></h1><a href="b.html">b</a><a href="#x">x</a><a href="#y">y</a><a href="https://a.b/">net</a>'
        '<script src="https://a.b/c.js"></script><link href="//a.b/c.css">'
    )
    assert faults(tmp_path) == [
        "a.html: there is no b.html",
        "a.html: there is no #y on a.html",
        "a.html: loads https://a.b/c.js",
        "a.html: loads //a.b/c.css",
    ]


def test_lines_on_parameters_become_a_section_and_columns_are_kept():
    text = "Do it.\n\na: one\n    more. b, c: two; d: three\nno field: four.\n\nAfter. a: b"
    known = {"a": "", "b": "Default: `1`.", "c": "", "d": "", "e": ""}
    rows = ["a: one more.", "b: two Default: `1`.", "c: See `b`.", "d: three no field: four."]
    head, table, after = sectioned(text, known, "Parameters").split("\n\n")
    assert (head, table.split("\n    "), after) == ("Do it.", ["Parameters:", *rows], "After. a: b")
    assert sectioned("Do it.", {"a": "", "e": "Default: `2`."}, "Attributes", ["a", "e"]) == (
        "Do it.\n\nAttributes:\n    a: -\n    e: Default: `2`."
    )
    assert sectioned("Do it. a: b", {"a": ""}, "Parameters") == "Do it. a: b"
    assert sectioned("A.\n\na b  one\nc    two", {}, "") == "A.\n\n| | |\n|---|---|\n| `a b` | one |\n| `c` | two |"
    assert sectioned("a  |  b\n   c", {}, "") == "```text\na  |  b\n   c\n```"


def test_the_reference_has_functions_before_classes():
    places = [reference.pages()["library"].index(f".{name}\n") for name in ("backbone", "unique", "Backbone", "Best")]
    assert places == sorted(places)


@pytest.mark.skipif(find_spec("griffe") is None, reason="griffe is not installed")
def test_the_reference_lists_parameters_and_all_fields_with_defaults():
    from griffe import load_extensions, temporary_visited_package

    said = '    """{}.\n\n    b: how.\n    """\n'
    code = "from dataclasses import dataclass, field\ndef act(a: int, b: bool = True):\n" + said.format("Act")
    code += "@dataclass\nclass Thing:\n" + said.format("One") + "    a: int\n    b: bool = True\n"
    code += "    c: list = field()\n    def __post_init__(self):\n        self.d = 1\n"
    tables = load_extensions("builders.site.tables")
    with temporary_visited_package("mine", {"__init__.py": code}, extensions=tables) as mine:
        act, thing = (mine[name].docstring.parse("google")[-1].value for name in ("act", "Thing"))
    assert [(str(one.annotation), one.value, one.description) for one in act] == [("bool", "True", "how.")]
    assert [(one.name, str(one.annotation)) for one in thing] == [("a", "int"), ("b", "bool"), ("c", "list")]
    assert [one.description for one in thing] == ["-", "how. Default: `True`.", "-"]


@pytest.mark.needs("chromium")
@pytest.mark.skipif(find_spec("zensical") is None, reason="zensical is not installed")
def test_the_site_is_whole_and_can_be_searched_without_a_server(tmp_path, request):
    site = tmp_path / "site"
    assert make(tmp_path / "sources", site) == []
    for page in (
        *(f"solvers/{name}.html" for name in solvers.backends()),
        *(f"families/{name}.html" for name in catalog.families()),
        *(path.relative_to(ROOT / "docs").with_suffix(".html").as_posix() for path in (ROOT / "docs").rglob("*.md")),
    ):
        assert (site / page.replace("README.html", "index.html")).is_file(), page
    for link in re.findall(r"\]\(([^)]*)\)", (site / "llms.txt").read_text(encoding="utf-8")):
        assert (site / link).is_file(), link
    home = (site / "index.html").read_text(encoding="utf-8")
    assert all(part in home for part in ('class="grid cards"', 'class="gallery"', 'id="install"'))
    assert not [page for page in site.rglob("*.html") if ".md</a>" in page.read_text(encoding="utf-8")]
    library = (site / "reference" / "library.html").read_text(encoding="utf-8")
    assert "danceoff.door.solve.solve" in library
    assert all(library.count(f"{section}:</span>") > 9 for section in ("Parameters", "Attributes"))
    assert "maplechrono" in (site / "solvers" / "sat.html").read_text(encoding="utf-8")
    assert (site / "playing.html").read_text(encoding="utf-8") == empty_page()
    page = request.getfixturevalue("browser").new_page()
    faulty: list[str] = []
    page.on("console", lambda message: faulty.append(message.text))
    page.on("pageerror", lambda error: faulty.append(str(error)))
    page.on("request", lambda asked: faulty.extend([asked.url] * (not asked.url.startswith(("file:", "data:")))))
    page.goto((site / "solvers" / "sat.html").as_uri())
    page.keyboard.press("Control+k")
    box = page.get_by_placeholder("Search")
    found = page.locator('a[href*="families/partridge.html"]:visible').first
    box.type("partridge")
    found.wait_for()
    box.type(" wainwright")
    assert box.input_value() == "partridge wainwright"
    found.click()
    page.wait_for_url("**/families/partridge.html*")
    assert faulty == []
