"""Names that mean something to a terminal, a browser, a spreadsheet, LaTeX, Markdown, a chart or a file system."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from hypothesis import strategies as st
from rows import row

from danceoff.experiments.results.record import FILE, Row, as_json

NASTY = [
    "\x1b[31mred\x1b]0;title\x07",
    "\x9b2J",
    "two\nlines\r\ttab",
    "\x00\x08\x7f",
    "\u202eright to left\u2066\u200f",
    "\u2028\u2029\u0085\ufeff",
    "lone \ud800 \udcff",
    "[red]markup[/] :dog: [",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"><svg/onload=alert(1)>'",
    "]]><!-- {{ 7 * 7 }} {% raw %}",
    "javascript:alert(1)",
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "[2ex]\\input{/etc/passwd}",
    "*star",
    "--- & % $ # _ { } ~ ^ \\",
    "a|b`c*d",
    "__proto__",
    "constructor",
    "image",
    "$x_solver $problem $solvers",
    "$solvers",
    "' || alert(1) || '",
    '"; alert(1); "',
    "../../x",
    "",
]
OF_JAVASCRIPT = ("__proto__", "constructor")
"""These are no names of problems or solvers in rows."""
texts = st.sampled_from(NASTY) | st.text(max_size=20)

SCRIPTS = [
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><title><![CDATA[<script>alert(1)</script>]]></title></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><img src="x" onerror="alert(1)"/></foreignObject></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><a href="javascript:alert(1)"><text>x</text></a></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><use x:href="http://x.invalid"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://x.invalid/x.png"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><style>@import url(http://x.invalid);</style></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><rect style="fill:url(http://x.invalid)"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><rect class="url(http://x.invalid)"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><path fill="url(http://x.invalid)"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><rect id="data"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><animate attributeName="href" to="javascript:alert(1)"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><text>x<svg onload="alert(1)"/></text></svg>',
    '<svg xmlns="http://www.w3.org/1999/xhtml"><title>x</title></svg>',
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg><title>&b;</title></svg>',
    '<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg><title>x</title></svg>',
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<svg><title>x</svg>",
    "<g/>",
    "",
]


def hostile_rows() -> list[Row]:
    """Every nasty text in every column that may hold one; some solvers solve, some do not, some contradict."""
    names = [name for name in NASTY if name not in OF_JAVASCRIPT]
    return [
        row(
            solver,
            problem=problem,
            digest=sha256(problem.encode(errors="replace")).hexdigest()[:16],
            detail=detail,
            host=detail,
            cpu=problem,
            family=detail.replace("/", "")[:20],
            versions={problem: solver},
            stats={solver: 1},
            prepare_s=0.0,
            search_s=0.01 * (k + 1),
            peak_rss_mb=10.0,
            points=[(0.01, 1), (0.02, 8)],
            n_items=5,
            n_options=6,
            status="timeout" if k % 5 == 4 else "complete",
            covers=k + 1,
            published=k + 1 if k % 7 else k,
        )
        for k, problem in enumerate(names)
        for solver, detail in ((names[(k + 1) % len(names)], NASTY[k]), ("' || \"", problem))
    ]


def hostile_folder(folder: Path) -> Path:
    """A results folder with such rows, and pictures that run scripts."""
    (folder / "pictures").mkdir(parents=True)
    rows = hostile_rows()
    (folder / FILE).write_text("".join(f"{json.dumps(json.loads(as_json(one)))}\n" for one in rows))
    for k, digest in enumerate(dict.fromkeys(one.digest for one in rows)):
        (folder / "pictures" / f"{digest}.svg").write_text(SCRIPTS[k % len(SCRIPTS)])
    return folder
