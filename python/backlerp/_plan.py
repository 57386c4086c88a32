# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""The reusable plan."""

from typing import Any, Optional, Sequence, Tuple

from backlerp import _core

_Scales = Optional[Tuple[Optional[float], Optional[float]]]
_Shape = Tuple[int, int, int, int]


class Plan:
    """One problem, made ready to be computed any number of times.

        plan = backlerp.Plan("backward", (8, 64, 256, 256), (128, 128))
        grad_in = plan(grad_out)

    The functions keep the plans of the last few problems by themselves; a Plan
    is for programs with more of them, and tells how it will be computed. It is
    immutable, and any number of threads may call it at once.
    """

    __slots__ = ("_core",)

    def __init__(self,
                 direction: str,
                 shape: Sequence[int],
                 size: Sequence[int],
                 *,
                 dtype: Any = "float32",
                 align_corners: bool = False,
                 scales: _Scales = None,
                 layout: str = "NCHW",
                 threads: Optional[int] = None,
                 coordinates: str = "float32"):
        """Prepares a problem.

        Args:
          direction: "backward", from grad_out to grad_in, or "forward".
          shape: the four sizes of the arrays that will be given.
          size: the image size of the results, (height, width), or all four.
          dtype: the type of the arrays: a name, or NumPy's or PyTorch's type.
          align_corners, scales, layout, threads, coordinates: as for
            upsample_bilinear2d_backward.

        Raises: as upsample_bilinear2d_backward.
        """
        self._core = _core.Plan(direction, shape, size, dtype, align_corners,
                                scales, layout, threads, coordinates)

    def __call__(self, array: Any, out: Any = None) -> Any:
        """Computes the result for `array`, in `out` or in a new array.

        Arrays are as for upsample_bilinear2d_backward, of the plan's shape and
        type; those in C order are the fastest, and others have the same result.
        """
        return self._core(array, out)

    @property
    def shape(self) -> _Shape:
        """The shape of the arrays that are given."""
        return self._core.shape

    @property
    def result_shape(self) -> _Shape:
        """The shape of the results."""
        return self._core.result_shape

    @property
    def kernel(self) -> str:
        """The name of the kernel for arrays in C order."""
        return self._core.kernel

    @property
    def threads(self) -> int:
        """How many threads one call uses; small problems use fewer."""
        return self._core.threads

    @property
    def workspace_bytes(self) -> int:
        """How much memory a call uses besides its arrays."""
        return self._core.workspace_bytes

    def __repr__(self) -> str:
        return (f"<backlerp.Plan {self.shape} -> {self.result_shape}, "
                f"{self.kernel}>")
