"""`list`: everything in packs, as tables or as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.cli.commands.arguments import AS_DATA
from ruledsl.cli.completion import PACK
from ruledsl.cli.output import say_data
from ruledsl.cli.signals import packs_exist, rules_for
from ruledsl.rules.packs.sources import sources_data, sources_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.cli.screen.columns import Page
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.packs.model import Composition, Pack

LIST_HELP = """
Without packs it lists the packs themselves, as `ruledsl packs` does. With packs it also lists what they require.

\b
  ruledsl list
  ruledsl list smallworld
  ruledsl list smallworld underground --lang it
  ruledsl list smallworld --format json | jq '.races[].id'
  ruledsl list --sources
  ruledsl list tunnels --sources

With --sources it lists what packs stand on: rulebooks, reviews, hearsay, readings of their authors; tiles where they differ from
their pack; and each sentence that a source lacks.
"""
ALWAYS = ("races", "powers", "places", "pieces", "maps", "variants")
"""Lists that the JSON always has, empty or not; other kinds of tiles appear under their own names."""


@click.command("list", help=LIST_HELP)
@click.argument("packs", nargs=-1, type=PACK, metavar="[PACK...]")
@AS_DATA
@click.option("--lang", default="en", show_default=True, help="The language of names, where packs have it.")
@click.option("--sources", is_flag=True, help="List what the packs stand on.")
def list_command(packs: tuple[str, ...], form: str, lang: str, sources: bool) -> None:  # noqa: FBT001 - as click calls it
    """List what is in packs, or the known packs, or the sources that packs stand on."""
    from ruledsl.play.naming.nouns import Naming  # noqa: PLC0415 - `--help` does without

    if sources:
        _list_sources(packs, form, Naming(lang))
        return
    if not packs:
        from ruledsl.cli.commands.exchanging import list_packs  # noqa: PLC0415

        list_packs(form)
        return
    composition = rules_for(packs).composition
    naming = Naming(lang)
    contents = catalogue(composition, naming)
    if form == "json":
        say_data(json.dumps(contents, ensure_ascii=False, indent=2))
        return
    from ruledsl.cli.screen.columns import Page  # noqa: PLC0415

    page = Page()
    _tables(page, composition, contents)
    page.say()


def catalogue(composition: Composition, naming: Naming) -> dict[str, Any]:
    """The whole catalogue as plain data."""
    contents: dict[str, Any] = {"packs": [_pack(pack, naming) for pack in composition.packs]}
    contents.update({name: [] for name in ALWAYS})
    for kind in composition.kinds.values():
        contents[kind.plural] = _tiles(composition, naming, kind.id)
    contents["pieces"] = [
        {
            "id": key,
            "pack": piece.pack,
            "name": naming.text(piece.names, key),
            "supply": piece.supply,
            "symbol": piece.symbol,
            "tile": piece.tile,
        }
        for key, piece in composition.printed_pieces.items()
    ]
    contents["maps"] = [
        {
            "id": key,
            "pack": board.pack,
            "name": naming.text(board.names, key),
            "players": list(board.players),
            "rounds": board.rounds,
            "regions": len(board.regions),
        }
        for key, board in composition.maps.items()
    ]
    contents["variants"] = [
        {
            "id": key,
            "pack": variant.pack,
            "name": naming.text(variant.names, key),
            "options": list(variant.options),
        }
        for key, variant in composition.variants.items()
    ]
    return contents


def _pack(pack: Pack, naming: Naming) -> dict[str, Any]:
    return {
        "id": pack.id,
        "version": pack.version,
        "name": naming.text(pack.names, pack.id),
        "sources": sources_data(pack.sources, naming.said),
    }


def _tiles(composition: Composition, naming: Naming, kind: str) -> list[dict[str, Any]]:
    fields = composition.kinds[kind].fields
    return [
        {
            "id": key,
            "pack": tile.pack,
            "name": naming.text(tile.names, tile.id),
            **{f.key: tile.fields[f.key] for f in fields if f.key in tile.fields},
            "pieces": list(tile.pieces),
            "summary": naming.text(tile.summary, ""),
            "sources": sources_data(sources_of(composition, tile), naming.said),
        }
        for key, tile in composition.tiles.items()
        if tile.kind == kind and not tile.copy_of
    ]


# ── what they stand on ──


def _list_sources(packs: tuple[str, ...], form: str, naming: Naming) -> None:
    """What these packs stand on, with those that they require; without any, all known packs."""
    from ruledsl.rules.packs.folders.find import known_packs  # noqa: PLC0415 - `--help` does without
    from ruledsl.rules.packs.loading import load_packs  # noqa: PLC0415

    packs_exist(packs)
    diagnostics = Diagnostics()
    loaded = load_packs(packs or known_packs(), diagnostics)
    if diagnostics.has_errors and packs:
        rules_for(packs)  # says what is wrong
    rows = [
        {
            **_pack(pack, naming),
            "tiles": {
                key: sources_data(tile.sources, naming.said)
                for key, tile in pack.tiles.items()
                if tile.sources
            },
        }
        for pack in loaded
    ]
    if form == "json":
        say_data(json.dumps({"packs": rows}, ensure_ascii=False, indent=2))
        return
    from ruledsl.cli.screen.columns import Page  # noqa: PLC0415

    page = Page()
    for row in rows:
        page.line(row["name"], bold=True)
        cited = [("", source) for source in row["sources"]]
        cited += [(key, source) for key, sources in row["tiles"].items() for source in sources]
        if cited:
            page.columns(
                ["id", "kind", "year", "what it is"],
                [line for key, source in cited for line in _lines_of(key or row["id"], source)],
                right=[2],
            )
        else:
            page.line("It does not say.", dim=True)
        page.line()
    page.say()


def _lines_of(id_: str, source: dict[str, Any]) -> Iterator[list[str]]:
    """The rows of a source: what it is, and each sentence that it lacks."""
    title = " · ".join(filter(None, (source["title"], source["note"], source["page"])))
    yield [id_, source["kind"], str(source["year"] or ""), title]
    for lack in source["missing"]:
        yield ["", "missing", "", lack]


# ── tables ──


def _tables(page: Page, composition: Composition, contents: dict[str, Any]) -> None:
    page.line(" + ".join(f"{pack['name']} {pack['version']}" for pack in contents["packs"]), bold=True)
    for kind in composition.kinds.values():
        tiles = contents[kind.plural]
        if tiles:
            numbers = [f.key for f in kind.fields]
            _table(page, kind.plural, [*numbers, "summary"], tiles, right=len(numbers))
    signs = {p.id: p.symbol for p in composition.pieces.values()}
    if contents["pieces"]:
        rows = [
            {
                **p,
                "supply": "any" if p["supply"] is None else p["supply"],
                "comes with": p["tile"],
                "sign": signs.get(p["id"], ""),
            }
            for p in contents["pieces"]
        ]
        _table(page, "pieces", ["supply", "sign", "comes with"], rows, right=1)
    if contents["maps"]:
        rows = [
            {**m, "players": ", ".join(map(str, m["players"])), "rounds": m["rounds"] or ""}
            for m in contents["maps"]
        ]
        _table(page, "maps", ["players", "rounds", "regions"], rows, right=3)
    if contents["variants"]:
        rows = [{**v, "options": " | ".join(v["options"])} for v in contents["variants"]]
        _table(page, "variants", ["options"], rows, right=0)
    page.line()
    page.line(f"`ruledsl show {composition.packs[-1].id}/ID` shows one of them as a card.", dim=True)


def _table(page: Page, title: str, columns: list[str], rows: list[dict[str, Any]], *, right: int) -> None:
    """A table with headings; the last `right` columns are numbers."""
    front = ["id", "name", *(["pack"] if len({row["pack"] for row in rows}) > 1 else [])]
    heads = [*front, *columns]
    page.line()
    page.line(f"{title.replace('_', ' ').capitalize()} ({len(rows)})", bold=True)
    page.columns(
        heads,
        [[str(row.get(head, "")) for head in heads] for row in rows],
        range(len(front), len(front) + right),
    )
