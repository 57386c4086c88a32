# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""The installed package: metadata, types, symbols, the README's lines."""

import ast
import importlib.metadata
import inspect
import os
import pathlib
import re
import subprocess
import sys

import backlerp
import backlerp.acl
import backlerp.torch
from backlerp import _core

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_version_is_the_librarys():
    header = (ROOT / "include/backlerp/version.h").read_text()
    numbers = re.findall(r"define BACKLERP_VERSION_\w+ (\d+)", header)
    assert backlerp.__version__ == ".".join(numbers)
    assert importlib.metadata.version("backlerp") == backlerp.__version__


def test_metadata():
    metadata = importlib.metadata.metadata("backlerp")
    assert metadata["Summary"] and metadata["Requires-Python"]
    assert "Apache-2.0" in (metadata["License-Expression"] or
                            metadata["License"])
    assert metadata.get_payload().startswith("# Backlerp")
    files = [f.name for f in importlib.metadata.files("backlerp")]
    assert {"py.typed", "_core.pyi", "LICENSE", "torch.py"} <= set(files)
    # Nothing of the C++ installation.
    assert not [f for f in files if f.endswith((".h", ".pc", ".cmake"))]


def test_stub_names_what_the_extension_has():
    stub = ast.parse((ROOT / "python/backlerp/_core.pyi").read_text())
    names = set()
    for node in stub.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
    assert names == {n for n in dir(_core) if not n.startswith("_")}


def test_extension_exports_its_entry_alone():
    out = subprocess.run(["nm", "-D", "--defined-only", _core.__file__],
                         check=True, capture_output=True, text=True).stdout
    assert [line.split()[-1] for line in out.splitlines()] == ["PyInit__core"]


def test_public_functions_are_documented():
    public = [getattr(backlerp, n) for n in backlerp.__all__]
    for module in (backlerp.torch, backlerp.acl):
        assert module.__all__ == sorted(module.__all__)
        public += [getattr(module, n) for n in module.__all__]
    assert backlerp.torch.install in public and backlerp.acl.load in public
    for thing in public:
        if not isinstance(thing, str):
            assert inspect.getdoc(thing), thing


def test_all_names_what_a_module_has_of_its_own():
    for module in (backlerp.torch, backlerp.acl):
        own = {n for n, thing in vars(module).items() if not n.startswith("_")
               and getattr(thing, "__module__", None) == module.__name__}
        assert own == set(module.__all__)


def test_kernel_names():
    assert inspect.isfunction(backlerp.kernel_names)
    names = backlerp.kernel_names()
    assert names[-1] == "reference" and len(names) == len(set(names))
    plan = backlerp.Plan("backward", (1, 2, 6, 6), (3, 3))
    assert plan.kernel in names


def test_package_says_what_wants_its_own_import():
    for module in ("backlerp.acl", "backlerp.torch"):
        assert f"import {module}" in inspect.getdoc(backlerp)
    code = ("import sys, backlerp\n"
            "assert not hasattr(backlerp, 'acl')\n"
            "assert not hasattr(backlerp, 'torch')")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_pytorch_is_not_imported_without_need():
    code = ("import sys, numpy, backlerp\n"
            "backlerp.upsample_bilinear2d_backward(\n"
            "    numpy.zeros((1, 1, 6, 6), 'f'), (3, 3))\n"
            "assert 'torch' not in sys.modules")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_readme():
    """Its blocks of Python run, and print what their comments say."""
    readme = (ROOT / "README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert blocks
    for block in blocks:
        out = subprocess.run([sys.executable, "-c", block], check=True,
                             capture_output=True, text=True,
                             env=dict(os.environ)).stdout
        for expected in re.findall(r"# prints (.*)", block):
            assert expected in out
