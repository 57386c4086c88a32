# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Tests of the parts of ./bench that decide what a number means."""

import unittest

import measure
import plan
import report
from peers import Peer

# Workers in bash: each answers as serve.h says until it does something wrong.
GOOD = ('while read c x; do case $c in run) echo ok 0.001;; '
        'result) echo ok 1 2 4;; *) echo ok;; esac; done')
OTHER = GOOD.replace("1 2 4", "1 2 3")
WRONG_SIZE = GOOD.replace("1 2 4", "1 2")
NOT_A_NUMBER = GOOD.replace("1 2 4", "1 nan 4")
NO_KERNEL = 'while read c x; do echo none no kernel; done'
CRASHES = ('read x; echo ok; read x; echo ok 0.3; read x; '
           'echo free: invalid pointer >&2; kill -ABRT $$')


def measured(**scripts):
    peers = [Peer(name, ["bash", "-c", script], threads=1)
             for name, script in scripts.items()]
    try:
        return measure.measure(peers, "", measure.Effort(0.002, 3, 9))
    finally:
        for peer in peers:
            peer.stop()


class Measure(unittest.TestCase):
    def test_every_peer_gets_its_rounds(self):
        results = measured(backlerp=GOOD, torch=OTHER)
        for summary in results.values():
            self.assertEqual(summary["median_s"], 0.0005)  # two calls a turn
            self.assertEqual(summary["rounds"], 3)

    def test_results_are_compared_with_ours(self):
        results = measured(backlerp=GOOD, torch=OTHER)
        self.assertEqual(results["torch"]["largest_difference"], 1)
        self.assertEqual(results["torch"]["relative_difference"], 0.25)

    def test_wrong_results_do_not_count(self):
        for script in (WRONG_SIZE, NOT_A_NUMBER):
            results = measured(backlerp=GOOD, torch=script)
            self.assertEqual(results["torch"], {"failed": "wrong result"})

    def test_a_crash_is_reported_and_the_others_go_on(self):
        results = measured(torch=CRASHES, backlerp=GOOD)
        self.assertEqual(results["torch"]["failed"],
                         "crashed (SIGABRT): free: invalid pointer")
        self.assertEqual(results["backlerp"]["rounds"], 3)

    def test_a_missing_kernel_is_no_failure(self):
        results = measured(torch=NO_KERNEL, backlerp=GOOD)
        self.assertEqual(results["torch"],
                         {"failed": "no kernel", "unsupported": True})

    def test_a_slow_peer_gets_fewer_rounds(self):
        slow = GOOD.replace("0.001", "1")
        results = measured(backlerp=GOOD, torch=slow)
        self.assertEqual(results["torch"]["rounds"], 1)


SHAPE = {"name": "x", "kind": "model", "n": 1, "c": 1, "in_h": 512,
         "in_w": 512, "out_h": 1024, "out_w": 1024, "align_corners": False}


def cases(llc=32 << 20, shape=None, **wanted):
    choice = {"only": [], "dtype": [], "layout": [], "direction": [],
              "threads": [1], **wanted}
    return plan.cases([shape or SHAPE], plan.DEPTHS["quick"], choice, llc)


class Plan(unittest.TestCase):
    def test_quick_is_fp32_gradients_in_both_layouts(self):
        self.assertEqual([report.group_of(case) for case in cases()],
                         [("backward", "fp32", "nchw", 1),
                          ("backward", "fp32", "nhwc", 1)])

    def test_sets_exceed_the_cache_unless_all_fits_well(self):
        case = cases(llc=4 << 20)[0]
        self.assertEqual(case["bytes"], 5 << 20)
        self.assertTrue(case["cold"])
        self.assertGreaterEqual(case["sets"] * case["bytes"], 16 << 20)
        self.assertEqual(cases(llc=64 << 20)[0]["sets"], 1)

    def test_only_takes_parts_of_names(self):
        self.assertTrue(cases(shape={**SHAPE, "name": "abc"}, only=["b"]))
        self.assertFalse(cases(shape={**SHAPE, "name": "abc"}, only=["d"]))

    def test_the_line_has_every_field_as_a_number_or_name(self):
        line = plan.line_of(cases()[0])
        self.assertIn("in_w=512 ", line)
        self.assertIn("align_corners=0 ", line)
        self.assertIn("layout=nchw ", line)


def row(dtype="fp32", **peers):
    return {**cases(dtype=[dtype])[0],
            "peers": {name: {"median_s": value}
                      if isinstance(value, float) else
                      {"failed": value, "unsupported": True}
                      for name, value in peers.items()}}


class Report(unittest.TestCase):
    def test_ratios(self):
        one = row(backlerp=2.0, torch=6.0, copy=1.0)
        results = report.Results([one])
        self.assertEqual(results.speedup(one, "torch"), (3.0, False))
        self.assertEqual(results.speedup(one, "onednn"), (None, False))
        self.assertEqual(report.fraction_of("copy", one), 0.5)

    def test_a_peer_that_is_faster_on_one_thread(self):
        one = {**row(backlerp=2.0, torch=6.0), "threads": 1}
        two = {**row(backlerp=1.0, torch=8.0), "threads": 2}
        results = report.Results([one, two])
        self.assertEqual(results.speedup(two, "torch"), (6.0, False))
        self.assertEqual(results.speedup(one, "torch"), (3.0, False))

    def test_bounds(self):
        one = row(backlerp=2.0, torch=6.0, copy=1.0)
        two = row(backlerp=2.0, torch=6.0)
        for each in (one, two):
            each.update(cold=True)
        results = report.Results([one, two])
        self.assertEqual(report.bounds_of(results, [one, two], "torch", "copy"),
                         [(6.0, one["name"])])

    def test_a_lacking_type_borrows_the_fp32_time(self):
        wide = row(backlerp=2.0, torch=6.0)
        half = row("fp16", backlerp=1.0, torch="no kernel")
        results = report.Results([wide, half])
        self.assertEqual(results.speedup(half, "torch"), (6.0, True))

    def test_time_of_fp32(self):
        wide = row(backlerp=2.0)
        half = row("fp16", backlerp=1.0)
        results = report.Results([wide, half])
        self.assertEqual(results.time_of_fp32(half), 0.5)
        self.assertIsNone(report.Results([half]).time_of_fp32(half))

    def test_geometric_mean(self):
        self.assertAlmostEqual(report.geometric_mean([1.0, 4.0]), 2.0)


if __name__ == "__main__":
    unittest.main()
