"""`docs`: the rulebook of a pack, or tiles to cut out, as one page to print from the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ruledsl.cli.commands.arguments import variants_of
from ruledsl.cli.completion import FILE, TILE, VARIANT
from ruledsl.cli.output import say
from ruledsl.cli.signals import Refusal, one_of, rules_for
from ruledsl.play.explain.wording.described import sentences
from ruledsl.rules.packs.sources import sources_data, sources_of

if TYPE_CHECKING:
    from ruledsl.author.testkit import Report
    from ruledsl.play.game import Rules
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Piece

DOCS_HELP = """
The rulebook has all tiles as cards with their rules in words, the maps, the variants and an index, in every language that the pack has
names in. It is a single HTML file. For a PDF, print it from the browser.

\b
  ruledsl docs smallworld
  ruledsl docs path/to/my-pack -o my-pack.html --lang it
  ruledsl docs --print path/to/my-pack/gnomes
  ruledsl docs --print path/to/my-pack --paper letter -o sheets.html

`--print` makes tiles to cut out, in the sizes of the box: banners, badges, tokens and pieces. PACK/TILE is one tile with everything it
brings, PACK is all tiles of a pack.

The rules in words are made from the rules themselves, in English.
"""


@click.command("docs", help=DOCS_HELP)
@click.argument("what", nargs=-1, required=True, type=TILE, metavar="PACK[/TILE]...")
@click.option("--print", "cut_out", is_flag=True, help="Make tiles to cut out, not the rulebook.")
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="FILE",
    help="The output file [default: ID.html or ID-sheets.html in the current folder].",
)
@click.option(
    "--lang", default="en", show_default=True, help="The language of names that the page shows first."
)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="With --print: the size of the paper.",
)
@click.option(
    "--variant",
    "variants",
    multiple=True,
    type=VARIANT,
    metavar="NAME=OPTION",
    help="An option of a variant.",
)
def docs_command(
    what: tuple[str, ...],
    cut_out: bool,  # noqa: FBT001 - click
    output: str | None,
    lang: str,
    paper: str,
    variants: tuple[str, ...],
) -> None:
    """Write the rulebook of packs, or their tiles to cut out, as one HTML file."""
    from ruledsl.cli.files.writing import can_write, write_whole  # noqa: PLC0415 - `--help` does without
    from ruledsl.cli.screen.progress import doing  # noqa: PLC0415

    asked = [_split(word, tiles=cut_out) for word in what]
    packs = tuple(dict.fromkeys(pack for pack, _ in asked))
    rules = rules_for(packs, variants_of(variants))
    ids = {pack: _id_of(pack) for pack in packs}
    name = output or "-".join(ids.values()) + ("-sheets.html" if cut_out else ".html")
    can_write(name)
    wanted = [(ids[pack], tile) for pack, tile in asked]
    with doing("the page is made"):
        if cut_out:
            text = _sheets(rules, wanted, lang, paper)
        else:
            from ruledsl.author.book import rulebook  # noqa: PLC0415

            text = rulebook(rules, [id_ for id_, _ in wanted], lang)
    write_whole(name, text)
    say(f"{name}: {len(text.encode()):,} bytes")


def _split(word: str, *, tiles: bool) -> tuple[str, str]:
    """A pack, and optionally one tile of it."""
    from ruledsl.rules.packs.folders.find import find_pack  # noqa: PLC0415

    word = word.rstrip("/")
    pack, slash, tile = word.rpartition("/")
    if not slash or find_pack(word) is not None or find_pack(pack) is None:
        return word, ""
    if not tiles:
        raise Refusal(f"A rulebook is of whole packs; `ruledsl docs --print {word}` prints one tile.")
    return pack, tile


def _id_of(pack: str) -> str:
    """The id of a loadable pack."""
    from ruledsl.base.diagnostics import Diagnostics  # noqa: PLC0415
    from ruledsl.rules.packs.folders.contents import Seen  # noqa: PLC0415
    from ruledsl.rules.packs.folders.find import find_pack  # noqa: PLC0415
    from ruledsl.rules.packs.reading import read_head  # noqa: PLC0415

    head = read_head(find_pack(pack) or Path(pack), Diagnostics(), Seen())
    return head.id if head is not None else Path(pack).name


def _sheets(rules: Rules, wanted: list[tuple[str, str]], lang: str, paper: str) -> str:
    """The page of all selected tiles."""
    from ruledsl.author.book import Unprintable, sheets  # noqa: PLC0415

    tiles: dict[str, None] = {}
    for pack, tile in wanted:
        own = {
            t.id.rpartition("/")[2]: t.id
            for t in rules.composition.tiles.values()
            if t.pack == pack and not t.copy_of
        }
        tiles |= dict.fromkeys([own[one_of(tile, list(own), f"tile of {pack}")]] if tile else own.values())
    try:
        return sheets(rules, list(tiles), lang, paper)
    except Unprintable as problem:
        raise Refusal(str(problem)) from None


# ── machine ─────────────────────────────────────────────────────────────────────
# The output of `show` and `test` as plain data, for programs.


def _rules(program: Program, tile: str, piece: str) -> list[dict[str, Any]]:
    return [
        {"text": rule.text, "place": str(rule.span), "when": dict(rule.choice)}
        for rule in program.composition.rules
        if (rule.owner.tile, rule.owner.piece) == (tile, piece)
    ]


def _piece(program: Program, naming: Naming, id_: str, piece: Piece) -> dict[str, Any]:
    return {
        "id": id_,
        "pack": piece.pack,
        "names": piece.names,
        "supply": piece.supply,
        "traits": list(piece.traits),
        "tile": piece.tile or None,
        "place": str(piece.span),
        "rules": _rules(program, piece.tile, id_),
        "in_words": list(sentences(program, naming, piece.tile, id_)),
    }


def thing_data(program: Program, naming: Naming, id_: str) -> dict[str, Any]:
    """A tile with its pieces, a piece or a map; under `tile`, `piece` and `map`."""
    composition = program.composition
    data: dict[str, Any] = {}
    if id_ in composition.tiles:
        tile = composition.tiles[id_]
        data["tile"] = {
            "id": id_,
            "pack": tile.pack,
            "kind": tile.kind,
            "names": tile.names,
            "summary": tile.summary,
            **tile.fields,
            "traits": list(tile.traits),
            "sources": sources_data(sources_of(composition, tile), naming.said),
            "place": str(tile.span),
            "rules": _rules(program, id_, ""),
            "in_words": list(sentences(program, naming, id_, "")),
            "pieces": [_piece(program, naming, key, composition.pieces[key]) for key in tile.pieces],
        }
    if id_ in composition.pieces:
        data["piece"] = _piece(program, naming, id_, composition.pieces[id_])
    if id_ in composition.maps:
        board = composition.maps[id_]
        regions = [
            {"id": r.id, "traits": list(r.traits), "borders": list(r.borders), "at": r.at}
            for r in board.regions
        ]
        data["map"] = {"id": id_, "pack": board.pack, "names": board.names, "players": list(board.players)}
        data["map"] |= {"rounds": board.rounds, "regions": regions, "place": str(board.span)}
    return data


def report_data(report: Report) -> dict[str, Any]:
    """The results of scenarios; with the unused rules, if requested."""
    return {
        "passed": len(report.results) - len(report.failures),
        "failed": len(report.failures),
        "results": [
            {
                "scenario": result.scenario.name,
                "file": result.scenario.file,
                "pack": result.scenario.pack,
                "steps": result.steps,
                "passed": result.passed,
                "failure": result.failure.diagnostic.as_dict() if result.failure else None,
                "differences": [one.as_dict() for one in result.failure.differences]
                if result.failure
                else [],
                "trace": list(result.trace),
            }
            for result in report.listed
        ],
        "more": len(report.results) - len(report.listed),
        "broken": [finding.as_dict() for finding in report.broken],
        "problems": [problem.as_dict() for problem in report.problems],
        "rules": len(report.coverage),
        "unexercised": [
            {
                "kind": clause.kind,
                "name": clause.name,
                "owner": clause.owner,
                "place": str(clause.span),
                "text": clause.text,
            }
            for clause in report.unexercised
        ],
    }
