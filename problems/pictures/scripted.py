"""Secure pages: values are escaped, a policy lets only our scripts run, and data cannot end a script."""

import base64
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_COMPACT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def filled(form: Path, /, **values: Any) -> str:
    """Return the page that a template of Jinja makes of these values; a missing value is an error."""
    import jinja2  # late: most pictures have no template

    forms = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    return forms.from_string(form.read_text(encoding="utf-8")).render(values)


def policy(scripts: Sequence[str], more: str = "") -> str:
    """Return a content security policy: nothing is loaded, and only these scripts run.

    scripts: the texts of the scripts.
    more: one more source of scripts, such as 'unsafe-eval' in quotes.
    """
    hashes = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    own = " ".join([*(f"'sha256-{value}'" for value in hashes), *[more] * bool(more)])
    return f"default-src 'none'; script-src {own}; style-src 'unsafe-inline'"


def for_a_script(data: Any) -> str:
    """Return data as JSON on one line that ends no `<script>`."""
    return _COMPACT.encode(data).replace("<", "\\u003c")
