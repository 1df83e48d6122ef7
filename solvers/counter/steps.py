"""The tables of the frontier method: what each step does to the keys."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from problems import ExactCover
from solvers.counter.kernel_frontier import NO_SLOT, STEP_BITS, Steps
from solvers.counter.order import Order


def tables(problem: ExactCover, order: Order) -> Steps:
    """The steps of an order. Items that are never in the frontier together share a slot, so keys are short."""
    n_steps = len(order.item)
    slot_of = _slots(order)
    in_key = slot_of >= 0
    n_words = (int(slot_of.max()) + 1 + STEP_BITS + 63) // 64
    word = np.where(in_key, slot_of >> 6, 0)
    bit = np.where(in_key, np.uint64(1) << (slot_of & 63).astype(np.uint64), np.uint64(0))

    slot = np.full(n_steps + 1, NO_SLOT)
    slot[:-1] = np.where(in_key[order.item], slot_of[order.item].astype(np.uint64), NO_SLOT)
    keep = np.full((n_steps, n_words), ~np.uint64(0))
    np.bitwise_and.at(keep, (order.death[in_key], word[in_key]), ~bit[in_key])

    by_step = np.argsort(order.step, kind="stable")
    number = np.empty_like(by_step)
    number[by_step] = np.arange(len(by_step))
    mask = np.zeros((problem.n_options, n_words), np.uint64)
    np.bitwise_or.at(mask, (np.repeat(number, np.diff(problem.start)), word[problem.item]), bit[problem.item])
    start = np.searchsorted(order.step[by_step], np.arange(n_steps + 1)).astype(np.uint64)
    return Steps(slot, keep, start, mask)


def _slots(order: Order) -> NDArray[np.int64]:
    """A slot for each item of the frontier, int64[n_items], -1 for none: interval colouring."""
    slot = np.full(len(order.birth), -1)
    in_key = np.flatnonzero(order.birth < order.death)
    free: list[int] = []
    n_slots = done = 0
    by_death = in_key[np.argsort(order.death[in_key], kind="stable")].tolist()
    birth, death = order.birth.tolist(), order.death.tolist()
    for i in in_key[np.argsort(order.birth[in_key], kind="stable")].tolist():
        while death[by_death[done]] < birth[i]:
            free.append(int(slot[by_death[done]]))
            done += 1
        if not free:
            free.append(n_slots)
            n_slots += 1
        slot[i] = free.pop()
    return slot
