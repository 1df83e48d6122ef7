"""The pictures of docs/questions.md are small, all used, and what the program draws today."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from builders.pictures import PICTURES

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_shows_each_picture():
    shown = re.findall(
        r'src="pictures/questions/(.*)\.svg" height="\d+" alt="[^"]+">', (DOCS / "questions.md").read_text()
    )
    assert sorted(shown) == sorted(PICTURES)
    files = {file.stem: file.read_text() for file in (DOCS / "pictures" / "questions").iterdir()}
    assert sorted(files) == sorted(PICTURES)
    for text in files.values():
        ElementTree.fromstring(text)
        assert len(text) < 60_000
        assert "prefers-color-scheme:dark" in text


@pytest.mark.parametrize("name", ["held-queens", "numbered", "orbits", "unique", "random-dominoes"])
def test_a_picture_is_what_is_drawn_today(name):
    written = (DOCS / "pictures" / "questions" / f"{name}.svg").read_text()
    assert re.sub("<style>.*</style>", "", PICTURES[name]()) == re.sub("<style>.*</style>", "", written)
