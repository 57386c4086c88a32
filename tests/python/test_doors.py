# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""The same problem through every door: the same bits.

The C API's libraries are those in BACKLERP_LIB_DIR, the command is
BACKLERP_CLI; without them their doors are skipped.
"""

import os
import subprocess

import numpy
import pytest
import torch

import backlerp
import backlerp.acl
import backlerp.torch

# Shape of grad_out, size of grad_in, align_corners, scales. Scales are those of
# the sizes, or all doors' rules would have to be the same.
PROBLEMS = {
    "twofold": ((2, 3, 32, 48), (16, 24), False, (2.0, 2.0)),
    "corners": ((1, 2, 37, 23), (16, 10), True, None),
    "odd": ((2, 3, 37, 23), (16, 10), False, None),
    "down": ((1, 5, 7, 9), (14, 30), False, None),
    "one axis": ((1, 2, 8, 20), (8, 10), False, None),
    "many": ((1, 40, 20, 20), (10, 10), False, None),
}
TYPES = ["float32", "float16"]


def grad_out_of(shape, dtype):
    rng = numpy.random.default_rng(11)
    return rng.standard_normal(shape, numpy.float32).astype(dtype)


def through_c_api(grad_out, size, align_corners, scales):
    library = backlerp.acl.load(os.environ["BACKLERP_LIB_DIR"])
    grad_in = numpy.zeros(grad_out.shape[:2] + size, grad_out.dtype)
    library.prepare("aclnnUpsampleBilinear2dBackwardV2", grad_out, grad_in,
                    align_corners=align_corners,
                    scales=scales or (0.0, 0.0)).run()
    return grad_in


def through_command(grad_out, size, align_corners, scales, directory):
    source, result = directory / "grad_out.npy", directory / "grad_in.npy"
    numpy.save(source, grad_out)
    command = [os.environ["BACKLERP_CLI"], "grad", source, result,
               "--input-size", f"{size[0]},{size[1]}"]
    if align_corners:
        command.append("--align-corners")
    if scales:
        command += ["--scales", f"{scales[0]},{scales[1]}"]
    subprocess.run(command, check=True)
    return numpy.load(result)


def through_aten(grad_out, size, align_corners, scales):
    with backlerp.torch.enabled():
        return torch.ops.aten.upsample_bilinear2d_backward(
            torch.from_numpy(grad_out), grad_out.shape[2:],
            grad_out.shape[:2] + size, align_corners,
            *(scales or (None, None))).numpy()


def through_python(grad_out, size, align_corners, scales):
    return backlerp.upsample_bilinear2d_backward(
        grad_out, size, align_corners=align_corners, scales=scales)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", list(PROBLEMS))
def test_plan_and_tensors(name, dtype):
    shape, size, align_corners, scales = PROBLEMS[name]
    grad_out = grad_out_of(shape, dtype)
    expected = through_python(grad_out, *PROBLEMS[name][1:]).tobytes()
    plan = backlerp.Plan("backward", shape, size, dtype=dtype,
                         align_corners=align_corners, scales=scales)
    assert plan(grad_out).tobytes() == expected
    tensor = backlerp.upsample_bilinear2d_backward(
        torch.from_numpy(grad_out), size, align_corners=align_corners,
        scales=scales)
    assert tensor.numpy().tobytes() == expected


@pytest.mark.parametrize("name", list(PROBLEMS))
def test_aten(name):
    grad_out = grad_out_of(PROBLEMS[name][0], "float32")
    arguments = PROBLEMS[name][1:]
    assert (through_aten(grad_out, *arguments).tobytes() ==
            through_python(grad_out, *arguments).tobytes())


@pytest.mark.skipif("BACKLERP_LIB_DIR" not in os.environ,
                    reason="BACKLERP_LIB_DIR is not set")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", list(PROBLEMS))
def test_c_api(name, dtype):
    grad_out = grad_out_of(PROBLEMS[name][0], dtype)
    arguments = PROBLEMS[name][1:]
    assert (through_c_api(grad_out, *arguments).tobytes() ==
            through_python(grad_out, *arguments).tobytes())


@pytest.mark.skipif("BACKLERP_CLI" not in os.environ,
                    reason="BACKLERP_CLI is not set")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", list(PROBLEMS))
def test_command(name, dtype, tmp_path):
    grad_out = grad_out_of(PROBLEMS[name][0], dtype)
    arguments = PROBLEMS[name][1:]
    assert (through_command(grad_out, *arguments, tmp_path).tobytes() ==
            through_python(grad_out, *arguments).tobytes())


@pytest.mark.skipif("BACKLERP_LIB_DIR" not in os.environ,
                    reason="BACKLERP_LIB_DIR is not set")
def test_errors_of_the_c_api():
    library = backlerp.acl.load(os.environ["BACKLERP_LIB_DIR"])
    grad_out = numpy.zeros((1, 2, 6, 6), numpy.float32)
    with pytest.raises(backlerp.acl.AclError, match="gradOut: shape") as info:
        library.prepare("aclnnUpsampleBilinear2dBackwardV2", grad_out,
                        numpy.zeros((1, 3, 3, 3), numpy.float32))
    assert info.value.code == 161002
    assert str(info.value) == str(info.value).strip()


@pytest.mark.skipif("BACKLERP_LIB_DIR" not in os.environ,
                    reason="BACKLERP_LIB_DIR is not set")
@pytest.mark.parametrize("arguments,error,message", [
    (dict(operator="foo"), ValueError,
     "operator: is 'foo', expected one of aclnnUpsampleBilinear2d, "
     "aclnnUpsampleBilinear2dBackward, aclnnUpsampleBilinear2dBackwardV2$"),
    (dict(layout="CHW"), ValueError,
     "layout: is 'CHW', expected one of NCHW, NHWC$"),
    (dict(src=numpy.zeros((1, 2, 6, 6), int)), ValueError,
     "src.dtype: is 'int64', expected one of float32, float16, float64, bf"),
    (dict(align_corners="no"), TypeError,
     "align_corners: is 'no', expected True or False$"),
])
def test_errors_of_prepare(arguments, error, message):
    library = backlerp.acl.load(os.environ["BACKLERP_LIB_DIR"])
    given = dict(operator="aclnnUpsampleBilinear2dBackwardV2",
                 src=numpy.zeros((1, 2, 6, 6), numpy.float32),
                 dst=numpy.zeros((1, 2, 3, 3), numpy.float32))
    with pytest.raises(error, match="^" + message):
        library.prepare(**{**given, **arguments})


def test_libraries_that_are_not_there(tmp_path):
    expected = ("expected the one of an installed Backlerp's libascendcl.so, "
                "libnnopbase.so, libopapi.so, or None")
    with pytest.raises(OSError, match="^directory: is '/nonexistent', "
                       f"{expected}.*/nonexistent/libascendcl.so"):
        backlerp.acl.load("/nonexistent")
    with pytest.raises(OSError, match=f"^directory: .*{expected}"):
        backlerp.acl.load(str(tmp_path))


def test_libraries_that_are_others(tmp_path):
    """Any library does for one that has none of the C API's functions."""
    for name in ("ascendcl", "nnopbase", "opapi"):
        (tmp_path / f"lib{name}.so").symlink_to(backlerp._core.__file__)
    with pytest.raises(OSError, match="^directory: is .*, expected the one of "
                       ".*: no library has the function acl"):
        backlerp.acl.load(str(tmp_path))
