"""What a pack is once it has been read: plain values with their places, before any rule is checked.

A `Composition` is several packs put together in order. Words are shared by all; ids of tiles, pieces and maps are `pack/id` where two use one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.dataclass import dataclass, field
from ruledsl.diagnostics import Span

if TYPE_CHECKING:
    from ruledsl.packs.maps.plan import MapPlan
    from ruledsl.packs.yaml.nodes import ScalarNode
    from ruledsl.syntax.tree import Document, Statement

Names = dict[str, str]
"""Texts by language code; `en` is always there."""
Places = dict[tuple[str, str], Span]
"""Where the words of an entry stand, by the key under which they do and the word."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Who brings a rule: a pack itself (`tile` and `piece` empty), a tile, or a piece (of a tile, or of the pack).

    What is in force for everybody while something holds of a tile is a rule of its pack; `face` says on which tile (or copy of one) it is printed.
    """

    pack: str
    tile: str = ""
    piece: str = ""
    face: str = ""

    def __str__(self) -> str:
        return "/".join(part for part in (self.pack, self.tile, self.piece, self.face) if part)


_CALLED = {
    "raised": "`do {old}` is `do {new}`",
    "alone": "`{old}` of one thing alone is `{new}`",
    "own": "`{old}` is a name of its own, so that yours is read as `{new}`",
}


@dataclass(frozen=True, slots=True)
class Renamed:
    """What a name of a pack is called now, and since which version.

    `where`: `raised` if only to make that event happen, `alone` if only of one thing, `own` if only where another pack has given the name to
    something of its own; or empty.
    """

    to: str
    since: str
    span: Span
    where: str = ""

    def said(self, old: str, pack: str) -> str:
        """The sentence of whoever meets the old name of something of this pack."""
        said = _CALLED.get(self.where, "`{old}` is called `{new}`").format(old=old, new=self.to)
        return f"{said} since version {self.since} of `{pack}`."


@dataclass(slots=True)
class RuleText:
    """A rule text with its tree and the one who brings it. `choice` are variants (`name`, `option`) that switch it on together.

    Trees are there to be checked: the reader of the pack puts them in, and checked rules from the cache come without.
    """

    owner: Owner
    node: ScalarNode
    choice: tuple[tuple[str, str], ...] = ()
    document: Document | None = None
    places: Places = field(default_factory=dict)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What it says."""
        return () if self.document is None else self.document.statements

    @property
    def lost(self) -> tuple[str, ...]:
        """The words in what could not be read of it."""
        return () if self.document is None else self.document.lost

    @property
    def text(self) -> str:
        """As it is written."""
        return self.node.text

    @property
    def span(self) -> Span:
        """Where it stands."""
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

    `tray` is the key of the field that says how many race tokens the box holds, for kinds that bring tokens; tiles of a kind that
    `travels` go along when the contents of regions are exchanged.
    """

    id: str
    plural: str
    borne_by: str
    fields: list[Field]
    span: Span
    names: Names = field(default_factory=dict)
    tray: str = ""
    travels: bool = False


@dataclass(slots=True)
class Deck:
    """An ordered list of tiles; `hidden` when its order is not known to the players, `deals` when all tiles of its kinds start there."""

    id: str
    kinds: tuple[str, ...]
    hidden: bool
    deals: bool
    span: Span
    places: Places = field(default_factory=dict)


@dataclass(slots=True)
class Die:
    """A die and its faces."""

    id: str
    faces: tuple[int, ...]
    span: Span


@dataclass(slots=True)
class Piece:
    """A kind of piece: how many the box holds (None: no limit) and the traits it has. The regions in which one lies that `joins` are neighbours.

    A region in which one lies that `shows` terrains or symbols counts as these; a terrain among them takes the place of the printed one.
    """

    id: str
    pack: str
    names: Names
    supply: int | None
    traits: tuple[str, ...]
    span: Span
    tile: str = ""
    symbol: str = ""
    joins: bool = False
    shows: tuple[str, ...] = ()
    places: Places = field(default_factory=dict)


@dataclass(slots=True)
class Tile:
    """A tile with its numbers; `pieces` are those that come and go with it. `tokens_of` names the race whose tokens a blank tile borrows.

    Of a tile with several copies each but the first is an entry of its own, which says whose copy it is.
    """

    id: str
    pack: str
    kind: str
    names: Names
    fields: dict[str, int]
    span: Span
    summary: Names = field(default_factory=dict)
    pieces: list[str] = field(default_factory=list)
    traits: tuple[str, ...] = ()
    copies: int = 1
    copy_of: str = ""
    tokens_of: str = ""
    places: Places = field(default_factory=dict)


@dataclass(slots=True)
class MapRegion:
    """One region of a map: its traits (terrain first, then symbols) and what it borders."""

    id: str
    traits: tuple[str, ...]
    borders: tuple[str, ...]
    span: Span
    at: tuple[float, float] | None = None
    shape: tuple[tuple[float, float], ...] = ()
    places: Places = field(default_factory=dict)


@dataclass(slots=True)
class Face:
    """One face of a board that maps are put together from: its size, the board it is printed on, its regions, and borders between parts of it."""

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
    """A map: for how many players, how many rounds, its regions in order.

    What is made of other maps has a `plan`, until the packs are put together. A map that is put together for each game says in `draw` how many
    boards of each size; `faces` are those there are, `own` the regions that lie there in every game, `regions` these and all of the faces.
    Boards are all that hangs together by borders, `joins` aside; `islands` are regions that belong to one even where no border leads to them.
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


