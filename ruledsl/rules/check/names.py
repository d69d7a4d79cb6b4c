"""The meaning of every name in a composition, and the names that fit in each place."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.base.diagnostics import Fix, Span, there_are
from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.advice.phrases import BY_CHANCE, RANDOM, SYNONYMS
from ruledsl.language.vocabulary.builtins import BUILTINS, builtins_named
from ruledsl.language.vocabulary.types import (
    DECK,
    DIE,
    GAME,
    KIND,
    MODE,
    PIECE,
    REGION,
    STAGE,
    TILE,
    TRAIT,
    WAY,
    Type,
)
from ruledsl.rules.check.advice.meant import FEW, correction, synonym, undeclared
from ruledsl.rules.check.program import Program
from ruledsl.rules.check.scope import CARET, Meaning, Meanings, WordOf
from ruledsl.rules.check.typed import Const
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    MemoryDef,
    PermissionDef,
    ValueDef,
)
from ruledsl.rules.packs.folders.elsewhere import Installed, installed_packs, required_for
from ruledsl.rules.packs.model import Owner

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.scope import Scope
    from ruledsl.rules.packs.model import Pack, Piece, Tile

LITTLE_WORDS: Final = ("me", "you", "here", "this", "it", "yes", "no", "none")
"""Words that can stand in place of a noun and are no names."""
Asked = ValueDef | DefineDef | MemoryDef
Declared = Asked | EventDef | PermissionDef
OF_PIECES, OF_TILES = "of pieces", "of tiles"
"""Traits that do not belong to regions."""
CALLABLE = (ValueDef, DefineDef, MemoryDef)
"""What can be asked: values, definitions, memories."""
BY_NAME: Final[dict[Type, Callable[[Program], list[str]]]] = {
    MODE: lambda program: program.modes,
    WAY: lambda program: program.ways,
    PIECE: lambda program: program.pieces,
    TILE: lambda program: program.tiles,
    KIND: lambda program: program.kinds,
    DECK: lambda program: program.decks,
}
"""Nouns that rules know only as constants (`Names.noun`), with the words in the order of their indices."""
_CODES: dict[type, tuple[str, str]] = {
    ValueDef: ("N002", "value"),
    EventDef: ("N003", "event"),
    PermissionDef: ("N004", "permission"),
}
"""The code and the description for an unknown name, by expected class."""
BROUGHT: Final[dict[object, Callable[[Pack], Iterable[str]]]] = {
    STAGE: lambda pack: pack.words.stages,
    MODE: lambda pack: pack.words.modes,
    WAY: lambda pack: pack.words.ways,
    TRAIT: lambda pack: (*pack.words.terrains, *pack.words.symbols),
    PIECE: lambda pack: pack.pieces,
    TILE: lambda pack: pack.tiles,
    KIND: lambda pack: pack.kinds,
    DECK: lambda pack: pack.decks,
    DIE: lambda pack: pack.dice,
    OF_PIECES: lambda pack: pack.words.piece_traits,
    OF_TILES: lambda pack: pack.words.tile_traits,
}
"""The words that a pack itself brings, by kind."""
SPACES: Final[dict[object, str]] = {
    STAGE: "stages",
    MODE: "modes",
    WAY: "ways",
    TRAIT: "traits",
    KIND: "kinds",
    DECK: "decks",
    DIE: "dice",
    OF_PIECES: "piece_traits",
    OF_TILES: "tile_traits",
}
"""The tables of packs in which such words stand, see `Composition.called`."""
OWN, PACK, KNOWN, BESIDE, STRANGE, NOWHERE = range(6)
"""How near a name is: of the own tile, of the pack, of a required pack, of another tile of the pack, of anybody; none at all."""
_ALIKE: Final[dict[type[s.Node], tuple[type, ...]]] = {
    s.Event: (EventDef,),
    s.Phase: (EventDef,),
    s.PhaseAdded: (EventDef,),
    s.Permission: (PermissionDef,),
}
"""What a declaration of a form shares its name with; others with all that can be asked."""
ROLLING, ROLLED = "rolling", "rolled"
"""The roles of the event of a roll, and of the memory that holds its number meanwhile."""
OF_TRAITS: Final = ("regions of me where it is {}", "region is {}")
"""What may be meant by a terrain or a symbol alone."""
OF = "/"
"""Between the owner of a name and the name: `otters/luck`."""
MARK = "@"
"""Between an ambiguous name and its owner, in messages to the game: `luck@otters`."""


_D = TypeVar("_D", ValueDef, DefineDef, EventDef, PermissionDef)
_Played = TypeVar("_Played", EventDef, MemoryDef)


def an(what: str) -> str:
    """A word with its indefinite article."""
    return f"{'an' if what[:1] in 'aeiou' else 'a'} {what}"


@dataclass(slots=True)
class Names:
    """Names by kind. Built once for a composition; `words` maps a type to its words and their indices.

    `doubtful` are names whose declaration has a reported error: uses of them give no further findings. `withheld` counts these suppressed
    findings; `numbered` are words whose index rules have used, `despites` the prohibitions that they ignore, in order of appearance, `taken` the
    actions that rules do.
    """

    program: Program
    diagnostics: Diagnostics
    declared: dict[str, list[Declared]] = field(default_factory=dict)
    actions: dict[str, list[ActionDef]] = field(default_factory=dict)
    reasons: dict[PermissionDef, set[str]] = field(default_factory=dict)
    fields: dict[str, set[str]] = field(default_factory=dict)
    words: dict[Type, dict[str, int]] = field(default_factory=dict)
    piece_traits: dict[str, int] = field(default_factory=dict)
    tile_traits: dict[str, int] = field(default_factory=dict)
    doubtful: set[str] = field(default_factory=set)
    meanings: Meanings | None = None
    withheld: int = 0
    numbered: list[tuple[Const, str]] = field(default_factory=list)
    askable: tuple[int, list[str]] | None = None
    despites: list[tuple[PermissionDef, tuple[str, ...]]] = field(default_factory=list)
    taken: list[ActionDef] = field(default_factory=list)
    _known: dict[str, set[str]] = field(default_factory=dict)
    _brought: dict[tuple[object, str], list[str]] = field(default_factory=dict)
    _installed: list[Installed] | None = None
    _synonyms: dict[str, list[str]] | None = None

    @classmethod
    def of(cls, program: Program, diagnostics: Diagnostics, meanings: Meanings | None = None) -> Names:
        """The words of a composition; declarations are added as they are collected."""

        def numbered(words: Iterable[str]) -> dict[str, int]:
            return {word: index for index, word in enumerate(words)}

        names = cls(program, diagnostics, doubtful=program.composition.doubtful, meanings=meanings)
        for pack in program.composition.packs:
            for kind in pack.kinds.values():
                for entry in kind.fields:
                    names.fields.setdefault(entry.name, set()).add(pack.id)
        names.piece_traits = numbered(program.piece_traits)
        names.tile_traits = numbered(program.tile_traits)
        names.words = {kind: numbered(words) for kind, words in program.words.items()}
        packs = program.composition
        owned: tuple[tuple[Type, Mapping[str, Tile | Piece]], ...] = (
            (TILE, packs.tiles),
            (PIECE, packs.pieces),
        )
        for type_, things in owned:
            words = names.words[type_]
            for key, thing in things.items():
                words.setdefault(f"{thing.pack}{OF}{key}", words[key])
        names._tell_words_apart()
        return names

    def _tell_words_apart(self) -> None:
        """Let a word of two packs be said with its pack."""
        called = self.program.composition.called
        doubled = {(table, word) for (_, table, word), name in called.items() if name != word}
        for kind, tables in SPACES.items():
            words = self._known_words(kind)
            for (pack, table, word), name in called.items():
                if table == tables and (table, word) in doubled and name in words:
                    words.setdefault(f"{pack}{OF}{word}", words[name])

    def _known_words(self, kind: object) -> dict[str, int]:
        if kind == OF_PIECES:
            return self.piece_traits
        if kind == OF_TILES:
            return self.tile_traits
        return self.words.get(kind, {}) if isinstance(kind, Type) else {}

    # ── words of packs ──

    def word(self, kind: Type, text: str, pack: str = "") -> int | None:
        """The index of a word of that type, or None; of several packs, the pack itself counts first, then a required one."""
        by_pack = self._words_meant(kind, text, pack)
        return next(iter(by_pack.values()), None)

    def word_of(self, kind: Type, word: s.Word, pack: str) -> Const | None:
        """A word of that type as an expression; None if it is ambiguous, which is reported."""
        by_pack = self._words_meant(kind, word.text, pack)
        if len({*by_pack.values()}) > 1:
            full = [f"{bringer}{OF}{word.text}" for bringer in by_pack]
            self.diagnostics.error(
                "N025",
                f"`{word.text}` is the {kind} of {' and of '.join(by_pack)}.",
                word.span,
                expected=" or ".join(f"`{name}`" for name in full),
                suggestion=full[0],
            )
            return None
        self.means(word.span, WordOf(str(kind), word.text))
        return self.noun(kind, next(iter(by_pack.values())), word.span)

    def _words_meant(self, kind: Type, text: str, pack: str) -> dict[str, int]:
        words = self.words.get(kind, {})
        nearest = self.nearness(kind, text, pack)
        near = [one for one in self._bringers(kind, text) if self._strangeness(one, pack) == nearest]
        near = [one for one in near if not self._hidden(one, near)]
        by_pack = {one: words.get(f"{one}{OF}{text}", words.get(text)) for one in near or [pack]}
        return {one: index for one, index in by_pack.items() if index is not None}

    def trait(self, kind: object, text: str, pack: str) -> str:
        """The trait that a word means in a pack, as the composition calls it."""
        words = self._known_words(kind)
        nearest = self.nearness(kind, text, pack)
        near = (one for one in self._bringers(kind, text) if self._strangeness(one, pack) == nearest)
        named = next((f"{one}{OF}{text}" for one in near), text)
        index = words[named if named in words else text]
        return list(words)[index]

    def nearness(self, kind: object, text: str, pack: str) -> int:
        """How near the pack is that brings a word of that type."""
        if text not in self._known_words(kind):
            return NOWHERE
        return min((self._strangeness(one, pack) for one in self._bringers(kind, text)), default=OWN)

    def _bringers(self, kind: object, text: str) -> list[str]:
        if (kind, text) not in self._brought:
            packs = self.program.composition.packs
            self._brought[kind, text] = [pack.id for pack in packs if text in BROUGHT[kind](pack)]
        return self._brought[kind, text]

    def _strangeness(self, other: str, pack: str) -> int:
        return PACK if other == pack else KNOWN if other in self.known_to(pack) else STRANGE

    def _hidden(self, pack: str, among: Iterable[str]) -> bool:
        """Does one of these packs require the pack, so that its names hide those of the pack?"""
        return any(pack != other and pack in self.known_to(other) for other in among)

    def known_to(self, pack: str) -> set[str]:
        """The packs that a pack knows, including itself."""
        if pack not in self._known:
            self._known[pack] = self.program.composition.known_to(pack)
        return self._known[pack]

    def kinds_of(self, text: str, pack: str) -> list[Type]:
        """The types of a word, in the nearest packs."""
        near = {kind: self.nearness(kind, text, pack) for kind, words in self.words.items() if text in words}
        return [kind for kind, distance in near.items() if distance == min(near.values())]

    def noun(self, kind: Type, index: int, span: Span) -> Const:
        """A word of that type, as an expression."""
        noun = Const(index, type=kind, span=span)
        if kind in BY_NAME:
            self.numbered.append((noun, BY_NAME[kind](self.program)[index]))
        return noun

    # ── what is declared ──

    def enter(self, name: str, declared: Declared, span: Span) -> None:
        """Enter a declaration at its place."""
        self.declared.setdefault(name, []).append(declared)
        self.means(span, declared, declares=True)

    def means(self, span: Span, meaning: Meaning, *, declares: bool = False) -> None:
        """Record the meaning of the word at a place, for editors."""
        if self.meanings is not None:
            self.meanings.note(span, meaning, declares=declares)

    def seen(self, text: str, scope: Scope, also: Collection[str] = (), **kinds: Type | None) -> None:
        """If this is the name that is being written, record what is known of its place, with the words that fit there `also`."""
        if self.meanings is not None and text == CARET:
            self.meanings.seen(scope, also, **kinds)

    def seen_as(
        self, node: s.Expr, scope: Scope, among: Iterable[Type] = (), *, written: bool = False
    ) -> None:
        """The same of an expression, of which several types are possible, or which must be something to write to."""
        if self.meanings is not None and isinstance(node, s.Name) and node.text == CARET:
            self.meanings.seen_as(scope, among, written=written)

    def clash(self, name: str, owner: Owner) -> Declared | None:
        """The declaration that it conflicts with: of the same tile, or of its pack. Those of other packs are hidden, see `hidden_by`."""
        for earlier in self.declared.get(name, ()):
            other = earlier.origin.owner
            of_pack = not _is_own(other) or not _is_own(owner)
            if other.pack == owner.pack and (of_pack or _home(other) == _home(owner)):
                return earlier
        return None

    def hidden_by(self, name: str, declared: type[s.Node], owner: Owner) -> Declared | ActionDef | None:
        """What a declaration of that form hides in the texts of its owner: something of a required pack with the same name."""
        others: Iterable[Declared | ActionDef] = self.actions.get(name, ())
        if declared is not s.Action:
            alike = next((kinds for form, kinds in _ALIKE.items() if declared is form), CALLABLE)
            others = (one for one in self.declared.get(name, ()) if isinstance(one, alike))
        for other in others:
            theirs = other.origin.owner
            if theirs.pack != owner.pack and not _is_own(theirs) and theirs.pack in self.known_to(owner.pack):
                return other
        return None

    def meant(self, text: str, owner: Owner, kind: type[_D]) -> list[_D]:
        """The values, events or permissions that a name can mean in a rule of that owner: the nearest ones.

        These belong to its own tile, then its pack, the packs that this one requires, the other tiles of its pack, anybody.
        `otters/luck` is what the tile or pack `otters` declares.
        """
        return self._nearest(text, owner, (kind,))

    def phases_meant(self, event: EventDef, text: str, owner: Owner) -> list[EventDef]:
        """The phases of an event that a name can mean, likewise."""
        home, _, name = text.rpartition(OF)
        return self._near([phase for phase in event.phases if phase.name == name], home, owner)

    def actions_meant(self, text: str, owner: Owner) -> list[ActionDef]:
        """The actions that a name can mean, likewise."""
        home, _, name = text.rpartition(OF)
        return self._near(self.actions.get(name, ()), home, owner)

    @property
    def meant_by_words(self) -> dict[str, frozenset[str]]:
        """The declarations of packs that words of the language refer to."""
        roles = self.program.composition.roles
        return {"roll": frozenset(roles[role] for role in (ROLLING, ROLLED) if role in roles)}

    def playing(self, role: str, kind: type[_Played]) -> _Played | None:
        """The declaration with a role that the engine uses, if there is one."""
        name = self.program.composition.roles.get(role, "")
        alike = self.declared.get(name.partition(MARK)[0], ())
        return next((one for one in alike if isinstance(one, kind) and one.name == name), None)

    def asked(self, text: str, owner: Owner) -> list[Asked]:
        """The values, definitions and memories that a name can mean, likewise. Those of unrelated packs do not hide a built-in question."""
        nearest = self._nearest(text, owner, CALLABLE)
        if OF not in text and (builtins_named(text) or text in self.fields):
            return [d for d in nearest if self._distance(d.origin.owner, owner) <= KNOWN]
        return nearest

    def _nearest(self, text: str, owner: Owner, kinds: tuple[type, ...]) -> list[Any]:
        home, _, name = text.rpartition(OF)
        return self._near([d for d in self.declared.get(name, ()) if isinstance(d, kinds)], home, owner)

    def _near(self, candidates: Sequence[Any], home: str, owner: Owner) -> list[Any]:
        """Those of a home, or the nearest ones."""
        if home:
            return [d for d in candidates if home in _called(d.origin.owner)]
        distances = [self._distance(d.origin.owner, owner) for d in candidates]
        near = [d for d, distance in zip(candidates, distances, strict=True) if distance == min(distances)]
        packs = {d.origin.owner.pack for d in near}
        return [d for d in near if _is_own(d.origin.owner) or not self._hidden(d.origin.owner.pack, packs)]

    def _distance(self, other: Owner, owner: Owner) -> int:
        if not _is_own(other):
            return self._strangeness(other.pack, owner.pack)
        if _home(other) == _home(owner):
            return OWN
        return BESIDE if other.pack == owner.pack else STRANGE

    def one(
        self,
        word: s.Word,
        owner: Owner,
        kind: type[_D],
        what: str = "",
        candidates: Iterable[str] | None = None,
    ) -> _D | None:
        """The value, event or permission that is meant; None if there is none or it is ambiguous, which is reported."""
        meant = self.meant(word.text, owner, kind)
        if len(meant) == 1:
            self.means(word.span, meant[0])
            return meant[0]
        if meant:
            self.several(word, meant)
        else:
            code, usual = _CODES[kind]
            self.unknown(
                code,
                what or usual,
                word.text,
                word.span,
                self.of_kind(kind) if candidates is None else candidates,
            )
        return None

    def several(self, word: s.Word, candidates: Sequence[Declared | ActionDef]) -> None:
        """Report an ambiguous name."""
        full = [f"{_called(d.origin.owner)[0]}{OF}{word.text}" for d in candidates]
        self.diagnostics.error(
            "N025",
            f"`{word.text}` is declared by {' and by '.join(str(d.origin.owner) for d in candidates)}.",
            word.span,
            labels=tuple((d.origin.span, "declared here") for d in candidates),
            expected=" or ".join(f"`{name}`" for name in full),
            suggestion=full[0],
        )

    def tell_apart(self) -> None:
        """Give ambiguous names their owners, for messages to the game. The one that all others hide keeps its name alone."""
        for name, declarations in self.declared.items():
            for kinds in (CALLABLE, (EventDef,), (PermissionDef,)):
                alike = [d for d in declarations if isinstance(d, kinds)]
                first = self.first_of([d.origin.owner for d in alike])
                for place, declared in enumerate(alike) if len(alike) > 1 else ():
                    if place != first:
                        declared.name = f"{name}{MARK}{_called(declared.origin.owner)[0]}"

        self._named_in_yaml()

    def _named_in_yaml(self) -> None:
        """Let roles, standings, panels and measures name what the pack means that lists them."""
        composition = self.program.composition
        for pack in composition.packs:
            for role in pack.roles:
                composition.roles[role] = self._meant_in(pack, composition.roles[role])
            if pack.standings:
                composition.standings = [
                    (self._meant_in(pack, name), span) for name, span in composition.standings
                ]
        for shown, lengths in (
            (composition.panels, [(pack, len(pack.panels)) for pack in composition.packs]),
            (composition.measures, [(pack, len(pack.measures)) for pack in composition.packs]),
        ):
            homes = [pack for pack, length in lengths for _ in range(length)]
            shown[:] = [
                replace(one, value=self._meant_in(pack, one.value))
                for one, pack in zip(shown, homes, strict=True)
            ]

    def _meant_in(self, pack: Pack, name: str) -> str:
        """The full name of what a name in the YAML of a pack means, of the nearest declarations the first."""
        plain = name.partition(MARK)[0]
        near = self._near(self.declared.get(plain, ()), "", Owner(pack.id))
        return near[0].name if near else name

    def first_of(self, owners: Sequence[Owner]) -> int:
        """The place of the pack in this list that all the others require, so that its name alone means its own; -1 if there is none."""
        for place, owner in enumerate(owners):
            others = [one.pack for other, one in enumerate(owners) if other != place]
            if not _is_own(owner) and all(
                one != owner.pack and owner.pack in self.known_to(one) for one in others
            ):
                return place
        return -1

    def called(self, text: str, owner: Owner) -> int:
        """How near the nearest callable of that name is."""
        declared = [self._distance(d.origin.owner, owner) for d in self.asked(text, owner)]
        own = KNOWN if text in self.fields or builtins_named(text) else NOWHERE
        return min([*declared, own])

    def stands_alone(self, text: str, owner: Owner) -> bool:
        """Can it be asked as it stands, of nothing?"""
        declared = self.asked(text, owner)
        of_nothing = (d.on == GAME if isinstance(d, MemoryDef) else not d.params for d in declared)
        return any(of_nothing) or any(not builtin.params for builtin in builtins_named(text))

    def is_callable(self, text: str, owner: Owner) -> bool:
        """Can it be asked: a built-in, a field, a memory, a value or a definition?"""
        return self.called(text, owner) < NOWHERE

    def is_doubtful(self, text: str) -> bool:
        """Does an error with this name only follow from a reported one? Such an error is suppressed."""
        self.withheld += text in self.doubtful
        return text in self.doubtful

    def of_kind(self, *kinds: type[Declared]) -> Iterator[str]:
        """All names of declarations of these kinds; lazy, since mostly nobody reads them."""
        return (
            name
            for name, declarations in self.declared.items()
            if any(isinstance(d, kinds) for d in declarations)
        )

    def all_callable(self) -> list[str]:
        """The names of everything callable: built-ins, fields, memories, values, definitions. Cached until more is declared."""
        count = sum(map(len, self.declared.values()))
        if self.askable is None or self.askable[0] != count:
            names = [*{b.name for b in BUILTINS}, *self.fields, *self.of_kind(*CALLABLE)]
            self.askable = count, names
        return self.askable[1]

    def everything(self) -> Iterator[str]:
        """Every name there is, for suggestions where anything may stand; lazy likewise."""
        return chain(LITTLE_WORDS, self.all_callable(), *self.words.values())

    def said_of(self, kind: Type) -> Collection[str]:
        """The terrains, symbols and traits that fit a type."""
        words = {REGION: self.words[TRAIT], PIECE: self.piece_traits, TILE: self.tile_traits}
        return words.get(kind, ())

    def unknown(
        self,
        code: str,
        what: str,
        text: str,
        span: Span,
        candidates: Iterable[str],
        likely: Collection[str] = (),
        advice: str = "",
    ) -> None:
        """Report a name that does not exist, with the nearest existing one, preferably one of the `likely` ones.

        Silent for names whose declaration has an error, and if a file or pack could not be read.
        """
        if self.meanings is not None and text == CARET:
            self.meanings.ask(code, candidates)
            return
        if self.is_doubtful(text) or self.program.composition.incomplete:
            self.withheld += 1
            return
        suggestion, fix = "", None
        if text in RANDOM:
            advice = BY_CHANCE
        elif self.diagnostics.lists(code, "error", span.file):
            suggestion, advice, fix = self._advice(text, span, [*candidates], likely, advice)
        self.diagnostics.error(
            code,
            f"There is no {what} called `{text}`.",
            span,
            expected=f"the name of {an(what)}",
            suggestion=suggestion,
            help=advice,
            fix=fix,
            others=[Fix(span, told.format(suggestion)) for told in OF_TRAITS if self._is_trait(suggestion)],
        )

    def _is_trait(self, text: str) -> bool:
        """Is it said of regions?"""
        return text in self.words.get(TRAIT, ())

    def _advice(
        self, text: str, span: Span, candidates: list[str], likely: Collection[str], advice: str
    ) -> tuple[str, str, Fix | None]:
        """The suggestion for an unknown name, the help, and the fix if that is more than a replacement of this word."""
        other = synonym(text, span, candidates, self.synonyms, self.diagnostics, likely)
        if other is not None:
            return other[0], advice, other[1]
        is_known = self._is_known(text)
        suggestion, fix = correction(text, span, candidates, self.diagnostics, likely, is_known=is_known)
        elsewhere = None if is_known else self._elsewhere(text, suggestion, span)
        if elsewhere is not None:
            return "", *elsewhere
        if suggestion or advice:
            return suggestion, advice, fix
        few = {*candidates}
        if len(few) == 1:
            return few.pop(), "", None
        return (
            "",
            there_are(sorted(few)) if 0 < len(few) <= FEW else undeclared(text, span, self.diagnostics),
            None,
        )

    def _is_known(self, text: str) -> bool:
        """Does a name mean something here, if not what is needed?"""
        return (
            text in self.declared
            or text in self.actions
            or any(text in words for words in self.words.values())
        )

    @property
    def synonyms(self) -> dict[str, list[str]]:
        """By what people may write, the names that they may mean: of the packs, then of the language."""
        if self._synonyms is None:
            self._synonyms = {}
            for pack in self.program.composition.packs:
                for name, written in pack.also_called.items():
                    for one in written:
                        self._synonyms.setdefault(one, []).append(name)
            for one, names in SYNONYMS.items():
                self._synonyms.setdefault(one, []).extend(names)
        return self._synonyms

    def no_prohibition(self, permission: PermissionDef, word: s.Word) -> None:
        """Report a prohibition that does not exist; with the one whose rule speaks of what is written."""
        reasons = self.reasons.get(permission, set())
        sources, meant = self.diagnostics.sources, ""
        for forbid in permission.forbids:
            at = forbid.origin.span
            rule = " ".join(sources.line(at.file, line) or "" for line in range(at.line, at.end_line + 1))
            if re.search(rf"\b{re.escape(word.text)}\b", rule.partition(" if ")[2]):
                meant = forbid.reason
        if meant and not self.diagnostics.nearest(word.text, reasons):
            self.diagnostics.error(
                "N013",
                f"There is no prohibition called `{word.text}`; `{meant}` is the one that speaks of it.",
                word.span,
                expected="the name of a prohibition",
                suggestion=meant,
            )
            return
        advice = "" if self.diagnostics.nearest(word.text, reasons) else there_are(sorted(reasons))
        self.unknown("N013", "prohibition", word.text, word.span, reasons, advice=advice)

    def _elsewhere(self, text: str, near: str, span: Span) -> tuple[str, Fix | None] | None:
        """What to require for a name, if an installed pack has it, and it is not only the plural of one that there is."""
        if near and text.rstrip("s") == near.rstrip("s"):
            return None
        if self._installed is None:
            self._installed = installed_packs()
        packs = self.program.composition.packs
        return required_for(text, span, packs, self._installed, self.diagnostics.sources)


def _is_own(owner: Owner) -> bool:
    """Does a tile or a piece declare it, for itself?"""
    return bool(owner.tile or owner.piece)


def _home(owner: Owner) -> tuple[str, str]:
    """The home of names: a tile with its pieces, a piece that no tile brings, a pack."""
    return owner.pack, owner.tile or owner.piece


def _called(owner: Owner) -> tuple[str, ...]:
    """The words by which rules can name the owner of a declaration; the first is the usual one."""
    own = owner.tile or owner.piece
    return (own, own.rpartition(OF)[2]) if own else (owner.pack,)
