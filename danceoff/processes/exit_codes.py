"""Exit codes of processes, in words."""

import signal


def in_words(code: int) -> str:
    """Return how a process ended: by a signal, of which few real-time ones have names, or with an exit code."""
    names = {one.value: one.name for one in signal.Signals}
    return f"killed by {names.get(-code, f'signal {-code}')}" if code < 0 else f"exit code {code}"
