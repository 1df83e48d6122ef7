"""Tools of others agree with us: a DRAT checker with proofs, a d-DNNF counter with traces and with diagrams."""

import ddnnife
import dratify
import pytest
from certificates import proved, traced, unpacked

from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance
from danceoff.problems.certificate import clauses_of
from danceoff.problems.sources import write
from danceoff.solvers.certify import trace


def drat(problem: ExactCover, words: list[int], n_covers: int) -> tuple[list[list[int]], str]:
    """The clauses with all covers blocked, and the proof as text, without hints and deletions."""
    clauses, at = clauses_of(problem), 0
    for _ in range(n_covers):
        size = words[at]
        clauses.append([-1 - option for option in words[at + 1 : at + 1 + size]])
        at += 1 + size
    lines = []
    while at < len(words):
        size = words[at]
        if size >= 0:
            lines.append(" ".join(map(str, [*words[at + 1 : at + 1 + size], 0])))
            at += 1 + size + words[at + 1 + size]
        at += 1 + max(-size, 0)
    return clauses, "\n".join(lines)


@pytest.mark.parametrize("name", ["queens/6", "tromino/5x5-12", "tromino/5x5-1"])
def test_dratify_accepts_the_proofs(name, tmp_path, record_property):
    problem = instance(name).problem
    parts = unpacked(proved(tmp_path / "c", problem))
    clauses, proof = drat(problem, parts.words, parts.count)

    def holds(clauses: list[list[int]]) -> bool:
        text = "\n".join(" ".join(map(str, [*clause, 0])) for clause in clauses)
        formula = dratify.parse_dimacs(f"p cnf {problem.n_options} {len(clauses)}\n{text}\n")
        return dratify.check_proof(formula, proof).ok

    assert holds(clauses)
    assert not holds(clauses[1:]), "an item that need not be covered"
    record_property("certificates: confirmed by checkers of other people: dratify", 1)


def d_dnnf(problem: ExactCover, steps: list[int]) -> str:
    """A trace of a problem without secondary items as a d-DNNF in c2d's format, over one variable an option.
    A node is the OR over its item's options of: this option, none of the others that it rules out, and the child."""
    options = [frozenset(problem.items_of(option)) for option in range(problem.n_options)]
    lines = [f"L {sign * (option + 1)}" for option in range(len(options)) for sign in (1, -1)]
    root = frozenset(range(problem.n_items))
    levels: list[dict[frozenset[int], None]] = [{} for _ in range(problem.n_items + 1)]
    levels[-1][root] = None
    walked = []
    words = iter(steps)
    for level in reversed(levels[1:]):
        for node in level:
            inside = [k for k, items in enumerate(options) if items <= node]
            item = next(words)
            taken = [k for k in inside if item in options[k]]
            walked.append((node, inside, taken))
            for k in taken:
                levels[len(node - options[k])].setdefault(node - options[k])
    assert next(words, None) is None
    number = {frozenset(): len(lines)}
    lines.append("A 0")
    for node, inside, taken in reversed(walked):
        branches = []
        for k in taken:
            child = node - options[k]
            out = [2 * j + 1 for j in inside if j != k and not options[j] <= child]
            parts = [2 * k, *out, number[child]]
            branches.append(len(lines))
            lines.append(f"A {len(parts)} {' '.join(map(str, parts))}")
        number[node] = len(lines)
        lines.append(f"O 0 {len(branches)} {' '.join(map(str, branches))}".rstrip())
    n_edges = sum(int(line.split()[1 if line[0] == "A" else 2]) for line in lines if line[0] != "L")
    return "\n".join([f"nnf {len(lines)} {n_edges} {len(options)}", *lines]) + "\n"


@pytest.mark.parametrize(("name", "count"), [("domino/6x6", 6728), ("tromino/6x6", 162), ("domino/8x8", 12988816)])
def test_ddnnife_counts_as_many_models_of_the_traces(name, count, tmp_path, monkeypatch, record_property):
    monkeypatch.setattr(trace, "generators", lambda _: [])  # a d-DNNF has no symmetries
    problem = instance(name).problem
    (tmp_path / "trace.nnf").write_text(d_dnnf(problem, unpacked(traced(tmp_path / "c", problem)).words[1:]))
    assert int(ddnnife.Ddnnf.from_file(str(tmp_path / "trace.nnf"), problem.n_options).rc()) == count
    record_property("certificates: confirmed by checkers of other people: ddnnife", 1)


@pytest.mark.parametrize(
    ("name", "count"), [("queens/6", 4), ("corner-path/5x5", 8512), ("domino/12x12", 53060477521960000)]
)
def test_ddnnife_counts_as_many_models_of_the_diagrams(name, count, tmp_path, record_property):
    (tmp_path / "covers.nnf").write_text(write(instance(name), "nnf"))
    read = ddnnife.Ddnnf.from_file(str(tmp_path / "covers.nnf"), instance(name).problem.n_options)
    assert int(read.rc()) == count
    record_property("certificates: exported diagrams that another program counts alike", 1)
