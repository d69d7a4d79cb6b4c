"""`show`: one tile, piece or map, with everything that is written about it."""

from __future__ import annotations

import json
from textwrap import indent
from typing import TYPE_CHECKING

import click

from ruledsl.cli.output import say_data
from ruledsl.cli.refusal import Refusal, one_of, rules_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, RenderableType

    from ruledsl.check.program import Program
    from ruledsl.naming.nouns import Naming
    from ruledsl.packs.model import Composition, Piece, RuleText, Tile

__all__ = ["show_command"]

SHOW_HELP = """One tile as a card: its numbers, what it does, its pieces, its rules as they are written, and where. Pieces and maps can be shown too.

\b
  ruledsl show smallworld/amazons
  ruledsl show smallworld/amazons --lang it
  ruledsl show path/to/my-pack/gnomes
  ruledsl show smallworld/small_world_2p
  ruledsl show smallworld/amazons --format json
"""


@click.command("show", help=SHOW_HELP, short_help="A tile as a card.")
@click.argument("what", metavar="PACK/ID")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option(
    "--lang", default="en", show_default=True, help="The language of names, as far as packs have it."
)
def show_command(what: str, form: str, lang: str) -> None:
    """See SHOW_HELP."""
    from ruledsl.cli.screen.console import console  # noqa: PLC0415 - `--help` does without
    from ruledsl.naming.nouns import Naming  # noqa: PLC0415

    pack, slash, id_ = what.rstrip("/").rpartition("/")
    if not slash or not pack:
        raise Refusal(f"Write PACK/ID, such as `smallworld/{what}`: which pack is `{what}` of?")
    rules = rules_for((pack,))
    composition = rules.composition
    naming = Naming(lang)
    known = [
        *(k for k, t in composition.tiles.items() if not t.copy_of),
        *composition.pieces,
        *composition.maps,
    ]
    one_of(id_, known, "tile, piece or map")
    if form == "json":
        from ruledsl.cli.commands.machine import thing_data  # noqa: PLC0415

        say_data(json.dumps(thing_data(rules.program, naming, id_), ensure_ascii=False, indent=2))
        return
    out = console()
    if id_ in composition.tiles:
        _card(out, rules.program, naming, id_)
    if id_ in composition.pieces:
        piece = composition.pieces[id_]
        _panel(out, naming.text(piece.names, id_), "piece", list(_piece(rules.program, naming, id_, piece)))
    if id_ in composition.maps:
        from ruledsl.cli.screen.boardview import board_of  # noqa: PLC0415 - only maps are drawn

        board = composition.maps[id_]
        players = " or ".join(map(str, board.players))
        out.print(f"{naming.text(board.names, id_)}: {players} players, {board.rounds} rounds", style="bold")
        for line in board_of(composition, board, naming).lines(out.width):
            out.print(line, soft_wrap=True)
        out.print(f"{board.span.file}:{board.span.line}", style="dim")


def _card(out: Console, program: Program, naming: Naming, id_: str) -> None:
    composition = program.composition
    tile = composition.tiles[id_]
    kind = composition.kinds[tile.kind]
    parts: list[RenderableType] = list(_front(composition, naming, tile))
    parts += _rules(composition, tile=id_, piece="")
    parts += _in_words(program, naming, id_, "")
    for key in tile.pieces:
        parts += _piece(program, naming, key, composition.pieces[key])
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
        facts.append(f"tokens of {tile.tokens_of}")
    if facts:
        yield Text(" · ".join(facts))
    others = [f"{lang}: {name}" for lang, name in tile.names.items() if lang != naming.language]
    if others:
        yield Text(" · ".join(others), "dim")
    yield Text(f"{tile.span.file}:{tile.span.line}", "dim")


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
            yield Text(f"rules{_switch(rule)}  {rule.span.file}:{rule.span.line}", "dim")
            yield Text(indent(rule.text.rstrip(), "  "), "cyan")


def _in_words(program: Program, naming: Naming, tile: str, piece: str) -> Iterator[RenderableType]:
    """The same rules as sentences, with the options of variants that are chosen."""
    from rich.padding import Padding  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from ruledsl.explain.wording.described import sentences  # noqa: PLC0415

    found = sentences(program, naming, tile, piece)
    if found:
        yield Text("")
        yield Text("in words", "dim")
        yield from (Padding(Text(sentence), (0, 0, 0, 2)) for sentence in found)


def _switch(rule: RuleText) -> str:
    chosen = " and ".join(f"{name}: {option}" for name, option in rule.choice)
    return f" when {chosen}" if chosen else ""
