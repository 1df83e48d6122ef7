"""Digests of the sources that decide how fast our engines are and what they count: `make engines` stores them.

It first runs kernels that have changed as plain Python, which the suite then need not do each day.

A digest is of the syntax tree, so comments, docstrings and the form of the text do not count, nor does the version of
Python. Adapters of foreign libraries are left out: their times are those of the library.
"""

import ast
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ENGINES = ("dancing_links", "bits", "counter", "diagram", "learning", "prices", "reductions")
"""The folders of kernels."""
PLAIN, CHECKED = "NUMBA_DISABLE_JIT", "DANCEOFF_CHECKED"
ROOT = Path(__file__).parents[2]
STORED = ROOT / "tests" / "data" / "engines.txt"
FOLDERS = ("base", "engines", "rewriting", "sat", "together")
_VERSION = ROOT / "solvers" / "engines" / "version.py"


def drive(engine: str, setting: str) -> int:
    """Run them with this variable of the environment set, and return how many there are.
    Raises CalledProcessError if one of them goes beyond an array, breaks an invariant, answers wrongly, or never runs.
    """
    environment = {**os.environ, CHECKED: "1", setting: "1", "PYTHONWARNINGS": "ignore"}
    folder = ROOT / "tests" / "solvers" / "engines"
    program = [sys.executable, "drive_kernels.py", engine]
    return int(subprocess.run(program, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE).stdout)


def present(pattern: str = "*.py") -> dict[str, str]:
    """The digest of each source of such a name, by its path, and the version of the engines as `version`."""
    files = [file for folder in FOLDERS for file in sorted((ROOT / "solvers" / folder).rglob(pattern))]
    found = {file.relative_to(ROOT).as_posix(): digest(file.read_text("utf-8")) for file in files if file != _VERSION}
    (version,) = re.findall(r"^ENGINES = (\d+)$", _VERSION.read_text("utf-8"), re.MULTILINE)
    return {"version": version, **found}


def stored() -> dict[str, str]:
    lines = STORED.read_text("utf-8").splitlines()
    return {name: value for value, name in (line.split(maxsplit=1) for line in lines)}


def changed_kernels() -> list[str]:
    """The engines with a kernel that is not as it was stored."""
    before = stored()
    changed = [name for name, value in present("kernel*.py").items() if before.get(name) != value]
    return [engine for engine in ENGINES if any(f"/{engine}/" in name for name in changed)]


def write() -> None:
    """Run the changed kernels as plain Python, and store the digests if nothing is wrong."""
    for engine in changed_kernels():
        drive(engine, PLAIN)
    STORED.write_text("".join(f"{value} {name}\n" for name, value in present().items()), "utf-8")


def digest(source: str) -> str:
    return hashlib.sha256(" ".join(_words(ast.parse(source))).encode()).hexdigest()[:16]


def _words(node: ast.AST) -> Iterator[str]:
    """The tree in words; fields without a value are left out, for each version of Python has others."""
    yield type(node).__name__
    for name, value in ast.iter_fields(node):
        values = value if isinstance(value, list) else [value]
        if name == "body":
            values = [one for one in values if not _is_text(one)]
        if values in ([], [None]):
            continue
        yield f"{name}("
        for one in values:
            if isinstance(one, ast.AST):
                yield from _words(one)
            else:
                yield repr(one)
        yield ")"


def _is_text(node: object) -> bool:
    """Whether a statement is only a text: a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


if __name__ == "__main__":
    sys.exit(write())
