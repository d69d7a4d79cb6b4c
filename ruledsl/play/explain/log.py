"""The log as keys with arguments. Sentences are made on demand, in the reader's language, from the texts of the packs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, replace
from ruledsl.engine.small import kinds
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.state import STOP
from ruledsl.language.vocabulary.types import PLAYER, REGION, Type, set_of
from ruledsl.play.naming.nouns import called, in_english
from ruledsl.play.naming.words import word
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import clauses, walk
from ruledsl.rules.check.typed.declarations import EventDef, ValueDef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.state.code import Code
    from ruledsl.engine.state.state import State
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check.graph import Clause
    from ruledsl.rules.check.program import Program

# ── bookkeeping ─────────────────────────────────────────────────────────────────
# Book-keeping: memories that only figures read, and effects that only write these. Rules in words and tables omit it.


class Bookkeeping:
    """The parts of a program that exist only for statistics and screens; measures and panels declare which figures these are."""

    def __init__(self, program: Program) -> None:
        self.program = program
        everything = tuple(clauses(program))
        self.figures = self._figures(everything)
        self.memories = self._memories(everything)
        """The memories that only figures read, by index."""
        self.events: frozenset[int] = frozenset()
        """The events that only keep books, by index."""
        self._find_events()
        self.owed: set[int] = set()
        """The values that are collected: whoever's rule adds to one is paid that part."""
        self.raised: dict[EventDef, list[tuple[t.TExpr, ...]]] = {}
        """The arguments with which each event is raised anywhere."""
        for clause in everything:
            for node in clause.nodes:
                if isinstance(node, t.TDo):
                    self.raised.setdefault(node.event, []).append(node.args)
                elif isinstance(node, t.TCollect):
                    self.owed.add(node.value.index)

    @property
    def names(self) -> frozenset[str]:
        """The names of these memories."""
        return frozenset(memory.name for memory in self.program.memories if memory.index in self.memories)

    def is_figure(self, what: object) -> bool:
        """Is it a value that only screens ask?"""
        return isinstance(what, ValueDef) and what.name in self.figures

    def does(self, effect: t.TEffect) -> bool:
        """Does an effect only keep books?"""
        match effect:
            case t.TWrite(spot=spot):
                return spot.memory is not None and spot.memory.index in self.memories
            case t.TDo(event=event):
                return event.index in self.events
            case t.TIf(branches=branches, otherwise=otherwise):
                return all(map(self._only, [otherwise, *(body for _, body in branches)]))
            case t.TForEach(body=body) | t.TRepeat(body=body):
                return self._only(body)
            case t.TLet():
                return True
        return False

    def _only(self, body: t.TBlock) -> bool:
        return all(map(self.does, body))

    def _figures(self, everything: tuple[Clause, ...]) -> frozenset[str]:
        composition = self.program.composition
        shown = {shown.value for shown in (*composition.measures, *composition.panels)}
        asked = {
            value.name
            for clause in everything
            for node in clause.nodes
            if isinstance(value := t.asked_in(node), ValueDef)
        }
        return frozenset(shown - asked - {name for name, _ in composition.standings})

    def _memories(self, everything: tuple[Clause, ...]) -> frozenset[int]:
        memories = {
            node.memory.index
            for clause in everything
            if self.is_figure(clause.what)
            for node in clause.nodes
            if isinstance(node, t.Recall)
        }
        while True:
            read = {
                index
                for clause in everything
                if not self.is_figure(clause.what)
                for index in self._read(clause, memories)
            }
            if not read & memories:
                return frozenset(memories)
            memories -= read

    def _read(self, clause: Clause, kept: set[int]) -> Iterator[int]:
        """The memories that a clause reads for a purpose other than writing one in `kept`."""
        written = [
            node
            for node in clause.nodes
            if isinstance(node, t.TWrite) and node.spot.memory is not None and node.spot.memory.index in kept
        ]
        inside = {id(part) for node in written for part in walk(node)}
        used = {node.var for node in clause.nodes if isinstance(node, t.VarRef) and id(node) not in inside}
        for node in clause.nodes:
            if isinstance(node, t.TLet) and node.var not in used:
                inside |= {id(part) for part in walk(node)}
        yield from (
            node.memory.index
            for node in clause.nodes
            if isinstance(node, t.Recall) and id(node) not in inside
        )

    def _find_events(self) -> None:
        """An event belongs here once all its effects do: repeat until no more are found."""
        events: frozenset[int] | None = None
        while events != self.events:
            self.events = events or self.events
            events = frozenset(event.index for event in self.program.events if self._keeps(event))

    def _keeps(self, event: EventDef) -> bool:
        return bool(event.body) and not event.triggers and self._only(event.body)


ROLL = "roll"
"""The key of a die that was rolled; its `args` are `die`, its name, and `face`, its number."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log: `key` and `args` are data, `text` is the sentence.

    `regions` are the ids of the regions in it, `player` is the player who chose or is named first, if any.
    """

    key: str
    args: dict[str, Any]
    text: str
    regions: tuple[str, ...] = ()
    player: int | None = None


def announces(entry: LogEntry, following: LogEntry | None) -> bool:
    """Does a choice only announce the event, or the coins, that it caused in the next entry? The log says each thing once."""
    plain = entry.key == "choice" and entry.text.endswith(f": {entry.args['choice']}")
    return plain and following is not None and following.key.startswith(("event.", "coins."))


def entries_of(g: State, naming: Naming, since: int = 0, seat: int | None = None) -> list[LogEntry]:
    """The journal of a state, oldest first, from its entry `since` on: all of it, or as a seat may read it (`EVERYBODY`: the public part)."""
    return [_entry(g, naming, item) for item in journal_for(g, seat, since)]


def journal_for(g: State, seat: int | None, since: int = 0) -> list[tuple[int, ...]]:
    """The journal as a seat may read it, without secret choices of others."""
    journal = g.journal[since:]
    return journal if seat is None else told_to(g.code, seat, journal)


