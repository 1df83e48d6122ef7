"""`python -m builders.weight`: print the lines of each package beside the ceilings of weight.toml."""

import os
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = {
    "product": (".py", ("danceoff", "experiments", "problems", "solvers")),
    "javascript": (".js", ("experiments", "problems")),
    "tests": (".py", ("tests",)),
}
"""Part -> the ending of its files, and the folders that hold them."""


def ceilings() -> dict[str, int]:
    """Return part -> the most lines that it may have."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def weights(part: str) -> Counter[str]:
    """Return package -> lines, where a package is a folder of the repository or a folder in it; links are left out."""
    ending, roots = PARTS[part]
    lines: Counter[str] = Counter()
    for root in roots:
        for folder, _, names in os.walk(ROOT / root):
            package = "/".join(Path(folder).relative_to(ROOT).parts[:2])
            files = [Path(folder, name) for name in names if name.endswith(ending)]
            lines[package] += sum(file.read_bytes().count(b"\n") for file in files if not file.is_symlink())
    return +lines


def table() -> str:
    """Return the lines of each package and the sum of each part beside its ceiling."""
    rows = []
    for part, ceiling in ceilings().items():
        lines = weights(part)
        rows += [f"{n:8,}  {package}" for package, n in sorted(lines.items())]
        rows += [f"{lines.total():8,}  {part}, at most {ceiling:,}", ""]
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
