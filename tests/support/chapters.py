"""Chapters of docs/tutorial as a reader works through them: in order, in one folder and one Python session."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., tuple[int, str, str]]
BLOCK = re.compile(r'^```(\w+)(?: title="([^"\n]*)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def matches(shown: str, printed: str) -> bool:
    """Return whether the page shows what was printed: `...` in a line is anything, and as a line any lines."""
    lines, found = shown.strip().splitlines(), printed.strip().splitlines()
    of_lines = [
        re.escape(line).replace(re.escape("..."), ".*?") + r"\n" if line != "..." else r"(?:.*\n)*" for line in lines
    ]
    return bool(re.fullmatch("".join(of_lines), "".join(f"{line.rstrip()}\n" for line in found)))


def work_through(page: str, run: Run, printed: Callable[[], str]) -> list[str]:
    """Do what the blocks say, and return the commands that were run.
    A block `text` with a title is a file to save. A block `console` has commands after `$ `, each above what it prints;
    `> FILE` at the end saves that instead. What a block `python` prints is the block `text` directly below it. Other
    blocks are there to be looked at.

    printed: returns what Python printed since the last call."""
    commands: list[str] = []
    session: dict[str, object] = {"__name__": "chapter"}
    said, end = "", 0
    is_python = False
    for block in BLOCK.finditer(page):
        kind, title, body = block.groups()
        is_output = is_python and kind == "text" and not title and not page[end : block.start()].strip()
        assert is_output or not said, ("the page does not show", said)
        end, is_python = block.end(), kind == "python"
        if is_output:
            assert matches(body, said), (body, said)
        elif title:
            assert f"`{title}`" in page, ("no sentence names the file", title)
            Path(title).write_text(body, encoding="utf-8")
        elif kind == "python":
            exec(compile(body, "chapter", "exec"), session)
        elif kind == "console":
            commands += _at_the_prompt(body, run)
        said = printed() if is_python else ""
    assert not said, ("the page does not show", said)
    return commands


def work_through_notebook(cells: list[dict[str, Any]], run: Run, printed: Callable[[], str]) -> None:
    """Do what the cells of code say, as Jupyter would, and compare what is printed with their outputs."""
    session: dict[str, object] = {"__name__": "__main__"}
    for cell in (cell for cell in cells if cell["cell_type"] == "code"):
        source, shown = "".join(cell["source"]), "".join("".join(one["text"]) for one in cell["outputs"])
        if source.startswith("%%writefile "):
            name, _, body = source.removeprefix("%%writefile ").partition("\n")
            Path(name).write_text(f"{body}\n", encoding="utf-8")
        elif source.startswith("!"):
            command, echoed, _ = source[1:].partition("; echo $?")
            said, _, code = shown.rpartition("\n") if echoed else (shown, "", "")
            _at_the_prompt("\n".join([f"$ {command}", said, *[f"$ echo $?\n{code}"] * bool(echoed), ""]), run)
        else:
            exec(compile(source, "notebook", "exec"), session)
            said = printed()
            assert matches(shown, said), (source, shown, said)


def _at_the_prompt(block: str, run: Run) -> list[str]:
    """A command that fails must be followed by `$ echo $?`."""
    commands, code = [], 0
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        if line == "echo $?":
            assert shown.strip() == str(code), (commands[-1], code)
            code = 0
            continue
        assert code == 0, (commands[-1], code)
        said, _, file = line.partition(" > ")
        program, *words = said.split()
        if program == "cat":
            out = "".join(Path(word).read_text(encoding="utf-8") for word in words)
        else:
            assert program == "danceoff", line
            code, out, err = run(*words)
            out = err if code in (1, 2) and not out else out
        if file:
            Path(file).write_text(out, encoding="utf-8")
        assert matches(shown, "" if file else out), (line, shown, out)
        commands.append(line)
    assert code == 0, (commands[-1], code)
    return commands
