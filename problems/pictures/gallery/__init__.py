"""Many covers as one page: a self-contained HTML file that works offline, in a light or dark scheme.

The page holds a line of JSON for each cover (`Board.exhibit`). Its scripts draw only the covers on the screen, and the
cover that is opened.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from danceoff.problems.pictures.drawing import STYLE, escaped
from danceoff.problems.pictures.scripted import for_a_script, policy

_FOLDER = Path(__file__).parent
_SCRIPTS = ("data", "cells", "space", "turning", "opened", "pages")


def head(title: str) -> str:
    """Return the page up to its first cover."""
    body = text("page.html").replace("{title}", escaped(title))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy([_script()])}">\n'
        f"<title>{escaped(title)}</title>\n<style>{text('page.css')}{STYLE}</style>\n</head>\n"
        f'<body>\n{body}<script type="application/jsonl" id="covers">\n'
    )


def line(exhibit: Mapping[str, Any], cost: str = "") -> str:
    """Return the line of one cover.

    exhibit: the cover as the scripts draw it.
    cost: its cost in words; empty if it is not shown.
    """
    return for_a_script({**exhibit, "cost": cost} if cost else exhibit) + "\n"


def foot(sentence: str) -> str:
    """Return the end of the page, with a sentence about all covers."""
    said = f'<footer><p id="sentence">{escaped(sentence)}</p></footer>'
    return f"</script>\n{said}\n<script>{_script()}</script>\n</body>\n</html>\n"


def _script() -> str:
    return "\n".join(text(f"{name}.js") for name in _SCRIPTS)


def text(name: str) -> str:
    """Return a file of this folder."""
    return (_FOLDER / name).read_text(encoding="utf-8")
