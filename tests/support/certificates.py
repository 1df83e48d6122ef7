"""Certificates to hold against the checker: taken apart, damaged, and packed again with a checksum that is right."""

import hashlib
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from danceoff.problems import Cover, ExactCover
from danceoff.problems.certificate import MAGIC
from danceoff.solvers import load
from danceoff.solvers.base.turns import ended
from danceoff.solvers.certify import recorded, recorded_best, write_list, write_walk, write_weights
from danceoff.solvers.rewriting import congruence, weighting


class Parts(NamedTuple):
    """A certificate taken apart."""

    kind: str
    digest: str
    count: int
    words: list[int]


def unpacked(path: Path) -> Parts:
    line, _, rest = path.read_bytes().partition(b"\n")
    kind, digest, count = line.decode().split()[2:]
    return Parts(kind, digest, int(count), np.frombuffer(zlib.decompress(rest[:-32]), "<i4").tolist())


def first_step(parts: Parts) -> int:
    """Where the steps of a trace begin, after its symmetries: the longest permutations that it can begin with."""
    n, words = parts.words[0], parts.words
    for length in range(len(words) // n if n else 0, 0, -1):
        begins = range(1, 1 + n * length, length)
        if all(sorted(words[begin : begin + length]) == list(range(length)) for begin in begins):
            return 1 + n * length
    return 1


def pack(path: Path, parts: Parts) -> Path:
    line = f"{MAGIC} {parts.kind} {parts.digest} {parts.count}\n".encode()
    content = line + zlib.compress(np.array(parts.words, "<i4").tobytes())
    path.write_bytes(content + hashlib.sha256(content).digest())
    return path


def traced(path: Path, problem: ExactCover) -> Path:
    write_walk(path, problem, recorded(problem))
    return path


def best(path: Path, problem: ExactCover, cover: Cover) -> Path:
    write_walk(path, problem, recorded_best(problem, cover))
    return path


def weighed(path: Path, problem: ExactCover) -> Path | None:
    """By inequality where there are such weights, else by congruence; None if there are no weights at all."""
    weights = ended(weighting.looked_for(problem)) or congruence.refuting_weights(problem)
    if weights:
        write_weights(path, problem, weights)
    return path if weights else None


def proved(path: Path, problem: ExactCover) -> Path:
    write_list(path, problem, load("algorithm-x").prepare(problem).covers(), complete=True)
    return path
