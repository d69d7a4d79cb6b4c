"""States that are made from plain content, and games that go on from states, on machines of this thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.compile.wasm.memory import words_needed
from ruledsl.engine.machines.backend import blocks_of
from ruledsl.engine.machines.blocks import Log, wider
from ruledsl.engine.machines.machine import TooMuch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ruledsl.engine.machines.blocks import Block, Line
    from ruledsl.engine.machines.writing import Content
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import Code
    from ruledsl.engine.state.state import State

MORE = 2
"""The engine's result where there is more to do."""


def state_of(
    code: Code,
    board: Board,
    seats: int,
    content: Content,
    *,
    asking: bool = False,
) -> State:
    """The state with this content; if it is `asking`, it stands at a choice, and says which. `EngineError` if that is impossible.

    Checks only its shape.
    """
    words = words_needed(board.size, len(content["peoples"]) // code.people_width - 1)
    while True:
        blocks = blocks_of(code, words)
        try:
            block = blocks.table(board, seats, content)
            if asking and content["frames"]:
                block.call("begin")
            return block.state()
        except TooMuch:
            words = wider(words)


def with_journal(g: State, journal: Sequence[Line]) -> State:
    """The same state, with another log."""
    block = blocks_of(g.code, g.source.packed()[0]).of(g)
    block.log = Log(block.machine, journal)
    return block.state()


def gone_on(g: State, go: Callable[[Block], object], *, logging: bool = True) -> Block:
    """A game that has gone on from a state; with sets of more words if there is no room otherwise. `EngineError` if the rules run away."""
    words, _ = g.source.packed()
    while True:
        try:
            block = blocks_of(g.code, words).of(g, logging=logging)
            go(block)
        except TooMuch:
            words = wider(words)
        else:
            return block


def steps(g: State, option: int = -1) -> Iterator[State]:
    """The states on the way from a state to the next choice, step by step, each with its own part of the log.

    Where nobody is asked, the game goes on without an option. `EngineError` if the rules run away.
    """
    block = gone_on(g, lambda _: None)
    block.log = Log(block.machine)
    if option >= 0:
        block.call("give", option)
    while block.call("step_on") == MORE:
        yield block.state()
        block.log = Log(block.machine)
    yield block.state()
