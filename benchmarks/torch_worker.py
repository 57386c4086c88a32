# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""PyTorch's operators, as a process that ./bench measures.

Answers the lines that benchmarks/worker/serve.h describes. Ordinary cases use
the operators' out variants, so that PyTorch is not charged for allocating; the
cases with allocate=1 make the call that programs make.
"""

import sys
import time

import torch

PERIOD = 8191
SAMPLES = 4096
TYPES = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}


class NotSupported(Exception):
    """PyTorch has nothing to measure for a case."""


def contents(elements):
    """The values of contents.h, in N, C, H, W order."""
    period = (torch.arange(PERIOD) * 37 % 251 - 125).to(torch.float32) / 64
    return period.repeat(-(-elements // PERIOD))[:elements]


def sample(tensor):
    """The elements that contents.h's Sample takes."""
    total = tensor.numel()
    count = min(total, SAMPLES)
    step = total // count
    k = torch.arange(count)
    index = k * step + k * 7919 % step
    _, channels, height, width = tensor.shape
    plane = index // (height * width)
    row = index // width % height
    picked = tensor[plane // channels, plane % channels, row, index % width]
    return picked.to(torch.float32).tolist()


class Peer:
    """One case at a time, as serve.h's Peer."""

    def __init__(self):
        self.sets = []
        self.turn = 0
        self.call = None
        self.result_tensor = None

    def describe(self, _):
        return f"PyTorch {torch.__version__}"

    def prepare(self, line):
        self.sets = []
        self.result_tensor = None
        case = dict(field.split("=", 1) for field in line.split())
        number = {key: int(value) for key, value in case.items()
                  if value.isdigit()}
        torch.set_num_threads(number["threads"])
        batch = [number["n"], number["c"]]
        in_size = [number["in_h"], number["in_w"]]
        out_size = [number["out_h"], number["out_w"]]
        forward = case["direction"] == "forward"
        src_size = batch + (in_size if forward else out_size)
        dst_size = batch + (out_size if forward else in_size)
        options = {
            "dtype": TYPES[case["dtype"]],
            "memory_format": torch.channels_last if case["layout"] == "nhwc"
            else torch.contiguous_format,
        }
        for _ in range(number["sets"]):
            src = torch.empty(src_size, **options)
            src.copy_(contents(src.numel()).view(src_size))
            self.sets.append((src, torch.zeros(dst_size, dtype=src.dtype).to(
                memory_format=options["memory_format"])))
        self.call = self._call(forward, batch + in_size, out_size,
                               bool(number["align_corners"]),
                               number["allocate"])
        try:
            self.run_once()
        except RuntimeError as error:
            if "not implemented for" in str(error):
                raise NotSupported("no kernel") from error
            raise
        return ""

    @staticmethod
    def _call(forward, in_size, out_size, align_corners, allocate):
        if forward and allocate:
            operator = torch.ops.aten.upsample_bilinear2d.default
            return lambda src, dst: operator(
                src, out_size, align_corners, None, None)
        if forward:
            operator = torch.ops.aten.upsample_bilinear2d.out
            return lambda src, dst: operator(
                src, out_size, align_corners, None, None, out=dst)
        if allocate:
            operator = torch.ops.aten.upsample_bilinear2d_backward.default
            return lambda src, dst: operator(
                src, out_size, in_size, align_corners, None, None)
        operator = torch.ops.aten.upsample_bilinear2d_backward.grad_input
        return lambda src, dst: operator(
            src, out_size, in_size, align_corners, None, None, grad_input=dst)

    def run_once(self):
        src, dst = self.sets[self.turn % len(self.sets)]
        self.turn += 1
        self.result_tensor = self.call(src, dst)

    def run(self, calls):
        start = time.perf_counter()
        for _ in range(int(calls)):
            self.run_once()
        return f"{time.perf_counter() - start:.9g}"

    def result(self, _):
        return " ".join(f"{x:.9g}" for x in sample(self.result_tensor))


def main():
    peer = Peer()
    commands = {"describe": peer.describe, "prepare": peer.prepare,
                "run": peer.run, "result": peer.result}
    with torch.inference_mode():
        for line in sys.stdin:
            command, _, arguments = line.strip().partition(" ")
            try:
                answer = f"ok {commands[command](arguments)}"
            except NotSupported as reason:
                answer = f"none {reason}"
            except Exception as error:  # the other side reports whatever it is
                text = str(error).splitlines() or [type(error).__name__]
                answer = f"error {text[0]}"
            print(answer, flush=True)


if __name__ == "__main__":
    main()
