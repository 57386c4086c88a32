# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Our kernels under PyTorch's own bilinear upsampling, on CPU.

    import backlerp.torch
    backlerp.torch.install()

From then on torch.nn.functional.interpolate(..., mode="bilinear"), forward and
backward, and whatever else ends in aten::upsample_bilinear2d or
aten::upsample_bilinear2d_backward, runs on our kernels.

How: our functions are registered for the dispatch key BackendSelect, the last
one that PyTorch's dispatcher looks at before the backends' own. (Registered for
CPU they would replace aten's kernels for good, and old releases have no way to
call what was replaced.) A function takes the calls that it can do, and passes
on all others as they came: other devices, meta and sparse tensors, types that
aten's kernel does not have, and erroneous arguments, so that their errors are
aten's. Autograd, vmap, fake tensors and torch.compile work above this key and
do not notice.
"""

import contextlib
import operator
import threading
from typing import Iterator, Optional

import torch

from backlerp import _core

__all__ = ["enabled", "install", "installed", "uninstall"]

_aten = torch.ops.aten
_FORWARD = _aten.upsample_bilinear2d.default
_FORWARD_OUT = _aten.upsample_bilinear2d.out
_BACKWARD = _aten.upsample_bilinear2d_backward.default
_BACKWARD_OUT = _aten.upsample_bilinear2d_backward.grad_input

_Keys, _Key = torch._C.DispatchKeySet, torch._C.DispatchKey
# The keys of backends; PyTorch counts the one of its Python dispatcher to them.
_BACKENDS = (torch._C._dispatch_keyset_full_after(_Key.BackendSelect) -
             _Keys(torch._C._dispatch_key_parse("PythonDispatcher")))

_lock = threading.Lock()
_library: Optional[torch.library.Library] = None
_threads: Optional[int] = None
# The types that aten's kernels take: calls with others fail as they would.
_forward_types: frozenset = frozenset()
_backward_types: frozenset = frozenset()


def install(threads: Optional[int] = None) -> None:
    """Puts our kernels under aten's upsampling in this process.

    Args:
      threads: the most threads that one call uses (1 to 1024). None follows
        torch.set_num_threads(). No bit of a result depends on it.

    Installing again only changes `threads`. May be called by any thread, but
    not while another one is upsampling.

    Raises:
      TypeError: `threads` is neither None nor an integer.
      ValueError: `threads` is an integer that is not from 1 to 1024.
    """
    global _library, _threads, _forward_types, _backward_types
    threads = _checked_threads(threads)
    with _lock:
        _threads = threads
        if _library is not None:
            return
        _forward_types = _types_of_aten(
            lambda x: _FORWARD(x, [2, 2], False))
        _backward_types = _types_of_aten(
            lambda x: _BACKWARD(x, [1, 1], [1, 1, 1, 1], False))
        library = torch.library.Library("aten", "IMPL", "BackendSelect")
        library.impl("upsample_bilinear2d", _forward)
        library.impl("upsample_bilinear2d.out", _forward_out)
        library.impl("upsample_bilinear2d_backward", _backward)
        library.impl("upsample_bilinear2d_backward.grad_input", _backward_out)
        _library = library


def uninstall() -> None:
    """Gives aten's kernels their place back; does nothing if they have it.

    May be called by any thread, but not while another one is upsampling.
    """
    global _library
    with _lock:
        library, _library = _library, None
        if library is not None and hasattr(library, "_destroy"):
            library._destroy()
        # In releases without _destroy, this was the last reference.
        del library


def installed() -> bool:
    """Whether our kernels are in place."""
    return _library is not None


@contextlib.contextmanager
def enabled(threads: Optional[int] = None) -> Iterator[None]:
    """install() for the body of a `with`, for all threads of the process.

    What was in place before, with its number of threads, is so again after it.
    """
    before, threads_before = installed(), _threads
    install(threads)
    try:
        yield
    finally:
        if before:
            install(threads_before)
        else:
            uninstall()


def _checked_threads(threads):
    if threads is None:
        return None
    try:
        number = operator.index(threads)
    except TypeError:
        raise TypeError(f"threads: is {threads!r}, expected None or an "
                        "integer") from None
    if not 1 <= number <= 1024:
        raise ValueError(f"threads: is {threads!r}, expected from 1 to 1024")
    return number


# --- What the dispatcher calls ------------------------------------------------


def _forward(self, output_size, align_corners, scales_h=None, scales_w=None):
    if not (_takes(self, _forward_types) and _is_size(output_size, 2)):
        return _pass_on(_FORWARD, self, output_size, align_corners, scales_h,
                        scales_w)
    result = _core.new_tensor_like(self, *self.shape[:2], *output_size)
    _run(False, self, result, align_corners, scales_h, scales_w)
    return result


def _forward_out(self, output_size, align_corners, scales_h=None, scales_w=None,
                 *, out):
    size = tuple(self.shape[:2]) + tuple(output_size)
    if not (_takes(self, _forward_types) and _is_size(output_size, 2) and
            _can_write(out, self, size)):
        return _pass_on(_FORWARD_OUT, self, output_size, align_corners,
                        scales_h, scales_w, out=out)
    _run(False, self, out, align_corners, scales_h, scales_w)
    return out


def _backward(grad_output, output_size, input_size, align_corners,
              scales_h=None, scales_w=None):
    if not (_takes(grad_output, _backward_types) and
            _fit(grad_output, output_size, input_size)):
        return _pass_on(_BACKWARD, grad_output, output_size, input_size,
                        align_corners, scales_h, scales_w)
    result = _core.new_tensor_like(grad_output, *input_size)
    _run(True, grad_output, result, align_corners, scales_h, scales_w)
    return result


def _backward_out(grad_output, output_size, input_size, align_corners,
                  scales_h=None, scales_w=None, *, grad_input):
    if not (_takes(grad_output, _backward_types) and
            _fit(grad_output, output_size, input_size) and
            _can_write(grad_input, grad_output, tuple(input_size))):
        return _pass_on(_BACKWARD_OUT, grad_output, output_size, input_size,
                        align_corners, scales_h, scales_w,
                        grad_input=grad_input)
    _run(True, grad_output, grad_input, align_corners, scales_h, scales_w)
    return grad_input


def _run(backward, src, dst, align_corners, scale_h, scale_w):
    # aten's CPU kernel takes no notice of the scale of an axis that keeps its
    # size; the library takes scales as they are.
    if scale_h is None or src.shape[2] == dst.shape[2]:
        scale_h = 0.0
    if scale_w is None or src.shape[3] == dst.shape[3]:
        scale_w = 0.0
    _core.run_tensors(backward, src, dst, align_corners, scale_h, scale_w,
                      _threads or torch.get_num_threads())


def _pass_on(op, tensor, *args, **kwargs):
    """Calls the kernel that the dispatcher would have called without us."""
    keys = ((torch._C._dispatch_keys(tensor) |
             torch._C._dispatch_tls_local_include_set()) -
            torch._C._dispatch_tls_local_exclude_set())
    key = (keys & _BACKENDS).highestPriorityTypeId()
    if torch._C._dispatch_has_computed_kernel_for_dispatch_key(
            op.name(), key.name):
        # The kernel itself, and nothing switched off meanwhile: some of them
        # make tensors, which takes BackendSelect again.
        return op._op_dk(key, tensor, *args, **kwargs)
    # There is none, and the dispatcher will say so.
    with _without_us():
        return op(tensor, *args, **kwargs)


@contextlib.contextmanager
def _without_us():
    """The body's calls are not dispatched to BackendSelect."""
    keys = _Keys(_Key.BackendSelect)
    if hasattr(torch._C, "_ExcludeDispatchKeyGuard"):
        with torch._C._ExcludeDispatchKeyGuard(keys):
            yield
    else:  # Up to 1.13 or so; works while it exists.
        guard = torch._C.ExcludeDispatchKeyGuard(keys)
        try:
            yield
        finally:
            del guard


