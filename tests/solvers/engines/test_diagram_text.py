"""Diagrams as text: whoever reads them by the rules of the format finds the covers, and nothing else."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from night import drawn
from test_diagram import ANY, APART, EMPTY, NONE, Making, beyond_memory, searched, swept

from danceoff.experiments.contract.small import all_covers
from danceoff.problems import Cover, ExactCover, InvalidProblem
from danceoff.problems.catalog import instance
from danceoff.solvers.engines.diagram import record
from danceoff.solvers.engines.diagram.text import nnf, write_nnf, write_zdd, zdd


def models(text: str) -> list[dict[int, bool]]:
    """The models of an `nnf` text; an assignment comes twice if the text is not deterministic."""
    kind: dict[int, str] = {}
    edges: dict[int, list[list[int]]] = {}
    for line in text.splitlines():
        first, *numbers = line.split()
        if first.isalpha():
            kind[int(numbers[0])] = first
        else:
            edges.setdefault(int(first), []).append([int(one) for one in numbers[:-1]])
            assert numbers[-1] == "0"
    below: dict[int, list[dict[int, bool]]] = {}
    for node in sorted(kind, reverse=True):
        found = [{}] if kind[node] == "t" else []
        for target, *literals in edges.get(node, []):
            own = {abs(one): one > 0 for one in literals}
            assert len(own) == len(literals)
            assert all(own.keys().isdisjoint(one) for one in below[target]), "not decomposable"
            found += [own | one for one in below[target]]
        below[node] = found
    return below[1]


def sets(text: str, n_elements: int) -> list[Cover]:
    """The sets of a `zdd` text, with the elements replaced by what the comments say."""
    body, _, comments = text.partition(".\n")
    option_of = [int(line.split()[-1]) for line in comments.splitlines()]
    found: dict[str, list[tuple[int, ...]]] = {"B": [], "T": [()]}
    seen: set[str] = set()
    top = {"B": n_elements + 1, "T": n_elements + 1}
    last = ""
    for line in body.splitlines():
        if line in ("B", "T"):
            last = line
            continue
        last, element, low, high = line.split()
        assert int(element) < min(top[low], top[high]), "not in order"
        assert high != "B"
        assert f"{element} {low} {high}" not in seen, "not reduced"
        seen.add(f"{element} {low} {high}")
        top[last] = int(element)
        found[last] = found[low] + [(int(element), *one) for one in found[high]]
    return [tuple(sorted(option_of[one - 1] for one in chosen)) for chosen in found[last]]


@drawn(75)
@given(ANY, st.sampled_from([swept, searched]))
@example(EMPTY, swept)
@example(APART, searched)
@example(NONE, swept)
def test_what_is_read_are_the_covers_of_brute_force(problem: ExactCover, how: Making) -> None:
    expected = sorted(all_covers(problem))
    assert sorted(sets(zdd(swept(problem)), problem.n_options)) == expected
    found = models(nnf(how(problem)))
    assert sorted(tuple(sorted(k - 1 for k, holds in one.items() if holds)) for one in found) == expected
    assert {tuple(sorted(one)) for one in found} <= {tuple(range(1, problem.n_options + 1))}, "not smooth"


def test_a_text_of_very_many_covers_is_short() -> None:
    text = write_zdd(instance("domino/12x12").problem)
    counts = {"B": 0, "T": 1}
    lines = text.partition(".\n")[0].splitlines()
    for name, _, low, high in map(str.split, lines):
        counts[name] = counts[low] + counts[high]
    assert counts[lines[-1].split()[0]] == 53060477521960000
    assert len(lines) < 40_000


@pytest.mark.parametrize("write", [write_nnf, write_zdd])
def test_what_needs_too_much_memory_is_refused(write, monkeypatch: pytest.MonkeyPatch) -> None:
    for walk in ("swept", "searched"):
        monkeypatch.setattr(record, walk, beyond_memory)
    with pytest.raises(InvalidProblem, match="all covers as a diagram exceed 256 MB"):
        write(instance("queens/6").problem)


def test_the_formats_by_a_small_example() -> None:
    problem = ExactCover.from_options([["a"], ["b"], ["a", "b"]], "ab")
    assert write_nnf(problem).split("\n") == ["o 1 0", "t 2 0", "1 2 1 2 -3 0", "1 2 3 -1 -2 0", ""]
    comments = [f"# element {k + 1} is option {option}" for k, option in enumerate([0, 2, 1])]
    assert write_zdd(problem).split("\n")[-len(comments) - 2 :] == [".", *comments, ""]
    assert write_zdd(ExactCover.from_options([], "a")).split("\n") == ["B", ".", ""]
    assert write_zdd(ExactCover.from_options([], "")).split("\n") == ["T", ".", ""]
