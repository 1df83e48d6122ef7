"""A copy of Polyform Puzzler is held against our counts: here a small one of our own, with the same names."""

import sys
from pathlib import Path

import pytest

from benchmarks import polyform_puzzler

HOME = """
class Puzzle(object):
    check_for_duplicates, secondary_columns = False, 1
    @classmethod
    def components(cls): return (cls,)
    matrix = [("0,0", "1,0", "P", "i"), (1, 0, 1, 0), (0, 1, 0, 1), (1, 0, 1, 1), (0, 1, 0, 0)]
    def record_solution(self, solution, solver, stream):
        stream.write(solver.format_solution())
        return not self.check_for_duplicates or ["1,0"] in solution
"""
TOY = '''
from puzzler.puzzles import Puzzle
class Agreed(Puzzle):
    """3 solutions."""
class Both(Puzzle):
    """3 solutions"""
    @classmethod
    def components(cls): return (Agreed, Agreed)
class Checked(Puzzle):
    """Two of its covers are the same.

    2 solutions"""
    check_for_duplicates = True
'''


def test_a_copy_is_held_against_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setenv("PUZZLER_PYTHON", sys.executable)
    script = "from puzzler.puzzles.toy import Agreed as puzzle\n\npuzzler.run(puzzle)\n"
    for place, text in {
        "puzzler/__init__.py": "",
        "puzzler/puzzles/__init__.py": HOME,
        "puzzler/puzzles/toy.py": TOY,
        "bin/toys/agreed-1.py": f'"""many solutions"""\n{script}',
        "docs/toys.txt": "* First: `1,003 solutions\n  <../solutions/toys/agreed-1.txt>`__\n",
    }.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text)
    assert not polyform_puzzler.compared(tmp_path, tmp_path)
    assert capsys.readouterr().out.splitlines() == [
        "Agreed: 3, differs; stated 3 (class), 1003 (toys.txt)",
        "Both: 6, differs; stated 3 (class)",
        "Checked: agrees; stated 2 (class)",
    ]
    assert (tmp_path / "Both-1.dlx").read_text().startswith("0,0 1,0 P | i\n0,0 P\n")
