"""Values of the wrong type: little words that are confused with each other, and text fixes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Fix, Span, merge
from ruledsl.base.plaintext import STEP
from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.advice.phrases import BESIDE, NOUNS, SOMEBODY
from ruledsl.language.vocabulary.types import (
    ANY_SET,
    DECK,
    FLAG,
    NUMBER,
    PEOPLE,
    PIECE,
    PLAYER,
    REGION,
    STAGE,
    TILE,
    TRAIT,
    UNKNOWN,
)
from ruledsl.rules.check.names import Names, an
from ruledsl.rules.check.scope import why_nothing
from ruledsl.rules.check.typed import Const
from ruledsl.rules.check.typed.declarations import MemoryDef, ValueDef

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.scope import Scope
    from ruledsl.rules.check.typed import TExpr, Var

# ── regional ────────────────────────────────────────────────────────────────────
# `here` before a value that takes no region: suggests the value of regions that is meant.


def nowhere(name: s.Word, params: list[Var], scope: Scope, names: Names) -> None:
    """Report `here` in a rule whose owner lies nowhere."""
    span, region = name.span, next((param.name for param in params if param.type == REGION), "")
    meant, fix = in_a_region(name.text, params, span, names, lies=False) if scope.me else ("", None)
    held = of_no_bearer(name, region, names.diagnostics) if scope.me and region else None
    names.diagnostics.error(
        "N010",
        why_nothing("here", scope),
        span,
        expected=f"`{meant}`, with a condition such as `if region is …`" if meant else "",
        help="Write `my`, or a condition such as `if holder of region is me`." if scope.me else "",
        fix=fix,
        others=[held] if held else [],
    )


def in_a_region(
    name: str, params: list[Var], span: Span, names: Names, *, lies: bool
) -> tuple[str, Fix | None]:
    """What `here` and a name mean, as the author would write it, and the fix; empty if unknown.

    Where the rule's owner `lies` nowhere, its bearer says `my`.
    """
    kinds = {param.type for param in params}
    if REGION not in kinds:
        meant = _of_regions(name, names)
    else:
        meant = "" if lies or not kinds & {PEOPLE, PLAYER} else name
    if not meant:
        return "", None
    written = f"{'here' if lies else 'my'} {meant}"
    line = names.diagnostics.sources.line(span.file, span.line) or ""
    before = line[: span.column - 1]
    start = len(before.rstrip()) - len("here")
    if not before.rstrip().endswith("here") or start < 0:
        return written, None
    return written, Fix(span._replace(column=start + 1), written)


def _of_regions(name: str, names: Names) -> str:
    """The value of a bearer and a region whose name contains this one."""
    values = (
        declared.name
        for several in names.declared.values()
        for declared in several
        if isinstance(declared, ValueDef)
        and name != declared.name
        and name in declared.name.split("_")
        and {REGION} < {param.type for param in declared.params} <= {REGION, PEOPLE, PLAYER}
    )
    return min(values, key=len, default="")


def race_for_tokens(node: s.Move, scope: Scope, names: Names) -> bool:
    """Report the name of a race where its tokens are meant: `move 2 otters from tray to hand`."""
    word, composition = node.kind.text, names.program.composition
    tile = next((tile for tile in composition.tiles.values() if tile.id == word), None)
    is_piece = word in names.words[PIECE]
    if tile is None or is_piece or not composition.kinds[tile.kind].tray or word in scope.locals:
        return False
    one = isinstance(node.amount.value, s.Number) and node.amount.value.value == 1
    told = f"token{'' if one else 's'} of {'me' if scope.me else 'PEOPLE'}"
    fix = Fix(node.kind.span, told) if node.owner is None and scope.me else None
    message = f"`{word}` is a race; what moves are tokens of the people that has it."
    names.diagnostics.error("T001", message, node.kind.span, expected=f"`{told}`", fix=fix)
    return True


# ── counting ────────────────────────────────────────────────────────────────────
# Questions for a number that are confused with each other: `number of`, `amount of`, `tokens of`, `troops of`.


_NUMBER = "number"
_OF_ONE = {("tokens", PEOPLE): "troops", ("amount", ANY_SET): _NUMBER}
"""By the name of a question and the only thing that it is asked of: the question that is meant."""


def no_set(node: s.Count, counted: TExpr, names: Names) -> bool:
    """Report something after `number of` that is no set: a number already, or pieces."""
    kind, binder = counted.type, node.members.binder
    if kind.is_set or kind in (DECK, UNKNOWN):
        return False
    if kind == PIECE or (binder is not None and binder.text in names.words[PIECE]):
        message, fix = "Pieces are counted with `amount of`.", Fix(_first(node.span, _NUMBER), "amount")
        everywhere = f"sum of (amount of {text_of(counted.span, names.diagnostics)} in it) over regions of me"
        names.diagnostics.error(
            "T014", message, node.span, expected="`amount`", fix=fix, others=[Fix(node.span, everywhere)]
        )
        return True
    if kind == NUMBER and binder is None:
        whole, what = node.span, counted.span
        span = whole._replace(end_line=what.line, end_column=what.column)
        message = "This is a number already: leave out `number of`."
        names.diagnostics.error("T014", message, span, fix=Fix(span, ""))
        return True
    return False


def other_question(name: str, asked: TExpr, span: Span) -> Fix | None:
    """The fix that asks one thing what was meant, where `name` needs more."""
    kind: Type = ANY_SET if asked.type.is_set else asked.type
    meant = _OF_ONE.get((name, kind))
    return Fix(_first(span, name), meant) if meant else None


def _first(span: Span, word: str) -> Span:
    """Where an expression begins with a word."""
    return span._replace(end_line=span.line, end_column=span.column + len(word))


_WAYS = "|".join(" ".join(way) for way in BESIDE)
_BESIDE = re.compile(rf"\b(?P<region>[a-z]\w*) is (?P<not>not )?(?:{_WAYS}) (?P<what>[a-z]\w*)")
SWAPS = {(PEOPLE, PLAYER): ("you", "me"), (PLAYER, PEOPLE): ("me", "you")}
"""By the expected and the actual type: the pronoun that is written, and the one that is meant."""


def text_of(span: Span, diagnostics: Diagnostics) -> str:
    """The text of a span on one line; empty if it is not known."""
    line = diagnostics.sources.line(span.file, span.line)
    return line[span.column - 1 : span.end_column - 1] if line and span.line == span.end_line else ""


def mismatch(span: Span, expected: Type, actual: Type, diagnostics: Diagnostics) -> None:
    """Report a type that does not fit."""
    diagnostics.error(
        "T001",
        f"This is {an(str(actual))}, but {an(str(expected))} is needed here.",
        span,
        expected=an(str(expected)),
        suggestion=other_pronoun(span, expected, actual, diagnostics),
        help=_of_many(span, expected, actual, diagnostics),
        fix=_verb_too(span, expected, actual, diagnostics)
        or _held_there(span, expected, actual, diagnostics)
        or _some_in_brackets(span, expected, actual, diagnostics),
        others=(
            *_counted(span, expected, actual, diagnostics),
            *_in_that_stage(span, expected, actual, diagnostics),
            *_one_after_another(span, expected, actual, diagnostics),
        ),
    )


def _counted(span: Span, expected: Type, actual: Type, diagnostics: Diagnostics) -> Iterator[Fix]:
    """`number of regions of me` for the regions, where a number is needed."""
    written = text_of(span, diagnostics)
    if expected == NUMBER and actual.is_set and written:
        yield Fix(span, f"number of {written}")
        yield Fix(span, f"(number of {written})")


def _in_that_stage(span: Span, expected: Type, actual: Type, diagnostics: Diagnostics) -> Iterator[Fix]:
    """`declined: RULE` for `RULE if declined`, and `stage of me is active` for `active`."""
    stage = text_of(span, diagnostics)
    if (expected, actual) == (FLAG, STAGE) and stage:
        yield from while_in_stage(span, stage, diagnostics)
        line = diagnostics.sources.line(span.file, span.line) or ""
        if line[: span.column - 1].endswith(" not "):
            whole = span._replace(column=span.column - len("not "))
            yield Fix(whole, f"stage of me is not {stage}")
        yield Fix(span, f"stage of me is {stage}")


def while_in_stage(condition: Span, stage: str, diagnostics: Diagnostics) -> Iterator[Fix]:
    """The fix that puts the stage before a rule whose only condition, at its end, asks for it."""
    line = diagnostics.sources.line(condition.file, condition.line) or ""
    before, after = line[: condition.column - 1], line[condition.end_column - 1 :]
    rule = before.lstrip()
    if rule.endswith(" if ") and not after.strip():
        whole = condition._replace(column=len(before) - len(rule) + 1)
        yield Fix(whole, f"{stage}: {rule.removesuffix(' if ')}")


def _one_after_another(span: Span, expected: Type, actual: Type, diagnostics: Diagnostics) -> Iterator[Fix]:
    """A loop over several that pay, gain or are paid, where one of them is needed."""
    line = diagnostics.sources.line(span.file, span.line) or ""
    before, after = line[: span.column - 1], line[span.end_column - 1 :]
    head = before[: before.rfind(": ") + 1] or before[: len(before) - len(before.lstrip())]
    effect, verb = before[len(head) :].lstrip(), re.match(r" (gain|pay)s?\b", after)
    if not effect and verb:
        effect = f"{expected} {verb[1]}s{after[verb.end() :]}"
    elif re.search(r"\bpays? .* to $", effect) and not after.strip():
        effect += str(expected)
    else:
        return
    if actual.is_set and actual.element == expected:
        margin = " " * (len(before) - len(before.lstrip()) + STEP)
        told = f"for each {expected} in {text_of(span, diagnostics)}: {effect}"
        whole = span._replace(column=len(head) + 1, end_column=len(line) + 1)
        yield Fix(whole, f"\n{margin}{told}" if head.strip() else told)


def of_no_bearer(name: s.Word, region: str, diagnostics: Diagnostics) -> Fix | None:
    """The fix for `my` or `here` before a value of regions alone: the rule for those that the bearer holds."""
    span = name.span
    line = diagnostics.sources.line(span.file, span.line) or ""
    before, after = line[: span.column - 1], line[span.end_column - 1 :].rstrip()
    whose = next((word for word in ("my ", "here ") if before.endswith(word)), "")
    if not whose or ":" in after:
        return None
    change, _, condition = after.partition(" if ")
    also = f" and {condition}" if condition else ""
    if " or " in condition:
        also = f" and ({condition})"
    whole = span._replace(column=span.column - len(whose), end_column=span.end_column + len(after))
    return Fix(whole, f"{name.text}{change} if holder of {region} is me{also}")


def _verb_too(span: Span, expected: Type, actual: Type, diagnostics: Diagnostics) -> Fix | None:
    """`you gain` for `me gains`: the other pronoun, and the verb in its form."""
    meant = other_pronoun(span, expected, actual, diagnostics)
    line = diagnostics.sources.line(span.file, span.line) or ""
    verb = re.match(r" (gain|pay)s\b", line[span.end_column - 1 :])
    if meant != "you" or verb is None:
        return None
    return Fix(span._replace(end_column=span.end_column + verb.end()), f"{meant} {verb[1]}")


_OWNER = "owner of "


def _held_there(span: Span, expected: Type, actual: Type, diagnostics: Diagnostics) -> Fix | None:
    """`race of region` for `race of holder of region`, and `owner of region` for its holder."""
    written = text_of(span, diagnostics)
    if (expected, actual) != (PEOPLE, REGION) or not written:
        return None
    line = diagnostics.sources.line(span.file, span.line) or ""
    after = line[span.end_column - 1 :]
    if line[: span.column - 1].endswith(_OWNER) and not re.match(
        r" (?:(?:is|is not) you|pays?|gains?)\b", after
    ):
        return Fix(span._replace(column=span.column - len(_OWNER)), f"holder of {written}")
    return Fix(span, f"holder of {written}")


def _some_in_brackets(span: Span, expected: Type, actual: Type, diagnostics: Diagnostics) -> Fix | None:
    """`(some sites of hill) and …` for `some sites of hill and …`."""
    line = diagnostics.sources.line(span.file, span.line) or ""
    before = line[: span.column - 1]
    written = text_of(span, diagnostics)
    if expected != FLAG or not actual.is_set or not before.endswith(" some ") or not written:
        return None
    return Fix(span._replace(column=span.column - len("some ")), f"(some {written})")


def _of_many(span: Span, expected: Type, actual: Type, diagnostics: Diagnostics) -> str:
    """What to do with a set where one of its members, or their number, is needed."""
    written = text_of(span, diagnostics)
    if not actual.is_set or not written:
        return ""
    line = diagnostics.sources.line(span.file, span.line) or ""
    if expected == FLAG and line[: span.column - 1].rstrip().endswith(" some"):
        return "`some` takes all that follows it: put it and what it is about in brackets, as in `(some sites of hill) and round is 2`."
    if expected == NUMBER:
        return f"`(number of {written})` counts them."
    if expected == actual.element:
        return f"For each of them: `for each member in {written}:` on a line of its own, and below it, indented, what is done."
    return ""


def other_pronoun(span: Span, expected: Type, actual: Type, diagnostics: Diagnostics) -> str:
    """`me` for `you` or vice versa, if that would fit."""
    pronoun, meant = SWAPS.get((expected, actual), ("", ""))
    return meant if pronoun and text_of(span, diagnostics) == pronoun else ""


def between(first: Span, last: Span, word: str, new: str, diagnostics: Diagnostics) -> Fix | None:
    """The fix that replaces a word between two spans on one line."""
    line = diagnostics.sources.line(first.file, first.line)
    if line is None or first.end_line != last.line:
        return None
    start = first.end_column - 1
    match = re.search(rf"\b{word}\b", line[start : last.column - 1])
    if match is None:
        return None
    at = start + match.start() + 1
    return Fix(Span(first.file, last.line, at, last.line, at + len(match[0])), new)


def not_alike(node: s.Compare, left: TExpr, right: TExpr, names: Names) -> bool:
    """Report a comparison of things that are never equal, where a word other than `is` is meant."""
    return (
        _piece_there(node, left, right, names)
        or _tile_of(node, left, right, names)
        or _one_in_set(node, left, right, names)
    )


def _tile_of(node: s.Compare, left: TExpr, right: TExpr, names: Names) -> bool:
    """Is a people compared with a race or a power? It has one instead."""
    if (left.type, right.type) != (PEOPLE, TILE) or not isinstance(right, Const):
        return False
    composition = names.program.composition
    tile = composition.tiles[names.program.tiles[right.value]]
    asked = "race" if composition.kinds[tile.kind].tray else "power"
    people = text_of(node.left.span, names.diagnostics)
    meant = f"{asked} of {people}" if people.isidentifier() or " of " in people else f"{asked} of ({people})"
    names.diagnostics.error(
        "T014",
        f"A people is not a tile: it has a race and a power, which `{asked} of` asks for.",
        node.left.span,
        expected=f"`{meant}`",
        fix=Fix(node.left.span, meant) if people else None,
    )
    return True


def _piece_there(node: s.Compare, left: TExpr, right: TExpr, names: Names) -> bool:
    """Is a region compared with a piece? It may have one instead."""
    if (left.type, right.type) != (REGION, PIECE):
        return False
    _ask_with_has(node, node.left, node.right, names)
    return True


def piece_inside(node: s.Compare, there: TExpr, names: Names) -> bool:
    """Report `PIECE is in REGION`: a region is no set of pieces."""
    if there.type != REGION or not isinstance(node.left, s.Name) or node.left.text not in names.words[PIECE]:
        return False
    _ask_with_has(node, node.right, node.left, names)
    return True


def _ask_with_has(node: s.Compare, region: s.Expr, piece: s.Expr, names: Names) -> None:
    where, what = text_of(region.span, names.diagnostics), text_of(piece.span, names.diagnostics)
    meant = f"not ({where} has {what})" if "not" in node.op else f"{where} has {what}"
    names.diagnostics.error(
        "T014",
        f"A region is not a piece; ask whether `{what}` lies there with `has`.",
        piece.span,
        expected=f"`{meant}`",
        fix=Fix(node.span, meant) if where and what else None,
    )


def in_a_stage(node: s.Compare, left: TExpr, names: Names) -> bool:
    """Report a people compared with a stage: it is in one."""
    if left.type != PEOPLE or not isinstance(node.right, s.Name):
        return False
    if node.right.text not in names.words[STAGE] or node.op not in ("is", "is not"):
        return False
    people = text_of(node.left.span, names.diagnostics)
    names.diagnostics.error(
        "T014",
        "A people is not a stage; ask for its stage with `stage of`.",
        node.left.span,
        expected=f"`stage of {people or 'PEOPLE'}`",
        fix=next(_its_stage(node, people, names.diagnostics), None),
        others=[*_its_stage(node, people, names.diagnostics)][1:],
    )
    return True


def _its_stage(node: s.Compare, people: str, diagnostics: Diagnostics) -> Iterator[Fix]:
    if people == "me" and node.op == "is":
        yield from while_in_stage(node.span, text_of(node.right.span, diagnostics), diagnostics)
    if people:
        yield Fix(node.left.span, f"stage of {people}")


def subject_of(kind: Type, scope: Scope) -> str:
    """The thing of a type that a rule speaks of; empty if there is none."""
    if scope.it is not None and scope.it.type == kind:
        return "it"
    named = next((name for name, var in scope.locals.items() if var.type == kind), "")
    return named or ("here" if kind == REGION and scope.here else "")


def nobody_there(node: s.Compare, left: TExpr, scope: Scope, names: Names) -> bool:
    """Report `region is empty`: it is its holder who is `none`."""
    right = node.right
    if left.type != REGION or not isinstance(right, s.Name):
        return False
    if right.text not in SOMEBODY and NOUNS.get(right.text) != "none":
        return False
    if right.text in scope.locals or names.is_callable(right.text, scope.origin.owner):
        return False
    where = text_of(left.span, names.diagnostics)
    is_none = (right.text in SOMEBODY) == (node.op == "is not")
    told = f"holder of {where or 'REGION'} is {'' if is_none else 'not '}none"
    message = f"`{right.text}` is not said of a region: of one that nobody holds, the holder is `none`."
    fix = Fix(node.span, told) if where else None
    names.diagnostics.error("N001", message, right.span, expected=f"`{told}`", fix=fix)
    return True


def piece_put(node: s.PutIn | s.AddTo, names: Names) -> bool:
    """Report `put dam in region` or `add dam to region`, which is a move from the box; not where a memory is named."""
    if not isinstance(node.value, s.Name) or node.value.text not in names.words[PIECE]:
        return False
    place = node.place
    word = (
        place.name.text
        if isinstance(place, s.Call | s.My)
        else place.text
        if isinstance(place, s.Name)
        else ""
    )
    if any(isinstance(one, MemoryDef) for one in names.declared.get(word, ())):
        return False
    piece, where = node.value.text, text_of(node.place.span, names.diagnostics)
    told = f"move 1 {piece} from box to {where}"
    message = "Pieces are moved; what is put somewhere is remembered."
    names.diagnostics.error(
        "T005", message, node.span, expected=f"`{told}`", fix=Fix(node.span, told) if where else None
    )
    return True


def printed_there(node: s.Has, names: Names) -> bool:
    """Report a terrain or symbol after `has`, where pieces belong: a region is one instead."""
    word = node.kind.text
    if word not in names.words[TRAIT] or word in names.words[PIECE]:
        return False
    names.diagnostics.error(
        "T014",
        f"`{word}` is no piece: a region is that, and has pieces.",
        node.kind.span,
        expected=f"`is {word}`",
        fix=between(node.left.span, node.kind.span, "has", "is", names.diagnostics),
    )
    return True


def _one_in_set(node: s.Compare, left: TExpr, right: TExpr, names: Names) -> bool:
    """Is one thing compared with a set of such things? It may be in the set instead."""
    if not right.type.is_set or right.type.element != left.type:
        return False
    word = "is in" if node.op == "is" else "is not in"
    names.diagnostics.error(
        "T014",
        f"{an(str(left.type)).capitalize()} is not {an(str(right.type))}, but may be in it.",
        node.right.span,
        expected=f"`{word}` before it",
        fix=between(node.left.span, node.right.span, node.op, word, names.diagnostics),
    )
    return True


def beside(span: Span, diagnostics: Diagnostics) -> bool:
    """Report `A is next to B`, which is a question about neighbours."""
    line = diagnostics.sources.line(span.file, span.line) or ""
    match = next((m for m in _BESIDE.finditer(line) if m.start() < span.column - 1 < m.end()), None)
    if match is None:
        return False
    meant = f"some neighbours of {match['region']} where it is {match['what']}"
    meant = f"not ({meant})" if match["not"] else meant
    where = span._replace(column=match.start() + 1, end_line=span.line, end_column=match.end() + 1)
    message = "To ask what lies beside a region, ask its neighbours."
    diagnostics.error("L017", message, where, suggestion=meant)
    return True


def other_preposition(arg: s.Arg, prep: str, diagnostics: Diagnostics) -> Fix | None:
    """The fix that inserts this preposition before an argument."""
    start = arg.span._replace(end_line=arg.span.line, end_column=arg.span.column)
    return between(start, arg.value.span, arg.prep, prep, diagnostics)


def other_prepositions(args: Sequence[s.Arg], preps: Sequence[str], diagnostics: Diagnostics) -> Fix | None:
    """The fix for `border of near with far`, which is asked `between` and `and`."""
    span = merge(args[0].span, args[-1].span)
    told = [f"{prep} {text_of(arg.value.span, diagnostics)}" for prep, arg in zip(preps, args, strict=True)]
    return Fix(span, " ".join(told)) if span.line == span.end_line else None


def in_brackets(
    args: Sequence[s.Arg], shapes: Collection[tuple[str, ...]], diagnostics: Diagnostics
) -> Fix | None:
    """The fix for `amount of fence in place of near with far`: the last two arguments are one question, of one of these shapes."""
    inner, last = args[-2].value, args[-1]
    if not isinstance(inner, s.Call) or (*(arg.prep for arg in inner.args), last.prep) not in shapes:
        return None
    line, column = last.value.span.end
    span = inner.span._replace(end_line=line, end_column=column)
    return Fix(span, f"({text_of(span, diagnostics)})") if span.line == line else None


def from_anywhere(node: s.Move, place: str, diagnostics: Diagnostics) -> None:
    """Report a move of some tokens without a source, which would move all. `place` is where such things usually come from."""
    back = isinstance(node.target, s.Name) and node.target.text == place
    diagnostics.warning(
        "R045",
        "Without `from` all of them move, out of regions and hands: this number has no effect.",
        node.span,
        expected="`from` and a place, or `all`",
        fix=None
        if back
        else between(node.kind.span, node.target.span, "to", f"from {place} to", diagnostics),
    )


def with_condition(args: Sequence[s.Arg], diagnostics: Diagnostics) -> bool:
    """Report a last argument that is a condition on each member, `it`, after a word other than `where`."""
    last = args[-1] if args else None
    if last is None:
        return False
    end = last.value.span.end_column
    text = text_of(last.value.span._replace(end_column=end + len(" has")), diagnostics)
    if not text.startswith(("it is", "it has")):
        return False
    message = f"Pick members with `where`, not `{last.prep}`."
    fix = other_preposition(last, "where", diagnostics)
    diagnostics.error("L017", message, last.span, expected="`where` and a condition", fix=fix)
    return True


def parted(
    needed: int, preps: Sequence[str], args: Sequence[s.Arg], scope: Scope, diagnostics: Diagnostics
) -> Fix | None:
    """`cost of people of region`: the second `of` must be another preposition, since `people` takes no argument."""
    last = args[-1].value if args else None
    if not isinstance(last, s.Call) or len(args) + len(last.args) != needed or len(last.args) != 1:
        return None
    if last.name.text not in scope.locals:
        return None
    return between(last.name.span, last.args[0].value.span, "of", preps[-1], diagnostics)


def of_whom(
    name: str, params: Sequence[Var], preps: Sequence[str], span: Span, scope: Scope, names: Names
) -> Fix | None:
    """`wood` for `wood of me`, `active` for `stage of me is active`."""
    if name in names.words[STAGE] and scope.me:
        return Fix(span, f"stage of me is {name}")
    pronouns = {PEOPLE: "me", PLAYER: "you", TILE: "this"} if scope.me else {}
    kinds = [param.type for param in params]
    whose = [pronouns.get(kind) or subject_of(kind, scope) for kind in kinds]
    if not kinds or not all(whose):
        return None
    return Fix(span, " ".join([name, *(f"{prep} {who}" for prep, who in zip(preps, whose, strict=True))]))


def one_for_set(node: s.Compare, kind: Type, diagnostics: Diagnostics) -> None:
    """Report a thing compared with a set: it would be read as the set with that one member, which is hardly ever meant."""
    word = "is in" if node.op == "is" else "is not in"
    diagnostics.warning(
        "T013",
        f"A set is compared with one {kind} here: they are the same only if the set has nothing else in it.",
        node.span,
        expected=f"`{word}` with the set behind it, or `only of` before the set",
    )
