# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""What the numbers depend on: the machine and the versions."""

import datetime
import os
import pathlib
import platform
import subprocess

CACHES = pathlib.Path("/sys/devices/system/cpu/cpu0/cache")
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def cpus():
    """How many CPUs this process may use."""
    return len(os.sched_getaffinity(0))


def caches():
    """[(name such as "L1d", bytes)] of the first CPU, the last level last."""
    found = []
    for folder in sorted(CACHES.glob("index*")):
        kind = (folder / "type").read_text().strip()
        if kind == "Instruction":
            continue
        text = (folder / "size").read_text().strip()
        size = int(text[:-1]) * UNITS[text[-1]]
        level = (folder / "level").read_text().strip()
        found.append((f"L{level}{'d' if kind == 'Data' else ''}", size))
    return found


def last_level_cache():
    """In bytes; 32 MiB where the machine does not tell."""
    found = caches()
    return found[-1][1] if found else 32 << 20


def free_memory():
    """In bytes: what can be had without swapping."""
    for line in pathlib.Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) << 10
    return 0


def _first_line(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              check=True)
        return done.stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return ""


def _cpu_field(name):
    """Of the first CPU; empty where this architecture has no such field."""
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith(name):
            return line.split(":", 1)[1].strip()
    return ""


def describe(root):
    """Everything but the peers' versions, for the JSON and the document."""
    revision = _first_line(["git", "-C", str(root), "describe", "--always",
                            "--dirty"])
    try:
        distribution = platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        distribution = platform.system()
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return {
        "cpu": _cpu_field("model name") or platform.machine(),
        "architecture": platform.machine(),
        "cpus": cpus(),
        "caches": caches(),
        "memory_bytes": pages,
        "system": f"{distribution}, Linux {platform.release().split('-')[0]}",
        "virtual": "hypervisor" in _cpu_field("flags").split(),
        "load_before": os.getloadavg()[0],
        "revision": revision or "not known",
        "date": datetime.date.today().isoformat(),
    }
