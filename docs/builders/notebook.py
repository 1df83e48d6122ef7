"""`python -m builders.notebook PAGE.md NOTEBOOK.ipynb`: make a notebook of a page whose blocks are run by the tests.

If NOTEBOOK is a folder, the notebook has the name of the page.
"""

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

_BLOCK = re.compile(r'^```(python|console|text)(?: title="([^"\n]*)")?\n(.*?)^```\n', re.MULTILINE | re.DOTALL)
_LINK = re.compile(r'(\]\(|src=")(?!\w+:|#)')
_HIDDEN = re.compile(r'<details markdown="1">\n<summary>(.*)</summary>|</details>')
"""Answers to exercises: no cell can be a part of one."""


def notebook(page: str, beside: str) -> str:
    """Return a notebook, as JSON: text, Python, commands after `!`, files by `%%writefile`, and what they print.

    beside: the folder of the page as the notebook names it, for links.
    """
    languages = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    cells = [*_cells(page, beside)]
    return json.dumps({"cells": cells, "metadata": languages, "nbformat": 4, "nbformat_minor": 4}, indent=1) + "\n"


def _cells(page: str, beside: str) -> Iterator[dict[str, Any]]:
    end = 0
    blocks = [*_BLOCK.finditer(page)]
    for k, block in enumerate(blocks):
        kind, title, body = block.groups()
        if kind == "text" and not title:
            continue  # what the Python above prints, or a part of the text
        yield from _text(page[end : block.start()], beside)
        end = block.end()
        following = blocks[k + 1] if k + 1 < len(blocks) else None
        if kind == "python":
            is_printed = following and following[1] == "text" and not page[end : following.start()].strip()
            yield _code(body, following[3] if following and is_printed else "")
            end = following.end() if following and is_printed else end
        elif kind == "console":
            for command in re.split(r"^\$ (?!echo \$\?$)", body, flags=re.MULTILINE)[1:]:
                line, _, printed = command.partition("\n")
                asked, said = re.subn(r"^\$ echo \$\?\n", "", printed, flags=re.MULTILINE)
                yield _code(f"!{line}{'; echo $?' * said}", asked)
        elif title:
            yield _code(f"%%writefile {title}\n{body}", "")
    yield from _text(page[end:], beside)


def _text(markdown: str, beside: str) -> Iterator[dict[str, Any]]:
    linked = _LINK.sub(rf"\g<1>{beside}/", markdown)
    unfolded = _HIDDEN.sub(lambda answer: f"**{answer[1]}**" if answer[1] else "", linked)
    if unfolded.strip():
        yield {"cell_type": "markdown", "metadata": {}, "source": _lines(unfolded)}


def _code(source: str, printed: str) -> dict[str, Any]:
    outputs = [{"name": "stdout", "output_type": "stream", "text": _lines(printed)}] if printed else []
    code: dict[str, Any] = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": outputs}
    return {**code, "source": _lines(source)}


def _lines(text: str) -> list[str]:
    return text.strip("\n").splitlines(keepends=True)


def main(arguments: Sequence[str]) -> None:
    """Write the notebook."""
    page, file = map(Path, arguments)
    file = file / f"{page.stem}.ipynb" if file.is_dir() else file
    file.write_text(notebook(page.read_text(encoding="utf-8"), os.path.relpath(page.parent, file.parent)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
