"""Words in grids, with letters as colours: `word-search/4x5-compass` and `crossword/5x5-0-4-12-20-24`."""

from importlib.resources import files

from danceoff.addons.puzzles.grids.words import crossword, word_search
from danceoff.problems.families.board import FORM, board
from danceoff.problems.formats.toml import shipped
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.sizes import parsed

_LISTS = shipped("word_lists.toml")["lists"]
_FORM = f"ROWSxCOLUMNS-LIST, with a LIST of {', '.join(_LISTS)}; other words are given in a .toml file"


def _word_search(size: str) -> Model:
    written = parsed(rf"([1-9]\d{{0,8}})x([1-9]\d{{0,8}})-({'|'.join(_LISTS)})", size, _FORM)
    return word_search(int(written[1]), int(written[2]), _LISTS[written[3]].split())


def _crossword(size: str) -> Model:
    # Common English words of two to five letters, our own choice.
    words = (files("danceoff.problems") / "data" / "words.txt").read_text(encoding="utf-8").upper().split()
    return crossword(board(size), words)


FAMILIES = (Family("word-search", _FORM, _word_search), Family("crossword", FORM, _crossword))
