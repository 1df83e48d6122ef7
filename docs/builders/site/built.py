"""What remains to be done to the HTML that Zensical makes, and checks of it.

Every link must lead to a page and an anchor, and a page may load nothing from the net.
"""

import posixpath
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from danceoff.experiments import BadInput

_SHIM = "https://unpkg.com/iframe-worker/shim"
"""What Zensical would load from the net, to search pages that are opened from a folder."""
_HOME = re.compile(r'href="(\.\.?(?:/\.\.)*)"')
_ANCHOR = re.compile(r"\s(?:id|name)=\"?([^\"\s>]+)")
_LINK = re.compile(r"<(\w+)\b[^>]*?\s(?:href|src)=(?:\"([^\"]*)\"|([^\s>]+))")
_LEADING = {"a", "area"}


def finish(site: Path) -> None:
    """Load our own script for search, and let links lead to a page where they lead to a folder.

    Raises BadInput if Zensical wrote something else than this expects.
    """
    (site / "404.html").unlink()  # for a server; its links start at the root
    for path in site.rglob("*.html"):
        up = posixpath.relpath(".", path.parent.relative_to(site).as_posix())
        text = path.read_text(encoding="utf-8")
        if text.count(_SHIM) != 1 and "__config" in text:
            raise BadInput(f"{path}: loads {_SHIM} {text.count(_SHIM)} times, not once; is this another Zensical?")
        text = text.replace(_SHIM, f"{up}/assets/offline_search.js")
        path.write_text(_HOME.sub(r'href="\1/index.html"', text), encoding="utf-8")


def faults(site: Path) -> list[str]:
    """Return one line for each link that leads nowhere and for each file that a page loads from the net."""
    texts = {
        path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in sorted(site.rglob("*.html"))
    }
    anchors = {page: set(map(unescape, _ANCHOR.findall(text))) for page, text in texts.items()}
    found = []
    for page, text in texts.items():
        for tag, *values in _LINK.findall(text):
            target = unescape("".join(values))
            if target.startswith(("http:", "https:", "//")):
                if tag not in _LEADING:
                    found.append(f"{page}: loads {target}")
                continue
            if re.match(r"\w+:", target):
                continue
            path, _, anchor = unquote(target).partition("#")
            place = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
            if place not in texts and not (site / place).is_file():
                found.append(f"{page}: there is no {target}")
            elif anchor and place in texts and anchor not in anchors[place]:
                found.append(f"{page}: there is no #{anchor} on {place}")
    return list(dict.fromkeys(found))
