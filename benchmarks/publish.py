# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""docs/performance.md, from the results of a run."""

import json
import sys

import measure
import pictures
import report

PAGE = """# Performance

<!-- Written by ./bench --publish from the results of a run: do not edit. -->

How fast Backlerp is on one machine, next to PyTorch, oneDNN and a plain copy of
the same bytes. Measured on {machine[date]}, at revision {machine[revision]}, by

```sh
{command}
```

and written by `./bench --publish`.

{overview}

![Speed-up of each shape](images/speedup.png)

![Bytes per second against a streaming copy](images/roofline.png)

## The machine

{machine_table}

## What is measured

- **Side by side.** Each peer is a process of its own, and they take turns: a round
  is one turn of every peer, and who begins changes. A turn is as many calls as take
  {turn_ms:.0f} ms; {rest_ms:.0f} ms of rest come before it, so that no peer meets the
  spinning threads of the one before. Tables show medians over the rounds; the spread
  is half of the distance of the quartiles. Slow peers get fewer rounds.
- **Backlerp** is called through CANN's C API: phase 1, phase 2 and
  `aclrtSynchronizeStream`, everything but the allocation of tensors and workspace,
  every time.
- **PyTorch** runs `aten::upsample_bilinear2d_backward` or `aten::upsample_bilinear2d`
  in the variant that writes to a tensor made before; NHWC is `channels_last`.
- **oneDNN** runs a resampling primitive made before. It has no alignCorners, so
  such shapes have no entry.
- **Copy** is `memcpy` of half as many bytes as both tensors have together, so that
  it reads and writes as many bytes as the operator, on as many threads. "of copy" is
  its time over Backlerp's.
- **Loop** reads the bytes of the tensor that is read once, writes those of the other
  one once with non-temporal stores, and computes nothing: one stream without
  prefetches of its own. "of loop" is its time over Backlerp's.
- **GB/s** counts the bytes of both tensors once.
- **Caches.** Where both tensors together are larger than a quarter of the last-level
  cache, as many pairs of them take turns as make four such caches (or 64 pairs), so
  that the data come from memory. Smaller shapes are marked "cached".
- **The same work.** Every peer reads the same values; "difference" is the largest
  absolute difference between Backlerp's result and a peer's over up to 4096
  elements. Peers that sum in the narrow type differ by more than rounding: they are
  marked "!".
- **More threads, more time.** Where a peer takes longer on all threads than on one,
  the ratio is to its time on one.
- **Lacking types.** Where a peer has no kernel for a half type, its fp32 time stands
  in for the ratio, marked "*".

The shapes are layers of published networks; `tests/support/shapes.cc` has their
sizes, and the tests run on them too.

## Results

{tables}
"""


def _machine_table(data):
    machine = data["machine"]
    caches = ", ".join(f"{name} {size >> 10} KiB" if size < 1 << 20 else
                       f"{name} {size >> 20} MiB"
                       for name, size in machine["caches"])
    rows = [("CPU", machine["cpu"]),
            ("CPUs used", str(machine["cpus"])),
            ("Architecture", machine["architecture"]),
            ("Caches", caches or "not known"),
            ("Memory", f"{machine['memory_bytes'] / (1 << 30):.0f} GiB"),
            ("System", machine["system"]),
            ("Virtual machine", "yes" if machine["virtual"] else "no"),
            ("Load before and after",
             f"{machine['load_before']:.1f}, {machine['load_after']:.1f}")]
    rows += list(data["versions"].items())
    return "\n".join(["| | |", "|---|---|"] +
                     [f"| {name} | {value} |" for name, value in rows])


def publish(source, docs):
    try:
        data = json.loads(source.read_text())
    except FileNotFoundError:
        sys.exit(f"bench: no results in {source}; run ./bench first")
    except ValueError as error:
        sys.exit(f"bench: {source} is not a result of ./bench: {error}")
    results = report.Results(data["rows"])
    images = docs / "images"
    images.mkdir(parents=True, exist_ok=True)
    drawn = pictures.draw(data, images)
    page = docs / "performance.md"
    page.write_text(PAGE.format(
        command=data["command"], machine=data["machine"],
        overview=report.overview(results).markdown().replace("###", "##"),
        machine_table=_machine_table(data),
        turn_ms=measure.TURN_S * 1e3, rest_ms=measure.REST_S * 1e3,
        tables="\n\n".join(table.markdown()
                           for table in report.tables(results))))
    for path in [page] + drawn:
        print(f"written: {path}")
