"""Detects whether a list contains a cover twice, however long the list is and however far apart the two are."""

import os
import tempfile
import weakref
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]

TWICE = "a cover came twice"
"""The fault of a solver that gives a cover twice, in words."""
RUN = 1 << 20
"""Covers kept in memory, 16 bytes each."""
SPARE = 1 << 30
"""Bytes left free on the disk."""
_FEW = 1 << 10
_KEY_BYTES = 8


class Repeats:
    """Remembers covers by 128-bit keys: the latest in memory, earlier ones in a temporary file, in runs.

    The file has no name, so it cannot be left behind. A key is two integers of 64 bits, its lanes. A run on disk is its
    first lane, sorted, followed by its second lane in the order of arrival. Runs are merged block by block, by their
    first lanes. If two covers are equal in the first lane, the second lanes of their runs must also contain a value
    twice: with 10^9 different covers that happens by chance in one of 600 million lists.

    left_out: why later covers are not compared, in one clause; empty if all are.
    """

    def __init__(self, run: int = RUN, spare: int = SPARE) -> None:
        """Start without covers.

        run: how many covers to keep in memory.
        spare: bytes to leave free on the disk.
        """
        self.left_out = ""
        self._spare = spare
        self._lanes: Keys = np.empty((2, run), np.uint64)  # the system allocates its pages on first use
        self._n_held = 0
        self._n_compared = 0  # covers known when those in memory were last compared
        self._file = -1
        self._n_runs = 0
        self._n_merged = 1  # runs on disk that have been compared with each other
        self._found = False

    def add(self, lanes: Keys) -> bool:
        """Remember these covers; return whether a cover is known to have come twice.

        All covers are compared whenever the list has grown by a constant factor, and in `found`.

        lanes: uint64[2, n], the keys of the covers.
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
        """Compare all covers; return whether one came twice."""
        first = np.sort(self._lanes[0, : self._n_held])
        self._compare(first)
        if self._n_runs and not self._found:
            self._merge(first)
        return self._found

    @property
    def _n_known(self) -> int:
        return self._n_runs * len(self._lanes[0]) + self._n_held

    def _compare(self, first: Keys) -> None:
        """Compare the covers in memory with each other.

        first: the first lane of their keys, sorted.
        """
        if _twice(first).size:
            self._found |= bool(_twice(np.sort(self._lanes[1, : self._n_held])).size)
        self._n_compared = self._n_known

    def _spill(self) -> None:
        """Move the run in memory to the disk; if the disk is full, stop remembering covers."""
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
        """Read n keys of a run on disk, from key `begin` on."""
        place = ((2 * run + lane) * self._lanes.shape[1] + begin) * _KEY_BYTES
        return np.frombuffer(os.pread(self._file, n * _KEY_BYTES, place), np.uint64)

    def _merge(self, held: Keys) -> None:
        """Compare all covers with each other.

        held: the first lane of the keys in memory, sorted.
        """
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
    """Sorted keys that are consumed from the front, a block at a time.

    n: the number of keys.
    read: returns the keys from a position on, given that position and how many.
    """

    def __init__(self, n: int, read: Callable[[int, int], Keys]) -> None:
        self._n, self._read, self._next = n, read, 0
        self.block: Keys = np.zeros(0, np.uint64)

    def load(self, n: int) -> bool:
        """Fill the block if it is empty, with up to n keys; return whether there are more keys beyond it."""
        if not len(self.block) and self._next < self._n:
            self.block = self._read(self._next, min(n, self._n - self._next))
            self._next += len(self.block)
        return self._next < self._n

    def take(self, last: np.uint64) -> Keys:
        """Remove the keys of the block up to `last`, and return them."""
        end = int(np.searchsorted(self.block, last, side="right"))
        taken, self.block = self.block[:end], self.block[end:]
        return taken


def _runs_with_equal_keys(runs: list[_Run], n: int) -> Iterator[list[int]]:
    """Yield for each key that occurs twice the runs that contain it; keeps at most n keys of each run in memory."""
    while True:
        go_on = [run for run in runs if run.load(n)]
        # only keys up to the least of these can be compared: each run is known to the last key of its block
        last = min((run.block[-1] for run in go_on), default=np.uint64(2**64 - 1))
        taken = [run.take(last) for run in runs]
        for key in _twice(np.sort(np.concatenate(taken))):
            yield [number for number, keys in enumerate(taken) if (keys == key).any()]
        if not go_on and not any(len(run.block) for run in runs):
            return


def _twice(ascending: Keys) -> Keys:
    """Return the keys that occur more than once."""
    return np.unique(ascending[1:][ascending[1:] == ascending[:-1]])
