# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Two processes that talk through gloo, for the examples beside this file."""

import datetime
import os
import tempfile

import torch.distributed
import torch.multiprocessing

COUNT = 2


def run(work):
    """Runs work(rank, directory) in two processes; results go to `directory`.

    Returns what each of them saved with save().
    """
    with tempfile.TemporaryDirectory() as directory:
        torch.multiprocessing.spawn(_start, (work, directory), nprocs=COUNT)
        return [torch.load(_path(directory, rank)) for rank in range(COUNT)]


def save(results, rank, directory):
    torch.save(results, _path(directory, rank))


def _path(directory, rank):
    return os.path.join(directory, f"rank{rank}.pt")


def _start(rank, work, directory):
    # All else that varies is switched off: what remains is the sharding.
    torch.set_num_threads(1)
    store = torch.distributed.FileStore(os.path.join(directory, "store"), COUNT)
    torch.distributed.init_process_group(
        "gloo", store=store, rank=rank, world_size=COUNT,
        timeout=datetime.timedelta(seconds=60))
    work(rank, directory)
    torch.distributed.destroy_process_group()
