"""Checks of arguments that are arrays: each function returns a valid array, or raises an error that names the argument.

Without them NumPy would truncate 0.5 to option 0, read a mask of bools as the options 0 and 1, and read -1 as the last.
"""

from collections.abc import Hashable, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.arguments import InvalidProblem, shown

IntArray: TypeAlias = NDArray[np.int32]
BoolArray: TypeAlias = NDArray[np.bool_]

_BOOLS = {bool, np.bool_}
_Scalar = TypeVar("_Scalar", bound=np.generic)
_Integer = TypeVar("_Integer", np.int32, np.int64)


def whole_numbers(name: str, values: Any) -> IntArray:
    """Return the values as a one-dimensional int32 array: `values` itself if it is one, else a new one.

    Raises InvalidProblem for bools, floats, texts and other dimensions, and for a number beyond 32 bits.
    """
    return _whole_array(name, values, np.int32)


def large_numbers(name: str, values: Any) -> NDArray[np.int64]:
    """Return the values as a one-dimensional int64 array; raises as `whole_numbers` does, but only beyond 64 bits."""
    return _whole_array(name, values, np.int64)


def _whole_array(name: str, values: Any, kind: type[_Integer]) -> NDArray[_Integer]:
    if type(values) is np.ndarray and values.dtype == kind and values.ndim == 1:
        return values
    bound = np.iinfo(kind).max
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, OverflowError):  # rows of different lengths, or no array at all
        array = np.empty((), object)
    if array.shape == (0,):
        return np.zeros(0, kind)
    is_mixed = isinstance(values, list | tuple) and not _BOOLS.isdisjoint(map(type, values))  # NumPy reads True as 1
    is_masked = type(values).__name__ == "MaskedArray"
    is_whole = array.ndim == 1 and array.dtype.kind in "iu" and not is_mixed and not is_masked
    if not is_whole or array.min() < -bound or array.max() > bound:
        size = f"one-dimensional array of whole numbers of {np.iinfo(kind).bits} bits"
        raise InvalidProblem(f"{name} must be a {size}, without bools, not {shown(values)}")
    return array.astype(kind)


def numbers_below(name: str, values: Any, n: int) -> IntArray:
    """Return the values as `whole_numbers` does; raises InvalidProblem also for a number outside 0..n-1.

    name: the name of the argument in the message.
    n: how many options there are.
    """
    numbers = whole_numbers(name, values)
    outside = numbers[(numbers < 0) | (numbers >= n)]
    if len(outside):
        raise InvalidProblem(f"{name} {outside[0]} is not one of the {n} options")
    return numbers


def mask(name: str, values: Any, n: int) -> BoolArray:
    """Return the values, bool[n]; raises InvalidProblem for anything else, also for the numbers 0 and 1."""
    array = values if isinstance(values, np.ndarray) else None
    if array is None or array.dtype != bool or array.shape != (n,):
        raise InvalidProblem(f"{name} must be an array of {n} bools, not {shown(values)}")
    return array


def names(name: str, values: Any) -> Sequence[Hashable]:
    """Return the names as an immutable sequence; raises InvalidProblem unless they are a sequence."""
    if isinstance(values, np.ndarray) and values.ndim == 1:
        return tuple(values.tolist())
    if isinstance(values, list):
        return tuple(values)
    if not isinstance(values, Sequence):
        raise InvalidProblem(f"{name} must be a sequence of names, not {shown(values)}")
    return values


def immutable(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    """Return the array, or a copy, in memory that cannot be written; `setflags` cannot make it writable."""
    if isinstance(array.base, bytes) and not array.flags.writeable and array.flags.c_contiguous:
        return array
    return np.frombuffer(array.tobytes(), array.dtype)
