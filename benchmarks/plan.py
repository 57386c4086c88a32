# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Which cases a run measures."""

import fnmatch

ELEMENT_BYTES = {"fp32": 4, "fp16": 2, "bf16": 2}
SERIES_PEERS = ("backlerp", "copy", "loop")
LATENCY_SHAPE = "sample-3x3-6x6"
# Up to this share of the last-level cache a case's tensors are taken to stay in
# it from call to call, as they would in a network. Larger cases use so many
# pairs of tensors in turns that none does.
CACHED_SHARE = 1 / 4
COLD_CACHES = 4
MOST_SETS = 64


class Depth:
    """What --quick, neither, and --full stand for."""

    def __init__(self, dtypes, forward_dtypes, largest_exponent, seconds,
                 least_rounds, most_rounds):
        self.dtypes = dtypes
        self.forward_dtypes = forward_dtypes
        self.largest_exponent = largest_exponent
        self.seconds = seconds
        self.least_rounds = least_rounds
        self.most_rounds = most_rounds


ALL_TYPES = ("fp32", "fp16", "bf16")
DEPTHS = {
    "quick": Depth(("fp32",), (), 24, 0.15, 3, 15),
    "usual": Depth(ALL_TYPES, ("fp32",), 28, 0.5, 5, 40),
    "full": Depth(ALL_TYPES, ALL_TYPES, 30, 2.0, 9, 100),
}


def _case(shape, kind, direction, dtype, layout, threads, llc, reuse=False,
          allocate=False, variant="", peers=None):
    pixels = [shape["in_h"] * shape["in_w"], shape["out_h"] * shape["out_w"]]
    planes = shape["n"] * shape["c"]
    size = planes * sum(pixels) * ELEMENT_BYTES[dtype]
    cold = size > llc * CACHED_SHARE
    sets = min(MOST_SETS, -(-COLD_CACHES * llc // size)) if cold else 1
    return {
        "name": shape["name"], "kind": kind, "direction": direction,
        "dtype": dtype, "layout": layout, "threads": threads, "bytes": size,
        "elements": planes * max(pixels), "cold": cold, "sets": sets,
        "reuse": reuse, "allocate": allocate, "variant": variant,
        "shape": shape, "only_peers": peers,
    }


def line_of(case):
    """The case as the workers read it."""
    fields = {key: case["shape"][key] for key in
              ("n", "c", "in_h", "in_w", "out_h", "out_w", "align_corners")}
    fields.update({key: case[key] for key in
                   ("direction", "dtype", "layout", "threads", "sets", "reuse",
                    "allocate")})
    return " ".join(f"{key}={int(value) if isinstance(value, bool) else value}"
                    for key, value in fields.items())


def _special_cases(shapes, depth, threads, llc):
    """Latency and series: fp32 NCHW backward only."""
    common = ("backward", "fp32", "nchw", threads, llc)
    for shape in shapes:
        name = shape["name"]
        if name == LATENCY_SHAPE:
            for variant, reuse in (("both phases, synchronise", False),
                                   ("repeatable executor: phase 2, "
                                    "synchronise", True)):
                yield _case(shape, "latency", *common, reuse=reuse,
                            allocate=True, variant=variant,
                            peers=("backlerp", "torch", "onednn"))
        elif shape["kind"] == "series":
            exponent = (int(name.rsplit("^", 1)[1])
                        if name.startswith("elements") else 0)
            if exponent <= depth.largest_exponent:
                yield _case(shape, "series", *common, peers=SERIES_PEERS)


def cases(shapes, depth, wanted, llc):
    """All cases, those of one group of worker processes side by side.

    `wanted` has the command line's only, dtype, layout, direction, threads;
    each is a list, and an empty one stands for what the depth says.
    """
    shapes = [shape for shape in shapes if not wanted["only"] or any(
        fnmatch.fnmatchcase(shape["name"], f"*{pattern}*")
        for pattern in wanted["only"])]
    found = []
    for direction in wanted["direction"] or ("backward", "forward"):
        types = wanted["dtype"] or (depth.dtypes if direction == "backward" or
                                    wanted["direction"]
                                    else depth.forward_dtypes)
        for dtype in types:
            for layout in wanted["layout"] or ("nchw", "nhwc"):
                for threads in wanted["threads"]:
                    group = (direction, dtype, layout)
                    found += [_case(shape, "model", *group, threads, llc)
                              for shape in shapes if shape["kind"] == "model"]
                    if group == ("backward", "fp32", "nchw"):
                        found += _special_cases(shapes, depth, threads, llc)
    return found
