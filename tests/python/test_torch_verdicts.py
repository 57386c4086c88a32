# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""The same verdicts with our kernels as without: PyTorch's own cases of the
installed release (its OpInfo samples), and calls that fail."""

import warnings

import pytest
import torch
import torch.nn.functional as F

import backlerp.torch as door

aten = torch.ops.aten


def op_infos():
    """PyTorch's descriptions of operators that end in ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        methods = pytest.importorskip(
            "torch.testing._internal.common_methods_invocations")
    return [
        info for info in methods.op_db
        if (info.name == "nn.functional.interpolate" and
            info.variant_test_name == "bilinear") or
        info.name in ("nn.functional.upsample_bilinear",)
    ]


def outcome(call):
    """What a call gives, or how it fails."""
    try:
        return call()
    except Exception as error:  # pylint: disable=broad-except
        # What follows is the list of the operator's kernels, with ours.
        text = str(error).split("BackendSelect")[0]
        return f"{type(error).__name__}: {text}"


def agree(call, exact=False):
    without = outcome(call)
    with door.enabled():
        ours = outcome(call)
    if isinstance(without, torch.Tensor):
        assert isinstance(ours, torch.Tensor), ours
        half = without.dtype in (torch.float16, torch.bfloat16)
        tolerance = dict(rtol=0, atol=0) if exact else {}
        if half:  # Old releases compute with coordinates of the type.
            tolerance = dict(rtol=0.1, atol=0.3)
        torch.testing.assert_close(ours, without, **tolerance)
        assert ours.stride() == without.stride()
    else:
        assert ours == without
    return without


def test_samples_of_pytorch():
    count = 0
    for info in op_infos():
        for dtype in (torch.float32, torch.float64, torch.bfloat16,
                      torch.float16, torch.uint8, torch.int32):
            if dtype not in info.supported_dtypes("cpu"):
                continue
            for sample in info.sample_inputs("cpu", dtype):
                call = lambda: info(sample.input, *sample.args, **sample.kwargs)
                agree(call)
                count += 1
    assert count >= 10


def test_gradients_of_pytorchs_samples():
    count = 0
    with door.enabled():
        for info in op_infos():
            for sample in info.sample_inputs("cpu", torch.float64,
                                             requires_grad=True):
                call = lambda x: info(x, *sample.args, **sample.kwargs)
                assert torch.autograd.gradcheck(call, sample.input)
                assert torch.autograd.gradgradcheck(call, sample.input)
                count += 1
    assert count >= 3


def test_failing_cases_of_pytorch():
    for info in op_infos():
        if info.error_inputs_func is None:
            continue
        for error in info.error_inputs("cpu"):
            sample = error.sample_input
            agree(lambda: info(sample.input, *sample.args, **sample.kwargs))


IMAGE = torch.arange(96.0).reshape(2, 3, 4, 4)
GRAD = torch.arange(384.0).reshape(2, 3, 8, 8)


