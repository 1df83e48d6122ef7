"""Many covers as one page: a self-contained HTML file that works offline, in a light or dark scheme."""

from __future__ import annotations

from danceoff.problems.pictures.drawing import STYLE, escaped

_PAGE = (
    "body{font:16px/1.4 system-ui,sans-serif;margin:1.5rem;background:#fff;color:#1b1f24}"
    "main{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,16rem),1fr));gap:1.5rem;align-items:end}"
    "figure{margin:0;text-align:center;content-visibility:auto;contain-intrinsic-size:auto 12rem}"
    "figure svg{max-width:100%;max-height:20rem;height:auto}"
    "figcaption{font-size:.85rem}"
    "@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}}"
)


def head(title: str) -> str:
    """Return the page up to its first figure."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escaped(title)}</title>\n<style>{_PAGE}{STYLE}</style>\n</head>\n"
        f"<body>\n<h1>{escaped(title)}</h1>\n<main>\n"
    )


def figure(svg: str, caption: str) -> str:
    """Return one cover with its caption.

    svg: the cover, drawn without a style sheet.
    """
    return f"<figure>\n{svg}<figcaption>{escaped(caption)}</figcaption>\n</figure>\n"


def foot(sentence: str) -> str:
    """Return the end of the page, with a sentence about all covers."""
    return f"</main>\n<p>{escaped(sentence)}</p>\n</body>\n</html>\n"
