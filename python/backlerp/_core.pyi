# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

from typing import Any

version: str

class Plan:
    def __init__(
        self,
        direction: Any,
        shape: Any,
        size: Any,
        dtype: Any,
        align_corners: Any,
        scales: Any,
        layout: Any,
        threads: Any,
        coordinates: Any,
    ) -> None: ...
    def __call__(self, array: Any, out: Any) -> Any: ...
    @property
    def kernel(self) -> str: ...
    @property
    def threads(self) -> int: ...
    @property
    def workspace_bytes(self) -> int: ...
    @property
    def shape(self) -> tuple[int, int, int, int]: ...
    @property
    def result_shape(self) -> tuple[int, int, int, int]: ...

def backward(
    grad_out: Any,
    input_size: Any,
    align_corners: Any,
    scales: Any,
    layout: Any,
    out: Any,
    threads: Any,
    coordinates: Any,
) -> Any: ...
def forward(
    input: Any,
    output_size: Any,
    align_corners: Any,
    scales: Any,
    layout: Any,
    out: Any,
    threads: Any,
    coordinates: Any,
) -> Any: ...
def run_tensors(
    backward: bool,
    src: Any,
    dst: Any,
    align_corners: bool,
    scale_h: float,
    scale_w: float,
    threads: int,
) -> None: ...
def new_tensor_like(like: Any, n: int, c: int, h: int, w: int) -> Any: ...
def kernel_names() -> list[str]: ...