@pytest.mark.parametrize("call", [
    lambda: aten.upsample_bilinear2d(IMAGE, [0, 8], False),
    lambda: aten.upsample_bilinear2d(IMAGE, [-1, 8], False),
    lambda: aten.upsample_bilinear2d(IMAGE, [8], False),
    lambda: aten.upsample_bilinear2d(IMAGE, [8, 8, 8], False),
    lambda: aten.upsample_bilinear2d(IMAGE[0], [8, 8], False),
    lambda: aten.upsample_bilinear2d(IMAGE[:, :0], [8, 8], False),
    lambda: aten.upsample_bilinear2d(IMAGE[:0], [8, 8], False),
    lambda: aten.upsample_bilinear2d(IMAGE[:, :, :0], [8, 8], False),
    lambda: aten.upsample_bilinear2d(IMAGE.to_sparse(), [8, 8], False),
    lambda: aten.upsample_bilinear2d(IMAGE.long(), [8, 8], False),
    lambda: aten.upsample_bilinear2d(IMAGE.to(torch.uint8), [8, 8], False),
    lambda: aten.upsample_bilinear2d(IMAGE.half(), [8, 8], False),
    lambda: aten.upsample_bilinear2d(IMAGE.to(torch.complex64), [8, 8], False),
    lambda: aten.upsample_bilinear2d(IMAGE, [8, 8], False, -1.0, 0.0),
    lambda: aten.upsample_bilinear2d(
        IMAGE, [8, 8], False, out=torch.zeros(2, 3, 8, 8).double()),
    lambda: aten.upsample_bilinear2d(IMAGE, [4, 4], False, out=IMAGE),
    lambda: aten.upsample_bilinear2d_backward(GRAD, [8, 8], [2, 3, 4],
                                              False),
    lambda: aten.upsample_bilinear2d_backward(GRAD, [8, 8], [2, 4, 4, 4],
                                              False),
    lambda: aten.upsample_bilinear2d_backward(GRAD, [8, 7], [2, 3, 4, 4],
                                              False),
    lambda: aten.upsample_bilinear2d_backward(GRAD, [8, 8], [2, 3, 0, 4],
                                              False),
    lambda: aten.upsample_bilinear2d_backward(GRAD, [8, 8], [2, 3, 4, -4],
                                              False),
    lambda: aten.upsample_bilinear2d_backward(GRAD[0], [8, 8], [3, 4, 4],
                                              False),
    lambda: aten.upsample_bilinear2d_backward(GRAD.half(), [8, 8],
                                              [2, 3, 4, 4], False),
    lambda: aten.upsample_bilinear2d_backward(GRAD.long(), [8, 8],
                                              [2, 3, 4, 4], False),
    lambda: aten.upsample_bilinear2d_backward(GRAD[:0], [8, 8], [0, 3, 4, 4],
                                              False),
    lambda: F.interpolate(IMAGE, mode="bilinear"),
    lambda: F.interpolate(IMAGE, size=8, scale_factor=2, mode="bilinear"),
    lambda: F.interpolate(IMAGE, size=(1, 2, 3), mode="bilinear"),
    lambda: F.interpolate(IMAGE[0], size=(8, 8), mode="bilinear"),
    lambda: F.interpolate(IMAGE, scale_factor=0.01, mode="bilinear"),
    lambda: F.interpolate(IMAGE, size=8, mode="bilinear", antialias=True),
    lambda: F.interpolate(IMAGE.permute(1, 0, 3, 2), size=8, mode="bilinear"),
])
def test_same_verdict(call):
    agree(call)


@pytest.mark.parametrize("scale", [float("nan"), float("inf"), -float("inf"),
                                   -2.0, 0.0])
def test_scales_that_only_aten_takes(scale):
    """The package's own functions refuse most of them."""
    size, shape = [8, 8], [2, 3, 4, 4]
    for scales in ((scale, 2.0), (None, scale)):
        for result in (
                agree(lambda: aten.upsample_bilinear2d(IMAGE, size, False,
                                                       *scales)),
                agree(lambda: aten.upsample_bilinear2d_backward(
                    GRAD, size, shape, False, *scales))):
            assert isinstance(result, torch.Tensor)


@pytest.mark.parametrize("align_corners", [True, False])
@pytest.mark.parametrize("memory_format", [torch.contiguous_format,
                                           torch.channels_last])
@pytest.mark.parametrize("scale_factor", [0.5, 1.0, 1.5, 2.0, 3.7])
@pytest.mark.parametrize("recompute", [True, False])
def test_what_pytorchs_tests_of_the_module_check(align_corners, memory_format,
                                                 scale_factor, recompute):
    """Values and gradient of nn.functional.interpolate over its options."""
    image = torch.rand(2, 3, 6, 8, generator=torch.Generator().manual_seed(5))
    image = image.contiguous(memory_format=memory_format)

    def call():
        x = image.detach().requires_grad_()
        up = F.interpolate(x, scale_factor=scale_factor, mode="bilinear",
                           align_corners=align_corners,
                           recompute_scale_factor=recompute)
        up.backward(torch.ones_like(up))
        return torch.cat([up.flatten(), x.grad.flatten()])

    result = agree(call)
    assert torch.isfinite(result).all()
