# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""The processes that are measured, and the lines exchanged with them."""

import os
import select
import signal
import subprocess
import tempfile


class PeerError(Exception):
    """What becomes of a peer in the table: its text."""


class NoKernel(PeerError):
    """The peer has nothing to measure for this case; it is still well."""


class Peer:
    """A process that answers lines (benchmarks/worker/serve.h).

    It is started when first asked, and again after it has died.
    """

    ANSWER_WITHIN_S = 300

    def __init__(self, name, command, threads):
        self.name = name
        self._command = command
        self._environment = {
            **os.environ,
            "BACKLERP_NUM_THREADS": str(threads),
            "OMP_NUM_THREADS": str(threads),
        }
        self._process = None
        self._errors = None

    def ask(self, line):
        """The text of an "ok" answer. Raises PeerError for everything else."""
        if self._process is None:
            self._start()
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._death() from None
        ready, _, _ = select.select([self._process.stdout], [], [],
                                    self.ANSWER_WITHIN_S)
        if not ready:
            self.stop()
            raise PeerError("timed out")
        answer = self._process.stdout.readline()
        if not answer.endswith("\n"):
            raise self._death()
        kind, _, text = answer.rstrip("\n").partition(" ")
        if kind == "none":
            raise NoKernel(text)
        if kind != "ok":
            raise PeerError(text)
        return text

    def stop(self):
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        self._forget()

    def _start(self):
        self._errors = tempfile.TemporaryFile("w+")
        self._process = subprocess.Popen(
            self._command, env=self._environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self._errors, text=True)

    def _death(self):
        """The process's end, as an error; a worker never ends by itself."""
        code = self._process.wait()
        self._errors.seek(0)
        words = self._errors.read().strip().splitlines()[-1:]
        self._forget()
        how = (f"crashed ({signal.Signals(-code).name})" if code < 0
               else f"ended with status {code}")
        return PeerError(": ".join([how] + words))

    def _forget(self):
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass  # a line that the process did not live to read
        self._process.stdout.close()
        self._errors.close()
        self._process = None
