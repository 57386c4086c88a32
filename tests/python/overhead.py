# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""What a call costs besides its arithmetic: ours beside aten's, for the
gradient [1, 1, 3, 3] <- [1, 1, 6, 6]. Run it as a program to see a table."""

import timeit

import numpy
import torch

import backlerp
import backlerp.torch

GRAD_OUT = numpy.ones((1, 1, 6, 6), numpy.float32)
OUT = numpy.ones((1, 1, 3, 3), numpy.float32)
TENSOR = torch.from_numpy(GRAD_OUT)
PLAN = backlerp.Plan("backward", GRAD_OUT.shape, (3, 3))
ATEN = torch.ops.aten.upsample_bilinear2d_backward.default


def of_aten():
    ATEN(TENSOR, [6, 6], [1, 1, 3, 3], False)


def of_array():
    backlerp.upsample_bilinear2d_backward(GRAD_OUT, (3, 3))


def of_array_and_out():
    backlerp.upsample_bilinear2d_backward(GRAD_OUT, (3, 3), out=OUT)


def of_tensor():
    backlerp.upsample_bilinear2d_backward(TENSOR, (3, 3))


def of_plan():
    PLAN(GRAD_OUT, OUT)


def microseconds(call, calls=5000, repeats=9):
    """The least of several, which other processes disturb least."""
    return min(timeit.repeat(call, number=calls, repeat=repeats)) / calls * 1e6


def ratio_to_aten():
    """Of the slowest of our calls, the one on tensors like aten's."""
    return microseconds(of_tensor) / microseconds(of_aten)


def main():
    torch.set_num_threads(1)
    aten = microseconds(of_aten)
    rows = [("aten's operator", of_aten), ("function, array", of_array),
            ("function, array and out", of_array_and_out),
            ("function, tensor", of_tensor), ("plan, array and out", of_plan)]
    for name, call in rows:
        time = microseconds(call)
        print(f"{name:24} {time:6.2f} us  {time / aten:5.2f} of aten's")
    with backlerp.torch.enabled():
        time = microseconds(of_aten)
    print(f"{'aten, ours installed':24} {time:6.2f} us  "
          f"{time / aten:5.2f} of aten's")


if __name__ == "__main__":
    main()
