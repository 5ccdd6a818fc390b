#!/usr/bin/env python3
"""Runs a paired benchmark several times, each in a process of its own, and sums up.

    repeat.py [--runs N] [--json FILE] -- PROGRAM [OPTION...]

Where memory lies differs from process to process, and with it what the caches do: a ratio from one process can be
off by a tenth either way. Shown for each row: the median of the runs' medians, the best bar by the same measure, and
the ratio of the two in each run as median, least and greatest.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile


def run(command):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "run.json")
        done = subprocess.run(command + ["--json", path], stdout=subprocess.DEVNULL)
        if done.returncode != 0:
            sys.exit(f"{command[0]} ended with {done.returncode}")
        with open(path) as file:
            return json.load(file)


def figure(row, seconds):
    if row["bytes"]:
        return f"{row['bytes'] / seconds * 1e-9:.2f} GB/s"
    return f"{seconds / row['repeats'] * 1e6:.1f} us"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", help="where to write all runs")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    runs = []
    for number in range(arguments.runs):
        print(f"run {number + 1} of {arguments.runs}", file=sys.stderr, flush=True)
        runs.append(run(arguments.command))
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(runs, file)

    print(f"| {'row':38} | {'ours':>10} | {'best bar':>10} | {'which':26} | ratio (least to greatest) |  aim |")
    print(f"| {'-' * 38} | {'-' * 10} | {'-' * 10} | {'-' * 26} | {'-' * 25} | ---- |")
    for index, row in enumerate(runs[0]["rows"]):
        same = [r["rows"][index] for r in runs]
        medians = [[c["median_s"] for c in r["contenders"]] for r in same]
        over_runs = [statistics.median(m[i] for m in medians) for i in range(len(row["contenders"]))]
        bars = [i for i in range(1, len(over_runs)) if not row["contenders"][i].get("less_work")]
        if not bars:
            continue
        best = min(bars, key=lambda i: over_runs[i])
        ratios = [m[best] / m[0] for m in medians]
        ratio = statistics.median(ratios)
        spread = f"{ratio:.3f} ({min(ratios):.2f} to {max(ratios):.2f})"
        missed = "" if ratio >= row["aim"] else " missed"
        print(f"| {row['name']:38} | {figure(row, over_runs[0]):>10} | {figure(row, over_runs[best]):>10} | "
              f"{row['contenders'][best]['name']:26} | {spread:25} | {row['aim']:.2f}{missed} |")


if __name__ == "__main__":
    main()
