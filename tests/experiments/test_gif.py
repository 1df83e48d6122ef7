"""Animated GIFs: a frame a step, a colour where a piece lies, and a line where none can be drawn."""

from itertools import pairwise
from pathlib import Path

import pytest

from danceoff.experiments.cli import main
from danceoff.experiments.terminal.watching import watch
from danceoff.problems.sources import read

Image = pytest.importorskip("PIL.Image")
IN_ASCII = pytest.importorskip("danceoff.problems.pictures.gif").IN_ASCII


@pytest.mark.parametrize("name", ["tromino/4x4-5", "queens/4", "soma"])
def test_a_gif_has_a_frame_a_step(name: str, tmp_path: Path) -> None:
    file = tmp_path / "search.gif"
    assert main(["watch", name, "--nodes", "8", "--gif", str(file)]) in (0, 3)
    frames = list(watch(read(name), "dlx", 8).frames())
    with Image.open(file) as animation:
        assert animation.info["loop"] == 0
        times = []
        for k in range(animation.n_frames):
            animation.seek(k)
            times.append(animation.info["duration"])
    assert sum(times) == 600 * len(frames) + 3000  # frames that look alike are shown as one


@pytest.mark.parametrize("solver", ["dlx", "sat"])
def test_captions_are_in_letters_that_the_font_has(solver: str) -> None:
    captions = [frame.caption for frame in watch(read("tromino/4x4-5"), solver, 30).frames()]
    assert not all(map(str.isascii, captions))
    assert all(caption.translate(IN_ASCII).isascii() for caption in captions)


@pytest.mark.parametrize("solver", ["dlx", "sat"])
def test_a_piece_keeps_its_place_and_with_it_its_colour_while_it_lies(solver: str) -> None:
    frames = [frame.taken for frame in watch(read("tromino/4x4-5"), solver, 30).frames()]
    assert any(before != tuple(sorted(before)) for before in frames) == (solver == "sat")
    for before, after in pairwise(frames):
        assert [before.index(option) for option in before if option in after] == [
            after.index(option) for option in before if option in after
        ]


def test_pieces_are_drawn_where_they_lie(tmp_path: Path) -> None:
    file = tmp_path / "search.gif"
    main(["watch", "tromino/4x4-5", "--nodes", "2", "--gif", str(file)])
    with Image.open(file) as animation:
        corner = [pixel(animation, k, (16, 16)) for k in range(2)]
        wall = [pixel(animation, k, (10 + 28 + 14, 10 + 28 + 14)) for k in range(2)]
    assert corner[0] == (238, 241, 244)
    assert corner[1] != corner[0]
    assert wall == [(255, 255, 255)] * 2


def pixel(animation: "Image.Image", frame: int, at: tuple[int, int]) -> tuple[int, int, int]:
    animation.seek(frame)
    return animation.convert("RGB").getpixel(at)


_NEEDS = "a GIF needs a board of squares"


@pytest.mark.parametrize(("name", "says"), [("matching/4", _NEEDS), ("tetrahex/4x7", _NEEDS)])
def test_a_problem_without_a_board_is_refused(name, says, tmp_path, capsys) -> None:
    assert main(["watch", name, "--gif", str(tmp_path / "a.gif")]) == 2
    assert says in capsys.readouterr().err
    assert main(["watch", "queens/4", "--gif", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
