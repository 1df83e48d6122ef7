"""One run of a program, in its own scratch folder and environment, with bounded output."""

import os
import signal
import subprocess
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory, TemporaryFile

from danceoff.processes.orphans import VARIABLE
from danceoff.processes.pipes import end_of, open_pipes
from danceoff.solvers.entries import Entry

LARGEST_OUTPUT = 1 << 30
"""Bytes that a program may print before it is killed; a single line may have a hundredth of them."""
_PATIENCE_S = 0.05
_STDERR_KEPT = 4096


class Run:
    """A program and its input. `lines` runs it, once.

    text: the problem.
    file: the name of the file that holds it, if the program reads a file.
    code: the exit code, once `lines` has ended.
    """

    def __init__(self, name: str, entry: Entry, text: str, file: str) -> None:
        self.name, self.entry, self.text, self.file = name, entry, text, file
        self.code = 0
        self._stderr = b""

    def lines(self) -> Generator[str | None]:
        """Run the program and yield the lines that it prints as they come, and None as a heartbeat.

        Closing the generator kills the program. Raises RuntimeError if it prints too much, or if the entry does not
        expect its exit code.
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
            process = subprocess.Popen(
                [str(Path(which(program) or program).absolute()), *words],
                stdin=subprocess.DEVNULL if by_file else given,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=scratch,
                env=_environment(scratch),
                process_group=0,
            )
            assert process.stdout is not None
            assert process.stderr is not None
            try:
                yield from self._read(process.pid, process.stdout.fileno(), process.stderr.fileno())
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.stdout.close()
                process.stderr.close()
                self.code = process.wait()
        self._refuse_bad_end(scratch)

    def _read(self, pid: int, output: int, errors: int) -> Generator[str | None]:
        """Yield the lines until the program has ended, even if a process that it started still holds the pipe."""
        rest, n_bytes = b"", 0
        with open_pipes(end_of(pid), output, errors) as pipes:
            while True:
                has_ended = _has_ended(pid)
                arrived = pipes.read(0 if has_ended else _PATIENCE_S)
                for pipe, data in arrived:
                    if pipe == errors:
                        self._stderr = (self._stderr + data)[-_STDERR_KEPT:]
                    else:
                        n_bytes += len(data)
                        *lines, rest = (rest + data).split(b"\n")
                        if n_bytes > LARGEST_OUTPUT or len(rest) > LARGEST_OUTPUT // 100:
                            most = f"{LARGEST_OUTPUT} bytes, or {LARGEST_OUTPUT // 100} on one line"
                            raise RuntimeError(f"{self.name} prints more than {most}")
                        yield from map(_text, lines)
                if has_ended and not arrived:
                    break
                if not arrived:
                    yield None
        if rest:
            yield _text(rest)

    def _refuse_bad_end(self, scratch: str) -> None:
        if self.code not in (*self.entry.exit_codes, *self.entry.none):
            expected = " or ".join(map(str, (*self.entry.exit_codes, *self.entry.none)))
            said = _text(self._stderr).rpartition("\n")[2].replace(f"{scratch}/", "")  # the same in every run
            raise RuntimeError(
                f"{self.name} ended with exit code {self.code}, not {expected}" + (f": {said}" if said else "")
            )


def _environment(scratch: str) -> dict[str, str]:
    """Return all environment variables of a program."""
    own = {"PATH": os.defpath, "HOME": scratch, "TMPDIR": scratch, "LC_ALL": "C.UTF-8"}
    return own | ({VARIABLE: os.environ[VARIABLE]} if VARIABLE in os.environ else {})


def _has_ended(pid: int) -> bool:
    """Return whether a child has ended. It stays a zombie, so that its process group keeps its number."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None


def _text(line: bytes) -> str:
    return line.decode(errors="replace").strip()
