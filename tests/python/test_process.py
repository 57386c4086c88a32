# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""What a process notices of us: memory, locks, threads, time."""

import os
import threading
import time

import numpy
import pytest
import torch

import backlerp
import backlerp.torch
import overhead

CALLS = int(os.environ.get("BACKLERP_TEST_CALLS", 10**5))
# More than plans are kept.
SIZES = 1000


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def leaks():
    grad_out = numpy.ones((1, 1, 6, 6), numpy.float32)
    out = numpy.ones((1, 1, 3, 3), numpy.float32)
    tensor = torch.from_numpy(grad_out)
    plan = backlerp.Plan("backward", grad_out.shape, (3, 3))
    backward = backlerp.upsample_bilinear2d_backward

    def refused():
        with pytest.raises(ValueError):
            backward(grad_out, (3, 3), threads=0)

    def aten():
        torch.ops.aten.upsample_bilinear2d_backward.default(
            tensor, [6, 6], [1, 1, 3, 3], False)

    sizes = iter(range(1, 10**9))
    return {
        "new array": (lambda: backward(grad_out, (3, 3)), CALLS),
        "out": (lambda: backward(grad_out, (3, 3), out=out), CALLS),
        "tensor": (lambda: backward(tensor, (3, 3)), CALLS),
        "plan": (lambda: plan(grad_out), CALLS),
        "memoryview": (lambda: backward(memoryview(grad_out), (3, 3)), CALLS),
        "aten": (aten, CALLS // 4),
        "refused": (refused, CALLS // 10),
        # Each one a plan of its own; a span starts over a few times.
        "plans": (lambda: backward(grad_out, (1, next(sizes) % SIZES + 1)),
                  9 * SIZES),
    }


@pytest.mark.parametrize("name", list(leaks()))
def test_resident_set_does_not_grow(name):
    call, count = leaks()[name]
    spans = []
    with backlerp.torch.enabled():
        for _ in range(4):
            before = resident_bytes()
            for _ in range(count // 3):
                call()
            spans.append(resident_bytes() - before)
    print(f"{name}: {count // 3} calls a span, bytes {spans}")
    # The first span warms up. A leak grows in each of the others, the heap only
    # in some of them; a leak of 20 bytes a call would be more than this.
    assert min(spans[1:]) < 20 * (count // 3)


def test_lock_of_the_interpreter_is_released():
    grad_out = numpy.ones((1, 32, 2048, 2048), numpy.float32)
    out = numpy.ones((1, 32, 1024, 1024), numpy.float32)
    span = []

    def work():
        begin = time.perf_counter()
        backlerp.upsample_bilinear2d_backward(grad_out, (1024, 1024), out=out,
                                              threads=1)
        span.extend((begin, time.perf_counter()))

    thread = threading.Thread(target=work)
    ticks = []
    thread.start()
    while thread.is_alive():
        ticks.append(time.perf_counter())
        time.sleep(0.0005)
    thread.join()
    begin, end = span
    # With the lock held there would be none.
    assert sum(begin < tick < end for tick in ticks) >= 5


def test_threads_at_once_get_the_same_bits(rng):
    arguments = [
        rng.standard_normal((1, 2, size, size), numpy.float32)
        for size in (6, 37, 64, 200)
    ]
    call = lambda a: backlerp.upsample_bilinear2d_backward(a, (9, 31)).tobytes()
    expected = [call(a) for a in arguments]
    wrong = []

    def work(offset):
        for i in range(200):
            which = (i + offset) % len(arguments)
            if call(arguments[which]) != expected[which]:
                wrong.append(which)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_call_overhead():
    ratio = overhead.ratio_to_aten()
    print(f"ratio to aten's call: {ratio:.2f}")
    assert ratio <= 1.5
