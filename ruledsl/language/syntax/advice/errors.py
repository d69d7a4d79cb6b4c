"""From a refused text to one finding with the most likely correction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from ruledsl.language.syntax.advice.phrases import BESIDE, BY_CHANCE, RANDOM, SHORT, expected_words
from ruledsl.language.syntax.advice.place import Place, Stack, advance, begin, follow, terminal_of, wanted
from ruledsl.language.syntax.advice.sentences import (
    begins_sentence,
    prose_fault,
    sentence_fault,
    strange_fault,
)
from ruledsl.language.syntax.advice.trials import (
    ARTICLES,
    BEFORE_BRACKETS,
    PREPOSITIONS,
    likely_trial,
    rephrasings,
    sure_trial,
)
from ruledsl.language.syntax.advice.unbroken import (
    compound,
    how_often,
    how_often_it_happens,
    question,
    state_below,
)
from ruledsl.language.syntax.grammar import RESERVED, grammar
from ruledsl.language.syntax.lexer import DEDENT, INDENT, NEWLINE, Edit, Fault, Line, Piece, laid_out

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Purse

# ── corrections ─────────────────────────────────────────────────────────────────
# Corrections for a wrong statement: what authors write, and what the language has instead.
#
# Each one inspects the place of the error and returns a fault if its correction fixes the line; certain ones come first.


BRACKET: Final = Piece("sign", "(", 0, 0)
CLOSING: Final = Piece("sign", ")", 0, 0)
OPENERS: Final = frozenset("if else for repeat may before after instead event phase do".split())
LONGER: Final = frozenset("NUMBER SUM HIGHEST LOWEST SOME IF NOT MINUS CAN".split())
JOINING: Final = frozenset("PLUS MINUS TIMES_SIGN DIVIDED_SIGN BUT IS HAS WHERE AND OR".split())
FAR: Final = 30  # words back to where a bracket may have to begin


def _condition_first(place: Place) -> Fault | None:
    """`if A: RULE` for `RULE if A`."""
    pieces, first, end = place.pieces, place.first, place.end
    colon = next((n for n in range(first, end) if pieces[n].text == ":"), end)
    if pieces[first].text != "if" or place.at != first:
        return None
    start, last = pieces[first].start, pieces[end - 1].end
    message = "A condition follows its rule."
    rule = [*pieces[colon + 1 : end], *pieces[first:colon]]
    for left_out in (frozenset[str](), ARTICLES):
        rearranged = [piece for piece in rule if piece.text not in left_out]
        if colon < end - 1 and place.mends_line(first, rearranged, end - first):
            meant = f"{place.written(colon + 1, end)} {place.written(first, colon)}"
            for article in left_out:
                meant = meant.replace(f" {article} ", " ")
            return Fault("L017", message, start, last, suggestion=meant)
    advice = "Write it behind what it is a condition of: `after my EVENT if CONDITION: …`, `my VALUE +1 if CONDITION`."
    return Fault("L017", message, start, pieces[first].end, help=advice)


def _condition_last(place: Place) -> Fault | None:
    """`after my EVENT: EFFECT if A`: the condition before the colon."""
    pieces, first, at, end = place.pieces, place.first, place.at, place.end
    colon = next((n for n in range(first, at) if pieces[n].text == ":"), None)
    if place.piece.text != "if" or colon is None or at == colon + 1:
        return None
    joint = "and" if "if" in [piece.text for piece in pieces[first:colon]] else "if"
    moved = [place.like(joint), *pieces[at + 1 : end], *pieces[colon:at]]
    message = "The condition of an effect stands before the colon."
    meant = f"{joint} {place.written(at + 1, end)}{place.written(colon, at)}"
    if not place.mends_line(colon, moved, end - colon):
        return Fault("L017", message, place.piece.start, place.piece.end)
    before = pieces[colon - 1].end
    edit = Edit(before, pieces[end - 1].end, f" {meant}")
    return Fault("L017", message, place.piece.start, pieces[end - 1].end, suggestion=meant, edit=edit)


def _nameless(place: Place) -> Fault | None:
    """`forbid conquer if …`: a prohibition without a name."""
    if place.pieces[place.first].text != "forbid" or not place.allows("AS") or place.piece.text == "as":
        return None
    if place.piece.kind != NEWLINE and place.piece.text != "if":
        return None
    message = "A prohibition has a name, which tells players why, and by which permits lift it."
    return Fault("L001", message, place.piece.start, place.piece.end, "`as` and a name")


def _what_it_does(place: Place) -> Fault | None:
    """An effect in an action, without `do:` before it."""
    pieces = place.pieces
    if (
        pieces[0].text != "action"
        or not place.first
        or any(piece.text == "do" for piece in pieces[: place.at])
    ):
        return None
    if not place.mends_line(
        place.first,
        [place.like("do"), place.like(":"), *pieces[place.first : place.end]],
        place.end - place.first,
    ):
        return None
    start = pieces[place.first].start
    message = "What an action does stands behind `do:`."
    return Fault("L017", message, start, pieces[place.end - 1].end, "`do:`", edit=Edit(start, start, "do: "))


def _named(place: Place) -> Fault | None:
    """`choose from …` and `roll DIE`: what is chosen or rolled has a name."""
    piece, before = place.piece, place.before
    if before is None:
        return None
    if (
        before.text == "action"
        and place.at == place.first + 1
        and piece.text in {"of", "during", "with", "by"}
    ):
        message = "An action has a name, by which players take it."
        return Fault(
            "L023",
            message,
            before.start,
            piece.end,
            "a name",
            help="Write it as in `action build of region`.",
        )
    if before.text in {"choose", "draw"} and piece.text == "from":
        message = f"`{before.text}` gives what is taken a name, by which the rule speaks of it."
        advice = f"Write it as in `{before.text} site from …`."
        return Fault("L023", message, before.start, piece.end, "a name", help=advice)
    if piece.kind == NEWLINE and _begun_with(place, "roll"):
        message = "`roll` gives the number a name, by which the rule speaks of it."
        line = place.written(place.first, place.end)
        return Fault(
            "L002",
            message,
            piece.start,
            piece.end,
            "`as` and a name",
            help=f"Write it as in `{line} as pips`.",
        )
    return None


def _begun_with(place: Place, word: str) -> bool:
    """Does the line, or what stands behind its colon, begin with this word, with one more behind it?"""
    texts = [piece.text for piece in place.pieces[place.first : place.at]]
    return texts[-2:-1] == [word]


SUBJECTS: Final = {"me": "people", "you": "player", "here": "region", "this": "tile"}


def _remembered_of(place: Place) -> Fault | None:
    """`remember wood of me: number`: of what kind of thing it is remembered."""
    piece, words = place.piece, place.at - place.first
    if place.pieces[place.first].text != "remember":
        return None
    if piece.text == ":" and words == 2:  # noqa: PLR2004 - `remember NAME`
        message = "A memory says for what kind of thing it is remembered."
        expected = "`of people`, `of player`, `of region`, `of tile` or `of game`"
        return Fault(
            "L001",
            message,
            piece.start,
            piece.end,
            expected,
            edit=Edit(piece.start, piece.start, " of people"),
        )
    if piece.kind == NEWLINE and place.allows("COLON"):
        message = "A memory says what is remembered: a number, a flag (`yes` or `no`), a region …"
        edit = Edit(piece.start, piece.start, ": number")
        return Fault(
            "L002", message, piece.start, piece.end, "`: number`, `: flag` or another type", edit=edit
        )
    if piece.text not in SUBJECTS or words != 3:  # noqa: PLR2004 - `remember NAME of`
        return None
    meant = SUBJECTS[piece.text]
    message = f"A memory is declared for all of a kind: of {meant}, not of `{piece.text}`."
    return Fault("L023", message, piece.start, piece.end, f"`{meant}`", suggestion=meant)


def _one_by_one(place: Place) -> Fault | None:
    """`EFFECT and EFFECT` on one line."""
    pieces = place.pieces
    if place.piece.text != "and" or not any(piece.text == ":" for piece in pieces[place.first : place.at]):
        return None
    if not place.mends_line(place.at, [], place.end - place.at):
        return None
    message = "Effects are not joined with `and`."
    advice = "Each stands on a line of its own, indented below the line with the colon."
    return Fault("L001", message, place.piece.start, place.piece.end, "the end of the line", help=advice)


def _for_each(place: Place) -> Fault | None:
    """`+1 for each mine`: an amount with a count."""
    piece, before = place.piece, place.before
    if before is None or before.kind != "number":
        return None
    behind = [*place.pieces[place.at + 1 : place.end]]
    if piece.text in {"in", "on", "for"} and len(behind) == 1 and behind[0].kind == "word":
        text = behind[0].text
        meant = f"if region is {text.removesuffix('s') if not text.endswith('ss') else text}"
        message = "In which regions a rule holds is a condition."
        return Fault("L017", message, piece.start, behind[0].end, suggestion=meant)
    if piece.text not in {"for", "per"}:
        return None
    each = [other.text for other in behind if other.text not in {*ARTICLES, "each", "region", "regions"}]
    thing = each[0] if each and each[0] not in RESERVED else "mine"
    advice = f"Write it as in `+number of regions of me where it is {thing}`; for {before.text} each, `{before.text} * number of …`."
    return Fault("L017", "A rule counts with `number of`.", piece.start, piece.end, help=advice)


def _beside(place: Place) -> Fault | None:
    """`A is beside B` for `some neighbours of A where it is B`; also without `is`, or without `A`."""
    texts = [piece.text for piece in place.pieces]
    for at in place.backwards(FAR):
        length = next((len(way) for way in BESIDE if tuple(texts[at : at + len(way)]) == way), 0)
        length += length and not ARTICLES.isdisjoint(texts[at + length : at + length + 1])
        if not length or at + length >= place.end or at == place.first:
            continue
        thing, negated = texts[at + length], texts[at - 2 : at] == ["is", "not"]
        index = at - 1 - negated - (negated or texts[at - 1] == "is")
        for start, before, whose in (
            (index, "", texts[index]),
            (at, "", "it" if texts[at - 1] == "where" else "region"),
            (at, "where", "it"),
        ):
            meant = f"some neighbours of {whose} where it is {thing}"
            meant = f"{before or 'not'} ( {meant} )" if negated or before else meant
            pieces = [place.like(word) for word in meant.split()]
            if (
                start >= place.first
                and (start == at or whose not in RESERVED)
                and place.mends_line(start, pieces, at + length + 1 - start)
            ):
                message = "To ask what lies beside a region, ask its neighbours."
                first, last = place.pieces[start].start, place.pieces[at + length].end
                return Fault(
                    "L017", message, first, last, suggestion=meant.replace("( ", "(").replace(" )", ")")
                )
    return None


def effect_fault(place: Place) -> Fault | None:
    """An effect in place of a rule."""
    for index in place.backwards():
        stack = place.stack_at(index)
        if advance(stack, "FORBID") is None:
            continue
        pieces = place.pieces[index : place.soon + 1]
        if follow(_inside_a_rule(), pieces) >= min(place.at - index + 2, len(pieces)):
            start = place.pieces[index]
            message = "This is an effect, and effects stand inside a rule."
            advice = "Write it behind the colon of what makes it happen, such as `after my EVENT:`."
            return Fault("L028", message, start.start, start.end, help=advice)
    return None


def _inside_a_rule() -> Stack:
    stack = begin()
    for terminal in ("AFTER", "NAME", "COLON"):
        stack = advance(stack, terminal) or stack
    return state_below(stack)


def _indented(place: Place) -> Fault | None:
    if place.piece.kind != INDENT:
        return None
    start = place.piece.start
    line_end = place.pieces[place.at - 1] if place.at else None
    if line_end and len(place.stacks) > 1 and advance(place.stack_at(place.at - 1), "COLON") is not None:
        return _no_colon(line_end.start)
    bracket = _opened_above(place)
    if bracket is not None:
        return bracket
    message = "This line is indented, but the line above it opens no block."
    advice = (
        "Begin it below the line above, end that line with a colon, or put what goes on here in brackets."
    )
    return Fault("L014", message, start, start, help=advice)


def _opened_above(place: Place) -> Fault | None:
    """A line that continues in the next ones up to a bracket which was never opened: where it should be."""
    pieces = place.pieces
    line = [piece for piece in pieces[place.first : place.at] if piece.kind != NEWLINE]
    below: list[Piece] = []
    for piece in pieces[place.at + 1 :]:
        if piece.kind == NEWLINE and _closes(below):
            break
        below += [piece] if piece.kind not in {NEWLINE, INDENT} else []
    if not _closes(below):
        return None
    for index in range(1, len(line)):
        if line[index - 1].text not in BEFORE_BRACKETS:
            continue
        whole = [BRACKET, *line[index:], *below, Piece(NEWLINE, "", 0, 0)]
        if follow(place.stack_at(place.first + index), whole) == len(whole):
            start = line[index].start
            message = "The bracket that is closed further on is opened nowhere."
            return Fault("L019", message, start, start, "`(`", edit=Edit(start, start, "("))
    return None


def _closes(pieces: Sequence[Piece]) -> bool:
    """Is one more bracket closed than opened?"""
    texts = [piece.text for piece in pieces]
    return texts.count(")") == texts.count("(") + 1


def _no_colon(offset: int) -> Fault:
    return Fault("L008", "A colon is missing here.", offset, offset, "`:`", edit=Edit(offset, offset, ":"))


def _bracket(place: Place) -> Fault | None:
    piece, opened = place.piece, place.open_bracket()
    if opened and (piece.kind == NEWLINE or piece.text == ":"):
        advice = (
            "Lines that go on in brackets are indented more than the first." if piece.kind == NEWLINE else ""
        )
        return Fault("L018", "This bracket is not closed.", opened.start, opened.end, "`)`", help=advice)
    if piece.text == ")" and not opened:
        return Fault("L019", "This bracket closes nothing.", piece.start, piece.end)
    return None


def _line_end(place: Place) -> Fault | None:
    if place.piece.kind != NEWLINE or not place.allows("COLON"):
        return None
    opens = place.pieces[place.first].text in OPENERS
    indented = place.at + 1 < len(place.pieces) and place.pieces[place.at + 1].kind == INDENT
    return _no_colon(place.piece.start) if opens or indented else None


def _colon(place: Place) -> Fault | None:
    if place.piece.text != ":" or not place.allows("_NL"):
        return None
    return Fault(
        "L009", "No colon belongs here.", place.piece.start, place.piece.end, expected_words(place.wanted)
    )


def _then(place: Place) -> Fault | None:
    if place.piece.text != "then" or not place.allows("COLON"):
        return None
    message = "Effects follow a colon; `then` belongs in expressions."
    return Fault("L022", message, place.piece.start, place.piece.end, suggestion=":")


def _else(place: Place) -> Fault | None:
    if place.piece.text != "else" or place.at != place.first:
        return None
    advice = "It stands directly below the block of its `if`, indented like the `if`."
    return Fault("L026", "This `else` has no `if`.", place.piece.start, place.piece.end, help=advice)


def _random(place: Place) -> Fault | None:
    for piece in place.pieces[max(place.at - 1, place.first) : place.at + 2]:
        if piece.text in RANDOM:
            message = f"`{piece.text}` is not how the language says it."
            return Fault("L017", message, piece.start, piece.end, help=BY_CHANCE)
    return None


def _reserved(place: Place) -> Fault | None:
    text = place.piece.text
    if text not in RESERVED or not place.allows("NAME") or place.wanted >= SHORT:
        return None
    message = f"`{text}` is a word of the language and cannot be a name."
    return Fault("L023", message, place.piece.start, place.piece.end, expected_words(place.wanted))


def _brackets(place: Place) -> Fault | None:
    """A long expression where only a short one can stand."""
    piece = place.piece
    message = "Only something short can stand here: put what is longer in brackets."
    if place.terminal in LONGER and place.allows("LPAR") and place.mended(place.at, [BRACKET], 0):
        return Fault(
            "L020", message, piece.start, piece.end, suggestion=f"({piece.text}", edit=_in_brackets(place)
        )
    if place.terminal not in JOINING:
        return None
    counting = _counting(place)
    if counting is not None:
        return counting
    for index in place.backwards(FAR)[1:]:
        if place.reached(index, [BRACKET], 0) > place.at:
            start = place.pieces[index]
            return Fault(
                "L020", message, start.start, piece.end, help=f"The bracket begins before `{start.text}`."
            )
    return None


def _nested(place: Place) -> Fault | None:
    """`move 1 fence from box to place of near with far`: brackets around a question of several things that stands after a preposition."""
    pieces, at = place.pieces, place.at
    asked = [index for index in place.backwards(FAR)[1:] if pieces[index + 1].text == "of"]
    if place.terminal.lower() not in PREPOSITIONS or not asked:
        return None
    for last in range(at + 2, place.end + 1):
        fault = _around(place, asked[0], "Put what is asked of several things in brackets.", last)
        if fault is not None:
            return fault
    return None


def _counting(place: Place) -> Fault | None:
    """`number of A where B is at least 3`: brackets around the count, if they are missing."""
    pieces, at = place.pieces, place.at
    for index in place.backwards(FAR)[1:]:
        if pieces[index].text != "number" or "where" not in [piece.text for piece in pieces[index:at]]:
            continue
        return _around(
            place, index, "Everything behind `where` is its condition: put what is counted in brackets."
        )
    return None


def _least(place: Place) -> Fault | None:
    """`choose year from round + 1 to rounds`: brackets around the smallest number."""
    index = place.at - 1 if place.piece.text == "to" else place.first
    while index > place.first and place.pieces[index].text != "from":
        index -= 1
    if index == place.first:
        return None
    return _around(place, index + 1, "A smallest number of several words stands in brackets.")


def _around(place: Place, index: int, message: str, last: int = 0) -> Fault | None:
    """Brackets from there up to this place (or the one before `last`), if the line can be read with them."""
    pieces, at = place.pieces, last or place.at
    around = [BRACKET, *pieces[index:at], CLOSING, *pieces[at : place.end + 1]]
    if follow(place.stack_at(index), around) < len(around):
        return None
    start, end, meant = pieces[index].start, pieces[at - 1].end, f"({place.written(index, at)})"
    return Fault("L020", message, start, end, suggestion=meant, edit=Edit(start, end, meant))


def _in_brackets(place: Place) -> Edit | None:
    """Brackets around the longer part, up to the place where the line becomes readable."""
    pieces, at = place.pieces, place.at
    for last in range(place.end, at, -1):
        inside = [BRACKET, *pieces[at:last], CLOSING, *pieces[last : place.end + 1]]
        if follow(place.stack, inside) == len(inside):
            return Edit(pieces[at].start, pieces[last - 1].end, f"({place.written(at, last)})")
    return None


CORRECTIONS: Final[tuple[Callable[[Place], Fault | None], ...]] = (
    _random,
    _condition_first,
    how_often,
    how_often_it_happens,
    _what_it_does,
    _named,
    _remembered_of,
    _one_by_one,
    question,
    _nameless,
    _for_each,
    _beside,
    effect_fault,
    _else,
    compound,
    sure_trial,
    _indented,
    _bracket,
    _line_end,
    _colon,
    _then,
    likely_trial,
    _condition_last,
    _reserved,
    _least,
    _nested,
    _brackets,
)


# ── errors ──────────────────────────────────────────────────────────────────────
# The error in a statement, in plain words: the first correction that explains it, or else what was expected.


EFFORT: Final = 10_000
"""The cost of a search for corrections of a line, in characters read."""
LAYOUT: Final = frozenset({NEWLINE, INDENT, DEDENT})


def explained(lines: list[Line], base: int, purse: Purse) -> Fault:
    """The fault of a statement that the grammar refuses; with an empty purse, only what was expected, without a correction."""
    pieces = _pieces(lines, base)
    place = _place(pieces, purse)
    if place is None:
        end = pieces[-1].end
        return Fault(
            "L002", "The lines that belong to this one are missing.", end, end, "an indented line below"
        )
    if not purse.pays(EFFORT):
        return strange_fault(place) if place.piece.kind == "strange" else _plain_fault(place, [])
    fault = _likely(place)
    fault.others = fault.others or tuple(edit for edit in rephrasings(place) if edit != fault.edit)
    return fault


def _likely(place: Place) -> Fault:
    """The fault of the first correction that explains the error."""
    if begins_sentence(place) and not sure_trial(place):
        return sentence_fault(place)
    prose = prose_fault(place)
    if prose is not None and not sure_trial(place) and not effect_fault(place):
        return prose
    remark = _remark_fault(place)
    if remark is not None:
        return remark
    if place.piece.kind == "strange":
        return strange_fault(place)
    for correction in CORRECTIONS:
        fault = correction(place)
        if fault is not None:
            return fault
    return _plain_fault(place, _missing(place))


def _pieces(lines: list[Line], base: int) -> list[Piece]:
    """The pieces of a statement up to an error in its layout, if there is one."""
    pieces: list[Piece] = []
    with suppress(Fault):
        for piece in laid_out(lines, base):
            pieces.append(piece)  # noqa: PERF402 - a fault must not lose what came before it
    return pieces


def _place(pieces: list[Piece], purse: Purse) -> Place | None:
    """The first piece that cannot stand in its place; None if only the end cannot."""
    stack = begin()
    first = 0
    stacks = [stack]
    for at, piece in enumerate(pieces):
        if at and pieces[at - 1].kind in LAYOUT and piece.kind not in LAYOUT:
            first, stacks = at, [stack]
        after = advance(stack, terminal_of(piece, stack))
        if after is None:
            return Place(pieces, at, first, stacks, purse)
        stack = after
        stacks.append(stack)
    return None


def _missing(place: Place) -> list[str]:
    """The words before the wrong piece that would make it possible."""
    spellings = grammar().spelling
    return [
        spellings[terminal]
        for terminal in sorted(wanted(place.stack))
        if terminal in spellings and place.mended(place.at, [place.like(spellings[terminal])], 0)
    ]


def _plain_fault(place: Place, missing: list[str]) -> Fault:
    expected = expected_words(wanted(place.stack))
    piece = place.piece
    if piece.kind == NEWLINE:
        return Fault("L002", "The line ends too early.", piece.start, piece.end, expected)
    if piece.kind in {INDENT, DEDENT}:
        return Fault("L002", "The block ends too early.", piece.start, piece.end, expected)
    advice = f"Is `{missing[0]}` missing before it?" if len(missing) == 1 else ""
    return Fault(
        "L001", f"`{piece.text}` is not possible here.", piece.start, piece.end, expected, help=advice
    )


SIGNS: Final = ("//", "--", "/*")
DIVIDED: Final = {"//": "/"}
"""Signs of other languages for an operator."""
NEAR: Final = 3
"""The most pieces before the error at which a comment may have begun."""


def _remark_fault(place: Place) -> Fault | None:
    """The fault of a comment after a sign other than `#`, if the line can be read without it."""
    for index in range(place.at, max(place.first, place.at - NEAR), -1):
        sign = next((sign for sign in SIGNS if _stands(place.pieces, index, sign)), "")
        if not sign or not place.mends_line(index, [], place.end - index):
            continue
        if sign in DIVIDED and place.mends_line(index, [place.like(DIVIDED[sign])], 1):
            continue
        start = place.pieces[index].start
        message = f"`{sign}` does not start a comment here: comments start with `#`."
        edit = Edit(start, start + len(sign), "#")
        return Fault(
            "L005", message, *edit[:2], suggestion="#", edit=edit, line=(*place.pieces[place.first : index],)
        )
    return None


def _stands(pieces: Sequence[Piece], index: int, sign: str) -> bool:
    """Is this sign here, as one piece or as two adjacent ones?"""
    if pieces[index].text == sign:
        return True
    both = pieces[index : index + 2]
    return [piece.text for piece in both] == list(sign) and both[0].end == both[1].start
