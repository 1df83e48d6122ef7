"""One run of a program, in its own scratch folder and environment, with bounded output.

The program prints into a file, so that it never waits for its reader. Its time runs from its start to its end, and the
kernel counts the CPU seconds of its processes. Work that danceoff does before, meanwhile or after does not count.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from select import select
from shutil import which
from tempfile import TemporaryDirectory, TemporaryFile
from time import monotonic
from typing import IO

from danceoff.processes.descendants import peak_mb
from danceoff.processes.pipes import end_of
from danceoff.solvers.base.program_clock import ProgramClock
from danceoff.solvers.entries import Entry

LARGEST_OUTPUT = 1 << 30
"""Bytes that a program may print before it is killed; a single line may have a hundredth of them."""
_BLOCK = 1 << 20
_STDERR_KEPT = 4096
_LOOKS = 50
"""The time of a block of output is known to a fiftieth of the time that has passed."""
_SOON_S, _LATE_S = 0.001, 0.05
"""The least and the most seconds between two looks at a program."""
_UNSURE_MB = 4
_RSS_UNIT = 1024 if sys.platform == "linux" else 1


class Run:
    """A program and its input. `blocks` runs it, once.

    text: the problem.
    file: the name of the file with the text, if the program reads a file.
    clock: the clock that counts the program's time.
    code: the exit code, once `blocks` has ended.
    """

    def __init__(self, name: str, entry: Entry, text: str, file: str, clock: ProgramClock) -> None:
        self.name, self.entry, self.text, self.file, self.clock = name, entry, text, file, clock
        self.code = 0

    def lines(self) -> Generator[str | None]:
        """Run the program and yield the lines that it prints, and None as a heartbeat; see `blocks`."""
        for block in self.blocks():
            if block:
                yield from map(_text, block.removesuffix(b"\n").split(b"\n"))
            else:
                yield None

    def blocks(self) -> Generator[bytes]:
        """Run the program and yield whole lines that it prints, in blocks, and empty blocks as heartbeats.

        When a block is yielded, `clock.found_s` is the time by which it was printed. Closing the generator kills the
        program. Raises RuntimeError if it prints too much, or if the entry does not expect its exit code; the whole
        lines that it printed before have been yielded then.
        """
        with TemporaryDirectory(prefix="danceoff-program-") as scratch, TemporaryFile() as given:
            file = Path(scratch) / self.file
            by_file = any("{file}" in word for word in self.entry.command)
            if by_file:
                file.write_text(self.text, encoding="utf-8")
            else:
                given.write(self.text.encode())
                given.seek(0)
            program, *words = (word.replace("{file}", str(file)) for word in self.entry.command)
            # Append mode, so that a program that opens its own standard output again overwrites no line.
            with TemporaryFile("a+b") as printed, TemporaryFile("a+b") as errors:
                output = _Printed(self.name, printed, self.clock)
                self.clock.begin()
                process = subprocess.Popen(
                    [str(Path(which(program) or program).absolute()), *words],
                    stdin=subprocess.DEVNULL if by_file else given,
                    stdout=printed,
                    stderr=errors,
                    cwd=scratch,
                    env={"PATH": os.defpath, "HOME": scratch, "TMPDIR": scratch, "LC_ALL": "C.UTF-8"},
                    process_group=0,
                )
                try:
                    for _ in self._looks(process.pid, printed, errors):
                        output.look()
                        if self.clock.reads_at_once:
                            yield from output.blocks()
                        yield b""
                finally:
                    self._end(process)
                yield from output.blocks()
                if why := self._bad_end(errors, scratch):
                    yield b""  # the reader keeps what it has gathered
                    raise RuntimeError(why)
                if output.rest:
                    yield output.rest + b"\n"

    def _looks(self, pid: int, *files: IO[bytes]) -> Iterator[None]:
        """Yield from time to time while a child runs, and once after it has ended.

        The child stays a zombie, so that its process group keeps its number. Raises RuntimeError if one of its files
        grows too large.
        """
        begin, end_fd, has_ended = monotonic(), end_of(pid), False
        try:
            self._see_memory(pid)
            while not has_ended:
                wait_s = min(max((monotonic() - begin) / _LOOKS, _SOON_S), _LATE_S)
                select([] if end_fd is None else [end_fd], [], [], wait_s)
                self._see_memory(pid)
                has_ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
                if max(os.fstat(file.fileno()).st_size for file in files) > LARGEST_OUTPUT:
                    raise RuntimeError(f"{self.name} prints more than {LARGEST_OUTPUT} bytes")
                yield
        finally:
            if end_fd is not None:
                os.close(end_fd)

    def _see_memory(self, pid: int) -> None:
        self.clock.peak_mb = max(self.clock.peak_mb, peak_mb(pid) or 0.0)

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """Kill the process group, and add the CPU seconds that the kernel has counted for the program to the clock."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        _, status, used = os.wait4(process.pid, 0)
        self.clock.end(used.ru_utime + used.ru_stime)
        self.code = process.returncode = os.waitstatus_to_exitcode(status)
        # A peak may be that of danceoff's own memory, which the fork had at first: only a larger one is the program's.
        most = used.ru_maxrss * _RSS_UNIT / 1e6
        if most > (peak_mb(os.getpid()) or 0.0) + _UNSURE_MB:
            self.clock.peak_mb = most

    def _bad_end(self, errors: IO[bytes], scratch: str) -> str:
        """Return in words how the program ended, and the last line of its standard error; empty for an expected end."""
        expected = (*self.entry.exit_codes, *self.entry.none)
        if self.code in expected:
            return ""
        errors.seek(max(0, errors.seek(0, os.SEEK_END) - _STDERR_KEPT))
        said = _text(errors.read()).rpartition("\n")[2].replace(f"{scratch}/", "")  # so that all runs say the same
        why = f"{self.name} ended with exit code {self.code}, not {' or '.join(map(str, expected))}"
        return f"{why}: {said}" if said else why


class _Printed:
    """The output of a program, in a file; `rest` is the text read after the last end of a line."""

    def __init__(self, name: str, file: IO[bytes], clock: ProgramClock) -> None:
        self._name, self._file, self._clock = name, file.fileno(), clock
        self._looks: list[tuple[int, float]] = []  # sizes of the file that are not read yet, and when it had them
        self._size = self._n_read = 0
        self.rest = b""

    def look(self) -> None:
        """Note how much has been printed so far."""
        if (size := os.fstat(self._file).st_size) > self._size:
            self._looks.append((size, self._clock.elapsed_s()))
            self._size = size

    def blocks(self) -> Generator[bytes]:
        """Yield the whole lines up to the last look, each block with the time of its look on the clock.

        Raises RuntimeError if a line is too long.
        """
        for size, seconds in self._looks:
            while data := os.pread(self._file, min(_BLOCK, size - self._n_read), self._n_read):
                self._n_read += len(data)
                lines, end, self.rest = (self.rest + data).rpartition(b"\n")
                if len(self.rest) > LARGEST_OUTPUT // 100:
                    raise RuntimeError(f"{self._name} prints more than {LARGEST_OUTPUT // 100} bytes on one line")
                if end:
                    self._clock.found_s = seconds
                    yield lines + end
        self._looks.clear()


def _text(line: bytes) -> str:
    return line.decode(errors="replace").strip()
