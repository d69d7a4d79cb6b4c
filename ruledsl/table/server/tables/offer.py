"""The packs that this server offers for tables, alone and together."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import weakref
from collections import OrderedDict
from contextlib import suppress
from functools import cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.errors import GameError, PackError
from ruledsl.base.store.remembering import forget
from ruledsl.play.bots import LEVELS
from ruledsl.play.draw import drawn_device, heads_of
from ruledsl.play.naming.languages import LANGUAGES
from ruledsl.play.rules import load
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.find import find_pack, known_packs
from ruledsl.rules.packs.loading import load_packs
from ruledsl.rules.packs.nouns import nouns_of
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.work.queue import aside

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.engine.state.code import Code
    from ruledsl.play.draw.emblems import Emblem
    from ruledsl.play.game import Rules
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Lesson, Names, Pack

MOST_PACKS = 24
USUAL = 3
"""Players at a usual table."""
HEADS = 3
"""Heads on a cover."""
STARTS = ((True, 2), (False, 1))
"""Tiles to begin a pack from: how many with tokens, and how many without."""


@dataclass(frozen=True, slots=True)
class Start:
    """A simple tile that somebody can copy to begin with, and its emblem: a head if it has tokens, else the device that its pack names."""

    id: str
    names: Names
    kind: Names
    summary: Names
    emblem: Emblem | None

    def as_dict(self, naming: Naming) -> dict[str, Any]:
        """Its description in the workshop."""
        return {
            "id": self.id,
            "name": naming.text(self.names, self.id),
            "kind": naming.text(self.kind, ""),
            "summary": naming.text(self.summary, ""),
            "emblem": self.emblem,
        }


@dataclass(frozen=True, slots=True)
class Offered:
    """A pack in the lobby. `name` is what it is loaded by; `alone` if it makes a game together with what it requires.

    Its cover shows the map `board`, if it has one of its own, and some heads of its races; it brings so many `cards`. `starts` are tiles to begin a
    pack from, `lessons` first games that teach.
    """

    id: str
    name: str
    names: Names
    version: str
    requires: tuple[str, ...]
    alone: bool
    summary: Names
    board: str | None
    heads: tuple[Emblem, ...]
    starts: tuple[Start, ...]
    cards: int
    lessons: tuple[Lesson, ...]

    def as_dict(self, naming: Naming) -> dict[str, Any]:
        """Its description in the lobby."""
        return {
            "id": self.id,
            "name": naming.text(self.names, self.id.replace("_", " ")),
            "version": self.version,
            "requires": list(self.requires),
            "alone": self.alone,
            "summary": naming.text(self.summary, ""),
            "board": self.board,
            "heads": self.heads,
            "cards": self.cards,
            "lessons": [
                {
                    "id": lesson.id,
                    "name": naming.text(lesson.names, lesson.id),
                    "summary": naming.text(lesson.summary, ""),
                }
                for lesson in self.lessons
            ],
        }


class Offer:
    """The packs found by id, and folders named when the server was started. The first read takes a while."""

    def __init__(self, more: Sequence[str]) -> None:
        self.more = more

    async def read(self) -> None:
        """Read the packs in a thread, unless they are read already, before the event loop needs them."""
        if "packs" not in vars(self):
            await aside(getattr, self, "packs")

    @cached_property
    def packs(self) -> dict[str, Offered]:
        """The packs by id. Unreadable ones are left out: `ruledsl validate` reports their errors."""
        names = [*known_packs(), *self.more]
        packs = _readable(names) or [pack for name in names for pack in _readable([name])]
        by_id = {pack.id: pack for pack in packs}
        called = {os.path.realpath(find_pack(name) or name): name for name in names}
        return {
            pack.id: Offered(
                pack.id,
                called.get(os.path.realpath(pack.folder), pack.id),
                pack.names,
                pack.version,
                tuple(pack.requires),
                any(by_id[id_].maps for id_ in closure(pack.id, by_id)),
                pack.summary,
                board_of(pack),
                *_tiles_of(pack, _with_required(pack, by_id)),
                sum(not tile.copy_of for tile in pack.tiles.values()),
                tuple(pack.lessons.values()),
            )
            for pack in by_id.values()
        }

    def look_again(self) -> None:
        """Forget the list: packs have been added or removed."""
        self.__dict__.pop("packs", None)

    def names_of(self, ids: Sequence[str]) -> list[str]:
        """The names that load some packs and everything they require, in the order of the offer; `Refused` for packs that are not offered."""
        if not 0 < len(ids) <= MOST_PACKS:
            raise Refused("table-010", "Choose some packs.")
        for id_ in ids:
            if id_ not in self.packs:
                raise Refused("table-010", "There is no pack `{pack}` here.", pack=id_)
        wanted = {needed for id_ in ids for needed in closure(id_, self.packs)}
        return [pack.name for pack in self.packs.values() if pack.id in wanted]

    def lobby(self, naming: Naming) -> dict[str, Any]:
        """What there is to choose from."""
        return {
            "packs": [pack.as_dict(naming) for pack in self.packs.values()],
            "bots": [{"id": name, "level": level} for level, name in LEVELS.items()],
            "languages": list(LANGUAGES),
        }


def played_with(pack_store: PackStore, names: Sequence[str], variants: Mapping[str, str]) -> Rules:
    """The rules of packs together; `Refused` if they cannot be played, or on no map."""
    rules = pack_store.offered(names, variants)
    if not rules.composition.maps:
        raise Refused("table-010", "These packs bring no map, so there is nothing to play on.")
    return rules


def _readable(names: Sequence[str]) -> list[Pack]:
    """These packs and everything they require; none if any has errors."""
    diagnostics = Diagnostics()
    packs = load_packs(names, diagnostics)
    return [] if diagnostics.has_errors else packs


def board_of(pack: Pack) -> str | None:
    """The map on the cover of a pack: the first of its own for the usual number of players, else the first."""
    boards = [board.id for board in pack.maps.values() if USUAL in board.players] or list(pack.maps)
    return boards[0] if boards else None


def _with_required(pack: Pack, packs: Mapping[str, Pack]) -> list[Pack]:
    needed = closure(pack.id, packs)
    return [other for id_, other in packs.items() if id_ in needed]


def _tiles_of(pack: Pack, together: Sequence[Pack]) -> tuple[tuple[Emblem, ...], tuple[Start, ...]]:
    """Some heads for the cover of a pack, and its tiles to begin from: those with the shortest rules. It stands `together` with what it requires."""
    kinds = {id_: kind for other in together for id_, kind in other.kinds.items()}
    nouns = nouns_of(together)
    heads = heads_of(pack, kinds)
    emblems = {id_: drawn_device(pack.drawing[id_]) for id_ in pack.tiles if id_ in pack.drawing} | heads
    rules = {id_: 0 for id_, tile in pack.tiles.items() if tile.summary and not tile.copy_of}
    for rule in pack.rules:
        if rule.owner.tile in rules:
            rules[rule.owner.tile] += len(rule.text)
    simple = sorted((id_ for id_, size in rules.items() if size), key=lambda id_: (rules[id_], id_))
    starts = []
    for has_tokens, count in STARTS:
        fitting = [pack.tiles[id_] for id_ in simple if bool(kinds[pack.tiles[id_].kind].tray) is has_tokens]
        starts += [
            Start(tile.id, tile.names, nouns.said(kinds[tile.kind].names), tile.summary, emblems.get(tile.id))
            for tile in map(nouns.said_in, fitting[:count])
        ]
    return tuple(heads.values())[:HEADS], tuple(starts)


def closure(id_: str, packs: Mapping[str, Pack] | Mapping[str, Offered]) -> set[str]:
    """A pack and everything that it requires."""
    ids = {id_}
    for other in packs[id_].requires:
        ids |= closure(other, packs)
    return ids


def setup_data(rules: Rules, naming: Naming) -> dict[str, Any]:
    """The players, maps and options for some packs together."""
    composition = rules.composition
    return {
        "packs": [pack.id for pack in composition.packs],
        "players": sorted({count for board in composition.maps.values() for count in board.players}),
        "maps": [
            {
                "id": board.id,
                "name": naming.text(board.names, board.id.replace("_", " ")),
                "players": list(board.players),
                "rounds": board.rounds,
                "drawn": bool(board.draw),
            }
            for board in composition.maps.values()
        ],
        "variants": [
            {
                "id": variant.id,
                "name": naming.text(variant.names, variant.id.replace("_", " ")),
                "summary": naming.text(variant.summary, ""),
                "options": list(variant.options),
                "called": [naming.option(composition, variant.id, option) for option in variant.options],
                "chosen": composition.chosen.get(variant.id, variant.options[0]),
            }
            for variant in composition.variants.values()
        ],
    }


# ── pack store ───────────────────────────────────────────────────────────────────────
# The packs of tables, each stored by digest: tables continue with them even if the original folder changes.


Key = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]
"""The ids and digests of packs in order, and the variants."""


def key_of(packs: Sequence[Sequence[str]], variants: Mapping[str, str]) -> Key:
    """The key that tables under the same rules share."""
    return tuple((id_, digest) for id_, _, digest in packs), tuple(sorted(variants.items()))


class PackStore:
    """Folders of packs by id and digest. The first load takes seconds, so threads do it, one load at a time.

    Of rules, `most` sets stay loaded; `dropped` hears (in such a thread) which one no longer does.
    """

    def __init__(
        self, folder: Path, most: int, dropped: Callable[[Rules], None] = lambda _rules: None
    ) -> None:
        self.folder = folder
        self.most = most
        self.dropped = dropped
        self.loaded: tuple[Rules, ...] = ()
        self._loaded: OrderedDict[Key, Rules] = OrderedDict()
        self._lock = threading.Lock()

    def offered(self, names: Sequence[str], variants: Mapping[str, str]) -> Rules:
        """The rules of packs in their current folders. `Refused` with the first finding for packs that cannot be played.

        A worker must have tried the packs of strangers before (`work/pool.py`).
        """
        with self._lock:
            try:
                rules = _load(names, variants)
            except (PackError, GameError) as problem:
                raise Refused("table-010", _why(problem)) from None
            key = key_of(rules.composition.identity, rules.composition.chosen)
            return self._remember(key, self._loaded.get(key, rules))

    def kept(self, packs: Sequence[Sequence[str]], variants: Mapping[str, str]) -> Rules:
        """The rules of a table. `Refused` table-040 when its packs are gone or this ruledsl cannot play them."""
        key = key_of(packs, variants)
        with self._lock:
            loaded = self._loaded.get(key)
            if loaded is not None:
                return self._remember(key, loaded)
            places = [self._place(id_, digest) for id_, _, digest in packs]
            if not all(place.is_dir() for place in places):
                raise Refused("table-040", "The packs that were kept for this table are not there any more.")
            try:
                rules = _load([str(place) for place in places], variants)
            except (PackError, GameError) as problem:
                why = _why(problem).replace(f"{self.folder}{os.sep}", "")
                raise Refused(
                    "table-040", "Its packs cannot be played by this ruledsl: {why}", why=why
                ) from None
            if key_of(rules.composition.identity, variants) != key:
                raise Refused("table-040", "The packs that were kept for this table have been changed.")
            return self._remember(key, rules)

    def _remember(self, key: Key, rules: Rules) -> Rules:
        self._loaded[key] = rules
        self._loaded.move_to_end(key)
        while len(self._loaded) > self.most:
            self.dropped(self._loaded.popitem(last=False)[1])
        self.loaded = tuple(self._loaded.values())  # for other threads, which do not wait for a load
        return rules

    def keep(self, rules: Rules) -> None:
        """Store the packs of a new table, whose rules stay loaded."""
        composition = rules.composition
        for pack in composition.packs:
            place = self._place(pack.id, pack.digest)
            if not place.is_dir():
                self._copy(pack, place)
        key = key_of(composition.identity, composition.chosen)
        with self._lock:
            self._remember(key, self._loaded.get(key, rules))

    def _place(self, id_: str, digest: str) -> Path:
        return self.folder / f"{id_}-{digest}"

    def _copy(self, pack: Pack, place: Path) -> None:
        """Copy all files into a folder that gets its final name when it is complete."""
        source = find_pack(pack.folder)
        if source is None:
            raise Refused("table-010", "The folder of the pack `{pack}` is not there any more.", pack=pack.id)
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside = Path(tempfile.mkdtemp(dir=self.folder, prefix=".new-"))
        try:
            for name in below(source).files:
                target = beside / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source / name, target)
            with suppress(OSError):  # another process was faster
                beside.rename(place)
        finally:
            shutil.rmtree(beside, ignore_errors=True)


def _load(names: Sequence[str], variants: Mapping[str, str]) -> Rules:
    """The rules of packs, which leave no garbage behind when nobody plays them any more: whoever uses parts of them holds the rules."""
    rules = load(*names, variants=variants)
    weakref.finalize(rules, _taken_apart, rules.program, rules.code).atexit = False
    return rules


def _taken_apart(program: Program, code: Code) -> None:
    forget(code)
    program.take_apart()


def _why(problem: PackError | GameError) -> str:
    """The first error, without its path, which visitors need not know."""
    if isinstance(problem, GameError):
        return str(problem)
    errors = (diagnostic.message for diagnostic in problem.diagnostics if diagnostic.severity == "error")
    return next(errors, "These packs cannot be played.")


def shown_place(rules: Rulebook, file: str) -> str:
    """A file of a pack by the pack's id and the file's name; a stranger need not know where it lies on this machine."""
    path = os.path.realpath(file)
    for pack in rules.composition.packs:
        folder = os.path.realpath(pack.folder)
        if path.startswith(folder + os.sep):
            return f"{pack.id}/{PurePath(path[len(folder) + 1 :]).as_posix()}"
    return PurePath(file).name
