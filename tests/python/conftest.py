# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""What the tests share: seeded random values."""

import os
import sys

import numpy
import pytest

sys.path.insert(0, os.path.dirname(__file__))


@pytest.fixture
def rng():
    return numpy.random.default_rng(20260101)