# --- What we take -------------------------------------------------------------


def _takes(tensor, types):
    return (tensor.is_cpu and tensor.layout is torch.strided and
            tensor.dtype in types and tensor.dim() == 4 and
            tensor.numel() > 0)


def _is_size(size, count):
    return len(size) == count and all(s > 0 for s in size)


def _fit(grad_output, output_size, input_size):
    """Whether these are sizes that aten accepts too."""
    return (_is_size(output_size, 2) and _is_size(input_size, 4) and
            tuple(grad_output.shape) ==
            (*input_size[:2], *output_size))


def _can_write(out, src, size):
    """Whether `out` needs no resizing, no conversion and no copy."""
    return (out.is_cpu and out.layout is torch.strided and
            out.dtype is src.dtype and tuple(out.shape) == size and
            _is_dense(out) and not _may_overlap(out, src))


def _is_dense(tensor):
    return (tensor.is_contiguous() or
            tensor.is_contiguous(memory_format=torch.channels_last))


def _may_overlap(a, b):
    """Whether two tensors lie in one block of memory."""
    begin_a, end_a = _block(a)
    begin_b, end_b = _block(b)
    return begin_a < end_b and begin_b < end_a


def _block(tensor):
    last = sum((size - 1) * stride
               for size, stride in zip(tensor.shape, tensor.stride()))
    begin = tensor.data_ptr()
    return begin, begin + (last + 1) * tensor.element_size()


def _types_of_aten(call):
    """The types of ours for which `call` of a tensor does not fail."""
    types = set()
    for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        try:
            call(torch.zeros((1, 1, 1, 1), dtype=dtype, device="cpu"))
        except RuntimeError:
            continue
        types.add(dtype)
    return frozenset(types)
