# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""The package's functions, with their contracts."""

from typing import Any, List, Optional, Sequence, Tuple

from backlerp import _core

_Scales = Optional[Tuple[Optional[float], Optional[float]]]


def upsample_bilinear2d_backward(grad_out: Any,
                                 input_size: Sequence[int],
                                 *,
                                 align_corners: bool = False,
                                 scales: _Scales = None,
                                 layout: str = "NCHW",
                                 out: Any = None,
                                 threads: Optional[int] = None,
                                 coordinates: str = "float32") -> Any:
    """Returns the gradient of bilinear upsampling with respect to its input.

    Args:
      grad_out: the gradient with respect to the upsampled image: a 4-D array on
        the CPU of float16, bfloat16 (ml_dtypes or PyTorch), float32 or float64,
        with any strides. It is read where it lies.
      input_size: the size before upsampling: (height, width), or all four in
        the order of `layout`, as in aten, of which the batch and the channels
        must be those of grad_out.
      align_corners: whether the corner pixels of both images have their centres
        in the same places; a bool or numpy.bool_, so that no other argument is
        taken for it.
      scales: None, or (scale_h, scale_w), the factors that the image was
        upsampled by: each a finite number > 0, or 0 or None where the sizes
        decide. A factor is used as it is, also where it does not reproduce the
        sizes or an axis keeps its size. (PyTorch ignores it for an axis that
        keeps its size; backlerp.torch does the same.)
      layout: "NCHW" or "NHWC", the order of the axes of grad_out and result.
      out: None, or the array to write to: on the CPU, writable, of the result's
        shape and of grad_out's type, and apart from grad_out.
      threads: None, or the most threads to use (1 to 1024). None is
        BACKLERP_NUM_THREADS, or without it the CPUs of the process.
      coordinates: "float32" as in PyTorch, or "float64", the formula's own
        value. float64 arrays always have float64 coordinates.

    Returns:
      `out`, or a new array of grad_out's library and type, in C order; a tensor
      has the memory format that PyTorch's own function gives it.

    Raises:
      TypeError: an argument of the wrong type, or elements of another type.
      ValueError: a wrong size, shape, device, word or number, read-only or
        overlapping memory, or a tensor that requires a gradient. The message
        names the argument, what was given and what was expected.
      MemoryError: there is no memory for the result or the tables.

    No bit of the result depends on the number of threads, the strides or the
    machine. The interpreter's lock is released while it is computed.
    """
    return _core.backward(grad_out, input_size, align_corners, scales, layout,
                          out, threads, coordinates)


def upsample_bilinear2d(input: Any,  # pylint: disable=redefined-builtin
                        output_size: Optional[Sequence[int]] = None,
                        *,
                        align_corners: bool = False,
                        scales: _Scales = None,
                        layout: str = "NCHW",
                        out: Any = None,
                        threads: Optional[int] = None,
                        coordinates: str = "float32") -> Any:
    """Returns `input` upsampled bilinearly.

    Args:
      input: a 4-D array, as grad_out of upsample_bilinear2d_backward.
      output_size: (height, width), or all four sizes in the order of `layout`.
        None is floor(size * scale), and needs both scales, as numbers > 0.
      align_corners, scales, layout, out, threads, coordinates: as for
        upsample_bilinear2d_backward.

    Returns, raises: as upsample_bilinear2d_backward.
    """
    return _core.forward(input, output_size, align_corners, scales, layout, out,
                         threads, coordinates)


def kernel_names() -> List[str]:
    """Returns the names of all kernels that this machine can run.

    The best comes first, the plain scalar "reference" last. Plan.kernel is one
    of them; all give the same bits.
    """
    return _core.kernel_names()
