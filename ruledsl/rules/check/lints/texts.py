"""Texts for things that do not exist, and placeholders in texts that nothing fills."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from ruledsl.base.diagnostics.diagnostic import part_of
from ruledsl.language.syntax import tree as s
from ruledsl.language.vocabulary.builtins import BUILTINS
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, clauses, walk
from ruledsl.rules.check.lints.unused import switched_off
from ruledsl.rules.check.names import MARK
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    MemoryDef,
    PermissionDef,
    TriggerDef,
    ValueDef,
)
from ruledsl.rules.packs.mentions import old_name
from ruledsl.rules.packs.translations import OWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Pack

_COINS = {"payer", "receiver", "amount"}
_CHOICE = {"player", "choice"}
HOLES = {
    "coins.gained": _COINS,
    "coins.paid": _COINS,
    "coins.laid": _COINS,
    "coins.taken": _COINS,
    "roll": {"die", "face"},
    "choice": _CHOICE,
    "choice.secret": _CHOICE,
}
"""Texts of every game, with their placeholders."""
PLAIN = ("action", "ask", "stop", "during", "option", "called")
"""Families of texts without placeholders."""
NAMING = ("as", "until", "name", "chapter", "trait")
"""Families of texts for rules in words without placeholders."""
ASKED = {"some": {"holds"}, "amount": {"amount"}, "is": {"value", "holds"}}
"""Families for questions in conditions, with their placeholders besides parameters."""
WRITTEN = ("set", "clear", "add", "put", "drop")
"""Families for changes of memories."""
CHANGED = ("change", "my", "here")
"""Families for changes of values by rules."""
WORDING = ("says", "before", "after", "instead", "despite", "word", "piece", *ASKED, *WRITTEN, *CHANGED)
"""Families of texts for rules in words (`play/explain/wording/grammar.py`): a placeholder may also ask for a form."""
FORMS: Final = {
    "it": frozenset("di a da in su con per tuo tua tuoi tue".split()),
    "da": frozenset("din dit dine".split()),
    "no": frozenset("din ditt dine".split()),
    "sv": frozenset("din ditt dina".split()),
    "fi": frozenset("gen part ine ela ill ade abl all ess tra".split()),
}
"""By language, the forms for which a placeholder of rules in words may ask beside `'s`: `{region.di}`, `{region.ine}`."""

FORMAL: Final = frozenset({"holds", "many"})
"""Placeholders that choose a form of words."""
BUILTIN: dict[str, set[str]] = {}
for _found in BUILTINS:
    BUILTIN.setdefault(_found.name, set()).update(map(str, _found.params))
"""The types of the parameters of built-in questions, by name."""

_BESIDE = {"says": {"many", "holds"}, **ASKED}

Declared = EventDef | ValueDef | DefineDef | PermissionDef | MemoryDef

_BRACE = re.compile(r"[{}]")
_HOLE = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[a-z][a-z0-9_]*")


def texts_are_used(program: Program, diagnostics: Diagnostics) -> None:
    """Every key of `texts` names an action, an event, a choice, a prohibition, or a declaration that rules in words can phrase.

    In rules with errors, every possible name counts as known.
    """
    keys, elsewhere = _known(program), _switched_off(program)
    doubtful = _said(program) if diagnostics.has_errors else set()
    for pack in program.composition.packs:
        for key in pack.texts:
            span = pack.places.get(("texts", key), pack.span)
            family, _, rest = key.partition(".")
            there = rest in keys.get(family, ()) or rest.rpartition(".")[2] in elsewhere.get(family, ())
            unsure = family in keys and rest.rpartition(".")[2] in doubtful
            if key not in HOLES and not there and not unsure and not _is_old(program, pack, key, diagnostics):
                near = _nearest(key, keys, elsewhere, diagnostics)
                message = f"Nothing asks for a text with the key `{key}`."
                diagnostics.warning("P042", message, span, suggestion=near)


def texts_are_ones_own(program: Program, diagnostics: Diagnostics) -> None:
    """A text under a key of a required pack is for something that its own pack declares, or is meant in place of the first."""
    composition = program.composition
    for pack in composition.packs:
        before = {
            key
            for other in composition.packs
            if other is not pack and other.id in composition.known_to(pack.id)
            for key in other.texts
        }
        doubtful = before.intersection(pack.texts).difference(pack.replaces)
        own = _declared_in(program, pack) if doubtful else set()
        for key in pack.texts:
            if key in doubtful and own.isdisjoint(key.split(".")[1:]):
                message = f"A required pack has the text `{key}`, too, and this one changes nothing: `{pack.id}` declares nothing that it is for."
                expected = f"`replaces: [{key}]` in pack.yaml, if it is meant in place of the other"
                diagnostics.error("P064", message, pack.places["texts", key], expected=expected)


def _declared_in(program: Program, pack: Pack) -> set[str]:
    """Every name that a pack declares itself, and those of its choices and variables."""
    words, tables = pack.words, (pack.tiles, pack.pieces, pack.decks, pack.dice, pack.variants, pack.kinds)
    names = {name for table in tables for name in table}
    names |= {*words.region_traits, *words.piece_traits, *words.tile_traits, *words.stages, *words.modes}
    names |= {*words.ways, *(field.name for kind in pack.kinds.values() for field in kind.fields)}
    names |= {option for variant in pack.variants.values() for option in variant.options}
    names |= {PurePath(rule.span.file).stem for rule in pack.rules}
    beside: list[Declared] = [*program.memories, *program.permissions]
    names |= {thing.name for thing in beside if thing.origin.owner.pack == pack.id}
    for clause in clauses(program):
        if clause.origin.owner.pack == pack.id:
            bound, chosen, asked = clause.once(_asking)
            names |= {*bound, *chosen, *asked}
            names.add(getattr(clause.what, "reason", "") or getattr(clause.what, "name", ""))
    return names | {name.partition(MARK)[0] for name in names}


def _is_old(program: Program, pack: Pack, key: str, diagnostics: Diagnostics) -> bool:
    """Report a renamed name in a key."""
    family, *parts = key.split(".")
    for place, part in enumerate(parts):
        old = old_name(program.composition, pack, part)
        if old is not None:
            meant = ".".join([family, *parts[:place], old[1].to, *parts[place + 1 :]])
            diagnostics.warning(
                "N028", old[1].said(part, old[0]), pack.places["texts", key], suggestion=meant
            )
            return True
    return False


def holes_are_filled(program: Program, diagnostics: Diagnostics) -> None:
    """Something fills every placeholder in a text."""
    declared: dict[str, list[Declared]] = {}
    for thing in _sayable(program):
        declared.setdefault(thing.name, []).append(thing)
    for pack in program.composition.packs:
        for key, names in pack.texts.items():
            filled = _filled(program, key, declared)
            if filled is not None:
                _holes(filled, key, names, pack, diagnostics)


def _said(program: Program) -> set[str]:
    """Every word in rules, including unparsable ones."""
    composition = program.composition
    return composition.doubtful.union(*(_WORD.findall(rule.text) for rule in composition.rules))


def _by_name(keys: dict[str, set[str]]) -> dict[str, str]:
    """By the names that texts can be about, their family: that of what players choose before that of what is said of it."""
    families = [family for family in ("action", "ask", "forbid") if family in keys]
    return {name: family for family in reversed(families) for name in keys[family]}


def _nearest(
    key: str, keys: dict[str, set[str]], elsewhere: dict[str, set[str]], diagnostics: Diagnostics
) -> str:
    """The key that was probably meant: of the same family, if that exists."""
    family, _, rest = key.partition(".")
    if family not in keys:
        families = [other for other in ("after", "says", "event", *keys) if rest in keys[other]]
        if families:
            return f"{[*diagnostics.nearest(family, families), *families][0]}.{rest}"
        if key in _by_name(keys):
            return f"{_by_name(keys)[key]}.{key}"
    if family in keys:
        near = diagnostics.nearest(rest, keys[family] | elsewhere.get(family, set()))
        other = _by_name(keys).get(rest, "")
        return f"{other}.{rest}" if other else f"{family}.{near[0]}" if near else ""
    near = diagnostics.nearest(key, [*HOLES, *(f"{other}.{name}" for other in keys for name in keys[other])])
    return near[0] if near else ""


def _known(program: Program) -> dict[str, set[str]]:
    """The possible keys of texts, by family; the key of a choice may begin with what is under way."""
    offers = {event.name for event in program.events if event.offers}
    keys = {
        "action": {action.name for action in program.actions},
        "event": {event.name for event in program.events},
        "forbid": {forbid.reason for forbid in program.forbids},
        "ask": {name for event in offers for name in (event, f"{event}.{event}")}
        | {f"{action.phase.name}.{action.name}" for action in program.actions},
        "not": {f"{action.name}.{name}" for action in program.actions for name in _compared(action)},
        "trait": set(program.traits),
        "chose": set[str](),
        "stop": offers,
        "during": offers,
        "word": {
            *program.traits,
            *program.piece_traits,
            *program.tile_traits,
            *_ways(program),
            *program.stages,
        },
        "despite": {forbid.reason for forbid in program.forbids},
        "says": {thing.name for thing in _sayable(program)} | set(program.fields),
        "as": {*program.modes, *program.ways},
        "until": {event.name for event in program.events},
        "name": {*offers, *program.decks},
        "called": _nameless(program),
        "option": {f"{v.id}.{option}" for v in program.composition.variants.values() for option in v.options},
        "value": {*BUILTIN, *(v.name for v in program.values), *(d.name for d in program.defines)},
        "piece": set(program.pieces),
        "chapter": {PurePath(r.span.file).stem for pack in program.composition.packs for r in pack.rules},
    }
    keys |= dict.fromkeys(("before", "after", "instead"), keys["event"])
    keys |= {family: {value.name for value in program.values} for family in CHANGED}
    keys |= {family: {memory.name for memory in program.memories} for family in WRITTEN}
    asked = {thing.name for thing in _sayable(program) if not isinstance(thing, EventDef | PermissionDef)}
    keys |= dict.fromkeys(ASKED, asked)
    for clause in clauses(program):
        within = _title(clause.what)
        names, chosen, asked = clause.once(_asking)
        keys["name"] |= names
        for family, those in (("chose", chosen), ("ask", asked)):
            keys[family] |= those | {f"{within}.{name}" for name in those}
    keys["ask"] |= keys["chose"]
    return {family: {*names, *(name.partition(MARK)[0] for name in names)} for family, names in keys.items()}


def _nameless(program: Program) -> set[str]:
    """Names that a table displays and that exist only in texts."""
    composition = program.composition
    standings = {name for name, _ in composition.standings}
    fields = {field.key for kind in composition.kinds.values() for field in kind.fields}
    return (
        standings
        | fields
        | _ways(program)
        | {*program.dice, *program.decks}
        | {thing.name for thing in _sayable(program)}
        | {param.name for thing in _sayable(program) for param in getattr(thing, "params", ())}
    )


def _ways(program: Program) -> set[str]:
    return {*program.modes, *program.ways}


def _compared(action: ActionDef) -> set[str]:
    """What the targets and the condition of an action mention: values, definitions, memories, terrains and symbols."""
    mentioned = {"target"} if action.target is not None else set()
    for part in (action.options, action.condition):
        for node in walk(part) if part is not None else ():
            declared = t.asked_in(node)
            if isinstance(node, t.HasTrait):
                mentioned.add(node.word)
            elif isinstance(node, t.Ask):
                mentioned.add(node.builtin.name)
            elif declared is not None and not isinstance(declared, PermissionDef):
                mentioned.add(declared.name)
    return mentioned


def _asking(clause: Clause) -> tuple[set[str], set[str], set[str]]:
    """The names in a clause: bound ones, those of choices, those of optional effects."""
    bound = [var for node in clause.nodes if (var := t.bound_in(node)) is not None]
    names = {var.name for var in (*bound, *getattr(clause.what, "params", ()))}
    chosen = {node.var.name for node in clause.nodes if isinstance(node, t.TChoose)}
    return names, chosen, {node.name for node in clause.nodes if isinstance(node, t.TMay)}


def _sayable(program: Program) -> Iterator[Declared]:
    """The declarations that rules in words can phrase."""
    yield from program.events
    yield from (value for value in program.values if value.whole is None)
    yield from program.defines
    yield from program.permissions
    yield from program.memories


def _title(rule: object) -> str:
    """What is under way where a rule asks, as it appears in keys of texts."""
    match rule:
        case EventDef(name=name) | ActionDef(name=name):
            return name
        case TriggerDef(moment=moment, event=event):
            return f"{moment}_{event.name}"
    return ""


def _switched_off(program: Program) -> dict[str, set[str]]:
    """The names in rules that the chosen variants switch off, by family of keys of texts; anything may be under way where these rules ask."""
    names: dict[str, set[str]] = {}
    for node in switched_off(program.composition):
        match node:
            case s.Action(name=name):
                families: tuple[str, ...] = ("action",)
            case s.Event(name=name):
                families = ("event", "says", "before", "after", "instead")
            case s.Forbid(reason=name):
                families = ("forbid",)
            case s.Choose(name=name) | s.MayChoose(name=name):
                families = ("ask", "chose")
            case s.May(name=name):
                families = ("ask",)
            case s.Phase(name=name) | s.PhaseAdded(name=name):
                families = ("event", "ask", "stop", "says", "before", "after", "instead", "name")
            case _:
                continue
        for family in families:
            names.setdefault(family, set()).add(name.text)
    return names


def _filled(program: Program, key: str, declared: Mapping[str, list[Declared]]) -> set[str] | None:
    """The placeholders of a text; None if they are unknown."""
    family, _, name = key.partition(".")
    if key in HOLES:
        return HOLES[key]
    if family in (*PLAIN, *NAMING):
        return set()
    if family == "chose":
        return _CHOICE
    if family == "value":
        params = {param.name for thing in declared.get(name, []) for param in getattr(thing, "params", ())}
        return params | BUILTIN.get(name, set())
    if family == "not":
        return set().union(
            *(_compared(action) for action in program.actions if action.name == name.partition(".")[0])
        )
    if family in ("says", "word", "piece", *ASKED, *WRITTEN, *CHANGED):
        return _worded(program, family, name, declared.get(name, []))
    events = ("event", "before", "after", "instead")
    about = [event.params for event in program.events if family in events and event.name == name]
    about += [
        f.permission.params for f in program.forbids if family in ("forbid", "despite") and f.reason == name
    ]
    return {param.name for params in about for param in params} if about else None


def _worded(program: Program, family: str, name: str, declared: list[Declared]) -> set[str] | None:
    """The placeholders of a phrase of rules in words, by the declarations of its name; None if there is none.

    A member of a set is one or `many`, a fact `holds` or does not.
    """
    if family in ("word", "piece"):
        return {"one", "holds"} if family == "word" else {"many"}
    filled = set(_BESIDE.get(family, {"value"} if family in WRITTEN else {"change"}))
    for thing in declared:
        filled |= {thing.on.name} if isinstance(thing, MemoryDef) else {param.name for param in thing.params}
    if family == "says" and name in program.fields:
        return {"tile"}
    return filled if declared else None


def _holes(filled: set[str], key: str, names: dict[str, str], pack: Pack, diagnostics: Diagnostics) -> None:
    for language, text in names.items():
        whole = pack.places.get((f"text {key}", language), pack.places.get(("texts", key), pack.span))
        if _BRACE.search(_HOLE.sub("", text)):
            message = f"A brace in the text `{key}` ({language}) has no other one."
            diagnostics.warning(
                "P053", message, whole, expected="`{` before what is filled in, `}` behind it"
            )
        lost = _lost(key, names, language)
        strange = [
            (hole, word) for hole, word in _named_in(key, text, language, filled) if word not in filled
        ]
        for hole, word in strange:
            near = diagnostics.nearest(word.partition(".")[0], filled) or (lost if len(lost) == 1 else [])
            message = f"Nothing fills `{{{hole}}}` in the text `{key}` ({language})."
            expected = " or ".join(f"`{{{word}}}`" for word in sorted(filled)) or "no hole"
            suggestion = "".join((f"{{{near[0]}", *hole.partition("|")[1:], "}")) if near else ""
            span = part_of(whole, f"{{{hole}}}", diagnostics.sources)
            diagnostics.warning("P043", message, span, expected=expected, suggestion=suggestion)
        if lost and not strange:
            left_out = " and ".join(f"`{{{word}}}`" for word in lost)
            message = (
                f"The text `{key}` ({language}) leaves out {left_out}, which it has in the language `{OWN}`."
            )
            diagnostics.warning("P043", message, whole)


def _named_in(key: str, text: str, language: str, filled: set[str]) -> Iterator[tuple[str, str]]:
    """The placeholders of a text, `amount` or `amount|coin|coins`, each with what it names."""
    for hole in _HOLE.findall(text):
        word = hole.partition("|")[0]
        is_wording = key.partition(".")[0] in WORDING
        yield hole, _without_form(word, language, filled) if is_wording else word


def _lost(key: str, names: dict[str, str], language: str) -> list[str]:
    """What a translation does not name; names of values may do without, since languages differ in what goes without saying."""
    if key.partition(".")[0] == "value":
        return []
    own, translated = (_HOLE.findall(names.get(one, "")) for one in (OWN, language))
    heads = " ".join(hole.partition("|")[0] for hole in translated)
    told = {_without_form(hole.partition("|")[0], OWN, set()).partition(".")[0] for hole in own} - FORMAL
    return sorted(word for word in told if not re.search(rf"\b{re.escape(word)}\b", heads))


def _without_form(word: str, language: str, filled: set[str]) -> str:
    """What a placeholder of rules in words names, without the form for which it asks; `{holds.people|…}` names `holds` and `people`."""
    name, _, form = word.removesuffix("'s").removesuffix("+").partition(".")
    known_form = not form or form in FORMS.get(language, ()) or (name == "holds" and form in filled)
    return name if known_form else word
