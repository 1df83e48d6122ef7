"""Numbers in a document come from the files that the program wrote: `python -m experiments.report.paste README.md`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from experiments.record import read
from experiments.report.markdown import overview

_MARKED = re.compile(r"(<!-- table of (\S+): begin -->\n).*?(<!-- table of \2: end -->)", re.DOTALL)


def pasted(document: str, root: Path) -> str:
    """The document with the table of each results folder, named from the root, between the marks that name it."""
    return _MARKED.sub(lambda mark: f"{mark[1]}\n{overview(read(root / mark[2]))}\n\n{mark[3]}", document)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        path.write_text(pasted(path.read_text(encoding="utf-8"), path.resolve().parent), encoding="utf-8")
