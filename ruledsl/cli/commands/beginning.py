"""`new`: creates the first files of packs, tiles, maps and scenarios."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruledsl.cli.completion import PACK
from ruledsl.cli.output import say
from ruledsl.cli.signals import Refusal, packs_exist
from ruledsl.language.vocabulary.limits import MOST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable

ID = re.compile("[a-z][a-z0-9_]{0,40}")
NEW_HELP = """
A tile is of any kind that the pack knows, such as a race or a power. The new file is valid as it stands, and its comments say what
you can change. A tile comes with a first scenario, which passes. An existing file is never overwritten.

\b
  ruledsl new pack beavers --requires smallworld
  ruledsl new game meadows                                  a small game of its own, which requires no pack
  ruledsl new pack beavers --requires smallworld --github   a repository that checks and publishes the pack
  ruledsl new pack beavers --requires smallworld --python   a package that pip installs
  ruledsl new race beavers --in beavers
  ruledsl new power damming --in beavers
  ruledsl new map pond --in beavers --borders "1-2 2-3 3-1 3-4"
  ruledsl new scenario a_dam --in beavers

Exit code 0: made; 2: it cannot be made.
"""


@click.command("new", help=NEW_HELP)
@click.argument("kind", metavar="pack|game|race|power|…|map|scenario")
@click.argument("id_", metavar="ID", required=False)
@click.option(
    "--in", "folder", type=PACK, metavar="PACK", help="The folder of the pack [default: the current folder]."
)
@click.option(
    "--requires", multiple=True, type=PACK, metavar="PACK", help="For a pack: a pack that it builds on."
)
@click.option("--borders", metavar="BORDERS", help="For a map: which regions touch, such as `1-2 2-3`.")
@click.option(
    "--github", is_flag=True, help="For a pack: make it a repository, with an Action that checks it."
)
@click.option("--python", "package", is_flag=True, help="For a pack: also create a Python package around it.")
@click.option(
    "--players",
    type=click.IntRange(1, MOST_PLAYERS),
    default=2,
    show_default=True,
    help="For a map: for how many players it is.",
)
def new_command(  # noqa: PLR0913, PLR0917 - one for each option
    kind: str,
    id_: str | None,
    folder: str | None,
    requires: tuple[str, ...],
    borders: str | None,
    players: int,
    github: bool,  # noqa: FBT001 - click gives it by name
    package: bool,  # noqa: FBT001
) -> None:
    """Write the first files of a new pack, game, tile, map or scenario, valid as they stand."""
    id_ = id_ or click.prompt("What is it called, in small letters")
    if not ID.fullmatch(id_):
        raise Refusal(f"`{id_[:60]}` is no id: small letters, digits and `_`, a letter first.{_meant(id_)}")
    if kind in ("pack", "game"):
        _pack(id_, kind, requires, github=github, package=package)
        return
    if github or package:
        raise Refusal("`--github` and `--python` are for a new pack or game.")
    from ruledsl.author.templates.making import TemplateError, new_map, new_scenario, new_tile  # noqa: PLC0415
    from ruledsl.author.templates.texts import borders_of  # noqa: PLC0415

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


def _meant(text: str) -> str:
    """The id that somebody may have meant, as a question behind a space."""
    folder, _, name = text.replace("\\", "/").rpartition("/")
    meant = re.sub("[^a-z0-9]+", "_", name.lower()).strip("_")
    if not ID.fullmatch(meant):
        return ""
    where = f" (in the folder `{folder}`: go there first, or for a tile say `--in`)" if folder else ""
    return f" Did you mean `{meant}`{where}?"


def _pack(id_: str, kind: str, requires: tuple[str, ...], *, github: bool, package: bool) -> None:
    from ruledsl.author.templates.game import new_game  # noqa: PLC0415 - `--help` does without
    from ruledsl.author.templates.making import new_pack  # noqa: PLC0415
    from ruledsl.author.templates.texts import around, as_package  # noqa: PLC0415
    from ruledsl.rules.packs.folders.find import known_packs  # noqa: PLC0415

    if kind == "game":
        if requires:
            raise Refusal(
                "A game of its own requires no pack: `ruledsl new pack` makes one that builds on others."
            )
        folder, files = "", new_game(id_)
    else:
        wanted = requires or (
            click.prompt(f"Which pack does it build on ({', '.join(known_packs())})", default="core"),
        )
        packs_exist(wanted)
        folder, files = "", new_pack(id_, wanted)
    if package:
        folder, files = as_package(id_, files)
    if github:
        files = around(id_, files, folder, package=package)
    _write(Path(id_), files)


def _write(folder: Path, files: dict[str, str]) -> None:
    """Write all files, or none if one of them already exists."""
    from ruledsl.cli.files.writing import refused, write_whole  # noqa: PLC0415 - `--help` does without

    there = next((folder / name for name in files if (folder / name).exists()), None)
    if there is not None:
        raise Refusal(f"`{there}` already exists; nothing was written.")
    for name, text in files.items():
        try:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise refused(folder / name, problem) from None
        write_whole(folder / name, text)
        say(f"made: {folder / name}")
