"""Names that are computed on access, so that building a large problem does not take the time to make them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import overload


class Names(Sequence[Hashable]):
    """The names `name(0)`, ..., `name(n - 1)`; picklable if `name` is."""

    def __init__(self, n: int, name: Callable[[int], Hashable]) -> None:
        self._range = range(n)
        self._name = name

    def __len__(self) -> int:
        return len(self._range)

    @overload
    def __getitem__(self, index: int) -> Hashable: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Hashable]: ...
    def __getitem__(self, index: int | slice) -> Hashable | Sequence[Hashable]:
        if isinstance(index, slice):
            return [self._name(k) for k in self._range[index]]
        return self._name(self._range[index])
