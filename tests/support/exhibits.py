"""The covers in a gallery, and whether colours are told apart."""

import json
from pathlib import Path
from typing import Any

_BEFORE, _AFTER = '<script type="application/jsonl" id="covers">\n', "</script>"


def exhibits(page: Path) -> list[dict[str, Any]]:
    """Return the data of each cover of a page."""
    lines = page.read_text(encoding="utf-8").split(_BEFORE)[1].split(_AFTER)[0]
    return [json.loads(line) for line in lines.splitlines()]


def contrast(ink: str, paper: str) -> float:
    """The contrast ratio of two colours, as WCAG 2 defines it."""

    def light(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((light(ink), light(paper)))
    return (high + 0.05) / (low + 0.05)
