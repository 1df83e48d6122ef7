"""Names that mean something to a terminal, a browser, a spreadsheet, LaTeX, Markdown, a chart or a file system."""

import json
from hashlib import sha256
from pathlib import Path

from hypothesis import strategies as st
from rows import row

from danceoff.experiments.results.record import FILE, Row, as_json

NASTY = [
    "\x1b[31mred\x1b]0;title\x07", "\x9b2J", "two\nlines\r\ttab", "\x00\x08\x7f",
    "\u202eright to left\u2066\u200f", "\u2028\u2029\u0085\ufeff", "lone \ud800 \udcff",
    "[red]markup[/] :dog: [", "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>",
    "\"><svg/onload=alert(1)>'", "]]><!-- {{ 7 * 7 }} {% raw %}", "javascript:alert(1)", "=1+1",
    "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "[2ex]\\input{/etc/passwd}", "*star", "--- & % $ # _ { } ~ ^ \\",
    "a|b`c*d", "__proto__", "constructor", "image", "$x_solver $problem $solvers", "$solvers",
    "' || alert(1) || '", '"; alert(1); "', "../../x", "",
]  # fmt: skip
OF_JAVASCRIPT = ("__proto__", "constructor")
"""These are no names of problems or solvers in rows."""
texts = st.sampled_from(NASTY) | st.text(max_size=20)


def hostile_rows() -> list[Row]:
    """Every nasty text in every column that may hold one; some solvers solve, some do not, some contradict."""
    names = [name for name in NASTY if name not in OF_JAVASCRIPT]
    alike = {"prepare_s": 0.0, "peak_rss_mb": 10.0, "points": [(0.01, 1), (0.02, 8)], "n_items": 5, "n_options": 6}
    made = []
    for k, problem in enumerate(names):
        about = {"problem": problem, "digest": sha256(problem.encode(errors="replace")).hexdigest()[:16]}
        found = {"covers": k + 1, "published": k + 1 if k % 7 else k, "search_s": 0.01 * (k + 1)}
        found["status"] = "timeout" if k % 5 == 4 else "complete"
        for solver, detail in ((names[(k + 1) % len(names)], NASTY[k]), ("' || \"", problem)):
            about |= {"detail": detail, "host": detail, "cpu": problem, "family": detail.replace("/", "")[:20]}
            made.append(row(solver, versions={problem: solver}, stats={solver: 1}, **about, **found, **alike))
    return made


def hostile_folder(folder: Path) -> Path:
    """A results folder with such rows."""
    folder.mkdir(parents=True)
    (folder / FILE).write_text("".join(f"{json.dumps(json.loads(as_json(one)))}\n" for one in hostile_rows()))
    return folder
