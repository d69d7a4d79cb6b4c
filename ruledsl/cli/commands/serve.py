"""`serve`: the table in the browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruledsl.base.extras import need
from ruledsl.base.system import user_data
from ruledsl.cli.commands.arguments import SeatsOption, fits, seats_of, variants_of
from ruledsl.cli.completion import FOLDER, MAP, PACK, SEATS, VARIANT
from ruledsl.cli.output import say
from ruledsl.cli.signals import Finding, Refusal, packs_exist, rules_for
from ruledsl.language.vocabulary.limits import MOST_PLAYERS

if TYPE_CHECKING:
    from ruledsl.table.server.run import NewTable

SERVE_HELP = """
Without packs, the server opens the lobby, in which you set up tables. With packs, it sets up one table and prints a link for each
seat; whoever opens a link takes that seat. PACK may also be a folder; the lobby then offers that pack too.

The server listens to this computer only, unless --host says otherwise. It keeps tables in the folder --data, so they survive the
end of this program.

\b
  ruledsl serve                                           the lobby
  ruledsl serve smallworld --seats human,greedy           you against a bot
  ruledsl serve smallworld --seats human,human,human      three people, three links
  ruledsl serve path/to/my-pack --players 2
  ruledsl serve --host 0.0.0.0 --port 8080                everybody who reaches this computer can play
  ruledsl serve --workshop my-packs                       make tiles and packs in the browser
"""


@click.command("serve", help=SERVE_HELP)
@click.argument("packs", nargs=-1, type=PACK, metavar="[PACK...]")
@click.option("--players", type=click.IntRange(1, MOST_PLAYERS), help="The number of players.")
@click.option(
    "--seats",
    cls=SeatsOption,
    type=SEATS,
    help="The players by seat, with commas. Other seats are human.",
)
@click.option(
    "--map", "map_id", type=MAP, help="The map [default: the first one for this number of players]."
)
@click.option(
    "--variant",
    "variants",
    multiple=True,
    type=VARIANT,
    metavar="NAME=OPTION",
    help="A reading of the rules.",
)
@click.option(
    "--seed",
    type=int,
    help="Any whole number; it determines all random events, so whoever knows it can predict them [default: a secret one].",
)
@click.option("--analysis", is_flag=True, help="A table for analysis: players can take back everything.")
@click.option(
    "--offer",
    multiple=True,
    type=FOLDER,
    metavar="FOLDER",
    help="A pack that the lobby offers; repeatable.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0: any free port.",
)
@click.option(
    "--workshop",
    type=FOLDER,
    metavar="FOLDER",
    help="Edit the packs in this folder in the browser, on this computer only.",
)
@click.option(
    "--origin",
    multiple=True,
    metavar="URL",
    help="The public address of a proxy in front: https://table.example.org",
)
@click.option(
    "--proxy",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy in front, or a network of them, whose `X-Forwarded-For` says who asks [default with --origin: this computer].",
)
@click.option(
    "--data",
    type=FOLDER,
    metavar="FOLDER",
    help="The folder for tables [default: `ruledsl/tables` in your data folder (~/.local/share)].",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    default=0.6,
    show_default=True,
    help="Seconds between choices of a bot.",
)
def serve_command(  # noqa: PLR0913, PLR0917 - one for each option
    packs: tuple[str, ...],
    players: int | None,
    seats: str | None,
    map_id: str | None,
    variants: tuple[str, ...],
    seed: int | None,
    analysis: bool,  # noqa: FBT001 - click gives it by name
    offer: tuple[str, ...],
    host: str,
    port: int,
    origin: tuple[str, ...],
    proxy: tuple[str, ...],
    data: str | None,
    pace: float,
    workshop: str | None,
) -> None:
    """Run the server: the lobby, or one table with a link for each seat."""
    need("web")
    from ruledsl.rules.packs.folders.find import is_path  # noqa: PLC0415 - `--help` does without
    from ruledsl.table.server.run import CannotServe, serve  # noqa: PLC0415
    from ruledsl.table.server.settings import Settings  # noqa: PLC0415

    packs_exist((*packs, *offer))
    settings = Settings(
        data=_folder(data),
        packs=tuple(dict.fromkeys(filter(is_path, (*packs, *offer)))),
        host=host,
        port=port,
        origins=tuple(map(_origin, origin)),
        proxies=tuple(map(_proxy, proxy)),
        secure=any(name.startswith("https:") for name in origin),
        pace=pace,
        workers=max((os.cpu_count() or 2) - 1, 1),
        workshop=_workshop(workshop, host, origin) if workshop is not None else None,
    )
    table = _table(packs, players, seats, map_id, variants, seed, analysis=analysis) if packs else None
    try:
        serve(settings, table, say)
    except CannotServe as problem:
        raise Refusal(str(problem)) from None


def _table(
    packs: tuple[str, ...],
    players: int | None,
    seats: str | None,
    map_id: str | None,
    variants: tuple[str, ...],
    seed: int | None,
    *,
    analysis: bool,
) -> NewTable:
    """The requested table."""
    from ruledsl.author.trial import needs_trial, tried  # noqa: PLC0415
    from ruledsl.play.bots import HUMAN, seated  # noqa: PLC0415
    from ruledsl.table.server.run import NewTable  # noqa: PLC0415

    sitting = seated(seats_of(seats, players), players, HUMAN)
    rules = rules_for(packs, variants_of(variants))
    if needs_trial(packs) and (wrong := tried(packs, variants_of(variants))):
        raise Refusal(f"{wrong[0].span}: {wrong[0].message}")
    fits(rules, len(sitting), map_id)
    return NewTable(rules, sitting, map_id, analysis, seed)


def _workshop(given: str, host: str, origins: tuple[str, ...]) -> Path:
    """The folder of a workshop, created if necessary; a public server has no workshop."""
    from ruledsl.table.server.settings import is_loopback  # noqa: PLC0415

    if not is_loopback(host) or origins:
        raise Refusal("A workshop is for this computer only: leave out --host and --origin, or --workshop.")
    try:
        folder = Path(os.path.realpath(given))
        folder.mkdir(exist_ok=True)
    except (OSError, ValueError) as problem:
        raise Refusal(
            f"`{given}` cannot be a workshop: {getattr(problem, 'strerror', None) or problem}."
        ) from None
    return folder


def _folder(given: str | None) -> Path:
    if given:
        return Path(given)
    data = user_data()
    if data is None:
        raise Refusal("There is no data folder for the tables: name one with `--data`.")
    return data / "tables"


def _origin(given: str) -> str:
    from urllib.parse import urlsplit  # noqa: PLC0415

    try:
        parts = urlsplit(given)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise Refusal(f"`{given}` is no address such as https://table.example.org.")
    return f"{parts.scheme}://{parts.netloc}"


def _proxy(given: str) -> str:
    import ipaddress  # noqa: PLC0415

    try:
        return str(ipaddress.ip_network(given))
    except ValueError:
        raise Refusal(f"`{given}` is no address or network of a proxy, such as 10.0.0.0/8.") from None


# ── page ────────────────────────────────────────────────────────────────────────
# `page`: a folder of files that plays games without a server.


PAGE_HELP = """
The page is that of `ruledsl serve`, for one person against bots, or several at one screen. The rules run in the browser itself, and games
stay there. Any web server can show the folder.

\b
  ruledsl page smallworld cursed -o site
  ruledsl page path/to/my-pack -o site
  ruledsl page smallworld --workshop -o site            with a playground to make tiles in
  python3 -m http.server --directory site               look at http://localhost:8000

Python for browsers (Pyodide) and a few packages come from npm and PyPI the first time, by their digests, and stay in your cache.

Exit code 0: written; 1: a pack has errors; 2: no such pack, or something cannot be fetched or written.
"""


@click.command("page", help=PAGE_HELP)
@click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
@click.option("-o", "output", type=FOLDER, metavar="FOLDER", required=True, help="The output folder.")
@click.option("--workshop", is_flag=True, help="With the workshop: a playground to make tiles in.")
def page_command(packs: tuple[str, ...], output: str, *, workshop: bool) -> None:
    """Write a folder with a page that plays these packs in the browser alone, and perhaps the workshop."""
    from ruledsl.cli.screen.progress import doing  # noqa: PLC0415
    from ruledsl.table.standalone.folder import NotWritten, needs, write  # noqa: PLC0415 - `--help` does without
    from ruledsl.table.standalone.vendored import NotFetched  # noqa: PLC0415

    try:
        needs()
        folders = _folders(packs)
        with doing("the page is written") as tell:
            size = write(folders, Path(output), workshop=workshop, tell=tell)
    except (NotWritten, NotFetched) as problem:
        raise Refusal(str(problem)) from None
    except KeyboardInterrupt:
        say(f"Stopped: the page in {output} is not whole.", err=True)
        raise
    names = ", ".join(folders)
    say(f"{output}: {names}; {size:,} bytes. Show it with: python3 -m http.server --directory {output}")


def _folders(packs: tuple[str, ...]) -> dict[str, Path]:
    """The folders of these packs, and of everything they require, by id. All of them can be played."""
    from ruledsl.author.trial import needs_trial, tried  # noqa: PLC0415
    from ruledsl.rules.packs.folders.find import find_pack  # noqa: PLC0415 - `--help` does without

    folders: dict[str, Path] = {}
    for name in packs:
        rules = rules_for((name,))
        if needs_trial((name,)) and (wrong := tried((name,))):
            raise Finding(f"{name} cannot be put on a page: {wrong[0].message}")
        for pack in rules.composition.packs:
            folder = find_pack(pack.folder)
            if folder is not None:
                folders[pack.id] = folder
    return folders
