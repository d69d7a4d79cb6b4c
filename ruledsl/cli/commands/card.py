"""`show`: one tile, piece or map, with everything in its files."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

import click

from ruledsl.cli.completion import TILE
from ruledsl.cli.output import say_data, say_file
from ruledsl.cli.signals import Refusal, one_of, rules_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, RenderableType

    from ruledsl.base.diagnostics import Span
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Composition, Pack, Piece, RuleText, Source, Tile

SAVED = ".json"
SHOW_HELP = """
A card shows the numbers of a tile, what it does, its pieces, and its rules with their place in the file.

\b
  ruledsl show smallworld/amazons
  ruledsl show smallworld/amazons --lang it
  ruledsl show path/to/my-pack/gnomes
  ruledsl show smallworld/small_world_2p
  ruledsl show core/final_conquest
  ruledsl show smallworld/amazons --format json
  ruledsl show smallworld/amazons --format svg > amazons.svg
  ruledsl show path/to/my-pack
  ruledsl show game.json --format svg > game.svg

ID is a tile, a piece, a map or a variant. A pack without an ID shows all its own tiles. A saved game shows its map with everything on it, as
SVG only; a map as SVG looks as it does at the table.
"""


@click.command("show", help=SHOW_HELP)
@click.argument("what", type=TILE, metavar="PACK[/ID]")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "svg"]), default="text", show_default=True
)
@click.option("--lang", default="en", show_default=True, help="The language of names, where packs have it.")
def show_command(what: str, form: str, lang: str) -> None:
    """Show a tile, a piece, a map, a whole pack, or a saved game's map, as text, data or SVG."""
    from ruledsl.cli.screen.console import console, drawn, picture_of  # noqa: PLC0415 - `--help` does without
    from ruledsl.play.naming.nouns import Naming  # noqa: PLC0415

    if form == "svg" and what.endswith(SAVED):
        from ruledsl.cli.files.writing import load_game  # noqa: PLC0415 - only for saved games

        say_file(load_game(what, tell=False).picture())
        return
    pack, id_ = _asked(what)
    rules = rules_for((pack,))
    composition = rules.composition
    naming = Naming(lang)
    own = composition.packs[-1]
    tiles = [key for key, tile in composition.tiles.items() if not tile.copy_of]
    if id_:
        one_of(
            id_,
            [*tiles, *composition.pieces, *composition.maps, *composition.variants],
            "tile, piece, map or variant",
        )
    if id_ in composition.variants and id_ not in (*tiles, *composition.pieces, *composition.maps):
        _variant(pack, composition, naming, id_, form)
        return
    ids = [id_] if id_ else [key for key in tiles if composition.tiles[key].pack == own.id]
    if form == "json":
        from ruledsl.cli.commands.docs import thing_data  # noqa: PLC0415

        things = [thing_data(rules.program, naming, key) for key in ids]
        say_data(json.dumps(things[0] if id_ else {"things": things}, ensure_ascii=False, indent=2))
        return
    if form == "svg" and id_ in composition.maps:
        from ruledsl.play.draw import map_svg  # noqa: PLC0415 - only maps are drawn

        say_file(map_svg(composition, composition.maps[id_]))
        return
    out = drawn() if form == "svg" else console()
    if not id_:
        _head(out, own, naming)
    for key in ids:
        _show(out, rules.program, naming, key)
    if form == "svg":
        say_file(picture_of(out, naming.text(own.names, own.id)))


def _head(out: Console, own: Pack, naming: Naming) -> None:
    """What a pack says of itself."""
    facts = (*own.authors, own.licence, own.homepage)
    title = " · ".join((f"{naming.text(own.names, own.id)} {own.version}", *filter(None, facts)))
    out.print(title, style="bold")
    for source in own.sources:
        out.print(_source(naming, source))


def _asked(what: str) -> tuple[str, str]:
    """A pack, and an id in it; empty for the whole pack."""
    from ruledsl.rules.packs.folders.find import find_pack  # noqa: PLC0415 - `--help` does without

    if find_pack(what) is not None:
        return what, ""
    pack, slash, id_ = what.rstrip("/").rpartition("/")
    if not slash or not pack:
        raise Refusal(f"Write PACK/ID, such as `smallworld/{what}`: which pack is `{what}` of?")
    return pack, id_


