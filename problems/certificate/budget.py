"""The budget of a check, a meter of its use, and the two errors of a check."""

from dataclasses import dataclass

ENTRY = 160  # bytes that a node, a lemma or a clause takes besides its numbers
WRITTEN_CLAUSE = 250  # bytes of a clause of the problem as a Python list
WRITTEN_LITERAL = 36  # bytes of each of its literals


class InvalidCertificate(ValueError):
    """The certificate does not show what it claims; the message is one line that says why."""


class NotChecked(Exception):
    """The check needs more than its budget, so the certificate may be right or wrong; the message says how much.

    budget: which budget is exceeded: `unpacked`, `memory` or `steps`.
    """

    def __init__(self, why: str, budget: str) -> None:
        super().__init__(why)
        self.budget = budget


@dataclass(frozen=True)
class Budget:
    """The memory and the work that a check may use before it stops.

    unpacked_mb: the size of the file when unpacked, in MB.
    memory_mb: the size of clauses, lemmas and pending nodes held at a time, in MB; the process may take twice as much.
    n_steps: how many options and literals may be read.
    """

    unpacked_mb: float = 4000
    memory_mb: float = 2000
    n_steps: int = 10**11


BUDGET = Budget()


class Meter:
    """The memory and work used by a check so far; every method raises NotChecked beyond the budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._most_held = int(1e6 * budget.memory_mb)
        self._most_unpacked = int(1e6 * budget.unpacked_mb)
        self._held = self._unpacked = self._n_steps = 0

    def hold(self, n_bytes: int) -> None:
        """Count memory that is allocated, or freed if `n_bytes` is negative."""
        self._held += n_bytes
        if self._held > self._most_held:
            raise NotChecked(f"it needs more than {self._budget.memory_mb:g} MB of memory", "memory")

    def unpack(self, n_bytes: int) -> None:
        """Count bytes that were unpacked."""
        self._unpacked += n_bytes
        if self._unpacked > self._most_unpacked:
            raise NotChecked(f"it has more than {self._budget.unpacked_mb:g} MB when unpacked", "unpacked")

    def step(self, n: int) -> None:
        """Count options or literals that are read."""
        self._n_steps += n
        if self._n_steps > self._budget.n_steps:
            raise NotChecked(f"it needs more than {self._budget.n_steps} steps", "steps")
