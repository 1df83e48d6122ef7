"""Objects made of arrays, which a prompt shows in one line."""

from __future__ import annotations

from dataclasses import fields
from reprlib import Repr
from typing import Any


class OneLine:
    """A dataclass whose repr is one line; an array appears by its type and shape: `Tiles(cell=int32[24], ...)`.

    Write `@dataclass(repr=False)`, or the dataclass makes a `__repr__` of its own.
    """

    def __repr__(self) -> str:
        shown = ", ".join(f"{field.name}={_SHORT.repr(getattr(self, field.name))}" for field in fields(self))  # type: ignore[arg-type]
        return f"{type(self).__name__}({shown})"


class _Short(Repr):
    def repr_ndarray(self, array: Any, _level: int) -> str:
        return f"{array.dtype}{list(array.shape)}"


_SHORT = _Short()
_SHORT.maxother = 80
