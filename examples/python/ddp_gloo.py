# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Data-parallel training in two processes, and the same in one.

The operator is independent for each image and channel, so shards need no
communication, and nothing of how a batch was split is in its bits:

  - the gradients of the images themselves are bit for bit those of the whole
    batch in one process;
  - the gradients of the weights are those of one process that works on the same
    two half batches and adds up. (The sums over a whole batch, which the
    convolutions form, are PyTorch's, and in another order.)

Exits with 1 where a bit differs.

    python ddp_gloo.py
"""

import sys

import torch
import torch.nn.functional as F

import backlerp.torch
import processes
from unet import UNet, shapes

BATCH, SIZE = 8, 32


def batch():
    return shapes(BATCH, SIZE, seed=3)


def network():
    torch.manual_seed(0)
    return UNet()


def image_gradient(images):
    """Of a loss right behind the upsampling, so that no sum is PyTorch's."""
    images = images.clone().requires_grad_()
    up = F.interpolate(images, scale_factor=2.5, mode="bilinear")
    up.backward(torch.sin(up.detach() * 10))
    return images.grad


def backward(net, images, masks):
    F.binary_cross_entropy_with_logits(net(images), masks).backward()


def work(rank, directory):
    images, masks = (half.chunk(processes.COUNT)[rank] for half in batch())
    with backlerp.torch.enabled(threads=1):
        net = torch.nn.parallel.DistributedDataParallel(network())
        backward(net, images, masks)
        results = {
            "images": image_gradient(images),
            "weights": [p.grad for p in net.parameters()],
        }
    processes.save(results, rank, directory)


def in_one_process():
    torch.set_num_threads(1)
    net = network()
    images, masks = batch()
    with backlerp.torch.enabled(threads=2):
        for part in zip(images.chunk(processes.COUNT),
                        masks.chunk(processes.COUNT)):
            backward(net, *part)
        return {
            "images": image_gradient(images),
            # DDP averages.
            "weights": [p.grad / processes.COUNT for p in net.parameters()],
        }


def main():
    one, two = in_one_process(), processes.run(work)
    gathered = torch.cat([results["images"] for results in two])
    images = torch.equal(gathered, one["images"])
    weights = all(
        torch.equal(a, b) for results in two
        for a, b in zip(results["weights"], one["weights"]))
    print(f"gradients of {BATCH} images, {processes.COUNT} processes and one: "
          f"{'the same bits' if images else 'DIFFERENT'}")
    print(f"gradients of {len(one['weights'])} weights: "
          f"{'the same bits' if weights else 'DIFFERENT'}")
    return 0 if images and weights else 1


if __name__ == "__main__":
    sys.exit(main())
