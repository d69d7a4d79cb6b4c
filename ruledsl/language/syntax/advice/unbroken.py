"""Unbroken lines: what is written on one line and needs several, such as choices, limits and loops."""

from __future__ import annotations

from typing import Final

from ruledsl.base.plaintext import STEP
from ruledsl.language.syntax.advice.place import Place, Stack, advance, follow
from ruledsl.language.syntax.lexer import Edit, Fault

COMPOUND: Final = frozenset("if for repeat may up".split())
EVERY: Final = frozenset("all every each any foreach".split())
LIMITS: Final = (["once", "per"], ["times", "per"], ["once", "each"], ["once", "a"])
FAR: Final = 30  # words back to where a choice may have begun
TOLD: Final = 3
"""The words of an effect that name the choice of it."""


def how_often(place: Place) -> Fault | None:
    """`once per turn: …` as a rule of its own."""
    words = place.pieces[place.first : place.first + 2]
    if [piece.text for piece in words] != ["once", "per"] or not place.begins_statement:
        return None
    return _limited(words[0].start, words[1].end)


def how_often_it_happens(place: Place) -> Fault | None:
    """`after my conquest once per turn: …`, or `once per turn` among effects."""
    pieces, at = place.pieces, place.at
    if pieces[0].text == "action":
        return None
    for index in (at, at - 1):
        words = pieces[index : index + 2] if index >= place.first else []
        if [piece.text for piece in words] in LIMITS:
            last = min(index + 2, place.end - 1)
            return _limited(words[0].start, pieces[last].end, _remembered(place, index))
    return None


def _limited(start: int, end: int, edit: Edit | None = None) -> Fault:
    message = "How often somebody may do something belongs to an `action`."
    advice = (
        "Write `action NAME`, and below it, indented: `during PHASE`, `once per EVENT`, `do: …`. "
        "What happens by itself is limited by a memory: `remember paid of people: flag until EVENT`, "
        "then `if not paid of me`, and among the effects `set paid of me to yes`."
    )
    return Fault("L017", message, start, end, help=advice, edit=edit)


def _remembered(place: Place, index: int) -> Edit | None:
    """The memory for `after EVENT once per turn: EFFECT`, and the rule that asks it."""
    texts = [piece.text for piece in place.pieces[: place.end]]
    if place.first or texts[0] not in {"before", "after"} or texts[index] != "once" or ":" not in texts:
        return None
    colon, behind = texts.index(":"), index + 3
    parts = ((0, min(index, colon)), (behind, colon), (colon + 1, index if index > colon else place.end))
    head, condition, effect = (place.written(*part) if part[0] < part[1] else "" for part in parts)
    head = f"{head} {condition}".rstrip()
    event, _, asked = head.partition(" if ")
    if {"or", "some"} & {*asked.split()}:
        asked = f"({asked})"
    if not effect or behind > place.end or (index > colon and behind < place.end):
        return None
    lines = (
        f"remember paid of people: flag until {texts[index + 2]}",
        f"{event} if {asked and f'{asked} and '}not paid of me:",
        f"{' ' * STEP}set paid of me to yes",
        f"{' ' * STEP}{effect}",
    )
    return Edit(place.pieces[0].start, place.pieces[place.end - 1].end, "\n".join(lines))


def question(place: Place) -> Fault | None:
    """`you may gain 1 coin`: a choice has a name, by which players are asked."""
    texts = [piece.text for piece in place.pieces[: place.end]]
    for index in place.backwards(FAR):
        if texts[index : index + 2] != ["you", "may"] or index + 3 >= place.end:
            continue
        effect = texts[index + 2 :]
        is_plain = all(text.replace("_", "").isalnum() for text in effect)
        name = "_".join(effect[:TOLD]) if is_plain else "NAME"
        whose = "you " if effect[0] in {"gain", "pay"} else ""
        told = f"may {name}: {whose}{place.written(index + 2, place.end)}"
        message = "What somebody may do has a name, which is the question that players read."
        advice = f"Write on a line of its own, indented: `{told}`."
        edit = _on_its_own(place, index, told) if is_plain else None
        first, last = place.pieces[index : index + 2]
        return Fault("L017", message, first.start, last.end, help=advice, edit=edit)
    return None


def _on_its_own(place: Place, index: int, told: str) -> Edit | None:
    """What begins at this index, told on a line of its own."""
    start, end = place.pieces[index].start, place.pieces[place.end - 1].end
    if index == place.first:
        return Edit(start, end, told)
    before = place.pieces[index - 1]
    return Edit(before.end, end, f"\n{' ' * STEP}{told}") if before.text == ":" else None


def compound(place: Place) -> Fault | None:
    """A block after a colon: with its own words, or with synonyms of `for each`."""
    colons = [n for n in range(place.first, place.at) if place.pieces[n].text == ":"]
    if not colons:
        return None
    index = colons[-1] + 1
    piece, rest = place.pieces[index], place.pieces[index : place.end]
    below = follow(state_below(place.stack_at(index)), rest)
    edit = None
    if piece.text in COMPOUND and below > place.at - index:
        message = f"`{piece.text}` opens a block, and a block begins on a new line, not behind a colon."
        advice = "Write it on a line of its own below, indented."
        edit = _on_its_own(place, index, place.written(index, place.end)) if below == len(rest) else None
    elif piece.text in EVERY:
        message = f"`{piece.text}` is not possible here. A loop is a block, and a block begins on a new line."
        advice = "Write `for each NAME in SET:` on a line of its own below, indented."
        if not any(other.text == ":" for other in rest):
            advice += " What each of them does stands below that, indented once more."
    else:
        return None
    return Fault("L024", message, piece.start, piece.end, help=advice, edit=edit)


def state_below(stack: Stack) -> Stack:
    """The state in which a block begins under a line."""
    for terminal in ("_NL", "_INDENT"):
        stack = advance(stack, terminal) or stack
    return stack