@dataclass(slots=True)
class Variant:
    """A switch that a game chooses: its options, the first is what the rulebook says."""

    id: str
    pack: str
    options: tuple[str, ...]
    names: Names
    span: Span


@dataclass(slots=True)
class Panel:
    """A measure that statistics and screens may show: the id of a value of a player (under `panels`) or of a people (under `measures`)."""

    value: str
    names: Names
    span: Span


@dataclass(slots=True)
class Passage:
    """A passage of a pack's written rulebook: a title, paragraphs, and a position of which the book has a picture, with a line below it."""

    title: Names
    text: Names
    position: dict[str, Any]
    caption: Names
    span: Span


@dataclass(slots=True)
class Words:
    """Small words that packs declare, each with its place."""

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
        """For every terrain and symbol, all that count as the same, itself included."""
        found = {word: {word} for word in self.region_traits}
        for first, second, _ in self.equivalents:
            if first in found and second in found:
                together = found[first] | found[second]
                for word in together:
                    found[word] = together
        return found


@dataclass(slots=True)
class Pack:
    """One pack as read from its folder. `digest` is a hash of the contents of its files.

    `places` says where texts and roles are written; `incomplete` packs have a file or requirement that could not be read; `doubtful`
    are the words in parts of files that could not: what is called so may be declared there. `licence` is an SPDX expression, `homepage` an address.
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
    standings: list[tuple[str, Span]] = field(default_factory=list)
    texts: dict[str, Names] = field(default_factory=dict)
    rules: list[RuleText] = field(default_factory=list)
    replaces: dict[str, Span] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    drawing: dict[str, str] = field(default_factory=dict)
    emblems: dict[str, list[str]] = field(default_factory=dict)
    given: dict[str, tuple[str, ...]] = field(default_factory=dict)
    places: Places = field(default_factory=dict)
    incomplete: bool = False
    doubtful: set[str] = field(default_factory=set)
    renamed: dict[str, Renamed] = field(default_factory=dict)
    digest: str = ""
    authors: tuple[str, ...] = ()
    licence: str = ""
    homepage: str = ""


@dataclass(slots=True)
class Composition:
    """Packs in the order in which they apply, with everything they bring put together.

    `roles` names what the engine itself has to know: `start` (the event a game is), `immunity` (the value that asks whether a people is out
    of reach for another one's tiles). `drawing` names motifs for terrains and symbols, `emblems` the parts of the heads of races
    (`vocabulary/motifs.py`). `own_texts` are those, by pack and key, that a pack has under the key of a pack it does not know.
    Tiles are keyed by `kind` then id; the later of two of one id by `pack/id`. `beside` marks a reading only for rules that it switches on.
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
    drawing: dict[str, str] = field(default_factory=dict)
    emblems: dict[str, list[str]] = field(default_factory=dict)
    beside: bool = False
    own_texts: dict[tuple[str, str], Names] = field(default_factory=dict)

    @property
    def incomplete(self) -> bool:
        """Is anything missing that could not be read? Then unknown names are no news."""
        return any(pack.incomplete for pack in self.packs)

    @property
    def doubtful(self) -> set[str]:
        """The words in what could not be read of any pack."""
        return set[str]().union(*(pack.doubtful for pack in self.packs))

    def known_to(self, pack: str) -> set[str]:
        """The packs that one knows: itself and all that it requires, and these require."""
        needs = {known.id: known.requires for known in self.packs}
        found: set[str] = set()
        waiting = [pack]
        while waiting:
            id_ = waiting.pop()
            if id_ not in found:
                found.add(id_)
                waiting += needs.get(id_, ())
        return found

    def text(self, key: str, pack: str = "") -> Names | None:
        """What packs say under a key, by language; of what a pack brings itself, what that pack says. Behind an `@` stands only whose name it is."""
        plain = key.partition("@")[0]
        return self.own_texts.get((pack, plain)) or self.texts.get(plain)

    @property
    def identity(self) -> list[tuple[str, str, str]]:
        """(id, version, digest) of every pack: what a saved game must find again."""
        return [(pack.id, pack.version, pack.digest) for pack in self.packs]
