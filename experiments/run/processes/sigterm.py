"""Whoever ends us politely has our children ended as well."""

from __future__ import annotations

import signal
import threading
from typing import NoReturn


def interrupt_by_sigterm() -> None:
    """Let SIGTERM do what Ctrl-C does, from now on; signals reach the main thread only, elsewhere nothing is done."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(_signal: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt
