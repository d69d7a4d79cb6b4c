"""Descriptions of names: kind, declaration, initial value, and everything that changes it, with places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path, PurePath

from ruledsl.author.service.outline import BUILT_IN, TYPE, Symbol, entry_of
from ruledsl.base.diagnostics import Sources, Span
from ruledsl.language.syntax.grammar import meanings
from ruledsl.language.vocabulary.builtins import builtins_named
from ruledsl.language.vocabulary.types import GUARDS, PLACES, TOKENS, TYPES_SAID
from ruledsl.play.explain.wording.grammar import Mention, capital
from ruledsl.play.explain.wording.grammars import grammar_of
from ruledsl.rules.check.program import Program
from ruledsl.rules.check.scope import Meaning, Reason
from ruledsl.rules.check.typed.base import Var
from ruledsl.rules.check.typed.declarations import (
    EVERY,
    ActionDef,
    DefineDef,
    EventDef,
    MemoryDef,
    Origin,
    PermissionDef,
    ValueDef,
)
from ruledsl.rules.packs.folders.files import shown_path
from ruledsl.rules.packs.model import Composition, Piece, Tile

MOST_CHANGES = 12
MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*[<&"})
"""Characters with a meaning in Markdown or HTML; an underscore within a name has none."""
MOST_ROWS = 8
LANGUAGE = "en"


@cache
def small_words() -> dict[str, str]:
    """The meanings of the words of the language, which belong to no pack."""
    return {**TOKENS, **PLACES, **GUARDS, **meanings()}


def in_short(symbol: Symbol, meaning: Meaning | None, composition: Composition) -> str:
    """One line about a name."""
    if symbol.kind == TYPE:
        return TYPES_SAID.get(symbol.name, symbol.kind)
    if symbol.kind == BUILT_IN:
        return "; ".join(dict.fromkeys(b.doc for b in builtins_named(symbol.name)))
    match meaning:
        case DefineDef(is_predicate=True):
            return f"{symbol.kind}: {_shape(symbol.name, meaning)}"
        case ValueDef() | DefineDef():
            return f"{symbol.kind}, {meaning.type}: {_shape(symbol.name, meaning)}"
        case EventDef() | PermissionDef():
            return f"{symbol.kind}: {_shape(symbol.name, meaning)}"
        case MemoryDef():
            return f"memory of a {meaning.on}, {meaning.type}"
        case ActionDef():
            return f"action of the phase {meaning.phase.name}, by {meaning.origin.owner}"
        case Var():
            return f"a {meaning.type}"
        case Reason():
            return f"prohibition of {meaning.permission.name}"
    if symbol.kind == "plural":
        held = next((id_ for id_, kind in composition.kinds.items() if kind.plural == symbol.name), "")
        return f"tiles of the kind {held}, by their ids" if held else symbol.kind
    entry = entry_of(symbol, composition)
    if not isinstance(entry, Tile | Piece):
        return symbol.kind
    kind, summary = (entry.kind if isinstance(entry, Tile) else "piece"), entry.summary.get(LANGUAGE, "")
    return f"{kind}: {entry.names.get(LANGUAGE, symbol.name)}" + (f". {summary}" if summary else "")


def about(
    symbol: Symbol, meaning: Meaning | None, declared: Sequence[Span], program: Program, sources: Sources
) -> str:
    """The whole description, as Markdown."""
    composition = program.composition
    sentence, short = _meant(meaning, composition), in_short(symbol, meaning, composition)
    parts = [_literally(sentence), f"**{symbol.name}**: {_literally(short)}"]
    if isinstance(meaning, ValueDef | DefineDef | MemoryDef | EventDef | PermissionDef | ActionDef):
        head = _text(meaning.origin.span, sources)
        if head:
            fence = _fence(head, 3)
            parts.append(f"{fence}ruledsl\n{head}\n{fence}")
        parts.append(f"declared by {meaning.origin.owner}, {_place(meaning.origin.span, composition)}")
    elif declared:
        row = (sources.line(declared[0].file, declared[0].line) or "").strip()
        if isinstance(meaning, Var):
            parts.append(f"from {_code(row)}")
        elif comment := _commented(symbol.name, declared[0], sources):
            parts.append(_literally(comment))
        parts.append(f"declared in {_place(declared[0], composition)}")
    tile = entry_of(symbol, composition)
    if isinstance(tile, Tile):
        parts.append(_numbers(tile))
    changes = list(_changes(meaning))
    if changes:
        lines = [f"- {_line(text, origin, sources, composition)}" for text, origin in changes[:MOST_CHANGES]]
        if len(changes) > MOST_CHANGES:
            lines.append(f"- and {len(changes) - MOST_CHANGES} more")
        parts.append("\n".join([f"{_heading(meaning)}:", *lines]))
    return "\n\n".join(part for part in parts if part)


TEXTS = {
    "action": "an action, where players choose it",
    "forbid": "why something is forbidden",
    "ask": "the question for a choice",
    "chose": "what was chosen, in the log",
    "stop": "the choice that ends a phase",
    "not": "why an action is not offered",
    "event": "what has happened, in the log",
    "option": "an option of a variant",
    "called": "what the table calls a number",
    "value": "what explanations call a value",
    "says": "a declaration, in the words of rules",
    "change": "the effect of rules on a value, in the words of rules",
    "name": "a parameter, a phase or a deck, in the words of rules",
    "trait": "a terrain or symbol, in the words of rules",
    "piece": "a piece, in the words of rules",
    "chapter": "the title of a chapter of the rulebook",
    "despite": "what no longer matters, in the words of rules",
    "before": "the moment before an event",
    "after": "the moment after an event",
    "during": "a phase, as the time of something",
    "until": "how long a memory lasts",
}
"""By the first part of its key, what a text says."""


def about_text(key: str, original: str) -> str:
    """What players read under a key of `texts`, as Markdown; for a translation, the original with it."""
    told = f"**{key}**: {TEXTS.get(key.partition('.')[0], 'what players read')}"
    return f"{told}\n\n> {_literally(original)}" if original else told


def _literally(text: str) -> str:
    """A text of a pack, escaped for Markdown."""
    return text.translate(MARKS)


def _code(text: str) -> str:
    """A text as code within a line."""
    fence = _fence(text, 1)
    return f"{fence} {text} {fence}" if len(fence) > 1 else f"{fence}{text}{fence}"


def _fence(text: str, least: int) -> str:
    """A fence that the code does not contain."""
    return "`" * max(least, 1 + max(map(len, re.findall("`+", text)), default=0))


def _meant(meaning: Meaning | None, composition: Composition) -> str:
    """The rulebook's sentence for a declaration, with parameters as indefinite nouns; empty without one."""
    if not isinstance(meaning, ValueDef | DefineDef | MemoryDef | PermissionDef):
        return ""
    text = (composition.text(f"says.{meaning.name}", meaning.origin.owner.pack) or {}).get(LANGUAGE, "")
    params = [str(meaning.on)] if isinstance(meaning, MemoryDef) else [param.name for param in meaning.params]
    grammar = grammar_of(LANGUAGE, composition.nouns)
    mentions = {name: Mention(grammar.article(name.replace("_", " "))) for name in params}
    clause = grammar.fill(text, {**mentions, "many": Mention("", plural=True)})
    return f"{capital(clause)}." if clause else ""


def _place(span: Span, composition: Composition) -> str:
    """File and line in the form that authors know: `core/conquest.yaml:69`, wherever the pack lies."""
    for pack in composition.packs:
        folder = f"{shown_path(Path(pack.folder))}/"
        if span.file.startswith(folder):
            return f"{pack.id}/{span.file.removeprefix(folder)}:{span.line}"
    return f"{PurePath(span.file).name}:{span.line}"


def _text(span: Span, sources: Sources) -> str:
    """A statement as written, with its further lines indented relative to the first; for a block, its head."""
    last = min(span.end_line, span.line + MOST_ROWS)
    rows = [sources.line(span.file, line) or "" for line in range(span.line, last + 1)]
    heads = [number for number, row in enumerate(rows, 1) if row.rstrip().endswith(":")]
    depth = len(rows[0]) - len(rows[0].lstrip())
    further = [row[depth:].rstrip() for row in rows[1 : heads[0] if heads else None]]
    return "\n".join([rows[0][span.column - 1 :].strip(), *further])


def _commented(name: str, span: Span, sources: Sources) -> str:
    """What the comment above the declaration of a word says of it: `fragile: leaves for the box. loyal: …`."""
    rows: list[str] = []
    for line in range(span.line - 1, max(0, span.line - 1 - MOST_ROWS), -1):
        row = (sources.line(span.file, line) or "").strip()
        if not row.startswith("#"):
            break
        rows.insert(0, row.strip("# "))
    sentence = re.search(
        rf"(?:^|[.;] ){re.escape(name)}: (.+?)(?=\.? [a-z_]+: |$)", "\n".join(rows), re.MULTILINE
    )
    return sentence[1].rstrip(".") if sentence else ""


def _shape(name: str, declared: ValueDef | DefineDef | EventDef | PermissionDef) -> str:
    """The form of its use, with its parameters."""
    parts = [
        f"{prep} {param.name}" + (f" ({param.type})" if param.name != str(param.type) else "")
        for prep, param in zip(declared.preps, declared.params, strict=True)
    ]
    if isinstance(declared, DefineDef) and declared.is_predicate and parts:
        return " ".join([parts[0].strip(), "is", name, *parts[1:]])
    return " ".join([name, *parts])


def _numbers(tile: Tile) -> str:
    return ", ".join(f"{key} {value}" for key, value in tile.fields.items())


def _heading(meaning: Meaning | None) -> str:
    match meaning:
        case ValueDef():
            return "Changed by"
        case PermissionDef():
            return "Forbidden and permitted by"
        case Reason():
            return "Forbidden and lifted by"
    return "Watched by"


def _changes(meaning: Meaning | None) -> Iterator[tuple[str, Origin]]:
    """Everything that other rules do to it."""
    match meaning:
        case ValueDef():
            yield from (("", rule.origin) for rule in meaning.modifiers)
        case EventDef():
            yield from ((rule.moment, rule.origin) for rule in meaning.triggers)
        case PermissionDef():
            yield from (("forbid", rule.origin) for rule in meaning.forbids)
            yield from (("permit", rule.origin) for rule in meaning.permits)
        case Reason():
            permission = meaning.permission
            yield from (("forbid", r.origin) for r in permission.forbids if r.reason == meaning.text)
            yield from (("permit", r.origin) for r in permission.permits if r.reason in (meaning.text, EVERY))
        case ActionDef():
            event, permission_of = meaning.watched, meaning.permission
            yield from ((r.moment, r.origin) for r in (event.triggers if event else ()))
            yield from (("forbid", r.origin) for r in (permission_of.forbids if permission_of else ()))


def _line(fallback: str, origin: Origin, sources: Sources, composition: Composition) -> str:
    text = " ".join(_text(origin.span, sources).split()) or fallback
    return f"{_code(text)} ({origin.owner}, {_place(origin.span, composition)})"
