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
    (dict(scales=(float("nan"), 2)), ValueError,
     "scales: has nan, expected a finite number > 0, or 0 or None where the "
     "sizes decide$"),
    (dict(scales=(2, float("inf"))), ValueError, "scales: has inf, expected a"),
    (dict(scales=(None, -float("inf"))), ValueError, "scales: has -inf, exp"),
    (dict(scales=(-2.0, None)), ValueError, "scales: has -2.0, expected a fin"),
    (dict(scales=(10**400, 1)), ValueError, "scales: has 10+, expected a fin"),
    (dict(align_corners="no"), TypeError,
     "align_corners: is 'no', expected True or False$"),
    (dict(align_corners=1), TypeError, "align_corners: is 1, expected True"),
    (dict(align_corners=None), TypeError, "align_corners: is None, expected"),
    (dict(align_corners=numpy.zeros(2, bool)), TypeError, "align_corners: is "),
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


def test_all_doors_refuse_the_same_scales():
    image = numpy.zeros(SHAPE, numpy.float32)
    for scale in (float("nan"), float("inf"), -1.0):
        scales = (2.0, scale)
        with pytest.raises(ValueError, match="^scales: has .*, expected a fin"):
            backlerp.upsample_bilinear2d(image, (12, 12), scales=scales)
        with pytest.raises(ValueError, match="^scales: has .*, expected a fin"):
            backlerp.upsample_bilinear2d(image, scales=scales)
        with pytest.raises(ValueError, match="^scales: has .*, expected a fin"):
            backlerp.Plan("backward", SHAPE, (3, 3), scales=scales)


def test_align_corners_must_be_a_bool():
    image = numpy.zeros(SHAPE, numpy.float32)
    with pytest.raises(TypeError, match="^align_corners: is 'no', expected"):
        backlerp.upsample_bilinear2d(image, (12, 12), align_corners="no")
    with pytest.raises(TypeError, match="^align_corners: is 0, expected True"):
        backlerp.Plan("forward", SHAPE, (3, 3), align_corners=0)


def test_scales_that_give_no_size():
    image = numpy.zeros(SHAPE, numpy.float32)
    with pytest.raises(ValueError, match="^scales: 0.1 gives the height 0, exp"
                                         "ected at least 1$"):
        backlerp.upsample_bilinear2d(image, scales=(0.1, 2.0))
    with pytest.raises(ValueError, match="^scales: 0.1 gives the width 0, exp"):
        backlerp.upsample_bilinear2d(image, scales=(2.0, 0.1))
    with pytest.raises(ValueError, match=r"^scales: 1e\+30 gives the height "
                                         r".*, expected a 64-bit integer$"):
        backlerp.upsample_bilinear2d(image, scales=(1e30, 2.0))
    for scales in (None, (None, None), (2.0, None), (0, 2.0)):
        with pytest.raises(ValueError, match="^output_size: is None, needed "
                                             "unless both scales are given$"):
            backlerp.upsample_bilinear2d(image, scales=scales)


def test_no_memory():
    with pytest.raises(MemoryError):
        call(input_size=(2**21, 2**21))
    with pytest.raises((MemoryError, ValueError)):
        call(input_size=(2**62, 2**62))
