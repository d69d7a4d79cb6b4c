"""Do the names in a scenario mean something in the rules that it is played with? Asked of its text, without playing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.dataclass import dataclass, field
from ruledsl.packs.folders.contents import digest_of
from ruledsl.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruledsl.syntax import tree as s
from ruledsl.vocabulary.builtins import BUILTINS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from ruledsl.diagnostics import Diagnostics, Span
    from ruledsl.packs.model import Composition, MapRegion
    from ruledsl.scenarios.scenario import Scenario

__all__ = ["Nouns"]

MARK = "@"
ALWAYS = ("stop", "none", "yes", "no")
MOST_SHOWN = 16
"""So many names are listed where none of them is near."""


Declared = tuple["Sequence[list[str]]", "dict[str, tuple[str, ...]]", "Sequence[tuple[str, bool, list[str]]]"]


@dataclass(slots=True)
class Nouns:
    """The names that some packs know; `check` reports those of a scenario that they do not.

    Equal ones report the same: `declared` is all that they ask their composition. `withheld` counts unknown names that they do not report.
    """

    composition: Composition = field(compare=False)
    diagnostics: Diagnostics = field(compare=False)
    races: set[str] = field(default_factory=set)
    powers: set[str] = field(default_factory=set)
    values: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    actions: set[str] = field(default_factory=set)
    doubtful: set[str] = field(default_factory=set)
    declared: Declared = ((), {}, ())
    withheld: int = field(default=0, compare=False)
    seats: int = field(default=0, compare=False)
    """How many play the scenario that is looked at; 0 if that is not known."""

    @classmethod
    def of(cls, composition: Composition, diagnostics: Diagnostics) -> Nouns:
        """Those of packs put together, as they are declared, whatever is wrong with them."""
        found = cls(composition, diagnostics, doubtful=composition.doubtful)
        found.declared = _declared(composition)
        for key, tile in composition.tiles.items():
            kind = composition.kinds.get(tile.kind)
            if kind is not None and kind.borne_by == "people":
                # Which of two namesakes goes without its pack hangs on what is put together; with it, it is always named.
                named = {key, f"{tile.pack}/{key.rpartition('/')[2]}"}
                (found.races if kind.tray else found.powers).update(named)
        found.values = {b.name for b in BUILTINS}
        found.values |= {entry.name for kind in composition.kinds.values() for entry in kind.fields}
        for rule in composition.rules:
            found.doubtful |= set(rule.lost)
            for statement in rule.statements:
                found._declare(statement)
        return found

    @property
    def meanings(self) -> set[tuple[str, tuple[object, ...]]]:
        """What they know, by the names that scenarios say."""
        tables, variants, maps = self.declared
        own = (self.races, self.powers, self.values, self.events, self.actions)
        found: set[tuple[str, tuple[object, ...]]] = {
            (name, (i,)) for i, table in enumerate((*own, *tables)) for name in table
        }
        found |= {*variants.items()}
        return found | {(name, (drawn, *regions)) for name, drawn, regions in maps}

    @property
    def digest(self) -> str:
        """Of all that equal ones have in common."""
        tables = (self.races, self.powers, self.values, self.events, self.actions, self.doubtful)
        return digest_of((*(repr(sorted(table)) for table in tables), repr(self.declared)))

    def _declare(self, statement: s.Statement) -> None:
        """The names that a statement gives."""
        match statement:
            case s.Guard(rules=rules):
                for rule in rules:
                    self._declare(rule)
            case s.Value(name=name) | s.Define(name=name) | s.Remember(name=name):
                self.values.add(name.text)
            case s.Action(name=name):
                self.actions.add(name.text)
            case s.PhaseAdded(name=name):
                self.events.add(name.text)
            case s.Event(name=name, body=body):
                self.events |= {name.text, *(item.name.text for item in body if isinstance(item, s.Phase))}
            case _:
                pass

    def check(self, scenario: Scenario) -> None:
        """Everything that a scenario names: options of variants, tiles, regions, phases, values, choices."""
        node = scenario.node
        self.seats = 0
        self._variants(node.get("variants"))
        position = node.get("position")
        regions = self._map(position.get("map")) if isinstance(position, MappingNode) else None
        if isinstance(position, MappingNode):
            self._position(position, regions)
        for step in _items(node.get("steps")):
            if isinstance(step, MappingNode) and step.entries:
                self._step(step.entries[0][0].text, step.entries[0][1], regions)

    # ── words ──

    def _is_doubtful(self, text: str) -> bool:
        """Is it reported already why an unknown name is not known?"""
        self.withheld += text in self.doubtful
        return text in self.doubtful

    def _known(self, what: str, text: str, span: Span, words: Collection[str]) -> None:
        if text in words or not text or self._is_doubtful(text):
            return
        near = self.diagnostics.nearest(text, words)
        self.diagnostics.error(
            "C019",
            f"There is no {what} `{text[:60]}` here.",
            span,
            expected=f"{'an' if what[0] in 'aeiou' else 'a'} {what}",
            suggestion=near[0] if near else "",
            help="" if near else _there_are(words),
        )

    def _word(self, what: str, node: Node | None, words: Collection[str]) -> None:
        if isinstance(node, ScalarNode) and node.value is not None:
            self._known(what, node.text, node.span, words)

    def _keys(self, what: str, node: Node | None, words: Collection[str] | None) -> None:
        if isinstance(node, MappingNode) and words is not None:
            for key, _ in node:
                self._known(what, key.text, key.span, words)

    def _variants(self, node: Node | None) -> None:
        variants = self.composition.variants
        self._keys("variant", node, variants)
        for key, value in node if isinstance(node, MappingNode) else ():
            if key.text in variants:
                self._word(f"option of `{key.text}`", value, variants[key.text].options)

    # ── the position ──

    def _map(self, node: Node | None) -> set[str] | None:
        """The regions of the map, if they are known; and whether those that are written out fit together."""
        maps = self.composition.maps
        if isinstance(node, ScalarNode):
            id_ = node.text
            if ":" not in id_:
                self._word("map", node, maps)
            drawn = id_ not in maps or maps[id_].draw
            return None if drawn else _ids(maps[id_].regions)
        if not isinstance(node, MappingNode):
            return None
        base, beside = node.get("extends"), node.get("beside")
        self._word("map", base, maps)
        regions = node.get("regions")
        own = {key.text for key, _ in regions} if isinstance(regions, MappingNode) else set()
        if beside is not None or (isinstance(base, ScalarNode) and base.text not in maps):
            known = None
        else:
            known = own | (_ids(maps[base.text].regions) if isinstance(base, ScalarNode) else set())
        words = self.composition.words
        for _, region in regions if isinstance(regions, MappingNode) else ():
            if isinstance(region, MappingNode):
                self._word("terrain", region.get("terrain"), words.terrains)
                for symbol in _items(region.get("symbols")):
                    self._word("symbol", symbol, words.symbols)
                for other in _items(region.get("borders")) if known is not None else ():
                    self._word("region", other, known or ())
        return known

    def _seated(self, people: MappingNode) -> None:
        """A player who plays, if it is known how many do."""
        if self.seats:
            self._word("player", people.get("player"), [str(seat) for seat in range(self.seats)])

    def _position(self, node: MappingNode, regions: set[str] | None) -> None:
        stages = self.composition.words.stages
        players = node.get("players")
        self.seats = (
            players.value if isinstance(players, ScalarNode) and isinstance(players.value, int) else 0
        )
        self._word("phase", node.get("phase"), self.events)
        for people in _items(node.get("peoples")):
            if isinstance(people, MappingNode):
                self._word("race", people.get("race"), self.races)
                self._word("power", people.get("power"), self.powers)
                self._word("stage", people.get("stage"), stages)
                self._keys("region", people.get("at"), regions)
                self._keys("piece", people.get("pieces"), self.composition.pieces)
                self._seated(people)
        for combo in _items(node.get("market")):
            if isinstance(combo, MappingNode):
                self._word("race", combo.get("race"), self.races)
                self._word("power", combo.get("power"), self.powers)
        self._keys("region", node.get("regions"), regions)
        for key in ("trays", "aside"):
            self._keys("race", node.get(key), self.races)
        self._keys("piece", node.get("stock"), self.composition.pieces)
        self._keys("deck", node.get("decks"), self.composition.decks)
        self._keys("tile", node.get("tiles"), self.composition.tiles)

    # ── the steps ──

    def _step(self, kind: str, node: Node, regions: set[str] | None) -> None:
        match kind, node:
            case "cost" | "why", MappingNode():
                self._asked(node)
            case "options", MappingNode():
                for key in ("include", "exclude", "exactly"):
                    for item in _items(node.get(key)):
                        self._option(item, regions)
            case "choose" | "refuse", SequenceNode():
                for item in node.items:
                    self._option(item, regions)
            case "choose" | "refuse", ScalarNode():
                self._option(node, regions)
            case "state", MappingNode():
                peoples = node.get("peoples")
                self._keys("race", peoples, self.races)
                for _, people in peoples if isinstance(peoples, MappingNode) else ():
                    if isinstance(people, MappingNode):
                        self._word("power", people.get("power"), self.powers)
                        self._word("stage", people.get("stage"), self.composition.words.stages)
                        self._seated(people)
                for key in ("trays", "aside"):
                    self._keys("race", node.get(key), self.races)
                self._keys("region", node.get("regions"), regions)

    def _asked(self, node: MappingNode) -> None:
        """A value with its parameters by name."""
        self._word("value", node.get("value"), self.values)

    def _option(self, node: Node, regions: set[str] | None) -> None:
        """The id of an option: an action with its target, a noun, an answer."""
        if not isinstance(node, ScalarNode) or not isinstance(node.value, str) or regions is None:
            return
        called, colon, _ = node.text.partition(":")
        name = called.partition(MARK)[0]
        found = self.composition
        nouns = {*ALWAYS, *regions, *found.tiles, *found.pieces, *found.words.region_traits, *found.decks}
        words = self.actions if colon else self.actions | nouns
        if name in words or (not colon and node.text in nouns) or name.lstrip("-").isdigit():
            return
        if self._is_doubtful(name):
            return
        near = self.diagnostics.nearest(name, words)
        self.diagnostics.error(
            "C018",
            f"`{node.text}` could never be an option here: there is no {'action' if colon else 'action, region nor tile'} `{name}`.",
            node.span,
            suggestion=f'"{near[0]}{node.text[len(name) :]}"' if near else "",
            help="" if near else _there_are(self.actions, "Actions: "),
        )


def _there_are(words: Collection[str], begin: str = "There are: ") -> str:
    """Names to choose from, where none is near."""
    plain = sorted(
        {word for word in words if "/" not in word},
        key=lambda word: (word.isdigit(), len(word) if word.isdigit() else 0, word),
    )
    shown = ", ".join(f"`{word}`" for word in plain[:MOST_SHOWN])
    more = f" and {len(plain) - MOST_SHOWN} more" if len(plain) > MOST_SHOWN else ""
    return f"{begin}{shown}{more}." if plain else ""


def _declared(composition: Composition) -> Declared:
    """The words of packs, the options of their variants, the regions of their maps."""
    words = composition.words
    tables: tuple[Iterable[str], ...] = (
        composition.tiles,
        composition.pieces,
        composition.decks,
        words.stages,
        words.terrains,
        words.symbols,
    )
    return (
        [[*table] for table in tables],
        {key: variant.options for key, variant in composition.variants.items()},
        [(key, bool(board.draw), [r.id for r in board.regions]) for key, board in composition.maps.items()],
    )


def _items(node: Node | None) -> Iterator[Node]:
    if isinstance(node, SequenceNode):
        yield from node.items


def _ids(regions: list[MapRegion]) -> set[str]:
    return {region.id for region in regions}
