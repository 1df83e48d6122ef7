"""The weight of the house: docs/builders/weight.toml says how much it may be."""

from builders import weight


def test_no_part_is_heavier_than_its_ceiling():
    ceilings = weight.ceilings()
    assert set(ceilings) == set(weight.PARTS)
    over = {part: weight.weights(part).total() for part in ceilings if weight.weights(part).total() > ceilings[part]}
    assert over == {}, "remove lines, or raise the ceiling in docs/builders/weight.toml and say why"


def test_every_package_is_weighed_once_and_links_are_not_followed(monkeypatch, tmp_path):
    (tmp_path / "solvers/base").mkdir(parents=True)
    (tmp_path / "danceoff").mkdir()
    (tmp_path / "danceoff/solvers").symlink_to(tmp_path / "solvers")
    (tmp_path / "solvers/base/a.py").write_text("1\n2\n")
    (tmp_path / "solvers/base/b.toml").write_text("1\n")
    (tmp_path / "solvers/c.py").write_text("1\n")
    (tmp_path / "danceoff/d.py").symlink_to(tmp_path / "solvers/c.py")
    monkeypatch.setattr(weight, "ROOT", tmp_path)
    assert weight.weights("product") == {"solvers": 1, "solvers/base": 2}
