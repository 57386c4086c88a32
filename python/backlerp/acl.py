# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""CANN's C API of these operators, for scripts: the two phases on NumPy arrays.

    library = backlerp.acl.load("/usr/local/lib")
    executor = library.prepare("aclnnUpsampleBilinear2dBackwardV2", grad_out,
                               grad_in, align_corners=True)
    executor.run()

The libraries libascendcl, libnnopbase and libopapi are not part of this
package: they are those of an installed Backlerp, and found by directory, or
without one where the system's loader looks. Checks, error codes and messages
are those of the C API, whose headers are the reference.
"""

import ctypes
import functools
import os
from typing import Optional, Tuple

import numpy

__all__ = ["AclError", "Executor", "Library", "load"]

_P = ctypes.c_void_p
_TYPES = {"float32": 0, "float16": 1, "float64": 11, "bfloat16": 27}
_FORMATS = {"NCHW": 0, "NHWC": 1}
_FILES = ("libascendcl.so", "libnnopbase.so", "libopapi.so")
_REPEATED_INITIALIZE = 100002
_MALLOC_HUGE_FIRST = 0
# Whether the operator takes inputSize.
_OPERATORS = {
    "aclnnUpsampleBilinear2d": False,
    "aclnnUpsampleBilinear2dBackward": True,
    "aclnnUpsampleBilinear2dBackwardV2": True,
}


class AclError(RuntimeError):
    """A call that answered another code than 0, which `code` has."""

    def __init__(self, call: str, code: int, message: str):
        super().__init__(message or f"{call}: {code}")
        self.code = code


class Library:
    """The open libraries, initialised, on device 0. See load()."""

    def __init__(self, directory: Optional[str]):
        try:
            self._libraries = [
                ctypes.CDLL(os.path.join(directory or "", file))
                for file in _FILES
            ]
            self.function("aclGetRecentErrMsg").restype = ctypes.c_char_p
            for name in ("aclCreateTensor", "aclCreateIntArray"):
                self.function(name).restype = _P
        except (OSError, AttributeError) as error:
            raise OSError(
                f"directory: is {directory!r}, expected the one of an "
                f"installed Backlerp's {', '.join(_FILES)}, or None where the "
                f"system's loader finds them: {error}") from error
        code = self.function("aclInit")(None)
        if code != _REPEATED_INITIALIZE:
            self._check("aclInit", code)
        self.call("aclrtSetDevice", 0)

    def function(self, name: str):
        """The C function `name` of whichever library has it."""
        for library in self._libraries:
            if hasattr(library, name):
                return getattr(library, name)
        raise AttributeError(f"no library has the function {name}")

    def call(self, name: str, *args) -> None:
        """Calls a function that answers a code; AclError where it is not 0."""
        self._check(name, self.function(name)(*args))

    def prepare(self, operator: str, src: numpy.ndarray, dst: numpy.ndarray, *,
                align_corners: bool = False,
                scales: Tuple[float, float] = (0.0, 0.0),
                layout: str = "NCHW") -> "Executor":
        """Phase 1 of an operator from `src` to `dst`, 4-D arrays.

        The sizes that the operator takes besides are those of the arrays.
        Raises:
          AclError: the C API refuses.
          ValueError: an operator, a layout or a type of elements that is none.
          TypeError: align_corners is no bool.
        """
        _check_word("operator", operator, _OPERATORS)
        _check_word("layout", layout, _FORMATS)
        for name, array in (("src", src), ("dst", dst)):
            _check_word(f"{name}.dtype", array.dtype.name, _TYPES)
        if not isinstance(align_corners, (bool, numpy.bool_)):
            raise TypeError(f"align_corners: is {align_corners!r}, expected "
                            "True or False")
        h = layout.index("H")
        backward = _OPERATORS[operator]
        output_size = (src if backward else dst).shape[h:h + 2]
        tensors = [self._tensor(array, layout) for array in (src, dst)]
        sizes = [self._int_array(output_size)]
        if backward:
            sizes.append(self._int_array(dst.shape))
        workspace_bytes, executor = ctypes.c_uint64(), _P()
        try:
            self.call(f"{operator}GetWorkspaceSize", tensors[0], *sizes,
                      ctypes.c_bool(align_corners),
                      *(ctypes.c_double(scale) for scale in scales), tensors[1],
                      ctypes.byref(workspace_bytes), ctypes.byref(executor))
        finally:
            for tensor in tensors:
                self.function("aclDestroyTensor")(tensor)
            for size in sizes:
                self.function("aclDestroyIntArray")(size)
        return Executor(self, operator, executor, workspace_bytes.value,
                        (src, dst))

    def _tensor(self, array, layout):
        data = array.__array_interface__["data"][0]
        dims = (ctypes.c_int64 * array.ndim)(*array.shape)
        strides = (ctypes.c_int64 * array.ndim)(
            *(stride // array.itemsize for stride in array.strides))
        return _P(self.function("aclCreateTensor")(
            dims, ctypes.c_uint64(array.ndim), _TYPES[array.dtype.name],
            strides, ctypes.c_int64(0), _FORMATS[layout], dims,
            ctypes.c_uint64(array.ndim), _P(data)))

    def _int_array(self, values):
        return _P(self.function("aclCreateIntArray")(
            (ctypes.c_int64 * len(values))(*values),
            ctypes.c_uint64(len(values))))

    def _check(self, call, code):
        if code != 0:
            message = self.function("aclGetRecentErrMsg")() or b""
            text = message.decode(errors="replace").rstrip()
            raise AclError(call, code, text)


def _check_word(name, word, words):
    if word not in words:
        raise ValueError(f"{name}: is {word!r}, expected one of "
                         f"{', '.join(words)}")


class Executor:
    """What phase 1 answered; it serves one phase 2."""

    def __init__(self, library, operator, handle, workspace_bytes, arrays):
        self.workspace_bytes = workspace_bytes
        self._library, self._operator, self._handle = library, operator, handle
        self._arrays = arrays  # kept alive

    def run(self, stream: Optional[ctypes.c_void_p] = None) -> None:
        """Phase 2, and waits for the stream (None: the default stream)."""
        library, workspace = self._library, _P()
        if self.workspace_bytes > 0:
            library.call("aclrtMalloc", ctypes.byref(workspace),
                         ctypes.c_size_t(self.workspace_bytes),
                         _MALLOC_HUGE_FIRST)
        try:
            library.call(self._operator, workspace,
                         ctypes.c_uint64(self.workspace_bytes), self._handle,
                         stream)
            library.call("aclrtSynchronizeStream", stream)
        finally:
            if workspace:
                library.call("aclrtFree", workspace)


@functools.lru_cache(maxsize=None)
def load(directory: Optional[str] = None) -> Library:
    """Opens and initialises the libraries in `directory`, once.

    Args:
      directory: where an installed Backlerp's libraries lie, or None where the
        system's loader finds them.

    Raises:
      OSError: the libraries are not there or are others; the message says
        where they were looked for.
      AclError: they refuse.
    """
    return Library(directory)
