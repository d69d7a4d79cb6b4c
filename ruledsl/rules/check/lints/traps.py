"""Rules that most likely do something else than intended: a printed symbol for a piece, an action for its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Fix
from ruledsl.language.vocabulary.types import FLAG, PEOPLE, PLAYER, REGION
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, asks, clauses, reaches, walk
from ruledsl.rules.check.typed.declarations import ModifierDef, TriggerDef

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import EventDef

ALIKE = 5
"""The number of equal first letters that make an action and an event related: `conquer` and `conquest`."""


def rules_say_what_is_meant(program: Program, diagnostics: Diagnostics) -> None:
    """Checks rules of tiles and pieces; packs themselves say what is printed, what happens to everybody, and how things are lost."""
    following = _Following(program)
    for clause in clauses(program):
        if clause.origin.owner.tile or clause.origin.owner.piece:
            _symbols(clause, program, diagnostics)
            if isinstance(clause.what, TriggerDef):
                _actions(clause.what, following, diagnostics)
            if isinstance(clause.what, ModifierDef):
                _everybodys(clause.what, program, diagnostics)
            _taken(clause, diagnostics)


def _symbols(clause: Clause, program: Program, diagnostics: Diagnostics) -> None:
    """`region is lost_tribe` asks what is printed; `has` asks whether the piece lies there."""
    composition, owner = program.composition, clause.origin.owner
    printed = composition.words.symbols.keys() - composition.words.terrains.keys()
    loose = {word for word, piece in composition.pieces.items() if not piece.tile or piece.tile != owner.tile}
    for node in clause.nodes:
        if isinstance(node, t.HasTrait) and node.noun.type == REGION and node.word in printed & loose:
            line = diagnostics.sources.line(node.noun.span.file, node.noun.span.line) or ""
            said = line[node.noun.span.column - 1 : node.noun.span.end_column - 1]
            meant = f"{said} has {node.word}"
            between = line[node.noun.span.end_column - 1 : node.span.column - 1]
            whole = node.noun.span._replace(end_line=node.span.end_line, end_column=node.span.end_column)
            diagnostics.warning(
                "R047",
                f"This asks for what is printed on the map. Whether the piece `{node.word}` lies there now is a question for `has`.",
                node.span,
                expected=f"`{meant}`",
                fix=Fix(whole, meant) if between.strip() == "is" else None,
            )


class _Following:
    """The events that the bodies of events can lead to."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._reaches: dict[int, frozenset[int]] | None = None

    def of(self, event: EventDef) -> list[EventDef]:
        """The events that raising this one can lead to, by its own body."""
        if self._reaches is None:
            self._reaches = reaches(self.program)
        return [self.program.events[index] for index in sorted(self._reaches[event.index])]


def _actions(rule: TriggerDef, following: _Following, diagnostics: Diagnostics) -> None:
    """`after my conquer` waits for the action; its result, however it comes about, is `conquest`."""
    action = rule.event.action
    if action is None or rule.origin.owner == action.origin.owner:
        return
    for event in following.of(rule.event):
        if (
            event.name[:ALIKE] == action.name[:ALIKE]
            and len(event.name) > ALIKE
            and event.name != action.name
        ):
            diagnostics.warning(
                "R048",
                f"`{action.name}` is an action, one of the ways to a `{event.name}`: this does not see the others.",
                rule.origin.span,
                expected=f"`{event.name}`, if every one is meant",
                labels=((event.origin.span, f"`{event.name}` is declared here"),),
            )


def _everybodys(rule: ModifierDef, program: Program, diagnostics: Diagnostics) -> None:
    """`defence +1` of a tile that a people bears changes the answer for all."""
    tile = program.composition.tiles.get(rule.origin.owner.tile)
    if tile is None or rule.origin.owner.piece or rule.scope or rule.condition is not None:
        return
    if any(isinstance(part, t.Pronoun | t.VarRef) for part in walk(rule.change)):
        return  # it names its subject itself
    if program.composition.kinds[tile.kind].borne_by != "people":
        return
    params = rule.value.params
    if any(param.type in (PEOPLE, PLAYER) for param in params):
        meant = f"`my {rule.value.name}`"
    elif region := next((param.name for param in params if param.type == REGION), ""):
        meant = f"a condition, as `if holder of {region} is me`"
    else:
        return
    message = f"This changes `{rule.value.name}` for everybody, not only for whoever has `{tile.id}`."
    diagnostics.warning("R049", message, rule.origin.span, expected=meant)


def _taken(clause: Clause, diagnostics: Diagnostics) -> None:
    """A tile that returns others' tokens to the tray: nobody is asked whether they can be taken, and no event tells of the loss."""
    asked = any(_asks_leave(node) for node in clause.nodes)
    told = any(isinstance(node, t.TDo) for node in clause.nodes)
    for node in clause.nodes:
        if not isinstance(node, t.TMoveTokens) or (node.source.what, node.target.what) != ("region", "tray"):
            continue
        if not asked and not isinstance(node.people, t.Pronoun):
            message = "This takes tokens of others, and nothing asks whether it may."
            diagnostics.warning(
                "R050", message, node.span, expected="a condition that asks it, as `can … of …`"
            )
        if not told:
            message = "These tokens go to the tray and are not lost: no rule that waits for losses sees it."
            diagnostics.warning(
                "R051", message, node.span, expected="an event that says so, as `do loss of …`"
            )


def _asks_leave(node: object) -> bool:
    """Does it ask for a permission, or whether somebody is the bearer's own?"""
    if isinstance(node, t.Order):
        return all(asks(side, "owner") for side in (node.left, node.right))
    return isinstance(node, t.CanDo) or (isinstance(node, t.ValueOf) and node.type == FLAG)
