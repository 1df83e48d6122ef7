"""Many covers as one page: a self-contained HTML file that works offline, in a light or dark scheme.

The page holds a line of JSON for each cover (`exhibits.py`). Its scripts draw those that are on the screen, and the one
that is opened.
"""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

from danceoff.problems.pictures.drawing import STYLE, escaped
from danceoff.problems.pictures.gallery.exhibits import Exhibit

_FOLDER = Path(__file__).parent
_SCRIPTS = ("data", "cells", "space", "turning", "opened", "pages")


def head(title: str) -> str:
    """Return the page up to its first cover."""
    script = hashlib.sha256(_script().encode()).digest()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{base64.b64encode(script).decode()}'"
    body = _text("page.html").replace("{title}", escaped(title))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escaped(title)}</title>\n<style>{_text('page.css')}{STYLE}</style>\n</head>\n"
        f'<body>\n{body}<script type="application/jsonl" id="covers">\n'
    )


def line(exhibit: Exhibit, cost: str = "") -> str:
    """Return the line of one cover.

    cost: what it costs, if that is to be said.
    """
    text = json.dumps({**exhibit, "cost": cost} if cost else exhibit, separators=(",", ":"))
    return text.replace("<", "\\u003c") + "\n"


def foot(sentence: str) -> str:
    """Return the end of the page, with a sentence about all covers."""
    return f'</script>\n<p id="sentence">{escaped(sentence)}</p>\n<script>{_script()}</script>\n</body>\n</html>\n'


def _script() -> str:
    return "\n".join(_text(f"{name}.js") for name in _SCRIPTS)


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
