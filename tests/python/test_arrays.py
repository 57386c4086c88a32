# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Whose arrays are taken, from which memory, and what comes back."""

import ml_dtypes
import numpy
import pytest

import backlerp

backward = backlerp.upsample_bilinear2d_backward


def bits(array):
    return numpy.ascontiguousarray(array).tobytes()


def views(memory):
    """[2, 3, 14, 10] views of [4, 6, 28, 20] memory, by name."""
    part = memory[:2, :3, :14, :10]
    return {
        "part": part,
        "every second": memory[::2, ::2, ::2, ::2],
        "backwards": part[:, :, ::-1, ::-1],
        "all backwards": part[::-1, ::-1, ::-1, ::-1],
        "Fortran order": numpy.asfortranarray(part),
        "channels last":
            part.transpose(0, 2, 3, 1).copy().transpose(0, 3, 1, 2),
        "one row": numpy.broadcast_to(part[:, :, :1], part.shape),
        "one element": numpy.broadcast_to(part[:1, :1, :1, :1], part.shape),
    }


VIEWS = list(views(numpy.zeros((4, 6, 28, 20))))


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("dtype", ["float32", "float16", "float64"])
def test_strides_are_not_in_the_bits(rng, name, dtype):
    memory = rng.standard_normal((4, 6, 28, 20)).astype(dtype)
    view = views(memory)[name]
    assert bits(backward(view, (7, 5))) == bits(backward(view.copy(), (7, 5)))


@pytest.mark.parametrize("name", [n for n in VIEWS if not n.startswith("one ")])
def test_out_may_have_any_strides(rng, name):
    grad_out = rng.standard_normal((2, 3, 20, 20), numpy.float32)
    memory = numpy.full((4, 6, 28, 20), numpy.nan, numpy.float32)
    out = views(memory)[name]
    backward(grad_out, (14, 10), out=out)
    assert bits(out) == bits(backward(grad_out, (14, 10)))
    if numpy.shares_memory(out, memory):
        # Nothing but the view was written.
        assert numpy.isfinite(memory).sum() == out.size


def test_read_only_arguments_are_read(rng):
    grad_out = rng.standard_normal((1, 1, 6, 6), numpy.float32)
    expected = bits(backward(grad_out, (3, 3)))
    grad_out.setflags(write=False)
    assert bits(backward(grad_out, (3, 3))) == expected


def test_no_copies(rng):
    """Neither argument nor `out` exist twice, not even for a while."""
    import tracemalloc  # NumPy reports its memory to it.
    grad_out = rng.standard_normal((1, 8, 512, 512), numpy.float32)[..., ::-1]
    out = numpy.empty((1, 8, 256, 256), numpy.float32)
    backward(grad_out, (256, 256), out=out)
    tracemalloc.start()
    backward(grad_out, (256, 256), out=out)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000


def test_bfloat16_of_ml_dtypes(rng):
    wide = rng.standard_normal((2, 3, 14, 20), numpy.float32)
    grad_out = wide.astype(ml_dtypes.bfloat16)
    exact = backward(grad_out.astype(numpy.float32), (7, 10))
    grad_in = backward(grad_out, (7, 10))
    assert grad_in.dtype == ml_dtypes.bfloat16
    assert bits(grad_in) == bits(exact.astype(ml_dtypes.bfloat16))
    out = numpy.zeros((2, 3, 7, 10), ml_dtypes.bfloat16)[..., ::-1]
    assert backward(grad_out[..., ::-1], (7, 10), out=out) is out
    assert bits(out) == bits(backward(grad_out[..., ::-1].copy(), (7, 10)))
    with pytest.raises(TypeError, match="float8_e5m2"):
        backward(wide.astype(ml_dtypes.float8_e5m2), (7, 10))
    out = numpy.zeros((2, 3, 7, 10), ml_dtypes.bfloat16)
    out.setflags(write=False)
    with pytest.raises(ValueError, match="^out: is read-only"):
        backward(grad_out, (7, 10), out=out)


def test_memoryview(rng):
    grad_out = rng.standard_normal((1, 1, 6, 6), numpy.float32)
    grad_in = backward(memoryview(grad_out), (3, 3))
    assert isinstance(grad_in, numpy.ndarray)
    assert bits(grad_in) == bits(backward(grad_out, (3, 3)))


class DlpackArray:
    """An array that can do nothing but to lend its memory."""

    def __init__(self, array, device=(1, 0)):
        self.array = array
        self.device = device

    def __dlpack__(self, **kwargs):
        return self.array.__dlpack__(**kwargs)

    def __dlpack_device__(self):
        return self.device


class StandardArray(DlpackArray):
    """One of a library that follows the array API standard."""

    def __array_namespace__(self, api_version=None):
        return StandardLibrary


class StandardLibrary:

    @staticmethod
    def from_dlpack(array):
        return StandardArray(numpy.from_dlpack(array))


def test_any_library_with_dlpack(rng):
    grad_out = rng.standard_normal((1, 2, 6, 12), numpy.float32)[..., ::2]
    expected = bits(backward(grad_out, (3, 3)))
    grad_in = backward(DlpackArray(grad_out), (3, 3))
    assert isinstance(grad_in, numpy.ndarray) and bits(grad_in) == expected
    grad_in = backward(StandardArray(grad_out), (3, 3))
    assert isinstance(grad_in, StandardArray)
    assert bits(grad_in.array) == expected
    out = numpy.zeros((1, 2, 3, 3), numpy.float32)
    backward(DlpackArray(grad_out), (3, 3), out=DlpackArray(out))
    assert bits(out) == expected


def test_dlpack_errors(rng):
    grad_out = rng.standard_normal((1, 2, 6, 6), numpy.float32)
    with pytest.raises(ValueError, match="^grad_out: lies on a device of DLPack"
                       "'s type 2, expected the CPU"):
        backward(DlpackArray(grad_out, (2, 0)), (3, 3))
    with pytest.raises(TypeError, match="^grad_out: has elements of DLPack's"):
        backward(DlpackArray(grad_out.astype(int)), (3, 3))
    with pytest.raises(ValueError, match="^grad_out: has 3 dimensions"):
        backward(DlpackArray(grad_out[0]), (3, 3))
    out = numpy.zeros((1, 2, 3, 3), numpy.float32)
    out.setflags(write=False)
    with pytest.raises(ValueError, match="^out: is a .*no memory for writing"):
        backward(grad_out, (3, 3), out=DlpackArray(out))


def test_jax(rng):
    jax = pytest.importorskip("jax")
    grad_out = rng.standard_normal((1, 2, 6, 6), numpy.float32)
    for dtype in ("float32", "bfloat16"):
        argument = jax.numpy.asarray(grad_out, dtype=dtype)
        grad_in = backward(argument, (3, 3))
        assert isinstance(grad_in, jax.Array) and grad_in.dtype == dtype
        assert bits(numpy.asarray(grad_in)) == bits(
            backward(numpy.asarray(argument), (3, 3)))
