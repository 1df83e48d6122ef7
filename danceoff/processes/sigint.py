"""Ctrl-C at any moment of a command: one line and exit code 130, also while modules are imported, and at its end."""

from __future__ import annotations

# The module `signal` takes milliseconds to import, in which Ctrl-C would print a traceback.
import _signal  # type: ignore[import-not-found]
import os
import sys

_INTERRUPTED = 130
_SOON_S = 0.01


def is_command() -> bool:
    """Whether this process is `danceoff` or `python -m danceoff`, not a program that imports danceoff."""
    called, words = sys.argv[0], sys.orig_argv
    if called == "-m":  # its module is being looked for
        called = words[words.index("-m") + 1] if "-m" in words[:-1] else ""
        return called.partition(".")[0] == "danceoff"
    return os.path.basename(called) in ("danceoff", "danceoff.exe")  # noqa: PTH119 - pathlib is slow to import


def end_by_sigint() -> None:
    """Let Ctrl-C end this process at once, unless something else than Python has a say in that."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _end)


def ends_by_sigint() -> bool:
    """Return whether Ctrl-C ends this process at once."""
    return _signal.getsignal(_signal.SIGINT) is _end


def raise_by_sigint() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again where it would end the process, even if some callback swallows it."""
    if ends_by_sigint():
        _signal.signal(_signal.SIGALRM, _signal.default_int_handler)
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        sys.unraisablehook = _again


def leave(code: int) -> None:
    """Ignore Ctrl-C from now on, for the answer is given; after one, end without what might ask it once more."""
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    if code == _INTERRUPTED:  # Python would end by the signal if it had raised in the text of an `exec`
        os._exit(code)


def _end(*_: object) -> None:
    try:
        os.write(2, b"danceoff: interrupted\n")
    finally:
        os._exit(_INTERRUPTED)


def _again(swallowed: sys.UnraisableHookArgs) -> None:
    if swallowed.exc_type is KeyboardInterrupt:
        _signal.setitimer(_signal.ITIMER_REAL, _SOON_S)
    else:
        sys.__unraisablehook__(swallowed)
