# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""PyTorch's tensors as arguments of the functions."""

import numpy
import pytest
import torch

import backlerp

backward = backlerp.upsample_bilinear2d_backward


@pytest.fixture
def grad_out():
    return torch.randn(2, 3, 14, 10,
                       generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize("dtype", [
    torch.float32, torch.float16, torch.bfloat16, torch.float64
])
def test_a_tensor_for_a_tensor(grad_out, dtype):
    grad_out = grad_out.to(dtype)
    grad_in = backward(grad_out, (7, 5))
    assert isinstance(grad_in, torch.Tensor) and grad_in.dtype == dtype
    if dtype == torch.bfloat16:
        exact = backward(grad_out.float(), (7, 5)).bfloat16()
        assert torch.equal(grad_in, exact)
    else:
        assert numpy.array_equal(grad_in.numpy(),
                                 backward(grad_out.numpy(), (7, 5)))


def test_memory_format_is_kept(grad_out):
    packed = backward(grad_out, (7, 5))
    last = backward(grad_out.contiguous(memory_format=torch.channels_last),
                    torch.Size((2, 3, 7, 5)))
    assert packed.is_contiguous()
    assert last.is_contiguous(memory_format=torch.channels_last)
    assert torch.equal(packed, last)


def test_strides_and_out(grad_out):
    wide = torch.randn(2, 3, 14, 20)
    out = torch.zeros(2, 3, 7, 10)[..., ::2]
    assert backward(wide[..., ::2], (7, 5), out=out) is out
    assert torch.equal(out, backward(wide[..., ::2].contiguous(), (7, 5)))
    one = grad_out[:1, :1, :1, :1].expand(2, 3, 14, 10)
    assert torch.equal(backward(one, (7, 5)),
                       backward(one.contiguous(), (7, 5)))
    mixed = numpy.zeros((2, 3, 7, 5), numpy.float32)
    assert backward(grad_out, (7, 5), out=mixed) is mixed
    assert numpy.array_equal(mixed, backward(grad_out, (7, 5)).numpy())


def test_plan_takes_tensors(grad_out):
    plan = backlerp.Plan("backward", grad_out.shape, (7, 5),
                         dtype=torch.float32)
    assert torch.equal(plan(grad_out), backward(grad_out, (7, 5)))


def test_errors(grad_out):
    with pytest.raises(ValueError, match="^grad_out: requires a gradient"):
        backward(grad_out.clone().requires_grad_(), (7, 5))
    with pytest.raises(ValueError, match="^grad_out: lies on the device meta"):
        backward(grad_out.to("meta"), (7, 5))
    with pytest.raises(ValueError, match="^grad_out: has the layout torch.spa"):
        backward(grad_out.to_sparse(), (7, 5))
    with pytest.raises(TypeError, match="^grad_out: has elements of the type "
                       "torch.int64"):
        backward(grad_out.long(), (7, 5))
    with pytest.raises(ValueError, match="^grad_out: has 3 dimensions"):
        backward(grad_out[0], (7, 5))
    negative = torch.view_as_complex(torch.zeros(2, 3, 14, 10, 2)).conj().imag
    with pytest.raises(ValueError, match="^grad_out: .*resolve_neg"):
        backward(negative, (7, 5))
    with pytest.raises(ValueError, match="^out's strides"):
        backward(grad_out, (7, 5), out=torch.zeros(1).expand(2, 3, 7, 5))