def told_to(code: Code, seat: int, lines: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Lines of a journal as a seat may read them."""
    return [
        line if line[0] != kinds.OPTION_CHOSEN or line[1] == seat else _for_seat(code, line) for line in lines
    ]


def _for_seat(code: Code, item: tuple[int, ...]) -> tuple[int, ...]:
    """A choice in its public form."""
    _, player, procedure, step, *option = item
    info = code.choices[procedure, step]
    if info.secret:
        return (kinds.MADE_ITSELF, player, procedure, step)
    if info.phase >= 0 and option[0] >= 0 and code.actions[option[0]].secret:
        return (kinds.MADE_ITSELF, player, procedure, step, option[0])
    return item


def _entry(g: State, naming: Naming, item: tuple[int, ...]) -> LogEntry:
    match item[0]:
        case kinds.COINS_MOVED:
            return _coins(g, naming, item[1], item[2], item[3])
        case kinds.ROLLED:
            die = naming.named(g.code.program.composition, g.code.program.dice[item[1]])
            return _said(g, naming, ROLL, {"die": die, "face": item[2]}, "{die} die: {face}")
        case kinds.EVENT:
            return _event(g, naming, item[1], item[2:])
        case kinds.MADE_ITSELF:
            return _secret_choice(g, naming, item)
        case _:
            return _choice(g, naming, item)


def _said(
    g: State, naming: Naming, key: str, args: dict[str, Any], fallback: str, *others: str, pack: str = ""
) -> LogEntry:
    """An entry with the text of its key (or of the first of `others` that has one); `pack` declares its subject."""
    composition = g.code.program.composition
    texts = next((text for k in (*others, key) if (text := composition.text(k, pack)) is not None), None)
    sentence = filled(naming.text(texts, fallback) if texts is not None else fallback, args)
    return LogEntry(key, args, sentence[:1].upper() + sentence[1:])


def filled(template: str, args: dict[str, Any]) -> str:
    """A text with its placeholders filled: `{name}` by its value, `{name|coin|coins}` by the word for one or for several."""

    def fill(hole: re.Match[str]) -> str:
        name, one, several = hole["name"], hole["one"], hole["several"]
        if name not in args:
            return hole[0]
        if one is None:
            return str(args[name])
        return one if args[name] == 1 else several

    return _HOLE.sub(fill, template)


_HOLE = re.compile(r"\{(?P<name>[a-z_]+)(?:\|(?P<one>[^|{}]*)\|(?P<several>[^|{}]*))?\}")
_PURSE = -1
"""Below this, the payer or receiver is a tile."""


def _coins(g: State, naming: Naming, payer: int, receiver: int, amount: int) -> LogEntry:
    def holder(code: int) -> str:
        if code >= 0:
            return naming.label(g, Type("player"), code)
        return naming.word("supply") if code == _PURSE else naming.tile(g, -2 - code)

    coins = in_english(g.code.program.composition, "{amount} {amount|[coin]|[coin.many]}")
    args = {"payer": holder(payer), "receiver": holder(receiver), "amount": amount}
    if payer == _PURSE:
        return _said(g, naming, "coins.gained", args, f"{{receiver}} gains {coins}")
    if payer < _PURSE:
        return _said(g, naming, "coins.taken", args, f"{{receiver}} takes {coins} from {{payer}}")
    if receiver < _PURSE:
        return _said(g, naming, "coins.laid", args, f"{{payer}} lays {coins} on {{receiver}}")
    return _said(g, naming, "coins.paid", args, f"{{payer}} pays {coins} to {{receiver}}")


def _event(g: State, naming: Naming, index: int, values: tuple[int, ...]) -> LogEntry:
    definition = g.code.events[index].definition
    args = {p.name: naming.label(g, p.type, v) for p, v in zip(definition.params, values, strict=True)}
    key, pack = f"event.{definition.name}", definition.origin.owner.pack
    fallback = definition.name.replace("_", " ")
    if definition.name == g.code.program.composition.roles.get("turn"):
        # Turns are told without a text of the pack, too.
        fallback = word("turn", naming.language).replace("{player}", f"{{{definition.params[0].name}}}")
    entry = _said(g, naming, key, args, fallback, pack=pack)
    named = [_regions(g, p.type, v) for p, v in zip(definition.params, values, strict=True)]
    players = [v for p, v in zip(definition.params, values, strict=True) if p.type == PLAYER and v >= 0]
    regions = tuple(id_ for ids in named for id_ in ids)
    return replace(entry, regions=regions, player=players[0] if players else None)


def _regions(g: State, kind: Type, value: Any) -> tuple[str, ...]:
    """The ids of a region or of several."""
    if kind == set_of(REGION):
        return tuple(g.board.ids[region] for region in bits(value))
    return (g.board.ids[value],) if kind == REGION and value >= 0 else ()


def _choice(g: State, naming: Naming, item: tuple[int, ...]) -> LogEntry:
    """A choice; the texts `chose.PROCEDURE.CHOICE` or `chose.CHOICE` give it a sentence of its own."""
    _, player, procedure, step, *option = item
    info = g.code.choices[procedure, step]
    args: dict[str, Any] = {"player": naming.label(g, Type("player"), player)}
    composition, pack = g.code.program.composition, info.pack
    asked = naming.text(composition.text(f"ask.{info.name}", pack) or {}, "")
    what = asked or f"{naming.named(composition, info.name)}:"
    own: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    if info.kind in ("offer", "offer_one"):
        args["choice"] = _action(g, naming, info.name, option, pack)
        regions = _aimed_at(g, option)
    elif info.kind == "may":
        args["choice"] = f"{what} {naming.word('yes' if option[0] else 'no')}"
    elif option[0] == -1:
        args["choice"] = f"{what} {naming.word('none')}"
    else:
        regions = _regions(g, Type(info.type), option[0])
        label = naming.label(g, Type(info.type), option[0])
        own = (f"chose.{g.code.proc_names[procedure].replace(' ', '_')}.{info.name}", f"chose.{info.name}")
        args["choice"] = label if any(composition.text(key, pack) for key in own) else f"{what} {label}"
    entry = _said(g, naming, "choice", args, "{player}: {choice}", *own, pack=pack)
    return replace(entry, regions=regions, player=player)


def _aimed_at(g: State, option: list[int]) -> tuple[str, ...]:
    """The target region of an action."""
    target = None if tuple(option) == STOP else g.code.actions[option[0]].definition.target
    return () if target is None else _regions(g, target.type, option[1])


def _secret_choice(g: State, naming: Naming, item: tuple[int, ...]) -> LogEntry:
    """A secret choice: its player and its subject, without the option."""
    _, player, procedure, step, *action = item
    what = g.code.actions[action[0]].definition.name if action else g.code.choices[procedure, step].name
    choice = naming.named(g.code.program.composition, what)
    args = {"player": naming.label(g, Type("player"), player), "choice": choice}
    entry = _said(g, naming, "choice.secret", args, word("choice.secret", naming.language))
    return replace(entry, player=player)


def _action(g: State, naming: Naming, phase: str, option: list[int], pack: str) -> str:
    if tuple(option) == STOP:
        return naming.text(g.code.program.composition.text(f"stop.{phase}", pack) or {}, naming.word("stop"))
    index, target, _, _, this = option
    action = g.code.actions[index].definition
    aim = naming.label(g, action.target.type, target) if action.target is not None else ""
    return called(g, naming, action, this, aim)
