#!/usr/bin/env python3
# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Files that NumPy wrote are read, and NumPy reads what the program writes.

  numpy_test.py PROGRAM
"""

import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

PROGRAM = sys.argv.pop(1)


def run(*arguments, **keywords):
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, **keywords)


def sums_of_blocks(grad_out):
    """Of an image that doubles: every row of weights sums to 4 in all."""
    return grad_out.sum(axis=(2, 3), dtype=np.float64)


class NumpyTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.source = self.folder / 'grad_out.npy'
        self.result = self.folder / 'grad_in.npy'
        self.grad_out = np.random.default_rng(1).standard_normal(
            (2, 3, 8, 6)).astype(np.float32)

    def grad(self):
        done = run('grad', self.source, self.result, '--input-size', '4,3')
        self.assertEqual(done.returncode, 0, done.stderr)
        return np.load(self.result)

    def test_types_and_orders(self):
        np.save(self.source, self.grad_out)
        expected = self.grad()
        self.assertEqual(expected.shape, (2, 3, 4, 3))
        np.testing.assert_allclose(
            sums_of_blocks(expected), sums_of_blocks(self.grad_out), rtol=1e-4)
        for same in (np.asfortranarray(self.grad_out),
                     self.grad_out.astype('>f4'),
                     np.asfortranarray(self.grad_out.astype('>f4'))):
            np.save(self.source, same)
            np.testing.assert_array_equal(self.grad(), expected)
        for dtype, tolerance in (('f2', 1e-2), ('f8', 1e-6)):
            np.save(self.source, self.grad_out.astype(dtype))
            actual = self.grad()
            self.assertEqual(actual.dtype, np.dtype(dtype))
            np.testing.assert_allclose(actual, expected, atol=tolerance)

    def test_versions(self):
        np.save(self.source, self.grad_out)
        expected = self.grad()
        for version in ((1, 0), (2, 0), (3, 0)):
            with open(self.source, 'wb') as file:
                np.lib.format.write_array(file, self.grad_out, version=version)
            np.testing.assert_array_equal(self.grad(), expected)

    def test_streams(self):
        np.save(self.source, self.grad_out)
        expected = self.grad()
        done = run('grad', '-', '-', '--input-size', '4,3',
                   input=self.source.read_bytes())
        np.testing.assert_array_equal(np.load(io.BytesIO(done.stdout)),
                                      expected)

    def test_compare(self):
        other = self.grad_out.copy()
        other[1, 2, 3, 4] += 1
        other[0, 0, 0, 0] = np.nan
        np.save(self.source, self.grad_out)
        np.save(self.result, other)
        done = run('compare', self.source, self.result, '--json')
        self.assertEqual(done.returncode, 1)
        report = json.loads(done.stdout)
        self.assertEqual(report['unequal'], 2)
        self.assertEqual(report['nan'], {'a': 0, 'b': 1, 'apart': 1})
        self.assertEqual(report['max_abs']['place'], [1, 2, 3, 4])
        self.assertEqual(
            report['max_abs']['value'],
            abs(float(self.grad_out[1, 2, 3, 4]) - float(other[1, 2, 3, 4])))
        self.assertEqual(report['worst'][0]['b'], 'NaN')

    def test_refusals(self):
        np.save(self.source, np.array([None] * 4).reshape(1, 1, 2, 2),
                allow_pickle=True)
        done = run('grad', self.source, self.result, '--input-size', '1,1')
        self.assertEqual(done.returncode, 2)
        self.assertIn(b'Python objects', done.stderr)
        records = np.zeros((1, 1, 2, 2), dtype=[('x', 'f4')])
        np.save(self.source, records)
        done = run('grad', self.source, self.result, '--input-size', '1,1')
        self.assertEqual(done.returncode, 2)
        self.assertIn(b'records', done.stderr)

    def test_json(self):
        for command in (('info',), ('bench', '--shape', '1,1,8,8',
                                    '--input-size', '4,4', '--seconds', '0')):
            done = run(*command, '--json')
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIsInstance(json.loads(done.stdout), dict)


if __name__ == '__main__':
    unittest.main()
