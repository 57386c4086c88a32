# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""The gradient of a batch that need not fit into memory, with Dask.

The operator is independent for each image and channel: map_blocks over blocks
of whole images is all that it takes, and the blocks are not in the bits. Exits
with 1 where a bit differs from the whole array's gradient.

    python dask_map_blocks.py
"""

import sys

import dask.array
import numpy

import backlerp


def backward(grad_out, size, **options):
    """As backlerp.upsample_bilinear2d_backward, of a Dask array, lazily.

    The blocks may cut images and channels apart from each other, but not images
    themselves: the chunks of the last two axes are joined.
    """
    whole_images = grad_out.rechunk({2: -1, 3: -1})
    # Dask runs the blocks in parallel already.
    return whole_images.map_blocks(
        backlerp.upsample_bilinear2d_backward, size, threads=1,
        dtype=grad_out.dtype,
        chunks=(*whole_images.chunks[:2], *((s,) for s in size)), **options)


def main():
    random = dask.array.random.RandomState(7)
    grad_out = random.normal(size=(12, 6, 200, 300),
                             chunks=(5, 4, 100, 300)).astype("float32")
    grad_in = backward(grad_out, (100, 150), scales=(2.0, 2.0))
    print(f"{grad_out.numblocks} blocks of grad_out, {grad_in.numblocks} of "
          f"the result {grad_in.shape}")
    whole = backlerp.upsample_bilinear2d_backward(
        grad_out.compute(), (100, 150), scales=(2.0, 2.0))
    same = numpy.array_equal(grad_in.compute(), whole)
    print("the same bits" if same else "DIFFERENT")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
