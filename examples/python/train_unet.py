# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Trains a small U-Net with PyTorch's upsampling and with ours.

Prints a digest of the weights after each run: ours are the same in every run
and with any number of our threads. Then compares the losses with those of
PyTorch's own kernels, and the times of the interpolations' backward passes.
Exits with 1 where the digests differ or the losses are further apart than
1e-4.

    python train_unet.py [--steps 200] [--size 64] [--plot losses.png]
"""

import argparse
import hashlib
import sys

import torch
import torch.nn.functional as F

import backlerp.torch
from unet import UNet, shapes

TOLERANCE = 1e-4
OPERATOR = "aten::upsample_bilinear2d_backward"


def train(steps, size, batch=4):
    """The losses, the weights' digest, the operator's microseconds a call."""
    torch.manual_seed(0)
    net = UNet()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    images, masks = shapes(64, size, seed=1)
    losses = []

    def step():
        rows = torch.arange(batch) + len(losses) * batch
        rows %= len(images)
        loss = F.binary_cross_entropy_with_logits(net(images[rows]),
                                                  masks[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())

    # The profiler costs time of its own; the last steps are enough of it.
    profiled = min(steps, 20)
    for _ in range(steps - profiled):
        step()
    with torch.autograd.profiler.profile() as profile:
        for _ in range(profiled):
            step()
    return losses, _digest(net), _microseconds(profile)


def _digest(net):
    digest = hashlib.sha256()
    for parameter in net.parameters():
        digest.update(parameter.detach().numpy().tobytes())
    return digest.hexdigest()[:16]


def _microseconds(profile):
    for row in profile.key_averages():
        if row.key == OPERATOR:
            return row.cpu_time_total / row.count
    raise LookupError(f"{OPERATOR} was not called")


def plot(path, losses, atens):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    _, (top, bottom) = pyplot.subplots(2, 1, sharex=True, figsize=(7, 6))
    top.plot(atens, label="PyTorch's kernels", linewidth=3, alpha=0.5)
    top.plot(losses, label="Backlerp's", linewidth=1)
    top.set_ylabel("loss")
    top.legend()
    bottom.plot([abs(a - b) for a, b in zip(losses, atens)])
    bottom.axhline(TOLERANCE, linestyle=":", color="black")
    bottom.set_yscale("log")
    bottom.set_ylabel("difference of the losses")
    bottom.set_xlabel("step")
    pyplot.tight_layout()
    pyplot.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--plot", help="where to write a picture of the losses")
    arguments = parser.parse_args()

    digests = set()
    for run, threads in enumerate((1, 1, 1, 2), 1):
        with backlerp.torch.enabled(threads):
            losses, digest, time = train(arguments.steps, arguments.size)
        digests.add(digest)
        print(f"Backlerp, run {run}, threads {threads}: loss {losses[-1]:.6f}, "
              f"weights {digest}, backward {time:.0f} us a call")
    atens, digest, time = train(arguments.steps, arguments.size)
    print(f"PyTorch's kernels:           loss {atens[-1]:.6f}, "
          f"weights {digest}, backward {time:.0f} us a call")
    apart = max(abs(a - b) for a, b in zip(losses, atens))
    print(f"losses are at most {apart:.1e} apart")
    if arguments.plot:
        plot(arguments.plot, losses, atens)
    return 0 if len(digests) == 1 and apart <= TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main())
