# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""backlerp.torch under autograd, transforms and compilers."""

import pytest
import torch
import torch.nn.functional as F

import backlerp.torch as door


@pytest.fixture(autouse=True)
def enabled():
    with door.enabled():
        yield


def upsamplings():
    return {
        "size": dict(size=(5, 7)),
        "down": dict(size=(2, 3)),
        "factor": dict(scale_factor=(1.7, 2.3)),
        "recomputed": dict(scale_factor=(1.7, 2.3),
                           recompute_scale_factor=True),
        "corners": dict(size=(6, 6), align_corners=True),
        "one axis": dict(scale_factor=(1.0, 2.0)),
    }


@pytest.mark.parametrize("name", list(upsamplings()))
@pytest.mark.parametrize("memory_format", [torch.contiguous_format,
                                           torch.channels_last])
def test_gradcheck(name, memory_format):
    image = torch.rand(2, 2, 3, 4, dtype=torch.float64,
                       generator=torch.Generator().manual_seed(3))
    image = image.contiguous(memory_format=memory_format).requires_grad_()
    call = lambda x: F.interpolate(x, mode="bilinear", **upsamplings()[name])
    assert torch.autograd.gradcheck(call, image)
    assert torch.autograd.gradgradcheck(call, image)


def test_double_backward_is_the_forward_operator():
    image = torch.rand(1, 2, 4, 5, requires_grad=True)
    up = F.interpolate(image, size=(9, 11), mode="bilinear")
    cotangent = torch.rand(1, 2, 9, 11, requires_grad=True)
    grad, = torch.autograd.grad(up, image, cotangent, create_graph=True)
    direction = torch.rand(1, 2, 4, 5)
    again, = torch.autograd.grad(grad, cotangent, direction)
    assert torch.equal(again, F.interpolate(direction, size=(9, 11),
                                            mode="bilinear"))


def functional_transforms():
    if hasattr(torch, "func"):
        return torch.func.vmap, torch.func.grad
    functorch = pytest.importorskip("functorch")
    return functorch.vmap, functorch.grad


@pytest.mark.filterwarnings("ignore")
def test_vmap_and_grad():
    vmap, grad = functional_transforms()
    images = torch.rand(3, 1, 2, 4, 4)
    call = lambda x: F.interpolate(x, size=(7, 7), mode="bilinear")
    assert torch.equal(vmap(call)(images),
                       torch.stack([call(x) for x in images]))
    loss = lambda x: (call(x)**2).sum()
    assert torch.equal(vmap(grad(loss))(images),
                       torch.stack([grad(loss)(x) for x in images]))


@pytest.mark.filterwarnings("ignore")
def test_traced_programs():
    call = lambda x: F.interpolate(x, size=(7, 7), mode="bilinear")
    image = torch.rand(1, 2, 4, 4)
    traced = torch.jit.trace(call, image)
    assert torch.equal(traced(image), call(image))


def test_saved_for_another_thread():
    """backward() from another thread than forward's."""
    import threading
    image = torch.rand(1, 2, 4, 4, requires_grad=True)
    loss = F.interpolate(image, size=(7, 7), mode="bilinear").sum()
    thread = threading.Thread(target=loss.backward)
    thread.start()
    thread.join()
    assert image.grad is not None


compiles = pytest.mark.skipif(not hasattr(torch, "compile"),
                              reason="this PyTorch has no torch.compile")


@compiles
@pytest.mark.parametrize("backend", ["eager", "aot_eager", "inductor"])
@pytest.mark.parametrize("dynamic", [False, True])
def test_compile(backend, dynamic):
    torch._dynamo.reset()

    def loss(x):
        up = F.interpolate(x * 2, scale_factor=2, mode="bilinear")
        return (up * up).sum()

    for shape in ((1, 2, 4, 4), (1, 2, 6, 8)):
        image = torch.rand(shape, requires_grad=True)
        loss(image).backward()
        expected, image.grad = image.grad, None
        torch.compile(loss, backend=backend, dynamic=dynamic)(image).backward()
        torch.testing.assert_close(image.grad, expected)


@pytest.mark.skipif(not hasattr(torch.library, "opcheck"),
                    reason="this PyTorch has no torch.library.opcheck")
def test_opcheck():
    image = torch.rand(1, 2, 4, 4, requires_grad=True)
    grad = torch.rand(1, 2, 8, 8, requires_grad=True)
    aten = torch.ops.aten
    torch.library.opcheck(aten.upsample_bilinear2d.default,
                          (image, [8, 8], False, 2.0, 2.0))
    torch.library.opcheck(aten.upsample_bilinear2d_backward.default,
                          (grad, [8, 8], [1, 2, 4, 4], False, 2.0, 2.0))
