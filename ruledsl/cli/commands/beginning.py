"""`new`: first files for packs, tiles, maps and scenarios."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruledsl.cli.output import say
from ruledsl.cli.refusal import Refusal, packs_exist
from ruledsl.vocabulary.limits import MOST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["new_command"]

NEW_HELP = """Make a first file: of a pack, a tile (race, power, or whatever kinds of tiles the pack knows), a map, a scenario.

It is valid as it stands, and says in comments what can be changed.

\b
  ruledsl new pack beavers --requires smallworld
  ruledsl new race beavers --in beavers
  ruledsl new power damming --in beavers
  ruledsl new map pond --in beavers --borders "1-2 2-3 3-1 3-4"
  ruledsl new scenario a_dam --in beavers

A tile comes with a first scenario, which passes. No file that is there is ever written over.

Exit code 0: made; 2: it cannot be made.
"""


@click.command("new", help=NEW_HELP, short_help="Make a first file of a pack, a tile, a map.")
@click.argument("kind", metavar="pack|race|power|…|map|scenario")
@click.argument("id_", metavar="ID", required=False)
@click.option("--in", "folder", metavar="PACK", help="The folder of the pack; without it, this folder.")
@click.option("--requires", multiple=True, metavar="PACK", help="For a pack: what it builds on.")
@click.option("--borders", metavar="BORDERS", help="For a map: which regions touch, such as `1-2 2-3`.")
@click.option(
    "--players", type=click.IntRange(1, MOST_PLAYERS), default=2, show_default=True, help="For a map."
)
def new_command(
    kind: str,
    id_: str | None,
    folder: str | None,
    requires: tuple[str, ...],
    borders: str | None,
    players: int,
) -> None:
    """See NEW_HELP."""
    id_ = id_ or click.prompt("What is it called, in small letters")
    if not re.fullmatch("[a-z][a-z0-9_]{0,40}", id_):
        raise Refusal(f"`{id_[:60]}` is no id: small letters, digits and `_`, a letter first.")
    if kind == "pack":
        _pack(id_, requires)
        return
    from ruledsl.templates.making import TemplateError, new_map, new_scenario, new_tile  # noqa: PLC0415
    from ruledsl.templates.texts import borders_of  # noqa: PLC0415

    place = Path(folder or ".")
    if not (place / "pack.yaml").is_file():
        raise Refusal(
            f"There is no pack in `{place}`: make one with `ruledsl new pack`, or name one with --in."
        )
    makers: dict[str, Callable[[], dict[str, str]]] = {
        "map": lambda: new_map(
            place, id_, borders_of(borders or click.prompt("Which regions touch")), players
        ),
        "scenario": lambda: new_scenario(place, id_),
    }
    try:
        files = makers.get(kind, lambda: new_tile(place, kind, id_))()
    except (TemplateError, ValueError, OSError) as problem:
        raise Refusal(str(problem)) from None
    _write(place, files)


def _pack(id_: str, requires: tuple[str, ...]) -> None:
    from ruledsl.templates.making import new_pack  # noqa: PLC0415 - `--help` does without

    wanted = requires or (click.prompt("Which pack does it build on", default="core"),)
    packs_exist(wanted)
    _write(Path(id_), new_pack(id_, wanted))


def _write(folder: Path, files: dict[str, str]) -> None:
    """Write them all, or none if one of them is there already."""
    from ruledsl.cli.files.writing import write_whole  # noqa: PLC0415 - `--help` does without

    there = next((folder / name for name in files if (folder / name).exists()), None)
    if there is not None:
        raise Refusal(f"`{there}` is there already; nothing was written.")
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / name, text)
        say(f"made: {folder / name}")
