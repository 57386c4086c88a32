# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Slow and obvious evaluations to test against, from docs/numerics.md alone."""

import math

import numpy


def matrix(size_in, size_out, align_corners, scale, coordinates=numpy.float32):
    """One axis of the upsampling as a dense matrix [size_out, size_in].

    Coordinates are rounded as the contract says; the entries are in float64.
    """
    f = coordinates
    if align_corners:
        ratio = f(size_in - 1) / f(size_out - 1) if size_out > 1 else f(0)
    elif scale is not None and scale > 0:
        ratio = f(1.0 / scale)
    else:
        ratio = f(size_in) / f(size_out)
    identity = size_in == size_out and (align_corners or ratio == 1)
    result = numpy.zeros((size_out, size_in))
    for x in range(size_out):
        s = ratio * f(x) if align_corners else ratio * (f(x) + f(0.5)) - f(0.5)
        s = max(f(0), s)
        if identity:
            result[x, x] = 1
        elif s >= size_in - 1:
            result[x, size_in - 1] = 1
        else:
            i = math.floor(s)
            fraction = s - f(i)
            result[x, i] = f(1) - fraction
            result[x, i + 1] = fraction
    return result


def backward(grad_out, size, align_corners=False, scales=(None, None),
             coordinates=numpy.float32):
    """The gradient of NCHW images in float64, and the bound of its error.

    The bound is that of docs/numerics.md for sums in float32.
    """
    g = grad_out.astype(numpy.float64)
    rows = matrix(size[0], g.shape[2], align_corners, scales[0], coordinates)
    columns = matrix(size[1], g.shape[3], align_corners, scales[1], coordinates)
    taps = (rows != 0).sum(0).max() + (columns != 0).sum(0).max()
    exact = numpy.einsum("yi,ncyx,xj->ncij", rows, g, columns)
    bound = (taps + 4) * 2.0**-24 * numpy.einsum(
        "yi,ncyx,xj->ncij", rows, abs(g), columns)
    return exact, bound


def forward(image, size, align_corners=False, scales=(None, None),
            coordinates=numpy.float32):
    """The upsampled images in float64, and the bound of their error."""
    x = image.astype(numpy.float64)
    rows = matrix(x.shape[2], size[0], align_corners, scales[0], coordinates)
    columns = matrix(x.shape[3], size[1], align_corners, scales[1], coordinates)
    exact = numpy.einsum("yi,ncij,xj->ncyx", rows, x, columns)
    bound = 8 * 2.0**-24 * numpy.einsum("yi,ncij,xj->ncyx", rows, abs(x),
                                        columns)
    return exact, bound
