"""What pages with scripts share: a policy that lets only these scripts run, and data that ends no script."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from typing import Any


def policy(scripts: Sequence[str], more: str = "") -> str:
    """Return a content security policy: nothing is loaded, and only these scripts run.

    more: a further source of scripts, such as 'unsafe-eval' in quotes.
    """
    hashes = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    own = " ".join([*(f"'sha256-{value}'" for value in hashes), *[more] * bool(more)])
    return f"default-src 'none'; script-src {own}; style-src 'unsafe-inline'"


def for_a_script(data: Any) -> str:
    """Return data as JSON on one line that ends no `<script>`."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
