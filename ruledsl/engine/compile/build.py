"""Turns a checked program into `Code`: tables with the layout, facts about each part, and the secrets that frames hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.engine.ir.nodes import Choose, May, Offer
from ruledsl.engine.ir.passes import ready
from ruledsl.engine.ir.passes.cut import SLOTS
from ruledsl.engine.small.kinds import AS_POWER, AS_RACE, NO_PART
from ruledsl.engine.state.code import (
    ANY,
    AROUND,
    BEARER,
    OWNER,
    PIECE,
    SITE,
    ActionCode,
    ChoiceInfo,
    Code,
    EventCode,
    RuleCode,
    Rules,
    TriggerCode,
)
from ruledsl.language.vocabulary.types import (
    BIT_SETS,
    FLAG,
    GAME,
    NUMBER,
    PEOPLE,
    PIECES,
    PLAYER,
    REGION,
    STRATA,
    TILE,
    Type,
    set_of,
)
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.copies import copies_of
from ruledsl.rules.check.graph import clauses, gone_over_often, reaches
from ruledsl.rules.check.incremental.asking import KeptAnswers
from ruledsl.rules.check.knowledge import ME, Pointing, Secrecy, kept_secret, only_keeps_secrets
from ruledsl.rules.check.program import cast_in, is_static, on_piece, says_no, subject_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.engine.ir.module import Module, Procedure, Steps
    from ruledsl.engine.state.code import SecretSlot
    from ruledsl.engine.state.layout import Layout
    from ruledsl.rules.check.graph import Part
    from ruledsl.rules.check.incremental import KeptCheck
    from ruledsl.rules.check.knowledge import Whose
    from ruledsl.rules.check.program import Program, Ruled
    from ruledsl.rules.check.typed import Var
    from ruledsl.rules.check.typed.declarations import ActionDef, Origin, TriggerDef
    from ruledsl.rules.packs.model import Tile

# ── tables ──────────────────────────────────────────────────────────────────────
# The tables of a program without functions: supplies, trays, decks, bringers of pieces, and what each event can lead to.


UNLIMITED = 1_000_000


def plain_tables(program: Program, module: Module) -> Code:
    """A `Code` without functions."""
    composition = program.composition
    tiles = list(composition.tiles.values())
    tile_index = {key: index for index, key in enumerate(composition.tiles)}
    layout = module.layout
    immunity = program.value(composition.roles.get("immunity", ""))
    start = program.event(composition.roles.get("start", ""))
    standing = cast_in(composition, "stand_ins")
    return Code(
        program,
        layout,
        player_width=len(layout.player),
        people_width=len(layout.people),
        region_width=len(layout.region),
        tile_width=len(layout.tile),
        supplies=[UNLIMITED if p.supply is None else p.supply for p in composition.pieces.values()],
        decks=list(composition.decks),
        hidden=[deck.hidden for deck in composition.decks.values()],
        dice=[die.faces for die in composition.dice.values()],
        trays=[*(_tray(program, tile) for tile in (*tiles, *tiles)), 0],
        parts=[_part(program, tile) for tile in tiles],
        brings=_brings(program, tile_index),
        wares=_wares(program, tile_index),
        brought_by=_brought_by(program, tile_index),
        copies=_copies(program, tile_index),
        tiles_by_kind={k: _of_kind(tiles, kind.id) for k, kind in enumerate(composition.kinds.values())},
        tile_kinds=[*(program.kinds.index(tile.kind) for tile in (*tiles, *tiles)), -1],
        tiles=tuple(tiles),
        tile_count=len(tiles),
        bounds=tuple(module.ranges.remembered(memory) for memory in program.memories),
        lasting=_lasting(program, tile_index),
        lenders=_lenders(program, tile_index),
        stand_ins=tuple(sorted(standing)),
        last_stage=len(program.stages) - 1,
        immunity=immunity.index if immunity else -1,
        immunity_dormant=immunity is None or says_no(immunity),
        defending=_defending(program),
        rooted=cast_in(composition, "rooted") - standing,
        joining=tuple(kind for kind, piece in enumerate(composition.pieces.values()) if piece.joins),
        travelling=frozenset(i for i, tile in enumerate(tiles) if composition.kinds[tile.kind].travels),
        backs=_backs(program),
        start=start.index if start else -1,
        reasons=module.reasons,
    )


def _tray(program: Program, tile: Tile) -> int:
    kind = program.composition.kinds[tile.kind]
    return tile.fields.get(kind.tray, 0) if kind.tray else 0


def _part(program: Program, tile: Tile) -> int:
    kind = program.composition.kinds[tile.kind]
    if kind.borne_by != "people":
        return NO_PART
    return AS_RACE if kind.tray else AS_POWER


def _of_kind(tiles: list[Tile], kind: str) -> tuple[int, ...]:
    return tuple(i for i, tile in enumerate(tiles) if tile.kind == kind)


def _brings(program: Program, tile_index: dict[str, int]) -> dict[int, tuple[int, ...]]:
    brought: dict[int, tuple[int, ...]] = {}
    for index, piece in enumerate(program.composition.pieces.values()):
        if piece.tile and not piece.copied_by:
            tile = tile_index[piece.tile]
            brought[tile] = (*brought.get(tile, ()), index)
    return brought


def _brought_by(program: Program, tile_index: dict[str, int]) -> list[int]:
    """The tile that brings each kind; for the pieces of a copy, the borrowed instance."""
    return [
        len(tile_index) + tile_index[p.copied_by] if p.copied_by else tile_index.get(p.tile, -1)
        for p in program.composition.pieces.values()
    ]


def _copies(program: Program, tile_index: dict[str, int]) -> dict[int, tuple[int, ...]]:
    """For the kinds that have copies: in turn, a borrowed instance and the kind that its rules mean."""
    first = len(tile_index)
    return {
        kind: tuple(part for tile, own in copies for part in (first + tile_index[tile], own))
        for kind, copies in copies_of(program.composition).items()
    }


def _wares(program: Program, tile_index: dict[str, int]) -> dict[int, tuple[int, ...]]:
    """Pieces that no tile brings, by the tiles whose rules take them from the box."""
    pieces = list(program.composition.pieces.values())
    wares: dict[int, tuple[int, ...]] = {}
    for clause in clauses(program):
        tile = tile_index.get(clause.origin.owner.tile, -1)
        for node in clause.walk() if tile >= 0 else ():
            kind = _taken(node)
            if kind >= 0 and not pieces[kind].tile and kind not in wares.get(tile, ()):
                wares[tile] = (*wares.get(tile, ()), kind)
    return wares


def _taken(node: Part) -> int:
    """The kind of piece that an effect takes from the box, if it names one."""
    if isinstance(node, t.TMovePieces) and node.source.what == "box" and isinstance(node.kind, t.Const):
        return int(node.kind.value)
    if isinstance(node, t.TMoveTokens) and node.target.what == "aside" and isinstance(node.kind, t.Const):
        return int(node.kind.value)
    return -1


def _lasting(program: Program, tile_index: dict[str, int]) -> frozenset[int]:
    """Tiles with a rule that is in force in a stage other than the first (or in all)."""
    rules: list[Any] = [
        *program.modifiers,
        *program.triggers,
        *program.forbids,
        *program.permits,
        *program.actions,
    ]
    origins = [rule.origin for rule in rules if rule.origin.owner.tile]
    return frozenset(tile_index[origin.owner.tile] for origin in origins if origin.stages != frozenset({0}))


def _defending(program: Program) -> frozenset[int]:
    """Kinds of pieces that can raise the value with the role of a defence, where they lie."""
    value = program.value(program.composition.roles.get("defence", ""))
    rules = [rule for rule in value.modifiers if on_piece(rule)] if value is not None else []
    raising = {
        rule.origin.owner.piece
        for rule in rules
        if STRATA[rule.op].raises > 0 or (STRATA[rule.op].adds and STRATA[rule.op].by_sign > 0)
    }
    pieces = program.composition.pieces.items()
    return frozenset(kind for kind, (key, piece) in enumerate(pieces) if (piece.copy_of or key) in raising)


def _lenders(program: Program, tile_index: dict[str, int]) -> frozenset[int]:
    """Tiles whose tokens another tile borrows: they stay in the box."""
    borrowers = [tile for tile in program.composition.tiles.values() if tile.tokens_of]
    keys = [(f"{tile.pack}/{tile.tokens_of}", tile.tokens_of) for tile in borrowers]
    return frozenset(tile_index[key] for pair in keys for key in pair if key in tile_index)


def _backs(program: Program) -> list[tuple[int, ...]]:
    """Kinds of tiles with the same back, since some hidden deck mixes them."""
    backs = [{kind} for kind in range(len(program.kinds))]
    for deck in program.composition.decks.values():
        if deck.hidden:
            mixed = set().union(*(backs[program.kinds.index(kind)] for kind in deck.kinds))
            for kind in mixed:
                backs[kind] = mixed
    return [tuple(sorted(alike)) for alike in backs]


def event_codes(program: Program, layout: Layout, pointing: Pointing) -> list[EventCode]:
    """Facts about every event; procedures are filled in later."""
    leading_to = reaches(program)
    codes = []
    turn = program.composition.roles.get("turn", "")
    for event in program.events:
        resets: dict[str, dict[Any, tuple[int, ...]]] = {}
        for memory in program.memories:
            if memory.until is event:
                noun = "game" if memory.on == GAME else memory.on.name
                cells = resets.setdefault(noun, {})
                cells[memory.initial] = (*cells.get(memory.initial, ()), layout.cells[memory.index])
        people = next((i for i, p in enumerate(event.params) if p.type == PEOPLE), -1)
        info = EventCode(event, 1 + event.index, resets, event.parent is not None, people, not event.body)
        info.arity = len(event.params)
        info.has_after = any(trigger.moment == "after" for trigger in event.triggers)
        info.replaceable = any(trigger.moment == "instead" for trigger in event.triggers)
        info.reaches = leading_to[event.index]
        key, pack = f"event.{event.name}", event.origin.owner.pack
        info.logged = event.name == turn or program.composition.text(key, pack) is not None
        info.ways = pointing.of_all(event.params)
        codes.append(info)
    return codes


R = TypeVar("R", bound="Ruled")


def compile_program(program: Program, kept: KeptCheck | None = None) -> Code:
    """The code of a program that has no errors; `kept` are the results of its check, if it was checked just now."""
    with gone_over_often(program, kept.clauses if kept is not None else {}, KeptAnswers()):
        return _Coding(ready(program, keep=True)).code


def _tie(trigger: TriggerDef) -> int:
    """How the subject of a trigger must relate to its bearer."""
    if trigger.subject is None:
        return ANY
    if trigger.scope == "here":
        return PIECE if trigger.origin.owner.piece else SITE
    return OWNER if trigger.event.params[trigger.subject].type == PLAYER else BEARER


def _borne(rules: Sequence[R]) -> Iterator[R]:
    """The rules of tiles and pieces."""
    return (rule for rule in rules if not is_static(rule.origin.owner))


class _Coding:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.program = program = module.program
        self.code = code = plain_tables(program, module)
        self.pieces = {key: index for index, key in enumerate(program.pieces)}
        self.copies: dict[str, list[int]] = {}
        for index, (key, tile) in enumerate(program.composition.tiles.items()):
            self.copies.setdefault(tile.copy_of or key, []).append(index)
        self.held = _Held(program)
        self._procedures()
        code.events = event_codes(program, module.layout, self.held.pointing)
        code.value_subjects = [subject_of(value.params) for value in program.values]
        code.guarded = [value.against is not None and code.immunity >= 0 for value in program.values]
        self._triggers()
        self._actions()
        self._rules()
        code.rules_of_tile = [self._rules_of(tile) for tile in range(len(program.tiles))]
        code.awaited = frozenset(piece for piece in code.piece_rules if code.brought_by[piece] < 0)

    # ── procedures ──

    def _procedures(self) -> None:
        """Number 0 runs everything around an event; then come the procedures of events, triggers and actions."""
        code = self.code
        code.steps, code.proc_names, code.pads = [len(AROUND)], ["after"], [()]
        code.tile_slots, code.secret_slots = [()], [()]
        program = self.program
        bodies = [rule.body for rule in program.events]
        bodies += [rule.body for rule in program.triggers] + [rule.body for rule in program.actions]
        for procedure, steps, body in zip(self.module.procedures, self.module.steps, bodies, strict=True):
            code.steps.append(len(steps.functions))
            code.proc_names.append(procedure.title)
            code.pads.append((-1,) * (steps.slots - len(procedure.params)))
            code.tile_slots.append(self.held.tile_slots(procedure, steps))
            code.secret_slots.append(self.held.secret_slots(procedure, steps))
            self._choices(procedure, steps, kept_secret(*body))

    def _choices(self, procedure: Procedure, steps: Steps, secret_vars: set[Var]) -> None:
        number = procedure.number
        for step, after, what in steps.choices:
            place = number, step
            slot, phase = -1, -1
            match what:
                case Choose(var=var, word=word, kind=of):
                    kind = "choose" if what.body is None else "may_choose"
                    slot = steps.frame[var.name]
                case May(var=var, word=word):
                    kind, of, slot = "may", "flag", steps.frame[var.name]
                case Offer(word=word, phase=phase):
                    kind, of = "offer_one" if what.one else "offer", "action"
            choice = procedure.choices[what.place]
            info = ChoiceInfo(place, kind, word, of, choice.span, procedure.owner, slot, after, phase)
            info.tiles = of == TILE.name
            info.secret = self.held.is_secret(choice, secret_vars)
            self.code.choices[place] = info
            if kind == "offer":
                self.code.offers.setdefault(number, {})[step] = after

    def _triggers(self) -> None:
        code = self.code
        for definition in self.program.triggers:
            piece, index = definition.origin.owner.piece, definition.index
            code.triggers.append(
                TriggerCode(
                    definition,
                    1 + len(self.program.events) + index,
                    self.pieces[piece] if piece else -1,
                    definition.moment,
                    _tie(definition),
                    -1 if definition.subject is None else definition.subject,
                )
            )
            if is_static(definition.origin.owner):
                static = code.static_triggers.setdefault(definition.event.index, ([], []))
                static[definition.moment == "after"].append(index)

    def _actions(self) -> None:
        program, code = self.program, self.code
        first = 1 + len(program.events) + len(program.triggers)
        for definition in program.actions:
            index, phase = definition.index, definition.phase
            entry = ActionCode(
                definition,
                first + index,
                definition.limit.unit.index if definition.limit else -1,
                bool(phase.params) and phase.params[0].type == PLAYER,
                definition.target is not None and definition.target.type == REGION,
            )
            entry.arity = len(phase.params)
            entry.secret = definition.target in kept_secret(*definition.body)
            entry.each = self.held.counted_for(definition)
            if definition.target is not None and definition.target.type == TILE:
                for info in code.choices.values():
                    info.tiles |= info.phase == phase.index
            code.actions.append(entry)
            if entry.unit >= 0:
                code.events[entry.unit].unit = True
            if is_static(definition.origin.owner):
                code.static_actions.setdefault(phase.index, []).append(index)

    # ── the rules of tiles and pieces ──

    def _rules(self) -> None:
        program = self.program
        for m in _borne(program.modifiers):
            stratum = STRATA[m.op].order + (PIECES if on_piece(m) else 0)
            own = ""
            if m.scope == "my" and m.subject == subject_of(m.value.params):
                own = m.value.params[m.subject].type.name
            rule = RuleCode(stratum, own, f"m_{m.index}")
            self._file(m.origin, m.value.index, "values", rule)
            if m.value.asked_bare is not None and not m.asks_itself:
                self._file(m.origin, m.value.asked_bare.index, "values", rule)
        for f in _borne(program.forbids):
            rule = RuleCode(0, f.reason, f"f_{f.index}")
            self._file(f.origin, f.permission.index, "forbids", rule)
        for p in program.permits:
            lift = f"l_{p.index}"
            if is_static(p.origin.owner):
                self.code.static_permits.setdefault((p.permission.index, p.reason), []).append(lift)
            else:
                self._file(p.origin, p.permission.index, "permits", RuleCode(0, p.reason, lift))
        for trigger in _borne(program.triggers):
            late = trigger.moment == "after"
            self._file(trigger.origin, trigger.event.index, "triggers", (trigger.index, late))
        for action in _borne(program.actions):
            self._file(action.origin, action.phase.index, "actions", action.index)

    def _table(self, origin: Origin) -> Rules:
        """The rules of the tile or piece that brings a rule."""
        owner, code = origin.owner, self.code
        if owner.piece:
            return code.piece_rules.setdefault(self.pieces[owner.piece], Rules())
        first, *copies = self.copies[owner.tile]
        table = code.tile_rules.setdefault(first, Rules())
        for index in copies:
            code.tile_rules[index] = table
        return table

    def _file(self, origin: Origin, about: int, part: str, rule: Any) -> None:
        self._table(origin).entries.append((part, about, rule, origin.stages))

    def _rules_of(self, tile: int) -> tuple[Rules, ...]:
        """The rules that a tile brings into play: its own, and those of its pieces."""
        code = self.code
        own = [code.tile_rules[tile]] if tile in code.tile_rules else []
        return (*own, *(code.piece_rules[k] for k in code.brings.get(tile, ()) if k in code.piece_rules))


def _nothing(kind: Type) -> int | tuple[()]:
    """The placeholder for an unknown value: nobody, no, or an empty set."""
    if kind.is_set:
        return 0 if kind.element in BIT_SETS else ()
    return 0 if kind in (NUMBER, FLAG) else -1


class _Held:
    """What slots hold, computed once for a program."""

    def __init__(self, program: Program) -> None:
        self.pointing = Pointing(program)
        self.secrecy = Secrecy(program, self.pointing)

    def tile_slots(self, procedure: Procedure, steps: Steps) -> tuple[tuple[int, int], ...]:
        """The slots that hold tiles, with the ways in which the procedure obtains them."""
        slots = []
        for name, slot in steps.frame.items():
            var = procedure.held.get(name)
            if isinstance(var, t.Var) and var.type.element == TILE:
                slots.append((slot - SLOTS, self.pointing.of(var)))
        return tuple(slots)

    def secret_slots(self, procedure: Procedure, steps: Steps) -> tuple[SecretSlot, ...]:
        """The slots that depend on secrets, and the owners of these."""
        slots = {
            var: steps.frame[name] - SLOTS
            for name, var in procedure.held.items()
            if isinstance(var, t.Var) and name in steps.frame and name not in steps.rests
        }
        secret: list[SecretSlot] = []
        for name, slot in steps.frame.items():
            held = procedure.held.get(name)
            if held is None:
                continue
            secrets = self.secrecy.of(held) if isinstance(held, t.Var) else self.secrecy(held)
            kind = set_of(held.type) if isinstance(held, t.Var) and name in steps.rests else held.type
            if secrets:
                whose = sorted({_owner(who, slots) for who in secrets})
                secret.append((slot - SLOTS, _nothing(kind), tuple(whose)))
        return tuple(secret)

    def is_secret(self, choice: t.Asking, secret_vars: set[t.Var]) -> bool:
        """Is a secret memory the only effect of a choice?"""
        match choice:
            case t.TChoose(var=var):
                return var in secret_vars
            case t.TMay(body=body, otherwise=otherwise):
                return only_keeps_secrets(body, otherwise)
        return False

    def counted_for(self, action: ActionDef) -> int:
        """How an action obtains the tiles for which its limit counts separately; 0 if it counts for none, -1 if that depends on secrets."""
        each = action.limit.each if action.limit is not None else None
        if each is None:
            return 0
        if self.secrecy(each):
            return -1
        return self.pointing(each) if each.type == TILE else 0


def _owner(who: Whose, slots: dict[t.Var, int]) -> tuple[str, int]:
    """Where a frame holds the owner of a secret."""
    if isinstance(who, t.Var) and who in slots:
        return who.type.name, slots[who]
    return ("me", -1) if who == ME else ("", -1)
