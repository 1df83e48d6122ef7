"""`python -m builders.site FOLDER`: make the documentation site, FOLDER/index.html.

FOLDER is made anew; what it is made of, Markdown pages and the settings of Zensical, is in build/site.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from builders.site import family_pages, reference, solver_pages
from builders.site.built import faults, finish
from builders.site.pages import Pages
from danceoff.addons.puzzles.play.page import empty_page
from danceoff.experiments import BadInput
from danceoff.problems import catalog

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
_GUIDE = (
    "glossary.md",
    "start.md",
    "files.md",
    "puzzles.md",
    "questions.md",
    "costs.md",
    "planning.md",
    "compare.md",
    "solvers.md",
    "results.md",
    "library.md",
    "agents.md",
    "programs.md",
    "plug-ins.md",
)
_TRUST = ("times.md", "proofs.md", "public.md", "engines.md", "internals/learn.md")
_RESULTS = tuple(
    f"results/{name}.md" for name in ("certified", "published-and-wrong", "new-numbers", "taocp", "sat2026", "tiler")
)


def make(sources: Path, site: Path) -> list[str]:
    """Make the site; return what is wrong with its links, one line for each.

    sources: a folder for what the site is made of, which is made anew. Raises BadInput if Zensical makes no site of it.
    """
    shutil.rmtree(sources, ignore_errors=True)
    write(ROOT, sources)
    program = [str(Path(sys.executable).with_name("zensical")), "build", "--strict"]
    done = subprocess.run(
        [*program, "--config-file", str(sources / "zensical.toml")],
        env={**os.environ, "PYTHONPATH": str(ROOT / "docs")},  # its settings name builders.site.tables
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BadInput(done.stderr.partition("Traceback")[0])
    finish(sources / "site")
    if not (found := faults(sources / "site")):
        shutil.rmtree(site, ignore_errors=True)
        shutil.move(sources / "site", site)
    return found


def write(root: Path, folder: Path) -> None:
    """Write into the folder `pages`, and `zensical.toml` beside it. root: the repository."""
    sources = folder / "pages"
    pages = Pages(root, sources)
    drawn = family_pages.pictures()
    for name, svg in drawn.items():
        pages.write(f"families/pictures/{name}.svg", svg)
    for name, text in family_pages.pages().items():
        picture = f'\n\n<img class="family" src="pictures/{name}.svg" alt="A cover of a problem of this family">\n'
        head, _, rest = text.partition("\n")
        pages.write(f"families/{name}.md", head + picture * (name in drawn) + "\n" + rest)
    pages.write("families/index.md", family_pages.index(drawn))
    solvers = (root / "docs" / "solvers.md").read_text(encoding="utf-8")
    for name, text in solver_pages.pages(pages.linked(solvers, "docs/solvers.md", "solvers/index.md")).items():
        pages.write(f"solvers/{name}.md", text)
    pages.write("solvers/index.md", solver_pages.index())
    for name, text in reference.pages().items():
        pages.write(f"reference/{name}.md", text)
    pages.write("playing.html", empty_page())
    pages.write("llms.txt", (root / "docs" / "llms.txt").read_text(encoding="utf-8").replace(".md)", ".html)"))
    about = pages.linked((root / "docs" / "puzzles.md").read_text(encoding="utf-8"), "docs/puzzles.md")
    pages.write("puzzles.md", f"{about}\n\n[Open the page with twenty problems](playing.html)\n")
    documents = sorted(path.relative_to(root).as_posix() for path in (root / "docs").rglob("*") if path.is_file())
    checker = [path.relative_to(root).as_posix() for path in sorted((root / "problems" / "certificate").glob("*.py"))]
    for source in ("CONTRIBUTING.md", "CHANGELOG.md", *_RESULTS, *checker, *documents):
        pages.add(source)
    front = pages.linked((HERE / "home.txt").read_text(encoding="utf-8"), "README.md")
    pages.write("index.md", front + family_pages.gallery(drawn, "families/"))
    for name in ("danceoff.css", "offline_search.js"):
        pages.write(f"assets/{name}", (HERE / name).read_text(encoding="utf-8"))
    tabs = _navigation(documents).items()
    nav = ", ".join(f"{{ {json.dumps(tab)} = {json.dumps(places)} }}" for tab, places in tabs if places)
    settings = (HERE / "zensical.toml").read_text(encoding="utf-8")
    settings = settings.replace('"NAVIGATION"', nav).replace('"ROOT"', json.dumps(str(root)))
    (folder / "zensical.toml").write_text(settings, encoding="utf-8")


def _navigation(documents: list[str]) -> dict[str, list[str]]:
    """The pages of each tab, by their places; a document that has no place of its own is a part of the guide."""
    placed = [source.removeprefix("docs/") for source in documents if source.endswith(".md")]
    tutorial = [place for place in placed if place.startswith("tutorial/")]
    further = [place for place in placed if place not in {*_GUIDE, *_TRUST, *tutorial}]
    return {
        "danceoff": ["index.md"],
        "Tutorial": tutorial,
        "Guide": [place for place in _GUIDE if place in placed] + further,
        "Solvers": ["solvers/index.md", *(f"solvers/{name}.md" for name in solver_pages.names())],
        "Families": ["families/index.md", *(f"families/{name}.md" for name in catalog.families())],
        "Reference": [f"reference/{name}.md" for name in reference.pages()],
        "Trust": [place for place in _TRUST if place in placed] + [f"files/{source}" for source in _RESULTS],
        "Project": ["files/CONTRIBUTING.md", "files/CHANGELOG.md"],
    }


if __name__ == "__main__":
    try:
        wrong = make(ROOT / "build" / "site", Path(sys.argv[1]))
    except BadInput as error:
        wrong = [str(error)]
    sys.exit("\n".join(wrong) or None)
