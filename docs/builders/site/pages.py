"""Where a file of the repository is on the site, and links between files turned into links between pages."""

import posixpath
import re
from pathlib import Path

from danceoff.experiments import BadInput

_LINK = re.compile(
    r"(?P<code>^( *)(```+).*?^\2\3|`[^`]*`)"
    r"|(?P<before>(?:\[(?P<name>[\w./-]+)\.md)?\]\(|\b(?:src|href)=\")(?P<path>[^)\s#\"]*)(?P<anchor>#[^)\s\"]*)?",
    re.MULTILINE | re.DOTALL,
)
_ROW = re.compile(r"^\|.*", re.MULTILINE)
_IN_A_NUMBER = re.compile(r"(?<=\d{9})(?=\d{9})")
_HEIGHT = re.compile(r'(?<= )height="(\d+)"')  # which the style sheet of the site would overrule
_LANGUAGES = {".py": "python", ".toml": "toml", ".json": "json", ".js": "javascript"}
_LONGEST = 60_000
"""Characters of a source file that the site shows."""


class Pages:
    """The pages of the site, by their place in the folder of sources.

    A page is written as soon as another one links to it: a file of the repository becomes a page with its text, and a
    folder its README or a list of its files.
    """

    def __init__(self, root: Path, folder: Path) -> None:
        """root: the repository. folder: where the pages are written."""
        self._root, self._folder = root, folder
        self._written: set[str] = set()

    def write(self, place: str, text: str) -> None:
        """Write a page of Markdown whose links are those of the site."""
        path = self._folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        broken = _ROW.sub(lambda row: _IN_A_NUMBER.sub("<wbr>", row[0]), text)  # so that no number widens a table
        path.write_text(broken, encoding="utf-8")
        self._written.add(place)

    def add(self, source: str) -> str:
        """Write the page of a file or folder of the repository, unless it is there; return its place.

        Raises BadInput if there is no such file, which is a broken link.
        """
        path, place = self._root / source, self._place(source)
        if not path.exists():
            raise BadInput(f"{source}: there is no such file in the repository")
        if place in self._written:
            return place
        if path.suffix == ".md":
            self._written.add(place)  # pages may link to each other
            self.write(place, self.linked(path.read_text(encoding="utf-8"), source))
        elif place.endswith(".md"):
            self.write(place, _folder_page(path, source) if path.is_dir() else _file_page(path, source))
        else:
            (self._folder / place).parent.mkdir(parents=True, exist_ok=True)
            (self._folder / place).write_bytes(path.read_bytes())
            self._written.add(place)
        return place

    def linked(self, text: str, source: str, place: str | None = None) -> str:
        """Return Markdown of a file of the repository with links between pages.

        place: of the page; default: where the file has its page.
        """
        start = posixpath.dirname(self._place(source) if place is None else place)

        def link(found: re.Match[str]) -> str:
            path = found["path"]
            if found["code"] is not None or not path or ":" in path:
                return found[0]
            target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
            before = f"[{self._title(target)}](" if found["name"] else found["before"]
            return f"{before}{posixpath.relpath(self.add(target), start or '.')}{found['anchor'] or ''}"

        return _HEIGHT.sub(r'style="height:\1px"', _LINK.sub(link, text))

    def _title(self, source: str) -> str:
        """The heading with which a file begins; without one the name of the file."""
        first = (self._root / source).read_text(encoding="utf-8").partition("\n")[0]
        return first[2:] if first.startswith("# ") else Path(source).stem

    def _place(self, source: str) -> str:
        if source == "README.md":
            return "index.md"
        if source.startswith("docs/"):
            return source.removeprefix("docs/")
        if (self._root / source).is_dir():
            readme = f"{source}/README.md"
            return f"files/{readme}" if (self._root / readme).is_file() else f"files/{source}/index.md"
        return f"files/{source}" if source.endswith(".md") else f"files/{source}.md"


def _file_page(path: Path, source: str) -> str:
    text = path.read_text(encoding="utf-8")
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}\n... and {len(text) - _LONGEST} characters more"
    fence = "`" * 6
    head = f"---\nsearch:\n  exclude: true\n---\n# {source}\n\nA file of the repository.\n\n"
    return f"{head}{fence}{_LANGUAGES.get(path.suffix, 'text')}\n{shown.rstrip()}\n{fence}\n"


def _folder_page(path: Path, source: str) -> str:
    names = sorted(child.name + "/" * child.is_dir() for child in path.iterdir() if child.name[0] not in "._")
    listed = "\n".join(f"- `{name}`" for name in names)
    return f"---\nsearch:\n  exclude: true\n---\n# {source}\n\nA folder of the repository:\n\n{listed}\n"
