"""Checks the names in a scenario against the rules that it is played with, without playing it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.base.diagnostics import Diagnostics, Fix
from ruledsl.base.whole import is_whole
from ruledsl.language.syntax import tree as s
from ruledsl.language.vocabulary.builtins import BUILTINS
from ruledsl.rules.packs.arrivals import BROUGHT_SINCE
from ruledsl.rules.packs.folders.contents import digest_of
from ruledsl.rules.packs.mentions import known, mentions
from ruledsl.rules.packs.schema.scenarios import MEMORY
from ruledsl.rules.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, with_texts, words_in
from ruledsl.rules.scenarios.arrivals import report_arrived

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ruledsl.base.diagnostics import Span
    from ruledsl.rules.packs.mentions import Mention
    from ruledsl.rules.packs.model import Composition, MapRegion, Renamed
    from ruledsl.rules.scenarios.reading import Scenario

MARK: Final = "@"
_SPACED = re.compile(r" *: +| +: *")
ALWAYS: Final = ("stop", "none", "yes", "no")
MOST_SHOWN: Final = 16
"""The most names to list where none is near."""
OF_PACKS: Final = (
    "race", "power", "tile", "piece", "deck", "map", "variant", "stage", "terrain", "symbol", "trait of region",
)  # fmt: skip
OF_RULES: Final = ("value", "phase", "action")
ANSWERS: Final = ("tile", "piece", "trait of region", "deck")


@dataclass(slots=True)
class Nouns:
    """The names in some packs; `check` reports unknown ones in a scenario.

    Equal objects report the same: `tables` (by kind), `options` (by variant) and `maps` (with whether they are drawn, and their regions) are all
    that they need of their composition, `old` are renamed names, and `brought` the pieces that come with tiles, with the packs whose scenarios do not
    say so. `withheld` counts suppressed findings; `anew` are the new names of old ones
    in checked scenarios, by place.
    """

    composition: Composition = field(compare=False)
    diagnostics: Diagnostics = field(compare=False)
    tables: dict[str, set[str]] = field(default_factory=dict)
    options: dict[str, tuple[str, ...]] = field(default_factory=dict)
    maps: dict[str, tuple[bool, tuple[str, ...]]] = field(default_factory=dict)
    old: dict[str, tuple[str, Renamed]] = field(default_factory=dict)
    brought: dict[str, tuple[str, ...]] = field(default_factory=dict)
    doubtful: set[str] = field(default_factory=set)
    withheld: int = field(default=0, compare=False)
    anew: dict[Span, str] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, composition: Composition, diagnostics: Diagnostics) -> Nouns:
        """The names in composed packs, by their declarations, whatever their errors."""
        nouns = cls(composition, diagnostics, doubtful=composition.doubtful)
        nouns.tables = {kind: set(known(kind, composition) or ()) for kind in OF_PACKS}
        nouns.tables |= {kind: set() for kind in OF_RULES}
        nouns.brought = {
            tile: (*pieces, *(pack.folder for pack in composition.packs if pack.language < BROUGHT_SINCE))
            for tile, pieces in composition.brought.items()
        }
        nouns.options = {key: variant.options for key, variant in composition.variants.items()}
        nouns.maps = {key: (bool(m.draw), _ids(m.regions)) for key, m in composition.maps.items()}
        nouns.tables["value"] = {builtin.name for builtin in BUILTINS}
        nouns.tables["value"] |= {entry.name for kind in composition.kinds.values() for entry in kind.fields}
        for pack in composition.packs:
            nouns.old |= {name: (pack.id, renamed) for name, renamed in pack.renamed.items()}
        for rule in (*composition.rules, *(rule for pack in composition.packs for rule in pack.rules)):
            nouns.doubtful |= set(rule.lost)
            for statement in rule.statements:
                nouns._declare(statement)
        return nouns

    @property
    def meanings(self) -> set[tuple[str, tuple[object, ...]]]:
        """All known names, as scenarios write them."""
        meanings: set[tuple[str, tuple[object, ...]]] = {
            (name, (kind,)) for kind, table in self.tables.items() for name in table
        }
        named = (self.options, self.maps, self.old, self.brought)
        return meanings.union(*(table.items() for table in named))

    @property
    def digest(self) -> str:
        """A digest that equal objects share."""
        return digest_of((repr(sorted(map(repr, self.meanings))), repr(sorted(self.doubtful))))

    def _declare(self, statement: s.Statement) -> None:
        """The names that a statement declares."""
        match statement:
            case s.Guard(rules=rules):
                for rule in rules:
                    self._declare(rule)
            case s.Value(name=name) | s.Define(name=name):
                self.tables["value"].add(name.text)
            case s.Remember(name=name, on=noun):
                self.tables["value"].add(name.text)
                self.tables.setdefault(MEMORY + noun.text, set()).add(name.text)
            case s.Action(name=name):
                self.tables["action"].add(name.text)
            case s.PhaseAdded(name=name):
                self.tables["phase"].add(name.text)
            case s.Event(name=name, params=params, body=body):
                phases = {item.name.text for item in body if isinstance(item, s.Phase)}
                self.tables["phase"] |= {name.text, *phases} if phases or not params else set()
            case _:
                pass

    def check(self, scenario: Scenario) -> None:
        """Check all names in a scenario."""
        self.anew = {}
        report_arrived(scenario, self.composition, self.diagnostics)
        position = scenario.node.get("position")
        players = position.get("players") if isinstance(position, MappingNode) else None
        seats = players.value if isinstance(players, ScalarNode) and is_whole(players.value) else 0
        if isinstance(position, MappingNode) and seats:
            self._coins(position.get("coins"), seats)
        regions = (
            self._regions(position.get("map"), scenario.pack) if isinstance(position, MappingNode) else None
        )
        for mention in mentions(scenario.node, frozenset(), ("scenarios", scenario.name)):
            match mention.kind:
                case "said":
                    self._option(mention, regions)
                case "region" if regions is not None and not mention.declares:
                    if not _is_between(mention.text, regions):
                        self._known("region", mention, regions)
                case "player" if seats:
                    self._known("player", mention, [str(seat) for seat in range(seats)])
                case "option" if mention.key in self.options:
                    self._known(f"option of `{mention.key}`", mention, self.options[mention.key])
                case "map" if ":" not in mention.text:
                    self._known("map", mention, self.tables["map"])
                case kind if kind in self.tables and kind != "map":
                    self._known(kind, mention, self.tables[kind])

    def _coins(self, node: Node | None, seats: int) -> None:
        """Report coins of some players only: whose is not said, and the others would have none."""
        if not isinstance(node, SequenceNode) or len(node.items) >= seats:
            return
        many = len(node.items)
        written = [str(item.value) for item in node.items if isinstance(item, ScalarNode)]
        fix = None
        if written and len(written) == many and node.span.line == node.span.end_line:
            fix = Fix(node.span, f"[{', '.join([*written, *[written[-1]] * (seats - many)])}]")
        message = f"These are the coins of {many} player{'' if many == 1 else 's'}, and {seats} take part."
        self.diagnostics.error("C020", message, node.span, expected=f"{seats} numbers", fix=fix)

    # ── words ──

    def _is_doubtful(self, text: str) -> bool:
        """Is the cause of an unknown name already reported?"""
        self.withheld += text in self.doubtful
        return text in self.doubtful

    def _known(self, what: str, mention: Mention, words: Collection[str]) -> None:
        text, span = mention.text, mention.span
        name, _, tile = text.partition(MARK)
        if what == "piece" and tile not in ("", *self.tables["tile"]):
            name = text
        if what not in (*OF_RULES, "piece") and not what.startswith(MEMORY):
            name = text
        if name in words or not text or self._is_doubtful(text) or self._is_old(name, mention, words):
            return
        near = [] if text.isdigit() else self.diagnostics.nearest(text, words)
        others = (kind for kind, table in self.tables.items() if kind.startswith(MEMORY) and name in table)
        other = next(others, "") if what.startswith(MEMORY) else ""
        self.diagnostics.error(
            "C019",
            f"There is no {what} `{text[:60]}` here{f', only a {other}' if other else ''}.",
            span,
            expected=f"{'an' if what[0] in 'aeiou' else 'a'} {what}",
            suggestion=near[0] if near else "",
            help="" if near else _there_are(words),
        )

    def _is_old(self, name: str, mention: Mention, words: Collection[str]) -> bool:
        """Report a renamed name, whose new name then replaces it."""
        to = self._now(name, words)
        if to == name:
            return False
        pack, renamed = self.old[name]
        new = to + mention.text[len(name) :]
        self.anew[mention.span] = new
        self.diagnostics.warning("N028", renamed.said(name, pack), mention.span, suggestion=new)
        return True

    def _regions(self, node: Node | None, folder: str) -> set[str] | None:
        """The regions of the map that a pack means, if they are known."""
        home = next((pack.id for pack in self.composition.packs if pack.folder == folder), "")

        def meant(name: str) -> tuple[bool, tuple[str, ...]]:
            return self.maps.get(self.composition.meant("maps", name, home), (True, ()))

        if isinstance(node, ScalarNode):
            drawn, known_regions = meant(node.text)
            return None if drawn else set(known_regions)
        if not isinstance(node, MappingNode) or node.get("beside") is not None:
            return None
        base, regions = node.get("extends"), node.get("regions")
        own = set(regions.keys()) if isinstance(regions, MappingNode) else set[str]()
        if not isinstance(base, ScalarNode):
            return own
        return own | set(known_regions) if (known_regions := meant(base.text)[1]) else None

    def _option(self, mention: Mention, regions: set[str] | None) -> None:
        """The id of an option: an action with its target, a noun, an answer."""
        if self._is_old_option(mention, regions) or regions is None or _is_between(mention.text, regions):
            return
        called, colon, target = mention.text.partition(":")
        name = called.partition(MARK)[0]
        if colon and _SPACED.search(mention.text):
            message = (
                f"`{mention.text}` could never be an option here: options have no spaces around the colon."
            )
            self.diagnostics.error("C018", message, mention.span, suggestion=_SPACED.sub(":", mention.text))
            return
        tables = self.tables
        nouns = {*ALWAYS, *regions} | self._answers
        words = tables["action"] if colon else tables["action"] | nouns
        if name in words or (not colon and mention.text in nouns) or name.lstrip("-").isdigit():
            if target.isidentifier() and target not in nouns:
                self._target(mention, called, target, regions)
            return
        if self._is_doubtful(name):
            return
        near = self.diagnostics.nearest(name, words)
        self.diagnostics.error(
            "C018",
            f"`{mention.text}` could never be an option here: there is no {'action' if colon else 'action, region nor tile'} `{name}`.",
            mention.span,
            suggestion=f"{near[0]}{mention.text[len(name) :]}" if near else "",
            help="" if near else _there_are(tables["action"], "Actions: "),
        )

    def _target(self, mention: Mention, called: str, target: str, regions: set[str]) -> None:
        """Report the target of an action that is a misspelt region."""
        near = self.diagnostics.nearest(target, regions)
        if near and not self._is_doubtful(target):
            message = f"`{mention.text}` could never be an option here: there is no region `{target}`."
            self.diagnostics.error("C018", message, mention.span, suggestion=f"{called}:{near[0]}")

    @property
    def _answers(self) -> set[str]:
        """What answers and targets of actions may be, besides regions and numbers."""
        return set[str]().union(*(self.tables[kind] for kind in ANSWERS))

    def _is_old_option(self, mention: Mention, regions: set[str] | None) -> bool:
        """Report old names in an option: of its action and the tile that has it, of its target, of an answer."""
        called, colon, target = mention.text.partition(":")
        names = [
            part for part in (*called.split(MARK), target) if part in self.old and part not in (regions or ())
        ]
        if not names:
            return False
        action, *tiles = called.split(MARK)
        actions, answers = self.tables["action"], self._answers
        first = self._now(action, actions if colon else actions | answers)
        new = MARK.join([first, *(self._now(tile, self.tables["tile"]) for tile in tiles)])
        new += colon + self._now(target, answers)
        if new == mention.text:
            return False
        pack, renamed = self.old[names[0]]
        self.anew[mention.span] = new
        self.diagnostics.warning("N028", renamed.said(names[0], pack), mention.span, suggestion=new)
        return True

    def _now(self, name: str, words: Collection[str]) -> str:
        """The new name of one of these words; itself if that is no old name of one."""
        renamed = self.old[name][1] if name in self.old and name not in words else None
        return renamed.to if renamed is not None and not renamed.where and renamed.to in words else name


def renewed(
    scenario: Scenario, composition: Composition, declared: Mapping[str, Collection[str]]
) -> Scenario:
    """A scenario with old names replaced by new ones; `declared` are the declarations of rules, by kind."""
    old = {name for pack in composition.packs for name in pack.renamed}
    if not old & words_in(scenario.node):
        return scenario
    nouns = Nouns.of(composition, Diagnostics())
    for kind, names in declared.items():
        nouns.tables[kind] = nouns.tables.get(kind, set()).union(names)
    nouns.check(scenario)
    node = with_texts(scenario.node, nouns.anew)
    return replace(scenario, node=node) if isinstance(node, MappingNode) else scenario


def _there_are(words: Collection[str], begin: str = "There are: ") -> str:
    """Names to choose from, if none is near."""
    plain = sorted(
        {word for word in words if "/" not in word},
        key=lambda word: (word.isdigit(), len(word) if word.isdigit() else 0, word),
    )
    shown = ", ".join(f"`{word}`" for word in plain[:MOST_SHOWN])
    more = f" and {len(plain) - MOST_SHOWN} more" if len(plain) > MOST_SHOWN else ""
    return f"{begin}{shown}{more}." if plain else ""


def _is_between(text: str, regions: Collection[str]) -> bool:
    """Is it the border between two of these regions, as far as its name says?"""
    one, _, other = text.partition("-")
    return one in regions and other in regions


def _ids(regions: list[MapRegion]) -> tuple[str, ...]:
    return tuple(region.id for region in regions)
