# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Plan: the same results as the functions, and what it tells about itself."""

import numpy
import pytest

import backlerp


@pytest.mark.parametrize("dtype", ["float32", "float16", "float64"])
def test_gives_the_functions_bits(rng, dtype):
    grad_out = rng.standard_normal((2, 3, 14, 10)).astype(dtype)
    plan = backlerp.Plan("backward", grad_out.shape, (7, 5), dtype=dtype,
                         scales=(2.0, 2.0))
    expected = backlerp.upsample_bilinear2d_backward(grad_out, (7, 5),
                                                     scales=(2.0, 2.0))
    out = numpy.empty_like(expected)
    assert plan(grad_out).tobytes() == expected.tobytes()
    assert plan(grad_out, out=out) is out
    assert out.tobytes() == expected.tobytes()


def test_forward(rng):
    image = rng.standard_normal((2, 7, 5, 3), numpy.float32)
    plan = backlerp.Plan("forward", image.shape, (14, 10), layout="NHWC",
                         align_corners=True)
    expected = backlerp.upsample_bilinear2d(image, (14, 10), layout="NHWC",
                                            align_corners=True)
    assert (plan(image) == expected).all()


def test_takes_other_strides(rng):
    wide = rng.standard_normal((2, 3, 14, 20), numpy.float32)
    plan = backlerp.Plan("backward", (2, 3, 14, 10), (7, 5))
    assert (plan(wide[..., ::2]) == plan(wide[..., ::2].copy())).all()


def test_tells_about_itself():
    plan = backlerp.Plan("backward", (8, 64, 256, 256), (128, 128),
                         dtype=numpy.dtype("float32"), threads=2)
    assert plan.shape == (8, 64, 256, 256)
    assert plan.result_shape == (8, 64, 128, 128)
    assert plan.threads == 2
    assert plan.kernel in backlerp.kernel_names()
    assert plan.workspace_bytes >= 0
    assert "128" in repr(plan)


def test_refuses_what_it_was_not_made_for():
    plan = backlerp.Plan("backward", (2, 3, 14, 10), (7, 5))
    with pytest.raises(ValueError, match=r"grad_out: has the shape \[2, 3, 14"):
        plan(numpy.zeros((2, 3, 14, 11), numpy.float32))
    with pytest.raises(TypeError, match="grad_out: is float64, expected the"):
        plan(numpy.zeros((2, 3, 14, 10)))
    with pytest.raises(ValueError, match="direction: is 'up'"):
        backlerp.Plan("up", (2, 3, 14, 10), (7, 5))
    with pytest.raises(TypeError, match="dtype: is int32"):
        backlerp.Plan("backward", (2, 3, 14, 10), (7, 5), dtype="int32")
    with pytest.raises(TypeError, match="shape: is"):
        backlerp.Plan("backward", (14, 10), (7, 5))
    with pytest.raises(ValueError, match=r"shape\[0\]: is -1"):
        backlerp.Plan("backward", (-1, 3, 14, 10), (7, 5))
