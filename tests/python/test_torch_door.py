# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""backlerp.torch against aten: values, memory, and who computes what."""

import threading

import pytest
import torch
import torch.nn.functional as F

import backlerp.torch as door

aten = torch.ops.aten

# Shape of the image, output size, align_corners, scales.
CASES = [
    ((1, 1, 3, 3), (6, 6), True, None),
    ((2, 3, 16, 24), (32, 48), False, None),
    ((2, 3, 16, 24), (32, 48), False, (2.0, 2.0)),
    ((2, 3, 16, 10), (37, 23), False, (2.35, 2.35)),
    ((2, 3, 16, 10), (37, 23), False, (2.35, None)),
    ((1, 2, 8, 10), (8, 20), False, (1.25, 2.0)),
    ((1, 2, 8, 10), (16, 10), False, (2.0, 0.7)),
    ((1, 2, 8, 10), (8, 10), False, (3.0, 0.5)),
    ((1, 5, 14, 30), (7, 9), False, None),
    ((1, 5, 14, 30), (7, 9), True, None),
    ((3, 1, 5, 4), (1, 1), True, None),
    ((3, 1, 1, 1), (5, 4), False, None),
    ((2, 40, 10, 10), (20, 20), False, None),
    ((1, 1, 3, 1000), (5, 4001), False, None),
    ((0, 3, 4, 4), (8, 8), False, None),
]
TYPES = [torch.float32, torch.float64, torch.bfloat16]


def formats(tensor):
    """The same values in other memory."""
    wide = torch.repeat_interleave(tensor, 2, 3)
    return {
        "packed": tensor.contiguous(),
        "channels_last":
            tensor.contiguous(memory_format=torch.channels_last),
        "every second": wide[..., ::2],
        "transposed": tensor.transpose(2, 3).contiguous().transpose(2, 3),
    }


def scales_of(scales):
    return scales if scales else (None, None)


def close(ours, atens, size, taps):
    """As close as two orders of summing values in [0, 1) can be.

    aten's coordinates may be off by one rounding: its kernels are compiled with
    fused operations.
    """
    unit = torch.finfo(ours.dtype).eps
    taps_and_place = taps + max(size) if ours.dtype != torch.bfloat16 else taps
    torch.testing.assert_close(
        ours, atens, rtol=0.0,
        atol=2 * taps_and_place * unit * atens.abs().max().item()
        if atens.numel() else 0.0)


def by_aten(call, tensor):
    """aten's result. In old releases its bfloat16 has bfloat16 coordinates."""
    if tensor.dtype == torch.bfloat16:
        return call(tensor.float()).bfloat16()
    return call(tensor)


