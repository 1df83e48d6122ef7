"""Words of 64 bits and rows of words: the few machine instructions that Numba has no name for."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import inlined, numba

Words = NDArray[np.uint64]


def popcount(word: np.uint64) -> np.uint64:
    """The number of bits that are set."""
    return np.uint64(int(word).bit_count())


def trailing_zeros(word: np.uint64) -> np.uint64:
    """The number of the lowest bit that is set; word must not be 0."""
    return np.uint64((int(word) & -int(word)).bit_length() - 1)


def extracted(word: np.uint64, mask: np.uint64) -> np.uint64:
    """The bits of `word` where `mask` has one, moved together to the low end."""
    bits, n = np.uint64(0), np.uint64(0)
    while mask != np.uint64(0):
        bits |= (word >> trailing_zeros(mask) & np.uint64(1)) << n
        n += np.uint64(1)
        mask &= mask - np.uint64(1)
    return bits


def sum_rows(out: Words, rows: Words, listed: Words, n: np.uint64) -> None:
    """Write the sum of rows[listed[:n]] to `out`.

    out: uint64[width], where width % 4 == 0.
    rows: uint64[n_rows, width].

    In a pass over the list, the sum of some words stays in vector registers. Other code takes longer: a plain loop over
    rows and words 2.8 times, one scalar for each of eight words 24 times, and passes of at most 8 words 1.4 times if
    rows have 44 words, as for a sudoku.
    """
    out[:] = rows[listed[: int(n)]].sum(axis=0)


def count_rows(out: Words, rows: Words, of: Words, place: np.uint64) -> None:
    """Write to out[k] the bits that are set in more than k of the rows that the bits of of[place] name.

    out: uint64[4, width].
    rows: uint64[n_rows, width].
    of: uint64[n, n_words].

    The counts stay in vector registers for a pass over the rows, as in `sum_rows`.
    """
    out[:] = 0
    for row in rows[np.unpackbits(of[place].view(np.uint8), bitorder="little")[: len(rows)] == 1]:
        for k in (3, 2, 1):
            out[k] |= out[k - 1] & row
        out[0] |= row


if not numba.config.DISABLE_JIT:

    @numba.extending.intrinsic  # type: ignore[untyped-decorator]
    def popcount(_context: Any, word: Any) -> Any:  # noqa: D103
        return word(word), lambda context, builder, signature, values: builder.ctpop(values[0])  # noqa: ARG005

    @numba.extending.intrinsic  # type: ignore[untyped-decorator]
    def trailing_zeros(_context: Any, word: Any) -> Any:  # noqa: D103
        never = ir.Constant(ir.IntType(1), 1)
        return word(word), lambda context, builder, signature, values: builder.cttz(values[0], never)  # noqa: ARG005

    def _has_pext() -> bool:
        """Whether the CPU that the kernel is compiled for has the instruction PEXT."""
        # The user has named another CPU than this one.
        if numba.config.CPU_NAME or numba.config.CPU_FEATURES:
            return False
        try:
            return bool(llvm.get_host_cpu_features().get("bmi2"))
        except RuntimeError:
            return False

    if _has_pext():

        @numba.extending.intrinsic  # type: ignore[untyped-decorator]
        def extracted(_context: Any, word: Any, mask: Any) -> Any:  # noqa: D103
            def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ARG001
                kind = ir.FunctionType(_WORD, [_WORD, _WORD])
                return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pext.64", (), kind), values)

            return numba.types.uint64(word, mask), generate

    else:
        extracted = inlined(extracted)

    @numba.extending.intrinsic  # type: ignore[untyped-decorator]
    def sum_rows(_context: Any, out: Any, rows: Any, listed: Any, n: Any) -> Any:  # noqa: D103
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            kinds = zip(signature.args[:3], values[:3], strict=True)
            to, of, list_ = (context.make_array(kind)(context, builder, value) for kind, value in kinds)
            width = numba.core.cgutils.unpack_tuple(builder, to.shape, 1)[0]
            # Passes of 32 words, then of 8 and of 4: the sum of a pass has to stay in the vector registers.
            widest, wide = (builder.and_(width, _word(-step)) for step in (32, 8))
            for first, end, step in ((_word(0), widest, 32), (widest, wide, 8), (wide, width, 4)):
                with numba.core.cgutils.for_range_slice(builder, first, end, _word(step), intp=_WORD) as (place, _):
                    total = _sum_part(builder, of.data, list_.data, values[3], width, place, step)
                    builder.store(total, _vector(builder, to.data, place, step), align=8)
            return context.get_dummy_value()

        return numba.types.void(out, rows, listed, n), generate

    @numba.extending.intrinsic  # type: ignore[untyped-decorator]
    def count_rows(_context: Any, out: Any, rows: Any, of: Any, place: Any) -> Any:  # noqa: D103
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            kinds = zip(signature.args[:3], values[:3], strict=True)
            to, all_, sets = (context.make_array(kind)(context, builder, value) for kind, value in kinds)
            width, n_words = (numba.core.cgutils.unpack_tuple(builder, array.shape, 2)[1] for array in (to, sets))
            words = builder.gep(sets.data, [builder.mul(values[3], n_words)])
            # Passes of 8 words, for vector registers hold four counts of them; then of 4 words, then of single ones.
            wide, even = (builder.and_(width, _word(-step)) for step in (8, 4))
            for first, end, step in ((_word(0), wide, 8), (wide, even, 4), (even, width, 1)):
                with numba.core.cgutils.for_range_slice(builder, first, end, _word(step), intp=_WORD) as (at, _):
                    part = builder.gep(all_.data, [at])
                    for k, count in enumerate(_count_part(builder, part, width, words, n_words, step)):
                        row = builder.add(builder.mul(_word(k), width), at)
                        builder.store(count, _vector(builder, to.data, row, step), align=8)
            return context.get_dummy_value()

        return numba.types.void(out, rows, of, place), generate

    _WORD = ir.IntType(64)

    def _word(value: int) -> Any:
        return ir.Constant(_WORD, value)

    def _vector(builder: Any, base: Any, place: Any, width: int) -> Any:
        return builder.bitcast(builder.gep(base, [place]), ir.VectorType(_WORD, width).as_pointer())

    def _sum_part(builder: Any, rows: Any, listed: Any, n: Any, width: Any, place: Any, step: int) -> Any:
        """Sum the `step` words from `place` on over all rows that are listed."""
        total = numba.core.cgutils.alloca_once_value(builder, ir.Constant(ir.VectorType(_WORD, step), None))
        builder.store(ir.Constant(ir.VectorType(_WORD, step), None), total)
        with numba.core.cgutils.for_range(builder, n, intp=_WORD) as loop:
            row = builder.load(builder.gep(listed, [loop.index]))
            start = builder.add(builder.mul(row, width), place)
            part = builder.load(_vector(builder, rows, start, step), align=8)
            builder.store(builder.add(builder.load(total), part), total)
        return builder.load(total)

    def _count_part(builder: Any, rows: Any, width: Any, words: Any, n_words: Any, step: int) -> list[Any]:
        """Return, for k = 0 to 3, `step` words: a bit is set if more than k of the rows named in `words` have it."""
        none = ir.Constant(ir.VectorType(_WORD, step), None)
        counts = [numba.core.cgutils.alloca_once_value(builder, none) for _ in range(4)]
        left = numba.core.cgutils.alloca_once(builder, _WORD)
        for count in counts:
            builder.store(none, count)
        with numba.core.cgutils.for_range(builder, n_words, intp=_WORD) as loop:
            builder.store(builder.load(builder.gep(words, [loop.index])), left)
            test, body, done = (builder.append_basic_block(name) for name in ("test", "body", "done"))
            builder.branch(test)
            builder.position_at_end(test)
            bits = builder.load(left)
            builder.cbranch(builder.icmp_unsigned("!=", bits, _word(0)), body, done)
            builder.position_at_end(body)
            builder.store(builder.and_(bits, builder.sub(bits, _word(1))), left)
            row = builder.add(builder.shl(loop.index, _word(6)), builder.cttz(bits, ir.Constant(ir.IntType(1), 1)))
            more = builder.load(_vector(builder, rows, builder.mul(row, width), step), align=8)
            # From the highest count down: each takes the count below as it was before this row.
            for count, below in zip(counts[::-1], [*counts[-2::-1], None], strict=True):
                added = more if below is None else builder.and_(builder.load(below), more)
                builder.store(builder.or_(builder.load(count), added), count)
            builder.branch(test)
            builder.position_at_end(done)
        return [builder.load(count) for count in counts]
