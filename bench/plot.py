#!/usr/bin/env python3
"""Draws what a call costs against how many facts there are, from what `python -m bench.run --json` wrote.

    python -m bench.plot small.json large.json --svg docs/performance.svg

Both axes are logarithmic: a flat line is a cost that does not grow with the memory. `--processor` draws processor time,
which other load lengthens less, of the embedded engine: with Neo4j the server's part of it is not known, and the mean
of recall has in it that the first one after a load takes the words in.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 860, 460, 60, 40, 300, 50
COLOURS = ("#1b6ca8", "#c2452d", "#3a7d44", "#8a4fa3", "#b07d12", "#4a4a4a", "#0f8b8d")
DASHES = {"embedded": "", "neo4j": "6 4"}
SHOWN = (
    "remember, a new subject", "supersede, a short history", "supersede, 2000 segments", "facts, as of",
    "history, a short one", "recall",
)  # fmt: skip
Point = tuple[int, float]


def lines(files: Iterable[Path], *, processor: bool) -> dict[tuple[str, str], list[Point]]:
    """For each thing shown and engine its cost by size, smallest first; runs of several tenants are left out."""
    found = dict[tuple[str, str], list[Point]]()
    for file in files:
        for figure in json.loads(file.read_text(encoding="utf-8"))["figures"]:
            known = figure["engine"] == "embedded" and figure["name"] != "recall" if processor else True
            if figure["name"] in SHOWN and figure["tenants"] == 1 and known:
                point = (figure["size"], figure["processor" if processor else "median"])
                found.setdefault((figure["name"], figure["engine"]), []).append(point)
    return {key: sorted(found[key]) for key in sorted(found, key=lambda key: (SHOWN.index(key[0]), key[1]))}


class Paper:
    """Where sizes and milliseconds stand on the page: whole powers of ten around what is shown."""

    def __init__(self, points: Iterable[Point]) -> None:
        sizes, costs = zip(*points, strict=True)
        self.sizes = _powers(sizes)
        self.costs = _powers(costs)

    def x(self, size: float) -> float:
        """The place of a size, from the left."""
        return LEFT + (WIDTH - LEFT - RIGHT) * _share(self.sizes, size)

    def y(self, cost: float) -> float:
        """The place of a cost, from the top."""
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * _share(self.costs, cost)


def _powers(values: Iterable[float]) -> list[int]:
    found = [math.log10(value) for value in values]
    low, high = math.floor(min(found)), math.ceil(max(found))
    return list(range(low, max(high, low + 1) + 1))


def _share(powers: list[int], value: float) -> float:
    return (math.log10(value) - powers[0]) / (powers[-1] - powers[0])


def grid(paper: Paper) -> Iterator[str]:
    """The lines of whole powers of ten, with their labels."""
    for power in paper.sizes:
        x = paper.x(10**power)
        yield f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM}" stroke="#ddd"/>'
        yield f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{10**power:,}</text>'
    for power in paper.costs:
        y = paper.y(10**power)
        yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#ddd"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10**power:,g}</text>'
    yield f'<text x="{LEFT}" y="{TOP - 14}">milliseconds a call, against facts in the memory</text>'


def drawn(paper: Paper, found: dict[tuple[str, str], list[Point]]) -> Iterator[str]:
    """Each line with its points, and beside the grid what it is."""
    colours = {name: COLOURS[place % len(COLOURS)] for place, name in enumerate(SHOWN)}
    for place, ((name, engine), points) in enumerate(found.items()):
        look = f'stroke="{colours[name]}" stroke-dasharray="{DASHES[engine]}" fill="none" stroke-width="2"'
        path = " ".join(f"{paper.x(size):.1f},{paper.y(cost):.1f}" for size, cost in points)
        yield f'<polyline points="{path}" {look}/>'
        for size, cost in points:
            yield f'<circle cx="{paper.x(size):.1f}" cy="{paper.y(cost):.1f}" r="3" fill="{colours[name]}"/>'
        x, y = WIDTH - RIGHT + 16, TOP + 12 + 20 * place
        yield f'<line x1="{x}" y1="{y - 4}" x2="{x + 28}" y2="{y - 4}" {look}/>'
        yield f'<text x="{x + 36}" y="{y}">{escape(f"{name} ({engine})")}</text>'


def picture(found: dict[tuple[str, str], list[Point]]) -> str:
    """The whole drawing."""
    paper = Paper(point for points in found.values() for point in points)
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>'
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
    return "\n".join([head, ground, *grid(paper), *drawn(paper, found), "</svg>", ""])


def main() -> None:
    """The command line."""
    parser: Any = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="JSON", help="what bench.run --json wrote")
    parser.add_argument("--processor", action="store_true", help="draw processor time instead of medians of the clock")
    parser.add_argument("--svg", required=True, type=Path, metavar="FILE", help="where to draw it")
    options = parser.parse_args()
    options.svg.write_text(picture(lines(options.files, processor=options.processor)), encoding="utf-8")


if __name__ == "__main__":
    main()
