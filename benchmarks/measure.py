# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""One case, all peers in turns.

A round is one turn of every peer; a turn is as many calls as take a few
milliseconds. All peers of a round see the same state of the machine, so the
ratios of their medians hold even where the machine's speed drifts.
"""

import math
import statistics
import time

from peers import NoKernel, PeerError

# The least time that a turn takes, in seconds: far above the clock's steps.
TURN_S = 0.002
# Worker threads of a peer go on spinning for a moment after its turn.
REST_S = 0.004
# A peer warms up for so many calls, but not beyond so many seconds.
WARM_UP_CALLS = 5
WARM_UP_S = 0.2


class Effort:
    """How long each peer is measured.

    For at least `seconds` and `least_rounds`, whichever takes longer, but not
    beyond `most_rounds`; a slow peer misses rounds after `most_seconds`.
    """

    def __init__(self, seconds, least_rounds, most_rounds):
        self.seconds = seconds
        self.most_seconds = 6 * seconds
        self.least_rounds = least_rounds
        self.most_rounds = most_rounds


class Turns:
    """One peer's measurements of one case."""

    def __init__(self, peer, case):
        self.peer = peer
        self.how = peer.ask("prepare " + case)
        self.calls = max(1, round(TURN_S / max(self._warm_up(), 1e-9)))
        self.samples = []
        self.spent = 0.0

    def wants_more(self, effort):
        rounds = len(self.samples)
        if rounds == 0:
            return True
        if rounds < effort.least_rounds:
            return self.spent < effort.most_seconds
        return rounds < effort.most_rounds and self.spent < effort.seconds

    def take(self):
        seconds = self._run(self.calls)
        self.spent += seconds
        self.samples.append(seconds / self.calls)

    def result(self):
        return [float(x) for x in self.peer.ask("result").split()]

    def summary(self):
        ordered = sorted(self.samples)
        lower, _, upper = (statistics.quantiles(ordered, n=4)
                           if len(ordered) > 1 else ordered * 3)
        return {
            "median_s": statistics.median(ordered),
            "quartiles_s": [lower, upper],
            "best_s": ordered[0],
            "rounds": len(ordered),
            "calls_per_round": self.calls,
            "how": self.how,
        }

    def _warm_up(self):
        """Fills caches and starts threads; the seconds of a quick call."""
        spent, best = 0.0, math.inf
        for _ in range(WARM_UP_CALLS):
            seconds = self._run(1)
            best = min(best, seconds)
            spent += seconds
            if spent > WARM_UP_S:
                break
        return best

    def _run(self, calls):
        return float(self.peer.ask(f"run {calls}"))


def measure(peers, case, effort):
    """{peer's name: summary, or {"failed": why}} of one case."""
    results = {}
    playing = []

    def attempt(turns_or_peer, action):
        peer = getattr(turns_or_peer, "peer", turns_or_peer)
        try:
            return action()
        except NoKernel as reason:
            results[peer.name] = {"failed": str(reason), "unsupported": True}
        except PeerError as error:
            results[peer.name] = {"failed": str(error)}
            peer.stop()
        return None

    for peer in peers:
        turns = attempt(peer, lambda: Turns(peer, case))
        if turns:
            playing.append(turns)
    start = 0
    while any(turns.wants_more(effort) for turns in playing):
        start += 1  # who comes first changes from round to round
        order = playing[start % len(playing):] + playing[:start % len(playing)]
        for turns in order:
            if not turns.wants_more(effort):
                continue
            time.sleep(REST_S)
            attempt(turns, turns.take)
            if turns.peer.name in results:
                playing.remove(turns)
    values = {}
    for turns in playing:
        values[turns.peer.name] = attempt(turns, turns.result)
        if turns.peer.name not in results:
            results[turns.peer.name] = turns.summary()
    _compare(values, results)
    return results


def _compare(values, results):
    """Adds to each peer how far its result is from Backlerp's."""
    ours = values.get("backlerp")
    if not ours:
        return
    largest = max(abs(x) for x in ours)
    for name, theirs in values.items():
        if name == "backlerp" or not theirs or name not in results:
            continue
        differences = [abs(a - b) for a, b in zip(ours, theirs)]
        if len(ours) != len(theirs) or not all(map(math.isfinite, differences)):
            results[name] = {"failed": "wrong result"}
            continue
        difference = max(differences)
        results[name]["largest_difference"] = difference
        results[name]["relative_difference"] = difference / (largest or 1.0)
