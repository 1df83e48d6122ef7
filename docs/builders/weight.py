"""`python -m builders.weight`: print the lines and branches of each package beside the ceilings of weight.toml."""

import ast
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ROOMS = "danceoff/addons"
PARTS = {
    "core": (".py", ("danceoff", "experiments", "problems", "solvers")),
    "puzzles": (".py", (f"{ROOMS}/puzzles",)),
    "planning": (".py", (f"{ROOMS}/planning",)),
    "field": (".py", (f"{ROOMS}/field",)),
    "javascript": (".js", (f"{ROOMS}/puzzles", "experiments", "problems")),
    "tests": (".py", ("tests",)),
}
"""Part -> the ending of its files, and the folders that hold them; the core is without the add-ons."""
BRANCHES = (
    ast.If,
    ast.For,
    ast.While,
    ast.ExceptHandler,
    ast.IfExp,
    ast.comprehension,
    ast.BoolOp,
    ast.Match,
    ast.Assert,
)
"""What counts as a branch of Python."""


class Weight(NamedTuple):
    """The weight of some files.

    lines: physical lines.
    branches: nodes of the syntax tree that branch, of Python alone.
    """

    lines: int = 0
    branches: int = 0

    def plus(self, other: "Weight") -> "Weight":
        """Return the weight of both."""
        return Weight(self.lines + other.lines, self.branches + other.branches)


def ceilings() -> dict[str, dict[str, int]]:
    """Return part -> the most lines and branches that it may have."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def weights(part: str) -> dict[str, Weight]:
    """Return package -> weight, where a package is a folder of the repository or a folder in it."""
    ending, roots = PARTS[part]
    found: dict[str, Weight] = {}
    for root in roots:
        for file in _files(ROOT / root, ending):
            parts = file.parent.relative_to(ROOT).parts
            is_of_room = "/".join(parts[:2]) == ROOMS and len(parts) > 2
            if is_of_room == root.startswith(ROOMS):
                package = "/".join(parts[:3] if is_of_room else parts[:2])
                found[package] = found.get(package, Weight()).plus(_weight(file))
    return found


def total(part: str) -> Weight:
    """Return the weight of all packages of a part."""
    whole = Weight()
    for weight in weights(part).values():
        whole = whole.plus(weight)
    return whole


def _files(root: Path, ending: str) -> Iterator[Path]:
    """Yield the files of a folder; links are left out, for what they lead to is weighed at its place."""
    for folder, _, names in os.walk(root):
        for name in names:
            file = Path(folder, name)
            if name.endswith(ending) and not file.is_symlink():
                yield file


def _weight(file: Path) -> Weight:
    text = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        return Weight(text.count("\n"))
    branches = sum(isinstance(node, BRANCHES) for node in ast.walk(ast.parse(text)))
    return Weight(text.count("\n"), branches)


def table() -> str:
    """Return the weight of each package, and the sum of each part beside its ceilings."""
    rows = ["   lines  branches"]
    for part, ceiling in ceilings().items():
        rows += [
            f"{weight.lines:8,}  {weight.branches:8,}  {package}" for package, weight in sorted(weights(part).items())
        ]
        whole = total(part)
        rows += [f"{whole.lines:8,}  {whole.branches:8,}  {part}, at most {_in_words(ceiling)}", ""]
    return "\n".join(rows)


def _in_words(ceiling: Mapping[str, int]) -> str:
    return " and ".join(f"{most:,} {unit}" for unit, most in ceiling.items())


if __name__ == "__main__":
    print(table())
