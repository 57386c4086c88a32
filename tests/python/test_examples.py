# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""The programs in examples/python; each says by its exit status whether what it
shows is so."""

import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples/python"


def run(name, *arguments):
    result = subprocess.run([sys.executable, name, *arguments], cwd=EXAMPLES,
                            capture_output=True, text=True, check=False)
    print(result.stdout, result.stderr)
    if result.returncode == 77:
        pytest.skip(result.stdout.strip())
    assert result.returncode == 0
    return result.stdout


def test_training_is_repeatable_and_agrees_with_aten(tmp_path):
    picture = tmp_path / "losses.png"
    out = run("train_unet.py", "--size", "32", "--plot", str(picture))
    assert out.count("us a call") == 5
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_two_processes_have_the_gradients_of_one():
    assert run("ddp_gloo.py").count("the same bits") == 2


def test_sharded_tensors():
    assert run("dtensor_gloo.py").count("the same bits") == 4


def test_dask_array():
    assert "the same bits" in run("dask_map_blocks.py")
