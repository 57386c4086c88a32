# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Tables from measured rows, for the terminal and for the document."""

import math

# Beyond these shares of the largest value a difference is not rounding: the
# peer's, whose sums may be in the narrow type, or ours.
AGREEMENT = {"fp32": 1e-4, "fp16": 5e-3, "bf16": 4e-2}
PEERS = [("torch", "PyTorch"), ("onednn", "oneDNN")]


class Table:
    """Headings and rows of text; the first column is flush left."""

    def __init__(self, title, headings):
        self.title = title
        self.headings = headings
        self.rows = []
        self.notes = []

    def text(self):
        widths = [max(len(row[i]) for row in [self.headings] + self.rows)
                  for i in range(len(self.headings))]
        lines = [f"== {self.title}"]
        for row in [self.headings] + self.rows:
            cells = [cell.rjust(width) for cell, width in zip(row, widths)]
            cells[0] = row[0].ljust(widths[0])
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines + ["   " + note for note in self.notes])

    def markdown(self):
        def line(cells):
            return "| " + " | ".join(cells) + " |"
        lines = [f"### {self.title}", "", line(self.headings),
                 line(["---"] + ["--:"] * (len(self.headings) - 1))]
        lines += [line(row) for row in self.rows]
        return "\n".join(lines + [""] + [f"- {note}" for note in self.notes])


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def group_of(row):
    return (row["direction"], row["dtype"], row["layout"], row["threads"])


def title_of(group):
    direction, dtype, layout, threads = group
    return (f"{direction} {dtype} {layout.upper()}, {threads} "
            f"thread{'s' if threads > 1 else ''}")


def median(row, peer):
    """Seconds of one call, or None."""
    return row["peers"].get(peer, {}).get("median_s")


def gigabytes_per_second(row, peer="backlerp"):
    seconds = median(row, peer)
    return row["bytes"] / seconds / 1e9 if seconds else None


def fraction_of(peer, row):
    """The time of a yardstick, "copy" or "loop", over ours."""
    ours, theirs = median(row, "backlerp"), median(row, peer)
    return theirs / ours if ours and theirs else None


# The yardsticks, with their names in notes.
YARDSTICKS = (("copy", "streaming copy"),
              ("loop", "plain loop over the same bytes"))


def shares_of(peer, rows):
    """[(share, shape)] beyond the last-level cache, the smallest first."""
    return sorted((fraction_of(peer, row), row["name"]) for row in rows
                  if row["cold"] and fraction_of(peer, row))


def bounds_of(results, rows, peer, yardstick):
    """[(ratio, shape)] beyond the last-level cache, the smallest first: how
    often as fast as the peer the yardstick is."""
    bounds = []
    for row in rows:
        ratio, _ = results.speedup(row, peer)
        share = fraction_of(yardstick, row)
        if row["cold"] and ratio and share:
            bounds.append((ratio / share, row["name"]))
    return sorted(bounds)


class Results:
    """All rows of a run, with what is derived from several of them."""

    def __init__(self, rows):
        self.rows = rows
        self._by_place = {(row["name"], *group_of(row)): row for row in rows}

    def of_kind(self, kind):
        return [row for row in self.rows if row["kind"] == kind]

    def groups(self):
        """{group: its rows of model shapes}, in the order measured."""
        groups = {}
        for row in self.of_kind("model"):
            groups.setdefault(group_of(row), []).append(row)
        return groups

    def in_fp32(self, row):
        """The row of the same case in fp32, or None."""
        place = (row["name"], row["direction"], "fp32", row["layout"],
                 row["threads"])
        return self._by_place.get(place)

    def time_of_fp32(self, row):
        """Our time over our time of the same case in fp32, or None."""
        wide = self.in_fp32(row)
        seconds = median(wide, "backlerp") if wide else None
        ours = median(row, "backlerp")
        return ours / seconds if ours and seconds else None

    def on_one_thread(self, row):
        """The row of the same case on one thread, or None."""
        place = (row["name"], *group_of(row)[:3], 1)
        return self._by_place.get(place)

    def seconds(self, row, peer):
        """A peer's time, on one thread where that is the shorter one."""
        alone = self.on_one_thread(row)
        times = [median(each, peer) for each in (row, alone) if each]
        return min((time for time in times if time), default=None)

    def speedup(self, row, peer):
        """(the peer's time / ours, whether the peer's is its fp32 time).

        A peer without a kernel for a half type makes its users convert: then
        its fp32 time, without the conversions, stands for it.
        """
        ours, theirs = median(row, "backlerp"), self.seconds(row, peer)
        borrowed = False
        failed = row["peers"].get(peer, {}).get("failed")
        if not theirs and failed == "no kernel" and self.in_fp32(row):
            theirs, borrowed = self.seconds(self.in_fp32(row), peer), True
        return (theirs / ours if ours and theirs else None), borrowed

    def speedups(self, rows, peer):
        """[(ratio, row)] where there is one, the smallest first."""
        pairs = [(self.speedup(row, peer)[0], row) for row in rows]
        return sorted((pair for pair in pairs if pair[0]),
                      key=lambda pair: pair[0])


