"""Shell completion: packs, tiles, seats, maps, variants, codes. Each kind of word is a type of click.

It writes nothing and shows no error: a word that cannot be completed does not change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click
from click.types import StringParamType

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ruledsl.rules.packs.model import Composition

Words = Callable[[click.Context, str], Iterable[str]]
"""The possible words for a given beginning."""


class Word(StringParamType):
    """A text with completions for a shell. `files` says whether files or folders (`dir`) are possible, too."""

    def __init__(self, name: str, words: Words, files: str = "") -> None:
        self.name = name
        self.words = words
        self.files = files

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002 - click
        incomplete: str,
    ) -> list[CompletionItem]:
        """The completions of a beginning."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only a shell asks

        matching = [word for word in self.words(ctx, incomplete) if word.startswith(incomplete)]
        first = [CompletionItem(incomplete, type=self.files)] if self.files and not matching else []
        return first + [CompletionItem(word) for word in matching]


def _nothing(_ctx: click.Context, _typed: str) -> Iterable[str]:
    return ()


def _packs(_ctx: click.Context, _typed: str) -> list[str]:
    from ruledsl.rules.packs.folders.find import known_packs  # noqa: PLC0415 - only a shell asks

    return known_packs()


def _of(packs: tuple[str, ...]) -> Composition | None:
    """The composition of some packs, if they can be loaded."""
    from ruledsl.base.errors import PackError  # noqa: PLC0415 - only a shell asks
    from ruledsl.play.rules import load  # noqa: PLC0415
    from ruledsl.rules.packs.folders.find import find_pack  # noqa: PLC0415

    if not packs or not all(map(find_pack, packs)):
        return None
    try:
        return load(*packs).composition
    except PackError:
        return None


def _tiles(ctx: click.Context, typed: str) -> list[str]:
    """Packs; after an id and a `/`, the pack's tiles, pieces and maps."""
    pack, slash, _ = typed.rpartition("/")
    composition = _of((pack,)) if slash else None
    if composition is None:
        return _packs(ctx, typed)
    here = composition.packs[-1].id
    every = (composition.tiles, composition.printed_pieces, composition.maps)
    return [f"{pack}/{key}" for table in every for key, thing in table.items() if thing.pack == here]


def _seats(_ctx: click.Context, typed: str) -> list[str]:
    """The possible occupants; those before the last comma are complete."""
    from ruledsl.play.bots import seat_names  # noqa: PLC0415 - only a shell asks

    before, comma, _ = typed.rpartition(",")
    return [f"{before}{comma}{name}" for name in seat_names()]


def _named(ctx: click.Context) -> Composition | None:
    """The packs on the command line so far; click leaves them among the other words while an option has no value."""
    return _of(tuple(ctx.params.get("packs") or ctx.args))


def _maps(ctx: click.Context, _typed: str) -> list[str]:
    composition = _named(ctx)
    return [] if composition is None else list(composition.maps)


def _variants(ctx: click.Context, _typed: str) -> list[str]:
    composition = _named(ctx)
    if composition is None:
        return []
    return [f"{key}={option}" for key, variant in composition.variants.items() for option in variant.options]


def _codes(_ctx: click.Context, _typed: str) -> list[str]:
    from ruledsl.base.diagnostics import all_pages  # noqa: PLC0415 - only a shell asks

    return list(all_pages())


def _installed(_ctx: click.Context, _typed: str) -> list[str]:
    from ruledsl.rules.packs.folders.find import sent_packs  # noqa: PLC0415 - only a shell asks

    return [word for sent in sent_packs() for word in (sent.id, f"{sent.id}@{sent.shown}")]


PACK = Word("pack", _packs, "file")
TILE = Word("pack/tile", _tiles, "file")
SEATS = Word("seats", _seats)
MAP = Word("map", _maps)
VARIANT = Word("name=option", _variants)
CODE = Word("code", _codes)
INSTALLED = Word("id[@version]", _installed)
FILE = Word("file", _nothing, "file")
FOLDER = Word("folder", _nothing, "dir")
