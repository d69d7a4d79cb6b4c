"""Renamed names of a pack: rules with an old name continue to work, with a warning that gives the new one."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.visitor import bound_by, mapped, walk
from ruledsl.language.vocabulary.builtins import builtins_named
from ruledsl.rules.check.typed.declarations import ValueDef

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.names import Names
    from ruledsl.rules.packs.model import Composition, Owner, Renamed, RuleText

WORD = re.compile("[a-z][a-z0-9_]*")
RAISED, ALONE, OWN = "raised", "alone", "own"
"""Where a name counts as an old one: only after `do`; only where one thing is asked about; nowhere, since names of a pack's own are its own."""


def with_new_names(
    composition: Composition,
    texts: Iterable[RuleText],
    declared: Mapping[str, Sequence[Owner]],
    names: Names,
    diagnostics: Diagnostics,
) -> None:
    """Replace old names with new ones in the trees of rule texts, for the packs that they know.

    `names` has the words, `declared` the names that all rules declare, with their owners.

    A name that the pack itself, or a pack that it knows, declares for something else is not an old one, nor is a local name of a rule.
    """
    tables = {pack.id: pack.renamed for pack in composition.packs if pack.renamed}
    if not tables:
        return
    words = {*names.fields, *(word for words in names.words.values() for word in words)}
    for table in tables.values():
        for renamed in table.values():
            is_there = (
                renamed.to in declared.keys() | words or renamed.where == OWN or builtins_named(renamed.to)
            )
            if not diagnostics.has_errors and not is_there:
                diagnostics.error("N029", f"There is nothing called `{renamed.to}`.", renamed.span)
    known_to = cache(composition.known_to)
    for rule in texts:
        required = known_to(rule.owner.pack)
        mentioned = set(WORD.findall(rule.text))
        for pack, table in tables.items():
            old = {
                name: table[name]
                for name in mentioned & table.keys()
                if pack in required
                and table[name].where != OWN
                and name not in words
                and not builtins_named(name)
                and not any(
                    _is_near(other, rule.owner, required)
                    for other in declared.get(name, ())
                    if other.pack != pack or not table[name].where
                )
                and not (table[name].where and rule.owner.pack == pack)
            }
            if old:
                _rewrite(rule, pack, old, diagnostics)


def declared_in(texts: Iterable[RuleText]) -> dict[str, list[Owner]]:
    """The names that rules declare, and those of prohibitions, with their owners."""
    owners: dict[str, list[Owner]] = {}
    for rule in texts:
        for _, word in declaring(rule.statements):
            owners.setdefault(word.text, []).append(rule.owner)
    return owners


def declaring(statements: Iterable[s.Statement]) -> Iterator[tuple[s.Node, s.Word]]:
    """The declarations in statements, phases and prohibitions included, each with its name."""
    for statement in statements:
        for node in statement.rules if isinstance(statement, s.Guard) else (statement,):
            match node:
                case s.Value() | s.Define() | s.Permission() | s.Remember() | s.Action() | s.PhaseAdded():
                    yield node, node.name
                case s.Event():
                    yield node, node.name
                    yield from ((part, part.name) for part in walk(node) if isinstance(part, s.Phase))
                case s.Forbid():
                    yield node, node.reason


def _is_near(other: Owner, owner: Owner, required: set[str]) -> bool:
    """Does a name of `owner` refer to what `other` declares?"""
    return other.pack == owner.pack or (other.pack in required and not other.tile and not other.piece)


def _rewrite(rule: RuleText, pack: str, old: dict[str, Renamed], diagnostics: Diagnostics) -> None:
    assert rule.document is not None  # noqa: S101 - its names were looked at
    statements = tuple(_statement(one, pack, old, diagnostics) for one in rule.document.statements)
    if statements != rule.document.statements:
        rule.document = replace(rule.document, statements=statements)


def _statement(
    statement: s.Statement, pack: str, old: dict[str, Renamed], diagnostics: Diagnostics
) -> s.Statement:
    nodes = list(walk(statement))
    meant = old.keys() - {word.text for word in map(bound_by, nodes) if word is not None}
    if not any(isinstance(node, s.Word | s.Name) and node.text in meant for node in nodes):
        return statement
    places = {
        RAISED: {node.name.span for node in nodes if isinstance(node, s.Do)},
        ALONE: {node.name.span for node in nodes if isinstance(node, s.Call) and len(node.args) == 1},
    }

    def is_old(node: s.Node) -> bool:
        if not isinstance(node, s.Word | s.Name) or node.text not in meant:
            return False
        return node.span in places.get(old[node.text].where, (node.span,))

    outdated = [node for node in nodes if is_old(node)]
    if not outdated:
        return statement
    for node in outdated:
        assert isinstance(node, s.Word | s.Name)  # noqa: S101 - as it was chosen
        renamed = old[node.text]
        diagnostics.warning("N028", renamed.said(node.text, pack), node.span, suggestion=renamed.to)

    def new(node: s.Node) -> s.Node:
        if isinstance(node, s.Word | s.Name) and is_old(node):
            return replace(node, text=old[node.text].to)
        return node

    with suppress(RecursionError):  # then it is nested too deeply to be checked, which is reported there
        made = mapped(statement, new)
        assert isinstance(made, type(statement))  # noqa: S101 - only words change
        return made
    return statement


# ── unchangeable ────────────────────────────────────────────────────────────────
# What rules cannot change like values: built-in questions, such as the number of tokens.


def unchangeable(name: s.Word, owner: Owner, names: Names) -> bool:
    """Report a rule that changes a built-in question."""
    if (
        names.meant(name.text, owner, ValueDef)
        or not builtins_named(name.text)
        or names.asked(name.text, owner)
    ):
        return False
    synonyms = names.synonyms.get(name.text, ())
    names.diagnostics.error(
        "N002",
        f"`{name.text}` is a question to the game, and no value that rules change.",
        name.span,
        expected="the name of a value",
        suggestion=next((one for one in synonyms if names.meant(one, owner, ValueDef)), ""),
        help="Tokens, pieces and coins come and go when something happens: `after my conquest: move 1 token of me from tray to hand`.",
    )
    return True
