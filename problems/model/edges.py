"""Problems beyond the definition: items covered 0 times or without an upper bound, options without a primary item."""

import warnings
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.arguments import INT32_MAX, InvalidProblem, whole_number
from danceoff.problems.model.arrays import BoolArray
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.lookup import short

OPEN = INT32_MAX
"""The most times of an item that has no most: it may be covered by all options that have it."""
_MOST_NAMED = 4


def times(item: Hashable, often: Any) -> tuple[int, int]:
    """Return the least and the most times that an item is covered.

    often: one number for both, or a pair (least, most); None as most stands for `OPEN`.
    """
    name = f"multiplicity of item {short(item)}"
    both = often if isinstance(often, tuple | list) else (often, often)
    if len(both) != 2:
        raise InvalidProblem(f"{name} must be a number or (least, most)")
    least = whole_number(name, both[0], 0, INT32_MAX)
    return least, OPEN if both[1] is None else whole_number(name, both[1], 0, INT32_MAX)


def settled(fields: Mapping[str, Any], where: str) -> tuple[dict[str, Any], NDArray[np.intp]]:
    """Return the fields of an `ExactCover`, and the options that are left out, as `ExactCover.stated` explains.

    fields: the fields that `ExactCover.stated` takes.
    where: the beginning of the warning.
    """
    fields = dict(fields)
    item, n_items, n_primary = np.asarray(fields["item"], np.int64), fields["n_items"], fields["n_primary"]
    is_primary = np.arange(n_items) < n_primary
    least = np.asarray(fields.get("least", is_primary), np.int64)
    most = np.asarray(fields.get("most", np.ones(n_items)), np.int64)
    n_options = np.bincount(item, minlength=n_items)
    most = np.where(most == OPEN, np.maximum(np.maximum(n_options, least), 1), most)
    never = (least == 0) & (most == 0)
    option = np.repeat(np.arange(len(fields["start"]) - 1), np.diff(fields["start"]))
    gone = np.flatnonzero(np.bincount(option[never[item]]))  # np.unique would load numpy.ma first: 10 ms
    if never.any():
        names = fields.get("item_names") or range(n_items)
        zero = [short(names[k]) for k in np.flatnonzero(never).tolist()]
        shown = ", ".join([*zero[:_MOST_NAMED], *["..."] * (len(zero) > _MOST_NAMED)])
        warnings.warn(f"{where}items covered 0 times: {shown}; options left out with them: {len(gone)}", stacklevel=4)
    fields |= {"least": least, "most": np.where(never, 1, most)}
    has_primary = np.bincount(option[item < n_primary], minlength=len(fields["start"]) - 1) > 0
    is_empty = np.diff(fields["start"]) == 0  # which `ExactCover` refuses
    free = ~has_primary & ~is_empty
    return (_freed(fields, option, item, free) if free.any() else fields), gone


def _freed(
    fields: dict[str, Any], option: NDArray[np.intp], item: NDArray[np.int64], free: BoolArray
) -> dict[str, Any]:
    """Return the fields with a primary item in each option; the free options are those without one."""
    n_items, n_primary = fields["n_items"], fields["n_primary"]
    colour = np.asarray(fields.get("colour", ()), np.int32)
    colour = colour if len(colour) else np.zeros(len(item), np.int32)
    is_coloured = np.bincount(item[colour > 0], minlength=n_items) > 0
    plain = free[option] & ~is_coloured[item]
    risen = np.flatnonzero(np.bincount(item[plain]))  # secondary items that become primary
    alone = np.setdiff1d(np.flatnonzero(free), option[plain])  # options that get an item of their own
    own = n_items + np.arange(len(alone))  # these items
    order = np.concatenate([np.arange(n_primary), risen, own, np.setdiff1d(np.arange(n_primary, n_items), risen)])
    number = np.argsort(order)
    owner, held = np.concatenate([option, alone]), number[np.concatenate([item, own])]
    entry = np.lexsort((held, owner))
    names: Sequence[Hashable] = fields.get("item_names") or range(n_items)
    names = [*names, *(f"free-{k}" for k in alone.tolist())]
    return fields | {
        "start": offsets(np.bincount(owner, minlength=len(free))),
        "item": held[entry],
        "colour": np.append(colour, np.zeros(len(alone), np.int32))[entry],
        "n_items": len(order),
        "n_primary": n_primary + len(risen) + len(alone),
        "item_names": [names[k] for k in order.tolist()],
        "least": np.append(fields["least"], np.zeros(len(alone), np.int64))[order],
        "most": np.append(fields["most"], np.ones(len(alone), np.int64))[order],
    }
