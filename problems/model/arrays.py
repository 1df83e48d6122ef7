"""Checks of arguments that are arrays: each function returns a valid array, or raises an error that names the argument.

Without them NumPy would truncate 0.5 to option 0, read a mask of bools as the options 0 and 1, and read -1 as the last.
"""

import sys
from collections.abc import Hashable, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.arguments import INT32_MAX, InvalidProblem, shown

IntArray: TypeAlias = NDArray[np.int32]
BoolArray: TypeAlias = NDArray[np.bool_]

_BOOLS = {bool, np.bool_}
_Scalar = TypeVar("_Scalar", bound=np.generic)


def whole_numbers(name: str, values: Any) -> IntArray:
    """Return the values as a one-dimensional int32 array: `values` itself if it is one, else a new one.

    Raises InvalidProblem for bools, floats, texts and other dimensions, and for a number beyond 32 bits.
    """
    if type(values) is np.ndarray and values.dtype == np.int32 and values.ndim == 1:
        return values
    array = _whole_array(name, values, 32)
    if array.size and (array.min() < -INT32_MAX or array.max() > INT32_MAX):
        raise InvalidProblem(f"{name} holds a number beyond 32 bits")
    return array.astype(np.int32) if array.size else np.zeros(0, np.int32)


def large_numbers(name: str, values: Any) -> NDArray[np.int64]:
    """Return the values as a one-dimensional int64 array; raises as `whole_numbers` does, but only beyond 64 bits."""
    if type(values) is np.ndarray and values.dtype == np.int64 and values.ndim == 1:
        return values
    array = _whole_array(name, values, 64)
    if array.size and array.max() > np.iinfo(np.int64).max:
        raise InvalidProblem(f"{name} holds a number beyond 64 bits")
    return array.astype(np.int64) if array.size else np.zeros(0, np.int64)


def _whole_array(name: str, values: Any, n_bits: int) -> NDArray[Any]:
    """Return the values as a one-dimensional array of integers; n_bits: the size that a message names."""
    is_masked = "numpy.ma" in sys.modules and isinstance(values, np.ma.MaskedArray)  # importing it takes 10 ms
    try:
        array = np.empty((), object) if is_masked else np.asarray(values)
    except (ValueError, TypeError, OverflowError):  # rows of different lengths, or no array at all
        array = np.empty((), object)
    if isinstance(values, list | tuple) and array.dtype.kind == "O" and set(map(type, values)) == {int}:
        raise InvalidProblem(f"{name} holds a number beyond {n_bits} bits")
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        what = "bools" if array.dtype.kind == "b" else shown(values)
        raise InvalidProblem(f"{name} must be a one-dimensional array of whole numbers, not {what}")
    if isinstance(values, list | tuple) and not _BOOLS.isdisjoint(map(type, values)):
        raise InvalidProblem(f"{name} must be a one-dimensional array of whole numbers, and some are bools")
    return array


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
