# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Errors name the argument, what was given and what was expected."""

import numpy
import pytest

import backlerp

SHAPE = (2, 3, 6, 6)


def call(grad_out=None, input_size=(3, 3), **kwargs):
    if grad_out is None:
        grad_out = numpy.zeros(SHAPE, numpy.float32)
    return backlerp.upsample_bilinear2d_backward(grad_out, input_size, **kwargs)


@pytest.mark.parametrize("arguments,error,message", [
    (dict(grad_out=[[1.0]]), TypeError, "grad_out: is a list, expected an arr"),
    (dict(grad_out=object()), TypeError, "grad_out: is a object"),
    (dict(grad_out=numpy.zeros(SHAPE, int)), TypeError,
     "grad_out: has elements of the format \"l\", expected float16"),
    (dict(grad_out=numpy.zeros(SHAPE, ">f4")), TypeError,
     "grad_out: has elements of the format \">f\""),
    (dict(grad_out=numpy.zeros(SHAPE, object)), TypeError, "grad_out: "),
    (dict(grad_out=numpy.zeros((6, 6), "f")), ValueError,
     "grad_out: has 2 dimensions, expected 4"),
    (dict(input_size=3), TypeError, "input_size: is 3, expected 2 integers"),
    (dict(input_size=None), TypeError, "input_size: is None"),
    (dict(input_size=(1, 2, 3)), TypeError, r"input_size: is \(1, 2, 3\)"),
    (dict(input_size=(3, 3.5)), TypeError, "input_size: has the size 3.5"),
    (dict(input_size=(3, 2**70)), TypeError, "input_size: has the size 11805"),
    (dict(input_size=(0, 3)), ValueError,
     r"input_size\[0\]: is 0, expected at least 1"),
    (dict(input_size=(2, 3, 3, -1)), ValueError, r"input_size\[3\]: is -1"),
    (dict(input_size=(2, 4, 3, 3)), ValueError,
     r"input_size\[1\]: is 4, expected 3 as in grad_out"),
    (dict(scales=2.0), TypeError, "scales: is 2.0, expected None or a pair"),
    (dict(scales=("a", 1)), TypeError, "scales: has 'a', expected a number"),
    (dict(layout="CHW"), ValueError, "layout: is 'CHW', expected \"NCHW\""),
    (dict(layout=1), TypeError, "layout: is 1"),
    (dict(coordinates="float16"), ValueError, "coordinates: is 'float16'"),
    (dict(threads=-1), ValueError, "threads: is -1, expected from 1 to 1024"),
    (dict(threads=0), ValueError, "threads: is 0, expected from 1 to 1024"),
    (dict(threads=10**30), ValueError, "threads: is 10000000"),
    (dict(threads="2"), TypeError, "threads: is '2'"),
    (dict(out=numpy.zeros((2, 3, 3, 3))), TypeError,
     "out: is float64, expected float32"),
    (dict(out=numpy.zeros((2, 3, 3, 4), "f")), ValueError,
     r"out: has the shape \[2, 3, 3, 4\], expected \[2, 3, 3, 3\]"),
    (dict(out=numpy.broadcast_to(numpy.float32(0), (2, 3, 3, 3))), ValueError,
     "out: is read-only"),
    (dict(out="x"), TypeError, "out: is a str"),
])
def test_message(arguments, error, message):
    with pytest.raises(error, match="^" + message):
        call(**arguments)


def test_out_must_lie_apart_from_the_argument():
    memory = numpy.zeros(400, numpy.float32)
    grad_out = memory[:216].reshape(SHAPE)
    out = memory[200:254].reshape(2, 3, 3, 3)
    with pytest.raises(ValueError, match="^out: overlaps grad_out, expected"):
        call(grad_out, out=out)
    with pytest.raises(ValueError, match="^out: overlaps input, expected"):
        backlerp.upsample_bilinear2d(memory[:54].reshape(2, 3, 3, 3), (6, 6),
                                     out=memory[50:266].reshape(SHAPE))


def test_elements_of_out_must_be_distinct():
    out = numpy.lib.stride_tricks.as_strided(
        numpy.zeros(1, numpy.float32), (2, 3, 3, 3), (0, 0, 0, 0))
    with pytest.raises(ValueError, match="^out's strides: "):
        call(out=out)


def test_out_is_not_touched_on_an_error():
    out = numpy.full((2, 3, 3, 3), 7, numpy.float32)
    with pytest.raises(ValueError):
        call(out=out, threads=5000)
    assert (out == 7).all()


def test_elements_must_be_whole():
    record = numpy.zeros(SHAPE, numpy.dtype([("a", "u1"), ("b", "<f4")]))
    with pytest.raises(ValueError, match="a stride of 30 bytes, exp"):
        call(record["b"])


def test_addresses_must_be_aligned():
    memory = numpy.zeros(4 * 216 + 1, numpy.uint8)
    crooked = memory[1:].view(numpy.float32).reshape(SHAPE)
    with pytest.raises(ValueError, match="^grad_out: "):
        call(crooked)


def test_scales_that_give_no_size():
    image = numpy.zeros(SHAPE, numpy.float32)
    with pytest.raises(ValueError, match="^scales: 0.1 gives the height 0"):
        backlerp.upsample_bilinear2d(image, scales=(0.1, 2.0))
    with pytest.raises(ValueError, match="^scales: 0 gives the width 0"):
        backlerp.upsample_bilinear2d(image, scales=(2.0, None))
    with pytest.raises(ValueError, match="^scales: "):
        backlerp.upsample_bilinear2d(image)


def test_no_memory():
    with pytest.raises(MemoryError):
        call(input_size=(2**21, 2**21))
    with pytest.raises((MemoryError, ValueError)):
        call(input_size=(2**62, 2**62))
