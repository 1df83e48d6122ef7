"""Holds the numbers of a copy of Burr Tools against ours: `python -m benchmarks.burr_tools FOLDER`.

FOLDER is a clone of its repository; the numbers are its test/known_good/examples_0.7.1.json, which counts all problems
of a file together: assemblies up to symmetry, solutions, which come apart, and their levels. It leaves out levels of 1
at the end, and a piece alone is no solution. Levels after the first depend on which pieces leave first.
Its two programs differ on DemoMirrorParadox, where burrTxt2 leaves out a mirror image: one of them must agree.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from danceoff.addons.puzzles.apart.coming_apart import Assemblies
from danceoff.problems import InvalidProblem
from danceoff.problems.instance import Instance
from danceoff.problems.sources import read
from danceoff.solvers import load
from danceoff.solvers.rewriting.orbit_search import OrbitSearch

KNOWN = "test/known_good/examples_0.7.1.json"


def problems(file: Path) -> Iterator[Instance]:
    """Yield all problems of a file."""
    for number in range(1, 1000):
        try:
            yield read(f"{file}#{number}")
        except InvalidProblem as error:
            if "there is no problem" not in str(error):
                raise
            return


def ours(file: Path, is_apart: bool) -> tuple[int, int, Counter[str]]:
    """Return the numbers of assemblies and of solutions of all problems, and the levels."""
    n_assemblies, n_solutions = 0, 0
    levels: Counter[str] = Counter()
    for instance in problems(file):
        assemblies = Assemblies(instance.board) if is_apart else None
        for cover in OrbitSearch(load("dlx"), instance).covers():
            n_assemblies += 1
            if assemblies and len(cover) > 1 and assemblies.comes_apart(cover):
                n_solutions += 1
                text = str(assemblies.disassembly)
                while text.endswith(".1"):
                    text = text[:-2]
                levels[text] += 1
    return n_assemblies, n_solutions, levels


def first(levels: Counter[str]) -> Counter[str]:
    """Return how often each first level is there."""
    found: Counter[str] = Counter()
    for text, n in levels.items():
        found[text.split(".")[0]] += n
    return found


def compared(folder: Path) -> bool:
    """Print a line for each file; return whether all numbers agree, but for levels after the first."""
    agree = True
    for name, known in json.loads((folder / KNOWN).read_text())["puzzles"].items():
        if not (folder / name).exists():
            print(f"{name}: not in this copy")
            continue
        apart = known.get("burrTxt_disassembly", {})
        n_assemblies, n_solutions, levels = ours(folder / name, bool(apart))
        theirs = Counter(apart.get("moves", []))
        wrong = []
        for what, own, programs in (
            ("assemblies", n_assemblies, ("burrTxt_assembly", "burrTxt2_assembly")),
            ("solutions", n_solutions, ("burrTxt_disassembly", "burrTxt2_disassembly")),
        ):
            said = {known[program][what] for program in programs if program in known}
            wrong += [f"{own} {what}, not {sorted(said)}"] if said and own not in said else []
        if first(levels) != first(theirs):
            wrong += [f"first levels {dict(first(levels))}, not {dict(first(theirs))}"]
        later = f"; later levels {dict(levels - theirs)}, not {dict(theirs - levels)}" if levels != theirs else ""
        print(f"{name}: {'; '.join(wrong) or 'agrees'}{later}", flush=True)
        agree &= not wrong
    return agree


if __name__ == "__main__":
    sys.exit(not compared(Path(sys.argv[1])))
