"""Which rules were used, and which of them in one answer of a value: only in programs for those who want to know."""

from __future__ import annotations

from ruledsl.engine.small.memory import ANSWER, EFFECTS, FEEDS, HEARD, TOGETHER
from ruledsl.engine.small.room import MOST_HEARD
from ruledsl.engine.small.words import fail


def take_effect(rule: int) -> None:
    """A rule was used."""
    EFFECTS[rule] = 1
    if ANSWER[0]:
        hear(rule)


def hear(what: int) -> None:
    """Keep it, behind what was heard before."""
    if ANSWER[1] == MOST_HEARD:
        fail(1)
    HEARD[ANSWER[1]] = what
    ANSWER[1] = ANSWER[1] + 1


def listen(value: int) -> int:
    """An answer begins: where what is heard in it begins."""
    hear(ANSWER[0])
    ANSWER[0] = value
    return ANSWER[1]


def answered(mark: int) -> None:
    """The answer that began there is known. If the one around it is made of it, what was used for this was used for that, too."""
    end = mark
    for place in range(mark, ANSWER[1]):
        rule = HEARD[place]
        known = 0
        for other in range(mark, end):
            if HEARD[other] == rule:
                known = 1
        if not known:
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
