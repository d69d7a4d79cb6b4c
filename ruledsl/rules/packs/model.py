"""The values of a pack that has been read, with their places, before any rule is checked.

A field of an entry has the name of its key (`names` that of `name`), and its default is what a pack means that omits the key.

A `Composition` combines several packs in order. All packs share words; ids of tiles, pieces and maps are `pack/id` where two packs use one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Span

if TYPE_CHECKING:
    from ruledsl.language.syntax.tree import Document, Statement
    from ruledsl.rules.packs.yaml.nodes import MappingNode, ScalarNode

# ── plan ────────────────────────────────────────────────────────────────────────
# How an entry builds a map from other maps and boards, unresolved; and the changes of a region. Plain values.


MARKS = ("entry", "edge")
"""Traits of a region that have their own key."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference by name, with its place."""

    word: str
    span: Span


@dataclass(frozen=True, slots=True)
class RegionEntry:
    """A region in a map that extends another one; unchanged parts are None. `marks` are `entry` and `edge`."""

    id: str
    span: Span
    terrain: str | None = None
    symbols: tuple[str, ...] | None = None
    marks: tuple[bool | None, ...] = (None, None)
    borders: tuple[str, ...] | None = None
    at: tuple[float, float] | None = None
    shape: tuple[tuple[float, float], ...] = ()
    removed: bool = False


@dataclass(frozen=True, slots=True)
class MapPlan:
    """The parts of a map: the one that it extends, with the changes; others beside it, with letters; borders between these."""

    extends: Mention | None = None
    regions: tuple[RegionEntry, ...] = ()
    beside: tuple[tuple[str, Mention], ...] = ()
    joins: tuple[tuple[Mention, Mention], ...] = ()


Names = dict[str, str]
"""Texts by language code; `en` always exists."""
Places = dict[tuple[str, str], Span]
"""The places of an entry's words, by key and word."""


_OWNER = re.compile(r"@(?P<one>[^.]*)|(?<=\.)(?P<other>[a-z0-9_]+)/")
"""The owner of a name in the key of a text."""
BOOK = "book"
"""What `replaces` calls the written rulebook of a pack."""
OF_CHOICES = ("ask.", "chose.")
"""Prefixes of keys whose texts are about the choices of rules."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a rule: a pack itself (`tile` and `piece` empty), a tile, or a piece (of a tile, or of the pack).

    A rule that is in force for everybody under a condition on a tile belongs to the pack; `face` is the tile (or copy) on which it is printed.
    """

    pack: str
    tile: str = ""
    piece: str = ""
    face: str = ""

    def __str__(self) -> str:
        return "/".join(part for part in (self.pack, self.tile, self.piece, self.face) if part)


SECRET, OPEN, NO_COINS = "secret", "open", "none"
"""Who sees the coins of a player."""
_CALLED = {
    "raised": "`do {old}` is `do {new}`",
    "alone": "`{old}` of one thing alone is `{new}`",
}


@dataclass(frozen=True, slots=True)
class Renamed:
    """The new name of a renamed name in a pack, and the version of the change.

    `where`: `raised` if the rename concerns only raising that event, `alone` only questions about one thing; or empty. `own` is how packs of
    version 2 spared the names of others, which needs no entry any more.
    """

    span: Span
    to: str = ""
    since: str = ""
    where: str = ""

    def said(self, old: str, pack: str) -> str:
        """The sentence for anybody who uses the old name."""
        sentence = _CALLED.get(self.where, "`{old}` is called `{new}`").format(old=old, new=self.to)
        return f"{sentence} since version {self.since} of `{pack}`."


