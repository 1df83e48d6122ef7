"""A picture of one cover per problem, kept beside this module.

The pictures are not kept in the results folder, which may come from anywhere: a page shows only our own pictures.
"""

import hashlib
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from danceoff import problems
from danceoff.asking.ask import Ask, Limits
from danceoff.experiments import BadInput
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.run.one_case.child import run_case
from danceoff.experiments.run.one_case.messages import Message, Show
from danceoff.processes.servers import serving

_CACHE = Path(__file__).parent / "__pycache__"
_LIMITS = Limits(10.0)


def drawings(rows: Sequence[Row]) -> dict[str, str]:
    """Return one cover of each problem, by name, as an `<svg>` element that takes its colours from the page.

    Omits a problem that has no cover, can no longer be read, differs from the problem of the rows, or takes longer than
    ten seconds.
    """
    digests = {row.problem: row.digest for row in rows if row.covers and row.digest}
    folder = _folder()
    found: dict[str, str] = {}
    with serving():
        for problem, digest in digests.items():
            file = folder / f"{_hashed(problem, digest)}.svg"
            try:
                found[problem] = file.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                if svg := _drawn(problem, digest):
                    found[problem] = svg
                    with suppress(OSError):  # a read-only installation
                        folder.mkdir(parents=True, exist_ok=True)
                        write_whole(file, svg)
    return found


def _folder() -> Path:
    """Return the folder of the pictures by this version of the code; remove the folders of other versions."""
    sources = sorted(Path(problems.__file__).parent.rglob("*.py"))
    folder = _CACHE / f"pictures-{_hashed(*(file.read_text(encoding='utf-8') for file in sources))}"
    for other in _CACHE.glob("pictures-*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _hashed(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode(errors="backslashreplace")).hexdigest()[:16]


def _drawn(problem: str, digest: str) -> str:
    """Return the drawing of a problem; empty if there is none."""
    drawn: Message = {}
    with suppress(BadInput):  # the problem changed or is gone
        run_case(Ask(problem, "auto", "first", digest=digest, limits=_LIMITS), drawn.update, Show(figures=True))
    return drawn.get("svg", "")
