"""The weight of the house: docs/builders/weight.toml says how much it may be."""

import ast
import re

from builders import weight

ENGINES = sorted(weight.ROOT.glob("solvers/engines/**/*.py")) + sorted(weight.ROOT.glob("solvers/sat/**/*.py"))


def test_no_part_is_heavier_than_its_ceilings():
    ceilings = weight.ceilings()
    assert set(ceilings) == set(weight.PARTS)
    over = {
        part: (unit, weighed, ceiling[unit])
        for part, ceiling in ceilings.items()
        for unit, weighed in weight.total(part)._asdict().items()
        if unit in ceiling and weighed > ceiling[unit]
    }
    assert over == {}, "remove lines and branches: no ceiling of docs/builders/weight.toml goes up"


def test_every_package_is_weighed_once_and_links_are_not_followed(monkeypatch, tmp_path):
    (tmp_path / "solvers/base").mkdir(parents=True)
    (tmp_path / "danceoff").mkdir()
    (tmp_path / "danceoff/solvers").symlink_to(tmp_path / "solvers")
    (tmp_path / "solvers/base/a.py").write_text("if 1 or 2:\n    [k for k in ()]\n")
    (tmp_path / "solvers/base/b.toml").write_text("1\n")
    (tmp_path / "solvers/c.py").write_text("1\n")
    (tmp_path / "danceoff/d.py").symlink_to(tmp_path / "solvers/c.py")
    (tmp_path / "danceoff/addons/field").mkdir(parents=True)
    (tmp_path / "danceoff/addons/field/e.py").write_text("if 1:\n    1\n")
    monkeypatch.setattr(weight, "ROOT", tmp_path)
    assert weight.weights("core") == {"solvers": (1, 0), "solvers/base": (2, 3)}
    assert weight.weights("field") == {"danceoff/addons/field": (2, 1)}
    assert weight.total("core") == (3, 3)


def test_modules_of_engines_are_introduced_in_15_lines_and_kernels_explain_their_blocks():
    texts = {path: path.read_text(encoding="utf-8") for path in ENGINES}
    assert len(texts) > 80
    introduced = {path: ast.get_docstring(ast.parse(text)) or "" for path, text in texts.items()}
    assert [path for path, said in introduced.items() if len(said.splitlines()) > 15] == []
    kernels = {path: text for path, text in texts.items() if path.name.startswith("kernel")}
    assert [path for path, text in kernels.items() if not re.search(r"^ +# ", text, re.MULTILINE)] == []
