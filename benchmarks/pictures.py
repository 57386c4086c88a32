# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

"""Pictures of a run: roofline.png and speedup.png."""

import matplotlib

matplotlib.use("Agg")

# After use(): pyplot picks its backend when it is imported.
import matplotlib.pyplot as plt
from matplotlib.ticker import FuncFormatter

import report

# Colours that the colour-blind can tell apart (Okabe and Ito).
COLORS = {"backlerp": "#0072B2", "torch": "#D55E00", "onednn": "#E69F00",
          "copy": "#555555"}
MARKERS = {"backlerp": "o", "torch": "^", "onednn": "s"}
NAMES = {"backlerp": "Backlerp", **dict(report.PEERS)}
PLAIN = FuncFormatter(lambda value, _: f"{value:g}")


def _shown_groups(results):
    """The groups to draw: those of the first direction and type measured."""
    groups = results.groups()
    if not groups:
        return {}
    direction, dtype, _, _ = next(iter(groups))
    return {group: rows for group, rows in groups.items()
            if group[:2] == (direction, dtype)}


def _grid(groups, width, height):
    """A figure with a row for each layout, a column for each thread count."""
    layouts = list(dict.fromkeys(group[2] for group in groups))
    threads = list(dict.fromkeys(group[3] for group in groups))
    figure, axes = plt.subplots(
        len(layouts), len(threads), squeeze=False, sharex=True, sharey=True,
        figsize=(width * len(threads), height * len(layouts)),
        layout="constrained")
    places = {(layout, count): axes[i][j] for i, layout in enumerate(layouts)
              for j, count in enumerate(threads)}
    return figure, axes, places


def _finish(figure, axes, machine, path, title):
    """Adds title and legend, the latter in a strip below all axes; saves."""
    figure.suptitle(f"{title}\n{machine['cpu']}, {machine['date']}",
                    fontsize=10)
    strip = 0.35 / figure.get_figheight()
    figure.get_layout_engine().set(rect=(0, strip, 1, 1 - strip))
    handles, labels = axes[0][0].get_legend_handles_labels()
    if handles:
        figure.legend(handles, labels, loc="lower center", fontsize=8,
                      ncols=len(handles))
    figure.savefig(path, dpi=120)
    plt.close(figure)


def _draw_bandwidths(axis, rows):
    copies = {}  # shapes of equal bytes copied the same
    for row in rows:
        if report.median(row, "copy"):
            copies.setdefault(row["bytes"], []).append(
                report.gigabytes_per_second(row, "copy"))
    if copies:
        means = sorted((size, report.geometric_mean(rates))
                       for size, rates in copies.items())
        axis.plot(*zip(*means), color=COLORS["copy"], linewidth=1.5,
                  label="streaming copy")
    for peer, marker in MARKERS.items():
        points = [(row["bytes"], report.gigabytes_per_second(row, peer))
                  for row in rows if report.median(row, peer)]
        if points:
            axis.plot(*zip(*points), marker, color=COLORS[peer], markersize=5,
                      alpha=0.85, label=NAMES[peer])


def _roofline(groups, machine, path):
    figure, axes, places = _grid(groups, 5.0, 3.6)
    for group, rows in groups.items():
        axis = places[group[2:]]
        _draw_bandwidths(axis, rows)
        axis.set(title=report.title_of(group), xscale="log", yscale="log")
        axis.yaxis.set_major_formatter(PLAIN)
        axis.grid(True, which="major", alpha=0.3)
    for axis in axes[-1]:
        axis.set_xlabel("bytes of both tensors")
    for row in axes:
        row[0].set_ylabel("GB/s")
    _finish(figure, axes, machine, path,
            "Bytes of both tensors per second, each shape a point")


def _draw_speedups(axis, results, rows, names):
    heights = {name: i for i, name in enumerate(names)}
    for peer, _ in report.PEERS:
        pairs = [(results.speedup(row, peer)[0], heights[row["name"]])
                 for row in rows]
        pairs = [pair for pair in pairs if pair[0]]
        if not pairs:
            continue
        ratios, places = zip(*pairs)
        if peer == "torch":
            axis.barh(places, [ratio - 1 for ratio in ratios], left=1,
                      color=COLORS["backlerp"], height=0.7,
                      label="over PyTorch")
            for ratio, place in pairs:
                axis.annotate(f"{ratio:.1f}", (max(ratio, 1), place),
                              xytext=(2, 0), textcoords="offset points",
                              va="center", fontsize=7)
        else:
            axis.plot(ratios, places, MARKERS[peer], color=COLORS[peer],
                      markersize=5, markeredgecolor="white",
                      label="over " + NAMES[peer])


def _speedup(results, groups, machine, path):
    names = list(dict.fromkeys(row["name"] for rows in groups.values()
                               for row in rows))
    figure, axes, places = _grid(groups, 5.2, 1.2 + 0.2 * len(names))
    for group, rows in groups.items():
        axis = places[group[2:]]
        _draw_speedups(axis, results, rows, names)
        axis.axvline(1, color="black", linewidth=0.8)
        axis.set(title=report.title_of(group), xscale="log")
        axis.xaxis.set_major_formatter(PLAIN)
        axis.grid(True, axis="x", which="major", alpha=0.3)
        axis.margins(x=0.12)
    axes[0][0].set_yticks(range(len(names)), names)
    axes[0][0].invert_yaxis()  # shared by all
    for row in axes:
        row[0].tick_params(axis="y", labelsize=8)
    for axis in axes[-1]:
        axis.set_xlabel("their time / Backlerp's")
    _finish(figure, axes, machine, path,
            "How many times as fast as the peers")


def draw(data, folder):
    """Draws what the run has model shapes for; the paths of the pictures."""
    results = report.Results(data["rows"])
    groups = _shown_groups(results)
    if not groups:
        return []
    roofline, speedup = folder / "roofline.png", folder / "speedup.png"
    _roofline(groups, data["machine"], roofline)
    drawn = [roofline]
    if any(results.speedups(rows, peer) for rows in groups.values()
           for peer, _ in report.PEERS):
        _speedup(results, groups, data["machine"], speedup)
        drawn.append(speedup)
    return drawn
