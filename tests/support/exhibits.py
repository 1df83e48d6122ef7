"""The covers in a gallery."""

import json
from pathlib import Path
from typing import Any

_BEFORE, _AFTER = '<script type="application/jsonl" id="covers">\n', "</script>"


def exhibits(page: Path) -> list[dict[str, Any]]:
    """Return the data of each cover of a page."""
    lines = page.read_text(encoding="utf-8").split(_BEFORE)[1].split(_AFTER)[0]
    return [json.loads(line) for line in lines.splitlines()]