def _show(out: Console, program: Program, naming: Naming, id_: str) -> None:
    """Show every tile, piece and map of that id."""
    composition = program.composition
    if id_ in composition.tiles:
        _card(out, program, naming, id_)
    if id_ in composition.pieces:
        piece = composition.pieces[id_]
        _panel(out, naming.text(piece.names, id_), "piece", list(_piece(program, naming, id_, piece)))
    if id_ in composition.maps:
        from ruledsl.cli.screen.boardview import board_of  # noqa: PLC0415 - only maps are drawn

        board = composition.maps[id_]
        players = " or ".join(map(str, board.players))
        rounds = f", {board.rounds} rounds" if board.rounds else ""
        out.print(f"{naming.text(board.names, id_)}: {players} players{rounds}", style="bold")
        for line in board_of(composition, board, naming).lines(out.width):
            out.print(line, soft_wrap=True)
        out.print(_place(composition, board.span), style="dim")


def _variant(pack: str, composition: Composition, naming: Naming, id_: str, form: str) -> None:
    """Show a variant: what each of its options switches on."""
    from rich.padding import Padding  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from ruledsl.cli.screen.console import console, drawn, picture_of  # noqa: PLC0415

    variant = composition.variants[id_]
    name = naming.text(variant.names, id_)
    texts = {option: _switched_on(pack, id_, option) for option in variant.options}
    if form == "json":
        options = [
            {
                "id": option,
                "name": naming.option(composition, id_, option),
                "in_words": [line for _, lines in texts[option] for line in lines],
            }
            for option in variant.options
        ]
        say_data(json.dumps({"id": id_, "name": name, "options": options}, ensure_ascii=False, indent=2))
        return
    parts: list[RenderableType] = [Text(_place(composition, variant.span), "dim")]
    for option in variant.options:
        parts += [Text(""), Text(naming.option(composition, id_, option), "bold")]
        if not texts[option]:
            parts.append(Padding(Text("as the other rules say"), (0, 0, 0, 2)))
        for text, lines in texts[option]:
            parts.append(Text(_place(composition, text.span), "dim"))
            parts.append(Text(indent(text.text.rstrip(), "  "), "cyan"))
            parts += [Padding(Text(line), (0, 0, 0, 2)) for line in lines]
    out = drawn() if form == "svg" else console()
    _panel(out, name, "variant", parts)
    if form == "svg":
        say_file(picture_of(out, name))


def _switched_on(pack: str, variant: str, option: str) -> list[tuple[RuleText, list[str]]]:
    """The rule texts that an option switches on, each with its sentences."""
    from ruledsl.play.explain.wording.described import InWords  # noqa: PLC0415
    from ruledsl.play.naming.nouns import Naming  # noqa: PLC0415

    rules = rules_for((pack,), {variant: option})
    words = InWords(rules.program, Naming())
    texts = [text for text in rules.composition.rules if (variant, option) in text.choice]
    return [(text, words.within(text.span)) for text in texts]


def _card(out: Console, program: Program, naming: Naming, id_: str) -> None:
    composition = program.composition
    tile = composition.tiles[id_]
    kind = composition.kinds[tile.kind]
    parts: list[RenderableType] = list(_front(composition, naming, tile))
    parts += _rules(composition, tile=id_, piece="")
    parts += _in_words(program, naming, id_, "")
    for key in tile.pieces:
        parts += _piece(program, naming, key, composition.pieces[key])
    parts += _sources(composition, naming, tile)
    _panel(out, naming.text(tile.names, id_), naming.text(kind.names, kind.id), parts)


def _panel(out: Console, name: str, kind: str, parts: list[RenderableType]) -> None:
    from rich import box  # noqa: PLC0415
    from rich.console import Group  # noqa: PLC0415
    from rich.panel import Panel  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    title = Text.assemble((name, "bold"), (f"  {kind}", "dim"))
    body = Panel(Group(*parts), title=title, title_align="left", box=box.ROUNDED, padding=(0, 1))
    out.print(body, width=min(out.width, 100))


