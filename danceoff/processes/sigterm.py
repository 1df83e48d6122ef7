"""Makes SIGTERM end the program as Ctrl-C does, so that its children end, too."""

import signal
import threading
from typing import NoReturn


def interrupt_by_sigterm() -> None:
    """Make SIGTERM raise KeyboardInterrupt; does nothing outside the main thread, since only that receives signals."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(_signal: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt
