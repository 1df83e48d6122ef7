"""Writes certificates of a count; problems/certificate/ says what they mean and checks them."""

import hashlib
import zlib
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, ExactCover
from danceoff.problems.certificate import MAGIC, clause_against, clauses_of
from danceoff.problems.model.digits import decimal
from danceoff.solvers.base.search import Weights
from danceoff.solvers.certify.proof import refutation
from danceoff.solvers.certify.trace import Recorded

_COVERS_AT_ONCE = 4096


def write_walk(path: Path, problem: ExactCover, walk: Recorded) -> None:
    """Write the certificate of a walk, which is of kind `trace` or `best`."""
    write_words(path, walk.kind, problem, walk.count, walk.words)


def write_weights(path: Path, problem: ExactCover, weights: Weights) -> None:
    """Write a certificate of kind `weights`."""
    modulus = 64 if weights.modulus == 1 << 64 else -weights.modulus  # above 0 it is an exponent of 2
    write_words(path, "weights", problem, 0, [np.array([modulus]), weights.of_items.astype("<i8").view("<i4")])


def write_list(path: Path, problem: ExactCover, covers: Iterable[Cover], complete: bool) -> None:
    """Write a certificate that lists covers.

    covers: the covers, in any order, found by any solver.
    complete: whether to prove by SAT that there are no other covers (kind `list+proof`), or to claim nothing (kind
        `none`).

    Raises Incomplete if `complete` is set and there are other covers.
    """
    ascending, proof = sorted(covers), iter(list[NDArray[np.int32]]())
    if complete:
        blocks = [clause_against(problem, cover) for cover in ascending]
        proof = refutation(clauses_of(problem) + blocks)
    write_words(path, "list+proof" if complete else "none", problem, len(ascending), chain(_rows(ascending), proof))


def _rows(covers: Sequence[Cover]) -> Iterable[NDArray[np.int32]]:
    for k in range(0, len(covers), _COVERS_AT_ONCE):
        rows = [(len(cover), *cover) for cover in covers[k : k + _COVERS_AT_ONCE]]
        yield np.fromiter(chain.from_iterable(rows), np.int32)


def write_words(path: Path, kind: str, problem: ExactCover, count: int, words: Iterable[NDArray[np.int32]]) -> None:
    """Write a certificate; its content is compressed as it comes, and never all in memory."""
    packer, hasher = zlib.compressobj(), hashlib.sha256()
    with path.open("wb") as file:

        def put(data: bytes) -> None:
            hasher.update(data)
            file.write(data)

        sign = "-" if count < 0 else ""
        put(f"{MAGIC} {kind} {problem.digest} {sign}{decimal(abs(count))}\n".encode())
        for some in words:
            put(packer.compress(some.astype("<i4").tobytes()))
        put(packer.flush())
        file.write(hasher.digest())
