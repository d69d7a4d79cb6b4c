"""Records which rules were used, and which of them together in one answer of a value; only in programs that ask for it."""

from __future__ import annotations

from ruledsl.engine.small.memory import ANSWER, EFFECTS, FEEDS, HEARD, TOGETHER
from ruledsl.engine.small.room import MOST_HEARD
from ruledsl.engine.small.words import fail


def take_effect(rule: int) -> None:
    """Record that a rule was used."""
    EFFECTS[rule] = 1
    if ANSWER[0]:
        hear(rule)


def hear(what: int) -> None:
    """Append it to what was heard before."""
    if ANSWER[1] == MOST_HEARD:
        fail(1)
    HEARD[ANSWER[1]] = what
    ANSWER[1] = ANSWER[1] + 1


def listen(value: int) -> int:
    """Begin an answer. Returns the mark where its entries start."""
    hear(ANSWER[0])
    ANSWER[0] = value
    return ANSWER[1]


def answered(mark: int) -> None:
    """End the answer that began at `mark`. If the enclosing answer depends on it, the rules used for this one count for that one, too."""
    end = mark
    for place in range(mark, ANSWER[1]):
        rule = HEARD[place]
        is_there = 0
        for other in range(mark, end):
            if HEARD[other] == rule:
                is_there = 1
        if not is_there:
            for other in range(mark, end):
                TOGETHER[min(rule, HEARD[other]), max(rule, HEARD[other])] = 1
            HEARD[end] = rule
            end += 1
    around = HEARD[mark - 1]
    ANSWER[1] = mark - 1
    if around and FEEDS[ANSWER[0], around]:
        for place in range(mark, end):
            hear(HEARD[place])
    ANSWER[0] = around
