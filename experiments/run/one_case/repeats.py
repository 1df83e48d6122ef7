"""Whether a list of covers gives one of them twice, however long it is and however far apart the two are."""

from __future__ import annotations

import os
import tempfile
import weakref
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]

TWICE = "a cover came twice"
"""What is wrong with a solver that gives a cover twice."""
RUN = 1 << 20
"""Covers that are held in memory, 16 bytes each."""
SPARE = 1 << 30
"""Bytes that stay free on the disk."""
_FEW = 1 << 10
_KEY_BYTES = 8


class Repeats:
    """Remembers covers by their keys of 128 bits: a run of them in memory, the runs before it in a temporary file.

    The file has no name, so nothing can be left behind. A run on disk is its first lane, sorted, then its second lane
    as it came. Runs are merged by their first lanes, block by block. Where two covers agree in the first lane, the
    second lanes of their runs must have a value twice, too: of 10^9 different covers that happens by chance once in
    600 million lists. left_out: why later covers are not remembered, one clause, empty where all are.
    """

    def __init__(self, run: int = RUN, spare: int = SPARE) -> None:
        """run: covers that are held in memory. spare: bytes that are left free on the disk."""
        self.left_out = ""
        self._spare = spare
        self._lanes: Keys = np.empty((2, run), np.uint64)  # its pages are taken when they are written to
        self._n_held = 0
        self._n_compared = 0  # when those in memory were last compared with each other
        self._file = -1
        self._n_runs = 0
        self._n_merged = 1  # runs on disk that were compared with each other
        self._found = False

    def add(self, lanes: Keys) -> bool:
        """Remember these covers; whether a cover is known to have come twice.

        lanes: uint64[2, n], the keys of the covers. All covers are compared when the list has grown by some factor, and
        by `found`.
        """
        begin, run = 0, self._lanes.shape[1]
        while begin < lanes.shape[1] and not self.left_out:
            part = lanes[:, begin : begin + run - self._n_held]
            self._lanes[:, self._n_held : self._n_held + part.shape[1]] = part
            self._n_held += part.shape[1]
            begin += part.shape[1]
            if self._n_held == run:
                self._spill()
        if self._n_known > max(_FEW, 2 * self._n_compared):
            self._compare(np.sort(self._lanes[0, : self._n_held]))
        return self._found

    def found(self) -> bool:
        """Whether a cover came twice."""
        first = np.sort(self._lanes[0, : self._n_held])
        self._compare(first)
        if self._n_runs and not self._found:
            self._merge(first)
        return self._found

    @property
    def _n_known(self) -> int:
        return self._n_runs * len(self._lanes[0]) + self._n_held

    def _compare(self, first: Keys) -> None:
        """Compare the covers that are in memory with each other. first: their first lane, sorted."""
        if _twice(first).size:
            self._found |= bool(_twice(np.sort(self._lanes[1, : self._n_held])).size)
        self._n_compared = self._n_known

    def _spill(self) -> None:
        """Move the run in memory to the disk, or stop to remember covers where there is no room."""
        self._lanes[0].sort()
        self._compare(self._lanes[0])
        try:
            self._write()
        except OSError as error:
            self.left_out = f"only the first {self._n_known} covers were compared with each other: {error.strerror}"
            return
        self._n_runs += 1
        self._n_held = 0
        if self._n_runs >= 4 * self._n_merged and not self._found:
            self._merge(self._lanes[0, :0])
            self._n_merged = self._n_runs

    def _write(self) -> None:
        if self._file < 0:
            file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - lives as long as this object
            weakref.finalize(self, file.close)
            self._file = file.fileno()
        place, disk = self._n_runs * self._lanes.nbytes, os.fstatvfs(self._file)
        if disk.f_bavail * disk.f_frsize < self._lanes.nbytes + self._spare:
            raise OSError(0, f"the disk of {tempfile.gettempdir()} is nearly full")
        left = self._lanes.view(np.uint8).data.cast("B")
        while left:
            n_written = os.pwrite(self._file, left, place)
            left, place = left[n_written:], place + n_written

    def _read(self, run: int, lane: int, begin: int, n: int) -> Keys:
        """Keys of a run on disk."""
        place = ((2 * run + lane) * self._lanes.shape[1] + begin) * _KEY_BYTES
        return np.frombuffer(os.pread(self._file, n * _KEY_BYTES, place), np.uint64)

    def _merge(self, held: Keys) -> None:
        """Compare all covers. held: the first lane of those in memory, sorted."""
        length = self._lanes.shape[1]
        runs: list[_Run] = [
            _Run(length, lambda begin, n, run=run: self._read(run, 0, begin, n))  # type: ignore[misc]
            for run in range(self._n_runs)
        ]
        runs.append(_Run(len(held), lambda begin, n: held[begin : begin + n]))
        for members in _runs_with_equal_keys(runs, max(1, length // len(runs))):
            seconds = [
                self._lanes[1, : self._n_held] if run == self._n_runs else self._read(run, 1, 0, length)
                for run in members
            ]
            if _twice(np.sort(np.concatenate(seconds))).size:
                self._found = True
                return


class _Run:
    """Sorted keys that are taken from their front, a block at a time. read: so many keys from a place on."""

    def __init__(self, n: int, read: Callable[[int, int], Keys]) -> None:
        self._n, self._read, self._next = n, read, 0
        self.block: Keys = np.zeros(0, np.uint64)

    def load(self, n: int) -> bool:
        """Have keys in the block, if any are left; whether there are more beyond it."""
        if not len(self.block) and self._next < self._n:
            self.block = self._read(self._next, min(n, self._n - self._next))
            self._next += len(self.block)
        return self._next < self._n

    def take(self, last: np.uint64) -> Keys:
        """Remove the keys up to this one from the block."""
        end = int(np.searchsorted(self.block, last, side="right"))
        taken, self.block = self.block[:end], self.block[end:]
        return taken


def _runs_with_equal_keys(runs: list[_Run], n: int) -> Iterator[list[int]]:
    """For each key that comes twice, the runs that hold it; at most n keys of each run are in memory."""
    while True:
        go_on = [run for run in runs if run.load(n)]
        # beyond the last key of a block nothing is known of its run
        last = min((run.block[-1] for run in go_on), default=np.uint64(2**64 - 1))
        taken = [run.take(last) for run in runs]
        for key in _twice(np.sort(np.concatenate(taken))):
            yield [number for number, keys in enumerate(taken) if (keys == key).any()]
        if not go_on and not any(len(run.block) for run in runs):
            return


def _twice(ascending: Keys) -> Keys:
    """The keys that come more than once."""
    return np.unique(ascending[1:][ascending[1:] == ascending[:-1]])
