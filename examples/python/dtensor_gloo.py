# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""A batch that two processes hold as one sharded tensor (DTensor).

The DTensor of recent releases has sharding rules for bilinear upsampling and
its gradient: over images and over channels, without communication. What it
calls on each shard is the operator under which backlerp.torch puts our kernels,
so the shards are bit for bit those of the whole tensor in one process. Exits
with 1 where a bit differs, with 77 where this PyTorch has no such rules.

    python dtensor_gloo.py
"""

import sys

import torch
import torch.nn.functional as F

import backlerp.torch
import processes

SHAPE, FACTOR = (4, 6, 20, 30), 1.7
NOT_TO_BE_HAD = 77


def gradient(images, cotangent):
    up = F.interpolate(images, scale_factor=FACTOR, mode="bilinear")
    up.backward(cotangent)
    return up.detach(), images.grad


def tensors():
    random = torch.Generator().manual_seed(5)
    images = torch.randn(SHAPE, generator=random)
    size = [int(s * FACTOR) for s in SHAPE[2:]]
    return images, torch.randn(*SHAPE[:2], *size, generator=random)


def work(rank, directory):
    from torch.distributed import tensor as dt
    mesh = dt.init_device_mesh("cpu", (processes.COUNT,))
    results = {}
    for axis, name in enumerate(("images", "channels")):
        images, cotangent = (dt.distribute_tensor(t, mesh, [dt.Shard(axis)])
                             for t in tensors())
        with backlerp.torch.enabled(threads=1):
            parts = gradient(images.requires_grad_(), cotangent)
        for part in parts:
            assert part.placements == (dt.Shard(axis),), part.placements
        results[name] = [part.to_local() for part in parts]
    processes.save(results, rank, directory)


def has_rules():
    try:
        from torch.distributed.tensor import DTensor
        propagator = DTensor._op_dispatcher.sharding_propagator
        shapes = propagator.op_to_shape_and_stride_idx
    except (ImportError, AttributeError):
        return False
    return torch.ops.aten.upsample_bilinear2d_backward.default in shapes


def main():
    if not has_rules():
        print("this PyTorch's DTensor has no rules for bilinear upsampling")
        return NOT_TO_BE_HAD
    images, cotangent = tensors()
    with backlerp.torch.enabled():
        whole = gradient(images.requires_grad_(), cotangent)
    two = processes.run(work)
    same = True
    for axis, name in enumerate(("images", "channels")):
        for what, part in zip(("upsampled", "gradient"), range(2)):
            gathered = torch.cat([results[name][part] for results in two], axis)
            equal = torch.equal(gathered, whole[part])
            print(f"{what}, sharded over {name}: "
                  f"{'the same bits' if equal else 'DIFFERENT'}")
            same = same and equal
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