def _milliseconds(summary):
    if "median_s" not in summary:
        return summary.get("failed", "-").split(":")[0].split(" (")[0]
    return f"{summary['median_s'] * 1e3:.3g}"


def _spread(summary):
    """Half of the distance of the quartiles, in percent of the median."""
    if "median_s" not in summary:
        return ""
    lower, upper = summary["quartiles_s"]
    return f"±{50 * (upper - lower) / summary['median_s']:.0f}%"


def _number(value, form="{:.1f}"):
    return form.format(value) if value is not None else "-"


def _difference(row):
    found = [summary for summary in row["peers"].values()
             if "largest_difference" in summary]
    if not found:
        return "-"
    worst = max(found, key=lambda summary: summary["relative_difference"])
    flag = ("!" if worst["relative_difference"] > AGREEMENT[row["dtype"]]
            else "")
    return f"{worst['largest_difference']:.1e}{flag}"


def _group_row(results, row, half):
    ours = row["peers"].get("backlerp", {})
    cells = [row["name"] + ("" if row["cold"] else " (cached)"),
             _milliseconds(ours), _spread(ours),
             _number(gigabytes_per_second(row)),
             _number(fraction_of("copy", row), "{:.2f}"),
             _number(fraction_of("loop", row), "{:.2f}")]
    for peer, _ in PEERS:
        ratio, borrowed = results.speedup(row, peer)
        cells.append(_milliseconds(row["peers"].get(peer, {})))
        cells.append(_number(ratio) + ("*" if borrowed else ""))
    if half:
        cells.append(_number(results.time_of_fp32(row), "{:.2f}"))
    return cells + [_difference(row)]


def _summary_notes(results, rows):
    notes = []
    for peer, name in PEERS:
        pairs = results.speedups(rows, peer)
        if pairs:
            mean = geometric_mean([ratio for ratio, _ in pairs])
            ratio, worst = pairs[0]
            notes.append(
                f"{name}: geometric mean {mean:.1f}x over {len(pairs)} of "
                f"{len(rows)} shapes, least {ratio:.1f}x ({worst['name']})")
        bounds = bounds_of(results, rows, peer, "copy")
        if bounds:
            mean = geometric_mean([bound for bound, _ in bounds])
            bound, worst = bounds[0]
            notes.append(
                f"{name}, had Backlerp the speed of the copy: geometric mean "
                f"{mean:.1f}x, least {bound:.1f}x ({worst})")
        slower = [row for row in rows
                  if median(row, peer) and
                  median(row, peer) > results.seconds(row, peer)]
        if slower:
            notes.append(f"{name} is slower here than on one thread for "
                         f"{len(slower)} shapes: its time there counts")
    for peer, name in YARDSTICKS:
        shares = shares_of(peer, rows)
        if shares:
            mean = geometric_mean([share for share, _ in shares])
            share, worst = shares[0]
            notes.append(f"{name}, beyond the last-level cache: geometric "
                         f"mean {mean:.2f}, least {share:.2f} ({worst})")
    return notes


def _fp32_note(results, rows):
    times = sorted((results.time_of_fp32(row), row["name"]) for row in rows
                   if row["cold"] and results.time_of_fp32(row))
    if not times:
        return []
    mean = geometric_mean([time for time, _ in times])
    time, worst = times[-1]
    return ["time of our own fp32, beyond the last-level cache: geometric mean "
            f"{mean:.2f}, most {time:.2f} ({worst})"]


