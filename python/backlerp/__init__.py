# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Bilinear 2-D upsampling and its gradient, with the same bits on every run.

The two functions take and give arrays of NumPy, PyTorch, or any library whose
arrays export DLPack, and do not copy them:

    grad_in = backlerp.upsample_bilinear2d_backward(grad_out, (height, width))
    image = backlerp.upsample_bilinear2d(image, (height, width))

`Plan` is for many calls of one shape. Two modules want an import of their own,
so that nothing of them is loaded without need:

    import backlerp.torch  # the kernels under PyTorch's own upsampling
    import backlerp.acl    # CANN's C API
"""

from backlerp._core import version as __version__
from backlerp._functions import kernel_names
from backlerp._functions import upsample_bilinear2d
from backlerp._functions import upsample_bilinear2d_backward
from backlerp._plan import Plan

__all__ = [
    "Plan",
    "__version__",
    "kernel_names",
    "upsample_bilinear2d",
    "upsample_bilinear2d_backward",
]