def _front(composition: Composition, naming: Naming, tile: Tile) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415

    summary = naming.text(tile.summary, "")
    if summary:
        yield Text(summary, "italic")
        yield Text("")
    fields = composition.kinds[tile.kind].fields
    numbers = [f"{f.key} {tile.fields[f.key]}" for f in fields if f.key in tile.fields]
    if tile.copies > 1:
        numbers.append(f"{tile.copies} copies")
    facts = [*numbers, *(trait.replace("_", " ") for trait in tile.traits)]
    if tile.tokens_of:
        from ruledsl.play.naming.nouns import in_english  # noqa: PLC0415

        facts.append(in_english(composition, f"[token.many] of {tile.tokens_of}"))
    if facts:
        yield Text(" · ".join(facts))
    others = [f"{lang}: {name}" for lang, name in tile.names.items() if lang != naming.language]
    if others:
        yield Text(" · ".join(others), "dim")
    yield Text(_place(composition, tile.span), "dim")


def _sources(composition: Composition, naming: Naming, tile: Tile) -> Iterator[RenderableType]:
    """What the tile stands on."""
    from rich.text import Text  # noqa: PLC0415

    from ruledsl.rules.packs.sources import sources_of  # noqa: PLC0415

    sources = sources_of(composition, tile)
    if sources:
        yield Text("")
        yield from (_source(naming, source) for source in sources)


def _source(naming: Naming, source: Source) -> RenderableType:
    """A source, what is known from it, and the sentences that it lacks."""
    from rich.text import Text  # noqa: PLC0415

    from ruledsl.rules.packs.sources import cited  # noqa: PLC0415

    more = [naming.said(source.note), source.page]
    lines = [" · ".join((cited(source), *filter(None, more)))]
    lines += [f"  missing: {naming.said(lack)}" for lack in source.missing]
    return Text("\n".join(lines), "dim")


def _piece(program: Program, naming: Naming, key: str, piece: Piece) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415

    supply = "as many as needed" if piece.supply is None else f"{piece.supply} in the box"
    facts = " · ".join([supply, *(trait.replace("_", " ") for trait in piece.traits)])
    yield Text("")
    yield Text.assemble((f"{piece.symbol} ".lstrip() + naming.text(piece.names, key), "bold"), f"  {facts}")
    yield from _rules(program.composition, tile=None, piece=key)
    yield from _in_words(program, naming, piece.tile, key)


def _rules(composition: Composition, *, tile: str | None, piece: str) -> Iterator[RenderableType]:
    """The rule texts of a tile itself, or of a piece."""
    from rich.text import Text  # noqa: PLC0415

    for rule in composition.rules:
        if rule.owner.piece == piece and (tile is None or rule.owner.tile == tile):
            yield Text("")
            yield Text(f"rules{_switch(rule)}  {_place(composition, rule.span)}", "dim")
            yield Text(indent(rule.text.rstrip(), "  "), "cyan")


def _in_words(program: Program, naming: Naming, tile: str, piece: str) -> Iterator[RenderableType]:
    """The rules of a tile or of a piece as sentences, with the chosen options of variants."""
    from rich.padding import Padding  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from ruledsl.play.explain.wording.described import sentences  # noqa: PLC0415

    lines = sentences(program, naming, tile, piece)
    if lines:
        yield Text("")
        yield Text("in words", "dim")
        yield from (Padding(Text(sentence), (0, 0, 0, 2)) for sentence in lines)


def _place(composition: Composition, span: Span) -> str:
    """The file and the line; for a pack that came with an installation from the pack on, since nobody edits it there."""
    from ruledsl.rules.packs.folders.files import shown_path  # noqa: PLC0415 - `--help` does without
    from ruledsl.rules.packs.folders.find import is_installed  # noqa: PLC0415

    file = span.file
    for pack in composition.packs:
        folder = f"{shown_path(Path(pack.folder))}/"
        if file.startswith(folder) and is_installed(pack.folder):
            return f"{pack.id}/{file.removeprefix(folder)}:{span.line}"
    return f"{file}:{span.line}"


def _switch(rule: RuleText) -> str:
    chosen = " and ".join(f"{name}: {option}" for name, option in rule.choice)
    return f" when {chosen}" if chosen else ""
