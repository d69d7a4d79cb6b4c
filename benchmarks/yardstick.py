"""How fast this machine runs plain Python, so that speeds can be quoted as a ratio of it.

The work is like that of a game engine: small objects, their attributes, short lists, a dictionary of integers, no memory to speak of. One unit is one
pass over 48 nodes with five links each.
"""

from __future__ import annotations

import statistics
import time

NODES = 48
STEPS = (1, 7, 11, 23)


class Node:
    """Something with a number and neighbours."""

    __slots__ = ("near", "number")

    def __init__(self, number: int, near: list[int]) -> None:
        self.number = number
        self.near = near


def one_unit(nodes: list[Node], squares: dict[int, int]) -> int:
    """The sum of what lies around every node."""
    found = 0
    for node in nodes:
        if node.number % 4:
            found += squares.get(node.number, 0)
        for other in node.near:
            found += nodes[other].number
    return found


def units_per_second(rounds: int = 7, seconds: float = 0.4) -> float:
    """The median of some rounds."""
    nodes = [
        Node(i * 7 % NODES, [i * 5 % NODES, *((i + step) % NODES for step in STEPS)]) for i in range(NODES)
    ]
    squares = {i: i * i for i in range(NODES)}
    return statistics.median(_rate(nodes, squares, seconds) for _ in range(rounds))


def _rate(nodes: list[Node], squares: dict[int, int], seconds: float) -> float:
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(50):
            one_unit(nodes, squares)
        done += 50
    return done / spent


if __name__ == "__main__":
    print(round(units_per_second()))