def taps_of(shape, size):
    return sum(2 * (o // i + 1) + 1 for i, o in zip(shape[2:], size))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape,size,align_corners,scales", CASES)
def test_forward_agrees_with_aten(shape, size, align_corners, scales, dtype):
    generator = torch.Generator().manual_seed(7)
    image = torch.rand(shape, generator=generator).to(dtype)
    for argument in formats(image).values():
        call = lambda tensor: aten.upsample_bilinear2d(
            tensor, size, align_corners, *scales_of(scales))
        expected = by_aten(call, argument)
        with door.enabled():
            result = call(argument)
        close(result, expected, size, 4)
        assert result.stride() == expected.stride()


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape,size,align_corners,scales", CASES)
def test_backward_agrees_with_aten(shape, size, align_corners, scales, dtype):
    generator = torch.Generator().manual_seed(7)
    grad = torch.rand(shape[:2] + size, generator=generator).to(dtype)
    for argument in formats(grad).values():
        call = lambda tensor: aten.upsample_bilinear2d_backward(
            tensor, size, shape, align_corners, *scales_of(scales))
        expected = by_aten(call, argument)
        with door.enabled():
            result = call(argument)
        close(result, expected, size, taps_of(shape, size))
        assert result.stride() == expected.stride()


@pytest.mark.parametrize("shape,strides", [
    ((2, 1, 4, 5), (20, 1, 5, 1)),
    ((2, 1, 4, 5), (20, 20, 5, 1)),
    ((1, 3, 1, 1), (3, 1, 1, 1)),
    ((1, 3, 1, 1), (3, 1, 3, 3)),
    ((2, 3, 4, 5), (0, 0, 0, 0)),
    ((2, 3, 4, 5), (60, 1, 12, 3)),
    ((2, 3, 4, 5), (80, 2, 20, 4)),
    ((2, 3, 4, 5), (120, 1, 30, 6)),
    ((1, 3, 4, 5), (0, 1, 15, 3)),
    ((1, 1, 1, 1), (1, 1, 1, 1)),
    ((2, 3, 4, 5), (60, 20, 1, 4)),
])
def test_memory_format_is_atens(shape, strides):
    tensor = torch.zeros(1000).as_strided(shape, strides)
    calls = [
        lambda: aten.upsample_bilinear2d(tensor, [7, 7], False),
        lambda: aten.upsample_bilinear2d_backward(
            tensor, list(shape[2:]), [*shape[:2], 7, 7], False),
    ]
    expected = [call().stride() for call in calls]
    with door.enabled():
        assert [call().stride() for call in calls] == expected


def test_out_forms():
    image, grad = torch.rand(2, 3, 4, 5), torch.rand(2, 3, 8, 10)
    arguments = [image, [8, 10], False]
    backward_arguments = [grad, [8, 10], [2, 3, 4, 5], False]
    with door.enabled():
        up = aten.upsample_bilinear2d(*arguments)
        down = aten.upsample_bilinear2d_backward(*backward_arguments)
        outs = {
            "packed": (torch.zeros(2, 3, 8, 10), torch.zeros(2, 3, 4, 5)),
            "resized": (torch.zeros(0), torch.zeros(0)),
            "strided": (torch.zeros(2, 3, 8, 20)[..., ::2],
                        torch.zeros(2, 3, 4, 10)[..., ::2]),
        }
        for name, (out, grad_in) in outs.items():
            assert aten.upsample_bilinear2d(*arguments, out=out) is out
            assert aten.upsample_bilinear2d_backward.grad_input(
                *backward_arguments, grad_input=grad_in) is grad_in
            # aten's own kernel has done the last two.
            torch.testing.assert_close(out, up)
            torch.testing.assert_close(grad_in, down)
            if name == "packed":
                assert torch.equal(out, up) and torch.equal(grad_in, down)


def computed_by_us(call, monkeypatch):
    """How often our kernels ran in call()."""
    count = []
    run = door._core.run_tensors
    monkeypatch.setattr(door._core, "run_tensors",
                        lambda *args: (count.append(1), run(*args)))
    call()
    monkeypatch.undo()
    return len(count)


def test_interpolate_is_ours_in_both_directions(monkeypatch):
    image = torch.rand(1, 2, 4, 4, requires_grad=True)

    def step():
        F.interpolate(image, scale_factor=2, mode="bilinear").sum().backward()

    assert computed_by_us(step, monkeypatch) == 0
    with door.enabled():
        assert computed_by_us(step, monkeypatch) == 2
        module = torch.nn.Upsample(size=(6, 6), mode="bilinear")
        assert computed_by_us(lambda: module(image), monkeypatch) == 1
        with torch.inference_mode():
            assert computed_by_us(lambda: module(image), monkeypatch) == 1
    assert computed_by_us(step, monkeypatch) == 0


def test_meta_tensors_are_left_alone(monkeypatch):
    image = torch.rand(1, 2, 4, 4, device="meta")
    with door.enabled():
        call = lambda: F.interpolate(image, size=(6, 6), mode="bilinear")
        assert computed_by_us(call, monkeypatch) == 0
        assert call().shape == (1, 2, 6, 6) and call().is_meta


def test_fake_tensors_are_left_alone(monkeypatch):
    from torch._subclasses import FakeTensorMode
    with door.enabled(), FakeTensorMode():
        image = torch.rand(1, 2, 4, 4)
        call = lambda: F.interpolate(image, size=(6, 6), mode="bilinear")
        assert computed_by_us(call, monkeypatch) == 0
        assert call().shape == (1, 2, 6, 6)


def test_quantized_tensors_are_left_alone():
    image = torch.quantize_per_tensor(torch.rand(1, 2, 4, 4), 0.1, 0,
                                      torch.quint8)
    call = lambda: F.interpolate(image, size=(6, 6), mode="bilinear")
    expected = call()
    with door.enabled():
        assert torch.equal(call().int_repr(), expected.int_repr())


def test_install_and_uninstall():
    assert not door.installed()
    door.install()
    door.install(threads=2)
    assert door.installed()
    with door.enabled(threads=1):
        assert door.installed() and door._threads == 1
    assert door.installed() and door._threads == 2
    door.uninstall()
    door.uninstall()
    assert not door.installed()
    with pytest.raises(ValueError, match="threads: is 0, expected from 1"):
        door.install(threads=0)
    assert not door.installed()


@pytest.mark.parametrize("threads,error,message", [
    ("2", TypeError, "threads: is '2', expected None or an integer$"),
    (2.0, TypeError, "threads: is 2.0, expected None or an integer$"),
    (1025, ValueError, "threads: is 1025, expected from 1 to 1024$"),
    (10**30, ValueError, "threads: is 10+, expected from 1 to 1024$"),
])
def test_threads_that_are_none(threads, error, message):
    with pytest.raises(error, match="^" + message):
        door.install(threads)
    with pytest.raises(error, match="^" + message):
        with door.enabled(threads):
            pass
    assert not door.installed()


def test_threads_of_autograd_and_of_the_program():
    """Several threads at once get the bits that one gets alone."""

    def step(seed):
        image = torch.rand(2, 4, 16, 16,
                           generator=torch.Generator().manual_seed(seed),
                           requires_grad=True)
        up = F.interpolate(image, size=(40, 37), mode="bilinear")
        (up * up).sum().backward()
        return image.grad

    with door.enabled(threads=2):
        alone = [step(seed) for seed in range(4)]
        results = {}

        def work(seed):
            results[seed] = [step(seed) for _ in range(20)]

        threads = [threading.Thread(target=work, args=(s,)) for s in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for seed in range(4):
        assert all(torch.equal(alone[seed], r) for r in results[seed])