def _group_table(results, group, rows):
    half = group[1] != "fp32"
    headings = ["shape", "ms", "spread", "GB/s", "of copy",
                "of loop"]
    for _, name in PEERS:
        headings += [f"{name} ms", f"x {name}"]
    headings += (["of fp32"] if half else []) + ["difference"]
    table = Table(title_of(group), headings)
    table.rows = [_group_row(results, row, half) for row in rows]
    table.notes = _summary_notes(results, rows)
    if half:
        table.notes += _fp32_note(results, rows)
    if any(results.speedup(row, peer)[1] for row in rows for peer, _ in PEERS):
        table.notes.append("* against its fp32 time: it lacks the type")
    if any(row[-1].endswith("!") for row in table.rows):
        table.notes.append("! more than rounding: a peer that sums in the "
                           "narrow type, or another formula")
    return table


def _latency_table(rows):
    table = Table("one call for [1,1,3,3] <- 6x6, microseconds",
                  ["call", "threads", "Backlerp", "spread"] +
                  [name for _, name in PEERS])
    for row in rows:
        ours = row["peers"].get("backlerp", {})
        cells = [row["variant"], str(row["threads"])]
        for peer in ["backlerp"] + [peer for peer, _ in PEERS]:
            seconds = median(row, peer)
            cells.append(f"{seconds * 1e6:.2f}" if seconds else
                         _milliseconds(row["peers"].get(peer, {})))
        table.rows.append(cells[:3] + [_spread(ours)] + cells[3:])
    return table


def _series_table(rows):
    table = Table("time per element of the larger image, backward fp32 NCHW",
                  ["case", "threads", "ms", "spread", "ns/element", "GB/s",
                   "of copy", "of loop"])
    per_element = {}
    for row in rows:
        ours = row["peers"].get("backlerp", {})
        seconds = median(row, "backlerp")
        cost = seconds / row["elements"] * 1e9 if seconds else None
        if cost:
            per_element[row["name"], row["threads"]] = cost
        table.rows.append([row["name"], str(row["threads"]),
                           _milliseconds(ours), _spread(ours),
                           _number(cost, "{:.3f}"),
                           _number(gigabytes_per_second(row)),
                           _number(fraction_of("copy", row), "{:.2f}"),
                           _number(fraction_of("loop", row), "{:.2f}")])
    for threads in sorted({row["threads"] for row in rows}):
        growing = [cost for (name, t), cost in per_element.items()
                   if t == threads and name.startswith("elements")]
        if len(growing) > 1:
            table.notes.append(f"elements, {threads} thread(s): dearest / "
                               f"cheapest {max(growing) / min(growing):.2f}")
        usual = per_element.get(("planes-1x64-1024", threads))
        for (name, t), cost in per_element.items():
            if (usual and t == threads and name.startswith("planes")
                    and cost != usual):
                table.notes.append(f"{name}, {threads} thread(s): "
                                   f"{cost / usual:.2f} of planes-1x64-1024")
    return table


def tables(results):
    """Every table that the rows fill."""
    found = [_group_table(results, group, rows)
             for group, rows in results.groups().items()]
    if results.of_kind("latency"):
        found.append(_latency_table(results.of_kind("latency")))
    if results.of_kind("series"):
        found.append(_series_table(results.of_kind("series")))
    return found


def overview(results):
    """One line for each group of model shapes."""
    table = Table("Geometric means", [
        "work", "x PyTorch", "least", "x oneDNN", "least", "of copy", "least",
        "of loop", "least"])
    for group, rows in results.groups().items():
        cells = [title_of(group)]
        for peer, _ in PEERS:
            ratios = [ratio for ratio, _ in results.speedups(rows, peer)]
            cells += ([f"{geometric_mean(ratios):.1f}", f"{ratios[0]:.1f}"]
                      if ratios else ["-", "-"])
        for peer, _ in YARDSTICKS:
            shares = [share for share, _ in shares_of(peer, rows)]
            cells += ([f"{geometric_mean(shares):.2f}", f"{shares[0]:.2f}"]
                      if shares else ["-", "-"])
        table.rows.append(cells)
    return table
