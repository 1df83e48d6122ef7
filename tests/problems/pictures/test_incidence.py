"""Pictures of problems without a board: matrices, and words where a matrix would be too large."""

from xml.etree import ElementTree

from danceoff.problems import ExactCover
from danceoff.problems.board import NO_BOARD
from danceoff.problems.instance import Instance
from danceoff.problems.pictures.pair import Pair


def shown(problem: ExactCover, cover: tuple[int, ...]) -> tuple[list[str], list[str]]:
    """The texts of the picture and the classes of its squares, but for the grounds of rows."""
    root = ElementTree.fromstring(Instance("", "", problem).svg(cover, ""))
    texts = [e.text or "" for e in root.iter() if e.tag.endswith("text")]
    kinds = [e.get("class") or "" for e in root.iter() if e.tag.endswith("rect")]
    return texts, [kind for kind in kinds if kind != "empty"]


def chain(n_options: int, n_items: int) -> ExactCover:
    """Options that cover one item each, in turn."""
    return ExactCover.from_options([[option % n_items] for option in range(n_options)], range(n_items))


def test_the_whole_matrix_is_drawn_with_the_rows_of_the_cover_marked() -> None:
    texts, kinds = shown(chain(40, 60), (1, 3))
    assert len(texts) == 40 + 60
    assert kinds.count("pale") == 38
    assert [kind for kind in kinds if kind != "pale"] == ["c1", "c3"]


def test_what_is_too_large_is_said() -> None:
    for problem, cover in ((chain(5, 61), (0, 4)), (chain(60, 60), tuple(range(41)))):
        texts, kinds = shown(problem, cover)
        assert kinds == []
        assert texts[0] == f"{problem.n_options} options of {problem.n_items} items: too large for a matrix"
        assert texts[2] == f"The cover has {len(cover)} options:"
        assert texts[-1] == ("4" if len(cover) == 2 else "and 1 more")
        both = Pair(problem, NO_BOARD, cover, cover).svg("")
        assert (both.count("too large for a matrix"), both.count("<rect")) == (2, 0)


def test_a_notebook_has_a_table_of_a_small_problem() -> None:
    problem = ExactCover.from_options([["<a>", ("x", "red")], ["b", "x"]], ["<a>", "b"], ["x"])
    words, root = f"<p>{problem}</p>", ElementTree.fromstring(f"<div>{problem._repr_html_()}</div>")
    assert problem._repr_html_().startswith(f"{words}<table>")
    cells = [[cell.text or "" for cell in row] for row in root.iter("tr")]
    assert cells == [["", "<a>", "b", "x"], ["<a> x:red", "●", "", "red"], ["b x", "", "●", "●"]]
    assert chain(40, 60)._repr_html_().count("●") == 40
    assert "<table" not in chain(41, 60)._repr_html_() + chain(40, 61)._repr_html_()
