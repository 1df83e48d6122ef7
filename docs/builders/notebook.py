"""`python -m builders.notebook PAGE.md NOTEBOOK.ipynb`: make a notebook of a page whose blocks are run by the tests."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

_BLOCK = re.compile(r'^```(python|console|text)(?: title="([^"\n]*)")?\n(.*?)^```\n', re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?!\w+:)([^)]*)\)")


def notebook(page: str) -> str:
    """Return a notebook, as JSON: text, Python, commands after `!`, files by `%%writefile`, and what they print."""
    languages = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    cells = [*_cells(page)]
    return json.dumps({"cells": cells, "metadata": languages, "nbformat": 4, "nbformat_minor": 4}, indent=1) + "\n"


def _cells(page: str) -> Iterator[dict[str, Any]]:
    end = 0
    blocks = [*_BLOCK.finditer(page)]
    for k, block in enumerate(blocks):
        kind, title, body = block.groups()
        yield from _text(page[end : block.start()])
        end = block.end()
        following = blocks[k + 1] if k + 1 < len(blocks) else None
        if kind == "python":
            is_printed = following and following[1] == "text" and not page[end : following.start()].strip()
            yield _code(body, following[3] if following and is_printed else "")
        elif kind == "console":
            for command in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                line, _, printed = command.partition("\n")
                yield _code(f"!{line}", printed)
        elif title:
            yield _code(f"%%writefile {title}\n{body}", "")
    yield from _text(page[end:])


def _text(markdown: str) -> Iterator[dict[str, Any]]:
    """Yield a cell of text; links lead to the documentation, in the folder beside that of the notebook."""
    linked = _LINK.sub(lambda link: f"](../docs/{link[1]})", markdown).replace('src="pictures', 'src="../docs/pictures')
    if linked.strip():
        yield {"cell_type": "markdown", "metadata": {}, "source": _lines(linked)}


def _code(source: str, printed: str) -> dict[str, Any]:
    outputs = [{"name": "stdout", "output_type": "stream", "text": _lines(printed)}] if printed else []
    code: dict[str, Any] = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": outputs}
    return {**code, "source": _lines(source)}


def _lines(text: str) -> list[str]:
    return text.strip("\n").splitlines(keepends=True)


def main(arguments: Sequence[str]) -> None:
    """Write the notebook."""
    page, file = map(Path, arguments)
    file.write_text(notebook(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
