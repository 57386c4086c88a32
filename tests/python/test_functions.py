# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""The values of the two functions, and each of their arguments."""

import numpy
import pytest

import backlerp
import reference

# Shape of grad_out, size of grad_in, align_corners, scales.
CASES = [
    ((1, 1, 6, 6), (3, 3), True, None),
    ((1, 1, 6, 6), (3, 3), False, None),
    ((2, 3, 32, 48), (16, 24), False, (2.0, 2.0)),
    ((2, 3, 37, 23), (16, 10), False, (2.35, 2.25)),
    ((2, 3, 37, 23), (16, 10), False, (2.35, None)),
    ((1, 5, 7, 9), (14, 30), False, None),
    ((1, 2, 8, 20), (8, 10), False, None),
    ((1, 2, 8, 20), (8, 10), False, (1.25, 2.0)),
    ((3, 1, 1, 1), (5, 4), False, None),
    ((3, 1, 5, 4), (1, 1), True, None),
    ((1, 40, 20, 20), (10, 10), False, None),
]


@pytest.mark.parametrize("shape,size,align_corners,scales", CASES)
def test_gradient(rng, shape, size, align_corners, scales):
    grad_out = rng.standard_normal(shape, numpy.float32)
    grad_in = backlerp.upsample_bilinear2d_backward(
        grad_out, size, align_corners=align_corners, scales=scales)
    exact, bound = reference.backward(grad_out, size, align_corners,
                                      scales or (None, None))
    assert grad_in.shape == shape[:2] + size
    assert grad_in.dtype == numpy.float32
    assert (abs(grad_in - exact) <= bound).all()


@pytest.mark.parametrize("shape,size,align_corners,scales", CASES)
def test_upsampling(rng, shape, size, align_corners, scales):
    image = rng.standard_normal(shape[:2] + size, numpy.float32)
    result = backlerp.upsample_bilinear2d(
        image, shape[2:], align_corners=align_corners, scales=scales)
    exact, bound = reference.forward(image, shape[2:], align_corners,
                                     scales or (None, None))
    assert result.shape == shape
    assert (abs(result - exact) <= bound).all()


def test_float64_has_its_own_precision(rng):
    grad_out = rng.standard_normal((1, 2, 33, 21))
    grad_in = backlerp.upsample_bilinear2d_backward(grad_out, (14, 9))
    exact, bound = reference.backward(grad_out, (14, 9),
                                      coordinates=numpy.float64)
    assert grad_in.dtype == numpy.float64
    assert (abs(grad_in - exact) <= bound * 2.0**-28).all()


def test_float16_is_rounded_once(rng):
    grad_out = rng.standard_normal((1, 2, 32, 20)).astype(numpy.float16)
    grad_in = backlerp.upsample_bilinear2d_backward(grad_out, (16, 10))
    wide = backlerp.upsample_bilinear2d_backward(
        grad_out.astype(numpy.float32), (16, 10))
    assert grad_in.dtype == numpy.float16
    assert (grad_in == wide.astype(numpy.float16)).all()


def test_coordinates(rng):
    # Far out, float32 coordinates are off by about 2e-4.
    grad_out = rng.standard_normal((1, 1, 2, 9001), numpy.float32)
    results = {}
    for name, kind in (("float32", numpy.float32), ("float64", numpy.float64)):
        results[name] = backlerp.upsample_bilinear2d_backward(
            grad_out, (2, 5003), coordinates=name)
        exact, bound = reference.backward(grad_out, (2, 5003),
                                          coordinates=kind)
        # The weights of float64 coordinates are rounded to float32.
        assert (abs(results[name] - exact) <= bound).all()
    assert abs(results["float32"] - results["float64"]).max() > 1e-5


def test_layout_changes_the_order_of_axes_only(rng):
    grad_out = rng.standard_normal((2, 3, 14, 10), numpy.float32)
    nchw = backlerp.upsample_bilinear2d_backward(grad_out, (7, 5))
    nhwc = backlerp.upsample_bilinear2d_backward(
        numpy.ascontiguousarray(grad_out.transpose(0, 2, 3, 1)), (7, 5),
        layout="NHWC")
    assert nhwc.shape == (2, 7, 5, 3)
    assert (nhwc.transpose(0, 3, 1, 2) == nchw).all()


def test_all_four_sizes_in_the_order_of_the_layout(rng):
    grad_out = rng.standard_normal((2, 3, 14, 10), numpy.float32)
    two = backlerp.upsample_bilinear2d_backward(grad_out, (7, 5))
    four = backlerp.upsample_bilinear2d_backward(grad_out, [2, 3, 7, 5])
    assert (two == four).all()
    nhwc = backlerp.upsample_bilinear2d_backward(grad_out, (2, 7, 5, 10),
                                                 layout="NHWC")
    assert nhwc.shape == (2, 7, 5, 10)


def test_out_is_written_and_returned(rng):
    grad_out = rng.standard_normal((2, 3, 14, 10), numpy.float32)
    out = numpy.full((2, 3, 7, 5), numpy.nan, numpy.float32)
    assert backlerp.upsample_bilinear2d_backward(grad_out, (7, 5),
                                                 out=out) is out
    assert (out == backlerp.upsample_bilinear2d_backward(grad_out,
                                                         (7, 5))).all()


def test_output_size_from_scales(rng):
    image = rng.standard_normal((1, 1, 5, 7), numpy.float32)
    result = backlerp.upsample_bilinear2d(image, scales=(2.5, 1.3))
    assert result.shape == (1, 1, 12, 9)
    given = backlerp.upsample_bilinear2d(image, (12, 9), scales=(2.5, 1.3))
    assert (result == given).all()


@pytest.mark.parametrize("shape", [(0, 3, 4, 4), (2, 0, 4, 4)])
def test_nothing_to_do(shape):
    grad_out = numpy.zeros(shape, numpy.float32)
    grad_in = backlerp.upsample_bilinear2d_backward(grad_out, (2, 2))
    assert grad_in.shape == shape[:2] + (2, 2)


def test_number_of_threads_is_not_in_the_bits(rng):
    grad_out = rng.standard_normal((2, 16, 256, 256), numpy.float32)
    results = [
        backlerp.upsample_bilinear2d_backward(grad_out, (111, 120),
                                              threads=threads).tobytes()
        for threads in (None, 1, 2, 5)
    ]
    assert results.count(results[0]) == 4


@pytest.mark.parametrize("align_corners", [False, True])
def test_align_corners_of_numpy(rng, align_corners):
    grad_out = rng.standard_normal((1, 2, 9, 7), numpy.float32)
    results = [
        backlerp.upsample_bilinear2d_backward(grad_out, (5, 4), align_corners=a)
        for a in (align_corners, numpy.bool_(align_corners))
    ]
    assert results[0].tobytes() == results[1].tobytes()
    other = backlerp.upsample_bilinear2d_backward(
        grad_out, (5, 4), align_corners=numpy.bool_(not align_corners))
    assert results[0].tobytes() != other.tobytes()


def test_scales_of_0_and_none_leave_it_to_the_sizes(rng):
    grad_out = rng.standard_normal((1, 2, 9, 7), numpy.float32)
    results = {
        backlerp.upsample_bilinear2d_backward(grad_out, (5, 4),
                                              scales=scales).tobytes()
        for scales in (None, (None, None), (0, 0.0), (None, -0.0))
    }
    assert len(results) == 1
