"""Exit codes of processes, in words."""

import signal


def in_words(code: int) -> str:
    """Return in words how a process ended: by which signal, or with which exit code."""
    names = {one.value: one.name for one in signal.Signals}
    return f"killed by {names.get(-code, f'signal {-code}')}" if code < 0 else f"exit code {code}"
