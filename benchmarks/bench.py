# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""./bench: measures all peers case by case, reports, draws."""

import argparse
import itertools
import json
import os
import pathlib
import subprocess
import sys
import time

import machine
import measure
import plan
import report
from peers import Peer, PeerError

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "out" / "bench"


def fail(text):
    sys.exit(f"bench: {text}")


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="./bench", description="Measures Backlerp, PyTorch, oneDNN and a "
        "plain copy in turns; writes a table, JSON and pictures to out/bench.",
        epilog="Options that choose may be given several times.")
    depth = parser.add_mutually_exclusive_group()
    depth.add_argument("--quick", action="store_const", dest="depth",
                       const="quick", default="usual",
                       help="fp32 gradients, fewer rounds: some minutes")
    depth.add_argument("--full", action="store_const", dest="depth",
                       const="full", help="everything, more rounds: hours")
    parser.add_argument("--only", action="append", metavar="PATTERN",
                        default=[], help="shapes whose name contains it; * and "
                        "? are wild")
    parser.add_argument("--dtype", action="append", default=[],
                        choices=list(plan.ELEMENT_BYTES))
    parser.add_argument("--layout", action="append", default=[],
                        choices=["nchw", "nhwc"])
    parser.add_argument("--direction", action="append", default=[],
                        choices=["backward", "forward"])
    parser.add_argument("--threads", action="append", default=[],
                        metavar="N|all", help="1 and all, unless given")
    parser.add_argument("--no-torch", action="store_true")
    parser.add_argument("--no-onednn", action="store_true")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE",
                        default=OUT / "bench.json",
                        help="where the results go, or come from for --publish")
    parser.add_argument("--list", action="store_true",
                        help="print the names of the shapes and stop")
    parser.add_argument("--publish", action="store_true",
                        help="measure nothing: write docs/performance.md and "
                        "its pictures from the results in the JSON file")
    parser.add_argument("--workers", type=pathlib.Path, required=True,
                        help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    arguments.threads = sorted({_threads(text) for text in
                                arguments.threads or ["1", "all"]})
    return arguments


def _threads(text):
    if text == "all":
        return machine.cpus()
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        fail(f"--threads takes a number from 1 to 1024 or all, not {text}")
    return int(text)


def newest_torch():
    """(interpreter, version text), or (None, why not)."""
    found = []
    for python in dict.fromkeys(["python3", "/usr/bin/python3"]):
        try:
            done = subprocess.run(
                [python, "-c", "import torch; print(torch.__version__)"],
                capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        version = done.stdout.strip()
        numbers = [int("".join(itertools.takewhile(str.isdigit, part)) or 0)
                   for part in version.split("+")[0].split(".")[:3]]
        found.append((numbers, python, version))
    if not found:
        return None, "no python3 here has PyTorch"
    _, python, version = max(found)
    return python, version


def peer_commands(arguments):
    """{name: command} of the peers at hand; says which are missing."""
    commands = {"backlerp": [str(arguments.workers / "bench_backlerp")],
                "copy": [str(arguments.workers / "bench_copy")],
                "loop": [str(arguments.workers / "bench_loop")]}
    if not arguments.no_torch:
        python, version = newest_torch()
        if python:
            commands["torch"] = [python, str(ROOT / "benchmarks" /
                                             "torch_worker.py")]
        else:
            print(f"bench: without PyTorch: {version}", file=sys.stderr)
    if not arguments.no_onednn:
        worker = arguments.workers / "bench_onednn"
        if worker.exists():
            commands["onednn"] = [str(worker)]
        else:
            print("bench: without oneDNN: it was not there to build with",
                  file=sys.stderr)
    return commands


def read_shapes(arguments):
    worker = arguments.workers / "bench_backlerp"
    try:
        done = subprocess.run([str(worker), "--list"], capture_output=True,
                              text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        fail(f"cannot list the shapes: {error}")
    return json.loads(done.stdout)


class Progress:
    """One line on a terminal; elsewhere a line now and then."""

    EVERY_S = 30

    def __init__(self, total):
        self._total = total
        self._start = self._said = time.monotonic()
        self._terminal = sys.stderr.isatty()

    def show(self, done, case):
        now = time.monotonic()
        left = ""
        if done:
            seconds = (now - self._start) / done * (self._total - done)
            left = f", about {seconds / 60:.0f} min left"
        text = (f"{done}/{self._total}{left}: "
                f"{report.title_of(report.group_of(case))}, {case['name']}")
        if self._terminal:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            print(f"\r\033[K{text[:columns - 1]}", end="", file=sys.stderr,
                  flush=True)
        elif now - self._said > self.EVERY_S:
            self._said = now
            print(text, file=sys.stderr, flush=True)

    def clear(self):
        if self._terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def lacks_memory(case, peers):
    """Why the case cannot be measured here, or None."""
    needed = case["bytes"] * case["sets"] * len(peers)
    free = machine.free_memory()
    if needed * 1.25 < free:
        return None
    return f"needs {needed >> 30} GiB, {free >> 30} GiB are free"


def measure_all(cases, commands, effort):
    """The rows: each case with what became of its peers."""
    rows = []
    progress = Progress(len(cases))
    for group, members in itertools.groupby(cases, key=report.group_of):
        peers = {name: Peer(name, command, threads=group[3])
                 for name, command in commands.items()}
        for case in members:
            progress.show(len(rows), case)
            playing = [peer for name, peer in peers.items()
                       if not case["only_peers"] or name in case["only_peers"]]
            reason = lacks_memory(case, playing)
            results = ({peer.name: {"failed": reason} for peer in playing}
                       if reason else
                       measure.measure(playing, plan.line_of(case), effort))
            rows.append({**case, "peers": results})
        for peer in peers.values():
            peer.stop()
    progress.clear()
    return rows


def versions(commands):
    """{name: what the peer says about itself}, without those that cannot."""
    found = {}
    for name, command in list(commands.items()):
        peer = Peer(name, command, threads=1)
        try:
            found[name] = peer.ask("describe")
        except PeerError as error:
            if name == "backlerp":
                fail(f"{name} does not start: {error}")
            print(f"bench: without {name}: {error}", file=sys.stderr)
            del commands[name]
        peer.stop()
    return found


def print_failures(rows):
    """What broke, as opposed to what a peer does not offer."""
    for row in rows:
        for name, summary in row["peers"].items():
            if "failed" in summary and not summary.get("unsupported"):
                print(f"{name}, {report.title_of(report.group_of(row))}, "
                      f"{row['name']}: {summary['failed']}")


def draw(data, folder):
    try:
        import pictures  # needs Matplotlib, which the rest does not
    except ImportError as error:
        print(f"bench: no pictures: {error}", file=sys.stderr)
        return
    for path in pictures.draw(data, folder):
        print(f"picture: {path}")


def main():
    arguments = parse_arguments()
    if arguments.publish:
        import publish
        publish.publish(arguments.json, ROOT / "docs")
        return
    shapes = read_shapes(arguments)
    if arguments.list:
        print("\n".join(shape["name"] for shape in shapes))
        return
    depth = plan.DEPTHS[arguments.depth]
    cases = plan.cases(shapes, depth, vars(arguments),
                       machine.last_level_cache())
    if not cases:
        fail("nothing to measure; ./bench --list has the shapes' names")
    commands = peer_commands(arguments)
    data = {"machine": machine.describe(ROOT), "versions": versions(commands),
            "command": " ".join(["./bench"] + sys.argv[3:])}
    for name, text in data["versions"].items():
        print(f"{name}: {text}")
    print(f"{data['machine']['cpu']}, {data['machine']['cpus']} CPUs, load "
          f"{data['machine']['load_before']:.1f}; {len(cases)} cases",
          flush=True)
    effort = measure.Effort(depth.seconds, depth.least_rounds,
                            depth.most_rounds)
    data["rows"] = measure_all(cases, commands, effort)
    data["machine"]["load_after"] = os.getloadavg()[0]
    results = report.Results(data["rows"])
    for table in report.tables(results):
        print("\n" + table.text())
    print("\n" + report.overview(results).text() + "\n")
    print_failures(data["rows"])
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(data, indent=1))
    print(f"results: {arguments.json}")
    draw(data, arguments.json.parent)
    if any("failed" in row["peers"].get("backlerp", {})
           for row in data["rows"]):
        fail("Backlerp itself failed; see above")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        fail("interrupted")
    except OSError as error:
        fail(error)