@dataclass(slots=True)
class RuleText:
    """A rule text with its tree and its owner. `choice` are variants (`name`, `option`) that together switch it on.

    Trees exist for the checker: the reader of the pack adds them, and checked rules from the cache have none.
    """

    owner: Owner
    node: ScalarNode
    choice: tuple[tuple[str, str], ...] = ()
    document: Document | None = None
    places: Places = field(default_factory=dict)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements of the rule text."""
        return () if self.document is None else self.document.statements

    @property
    def lost(self) -> tuple[str, ...]:
        """The words in its unparsable parts."""
        return () if self.document is None else self.document.lost

    @property
    def text(self) -> str:
        """The text as written."""
        return self.node.text

    @property
    def span(self) -> Span:
        """The place of the text."""
        return self.node.span


@dataclass(slots=True)
class Field:
    """A number that every tile of a kind has: `key` in the YAML file, `name` in the rules."""

    key: str
    name: str
    span: Span
    default: int | None = None


@dataclass(slots=True)
class Kind:
    """A kind of tile (race, power, relic …): `plural` is its key in the files, `borne_by` people, region or nobody.

    `tray` is the key of the field with the number of race tokens in the box, for kinds with tokens; tiles of a kind that `travels` move when
    the contents of regions are exchanged.
    """

    id: str
    span: Span
    plural: str = ""
    fields: list[Field] = field(default_factory=list)
    borne_by: str = "nobody"
    names: Names = field(default_factory=dict)
    heading: Names = field(default_factory=dict)
    tray: str = ""
    travels: bool = False
    places: Places = field(default_factory=dict)


@dataclass(slots=True)
class Deck:
    """An ordered list of tiles; `hidden` if players do not know its order, `deals` if all tiles of its kinds start there."""

    id: str
    kinds: tuple[str, ...]
    span: Span
    hidden: bool = False
    deals: bool = False
    places: Places = field(default_factory=dict)


@dataclass(slots=True)
class Die:
    """A die and its faces."""

    id: str
    faces: tuple[int, ...]
    span: Span


@dataclass(slots=True)
class Piece:
    """A kind of piece: its supply (None: unlimited) and its traits. Regions with pieces that `joins` are neighbours.

    A region with a piece that `shows` terrains or symbols counts as these; such a terrain replaces the printed one. The checker adds a kind for the
    copy that another tile, `copied_by`, may borrow of the one that brings `copy_of`.
    """

    id: str
    pack: str
    span: Span
    tile: str = ""
    names: Names = field(default_factory=dict)
    supply: int | None = None
    traits: tuple[str, ...] = ()
    symbol: str = ""
    joins: bool = False
    shows: tuple[str, ...] = ()
    summary: Names = field(default_factory=dict)
    places: Places = field(default_factory=dict)
    copy_of: str = ""
    copied_by: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """What rules stand on: `kind` is one of `KINDS_OF_SOURCES`, `missing` are the sentences that it lacks. `year` is 0 if it is not said."""

    kind: str
    title: str
    year: int = 0
    page: str = ""
    note: Names = field(default_factory=dict)
    missing: tuple[Names, ...] = ()


@dataclass(slots=True)
class Tile:
    """A tile with its numbers; `pieces` are those that come and go with it. `tokens_of` names the race whose tokens a blank tile borrows.

    Further copies of a tile are entries of their own, which name the first one. `sources` are empty if it stands on those of its pack.
    """

    id: str
    pack: str
    kind: str
    fields: dict[str, int]
    span: Span
    names: Names = field(default_factory=dict)
    summary: Names = field(default_factory=dict)
    pieces: list[str] = field(default_factory=list)
    traits: tuple[str, ...] = ()
    copies: int = 1
    copy_of: str = ""
    tokens_of: str = ""
    sources: tuple[Source, ...] = ()
    places: Places = field(default_factory=dict)


@dataclass(slots=True)
class MapRegion:
    """One region of a map: its traits (terrain first, then symbols) and its neighbours."""

    id: str
    traits: tuple[str, ...]
    borders: tuple[str, ...]
    span: Span
    at: tuple[float, float] | None = None
    shape: tuple[tuple[float, float], ...] = ()
    places: Places = field(default_factory=dict)


@dataclass(slots=True)
class Face:
    """One face of a board from which maps are drawn: its size, its board, its regions, and borders between parts of it."""

    id: str
    pack: str
    names: Names
    size: str
    sheet: str
    regions: list[MapRegion]
    span: Span
    joins: tuple[tuple[str, str], ...] = ()
    plan: MapPlan | None = None
    places: Places = field(default_factory=dict)


@dataclass(slots=True)
class BoardMap:
    """A map: its number of players and rounds (0 if a game ends in another way), and its regions in order.

    A map built from others has a `plan`, until the packs are composed. A map that is drawn for each game has in `draw` the number of
    boards of each size; `faces` are those to draw from, `own` the regions that exist in every game, `regions` these and all of the faces.
    Boards are what borders connect, without `joins`; `islands` are regions that belong to one board even without borders between them.
    """

    id: str
    pack: str
    names: Names
    players: tuple[int, ...]
    rounds: int
    regions: list[MapRegion]
    span: Span
    size: tuple[float, float] = (100.0, 70.0)
    draw: dict[str, int] = field(default_factory=dict)
    faces: dict[str, Face] = field(default_factory=dict)
    islands: tuple[tuple[str, ...], ...] = ()
    joins: tuple[tuple[str, str], ...] = ()
    own: list[MapRegion] = field(default_factory=list)
    plan: MapPlan | None = None
    places: Places = field(default_factory=dict)

    @property
    def borders(self) -> list[tuple[str, str]]:
        """The pairs of neighbours, in the order of the regions."""
        order = {region.id: place for place, region in enumerate(self.regions)}
        return [
            (region.id, id_)
            for region in self.regions
            for id_ in sorted(region.borders, key=order.__getitem__)
            if order[region.id] < order[id_]
        ]


def border_id(one: str, other: str) -> str:
    """The id of the border between two regions, in the order of their map: `3-7`."""
    return f"{one}-{other}"


@dataclass(slots=True)
class Variant:
    """A switch that a game chooses: its options, the first is that of the rulebook."""

    id: str
    pack: str
    span: Span
    options: tuple[str, ...] = ()
    names: Names = field(default_factory=dict)
    summary: Names = field(default_factory=dict)


@dataclass(slots=True)
class Panel:
    """A measure for statistics and screens: the id of a value of a player (under `panels`) or of a people (under `measures`)."""

    span: Span
    value: str = ""
    names: Names = field(default_factory=dict)


@dataclass(slots=True)
class Passage:
    """A passage of a pack's written rulebook: a title, paragraphs, and an optional position to draw, with a caption."""

    span: Span
    title: Names = field(default_factory=dict)
    text: Names = field(default_factory=dict)
    position: dict[str, Any] = field(default_factory=dict)
    caption: Names = field(default_factory=dict)


@dataclass(slots=True)
class LessonStep:
    """What is said to whoever learns, and the choices that follow; none at the end."""

    text: Names
    choose: tuple[str, ...]


@dataclass(slots=True)
class Lesson:
    """A first game that teaches: a position, and what is said and chosen step by step. `node` is the entry, whose names are checked."""

    id: str
    span: Span
    node: MappingNode = field(repr=False, compare=False)
    names: Names = field(default_factory=dict)
    summary: Names = field(default_factory=dict)
    position: dict[str, Any] = field(default_factory=dict)
    steps: tuple[LessonStep, ...] = ()


@dataclass(slots=True)
class Words:
    """Words that packs declare, each with its place."""

    stages: dict[str, Span] = field(default_factory=dict)
    modes: dict[str, Span] = field(default_factory=dict)
    ways: dict[str, Span] = field(default_factory=dict)
    terrains: dict[str, Span] = field(default_factory=dict)
    symbols: dict[str, Span] = field(default_factory=dict)
    piece_traits: dict[str, Span] = field(default_factory=dict)
    tile_traits: dict[str, Span] = field(default_factory=dict)
    equivalents: list[tuple[str, str, Span]] = field(default_factory=list)

    @property
    def region_traits(self) -> list[str]:
        """Terrains and symbols, in the order of their declaration."""
        return [*self.terrains, *(s for s in self.symbols if s not in self.terrains)]

    @property
    def alike(self) -> dict[str, set[str]]:
        """For every terrain and symbol, all equivalent ones, including itself."""
        alike = {word: {word} for word in self.region_traits}
        for first, second, _ in self.equivalents:
            if first in alike and second in alike:
                together = alike[first] | alike[second]
                for word in together:
                    alike[word] = together
        return alike


@dataclass(slots=True)
class Pack:
    """One pack as read from its folder. `digest` is a hash of the plain texts of its files, `files` has one of each.

    `places` are those of texts and roles; `incomplete` packs have a file or requirement that could not be read; `doubtful`
    are the words in unreadable parts of files, which may declare them. `licence` is an SPDX expression, `homepage` an address.
    """

    id: str
    version: str
    language: int
    folder: str
    names: Names
    requires: dict[str, str]
    span: Span
    words: Words = field(default_factory=Words)
    kinds: dict[str, Kind] = field(default_factory=dict)
    decks: dict[str, Deck] = field(default_factory=dict)
    dice: dict[str, Die] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    tiles: dict[str, Tile] = field(default_factory=dict)
    maps: dict[str, BoardMap] = field(default_factory=dict)
    faces: dict[str, Face] = field(default_factory=dict)
    variants: dict[str, Variant] = field(default_factory=dict)
    panels: list[Panel] = field(default_factory=list)
    measures: list[Panel] = field(default_factory=list)
    book: list[Passage] = field(default_factory=list)
    lessons: dict[str, Lesson] = field(default_factory=dict)
    standings: list[tuple[str, Span]] = field(default_factory=list)
    texts: dict[str, Names] = field(default_factory=dict)
    nouns: dict[str, Names] = field(default_factory=dict)
    rules: list[RuleText] = field(default_factory=list)
    replaces: dict[str, Span] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    frame: dict[str, str] = field(default_factory=dict)
    drawing: dict[str, str] = field(default_factory=dict)
    emblems: dict[str, list[str]] = field(default_factory=dict)
    given: dict[str, tuple[str, ...]] = field(default_factory=dict)
    places: Places = field(default_factory=dict)
    incomplete: bool = False
    doubtful: set[str] = field(default_factory=set)
    renamed: dict[str, Renamed] = field(default_factory=dict)
    also_called: dict[str, tuple[str, ...]] = field(default_factory=dict)
    digest: str = ""
    files: dict[str, str] = field(default_factory=dict)
    authors: tuple[str, ...] = ()
    licence: str = ""
    homepage: str = ""
    summary: Names = field(default_factory=dict)
    sources: tuple[Source, ...] = ()


@dataclass(slots=True)
class Composition:
    """Packs in order, with everything they bring combined.

    `roles` names what the engine itself must know: `start` (the event that is a game), `immunity` (the value that says whether a people is immune
    to another one's tiles). `frame` says how a game `ends` (by `rounds`, a `goal` or a `rule`) and who sees `coins`. `drawing` names motifs
    for terrains and symbols, `emblems` the parts of the heads of races (`vocabulary/motifs.py`). `nouns` are lines with the forms of what
    the game calls things, by language (`vocabulary/inflection.py`). `own_texts`
    are, by pack and key, texts that a pack has under a key of another pack, `homes` the first packs of keys.
    `called` says, by pack, table and name, what something is called here (`meant`); `knows` keeps `known_to`. `brought` has the pieces that come with
    tiles (`arrivals.py`).
    Tiles are keyed by `kind` then id; the later of two with one id by `pack/id`. `beside` marks a reading that serves only rules that it switches
    on.
    """

    packs: list[Pack]
    words: Words
    kinds: dict[str, Kind]
    decks: dict[str, Deck]
    dice: dict[str, Die]
    pieces: dict[str, Piece]
    tiles: dict[str, Tile]
    maps: dict[str, BoardMap]
    variants: dict[str, Variant]
    panels: list[Panel]
    measures: list[Panel]
    standings: list[tuple[str, Span]]
    texts: dict[str, Names]
    rules: list[RuleText]
    chosen: dict[str, str]
    roles: dict[str, str] = field(default_factory=dict)
    frame: dict[str, str] = field(default_factory=dict)
    drawing: dict[str, str] = field(default_factory=dict)
    emblems: dict[str, list[str]] = field(default_factory=dict)
    beside: bool = False
    nouns: dict[str, Names] = field(default_factory=dict)
    own_texts: dict[tuple[str, str], Names] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)
    called: dict[tuple[str, str, str], str] = field(default_factory=dict)
    knows: dict[str, set[str]] = field(default_factory=dict)
    brought: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def coins(self) -> str:
        """Who sees the coins of a player: `secret` (the player), `open` (everybody), `none` (there are none)."""
        return self.frame.get("coins", SECRET)

    @property
    def shows_coins(self) -> bool:
        """Does everybody see the coins of all players?"""
        return self.coins == OPEN

    @property
    def goal(self) -> str:
        """The value that is the goal of a game; empty if it has none."""
        return self.frame.get("goal", "")

    @property
    def incomplete(self) -> bool:
        """Could any part not be read? Then unknown names are not reported."""
        return any(pack.incomplete for pack in self.packs)

    @property
    def doubtful(self) -> set[str]:
        """The words in unreadable parts of all packs."""
        return set[str]().union(*(pack.doubtful for pack in self.packs))

    @property
    def printed_pieces(self) -> dict[str, Piece]:
        """The pieces that packs bring, without those of copies."""
        return {key: piece for key, piece in self.pieces.items() if not piece.copied_by}

    def known_to(self, pack: str) -> set[str]:
        """The packs that a pack knows: itself and everything that it requires, transitively."""
        if pack not in self.knows:
            needs = {other.id: other.requires for other in self.packs}
            ids: set[str] = set()
            waiting = [pack]
            while waiting:
                id_ = waiting.pop()
                if id_ not in ids:
                    ids.add(id_)
                    waiting += needs.get(id_, ())
            self.knows[pack] = ids
        return self.knows[pack]

    def meant(self, table: str, name: str, pack: str) -> str:
        """What a name in a pack means, as it is called here: its own, that of a required pack, or the only one; `riverside/otters` says whose."""
        home, _, plain = name.rpartition("/")
        if home or (pack, table, name) in self.called:
            return self.called.get((home or pack, table, plain), name)
        near = [one for one in self.known_to(pack) if (one, table, name) in self.called]
        first = [one for one in near if not any(one != two and one in self.known_to(two) for two in near)]
        return self.called[min(first), table, name] if first else name

    def text(self, key: str, pack: str = "") -> Names | None:
        """The text under a key, by language; for things that a pack itself brings, that pack's text.

        An ambiguous name in the key has its owner (`event.boom@house`, `trait.house/bog`), whose text it is.
        """
        plain, owner = _OWNER.sub("", key), _OWNER.search(key)
        if owner is not None:
            pack = (
                self.tiles[owner["one"]].pack
                if owner["one"] in self.tiles
                else owner["one"] or owner["other"]
            )
        if (owner is None and not key.startswith(OF_CHOICES)) or key.startswith("piece."):
            return self.own_texts.get((pack, plain)) or self.texts.get(plain)
        return self.local_text(plain, pack)

    def local_text(self, key: str, pack: str) -> Names | None:
        """The text that only the pack itself can have: for a name in its own rules, for a name that others have too."""
        own = self.own_texts.get((pack, key))
        return self.texts.get(key) if own is None and self.homes.get(key) == pack else own

    @property
    def books(self) -> list[Pack]:
        """The packs whose written rulebooks are read: no pack that requires them has one in their place."""
        instead = [pack for pack in self.packs if BOOK in pack.replaces]
        return [
            pack
            for pack in self.packs
            if not any(pack is not other and pack.id in self.known_to(other.id) for other in instead)
        ]

    @property
    def identity(self) -> list[tuple[str, str, str]]:
        """(id, version, digest) of every pack, which a saved game must find again."""
        return [(pack.id, pack.version, pack.digest) for pack in self.packs]
