"""`page`: a folder of files that plays games without a server."""

from __future__ import annotations

from pathlib import Path

import click

from ruledsl.cli.completion import FOLDER, PACK
from ruledsl.cli.output import say
from ruledsl.cli.refusal import Finding, Refusal, rules_for

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
    """See PAGE_HELP."""
    from ruledsl.table.standalone.folder import NotWritten, write  # noqa: PLC0415 - `--help` does without
    from ruledsl.table.standalone.vendored import NotFetched  # noqa: PLC0415

    folders = _folders(packs)
    try:
        size = write(folders, Path(output), workshop=workshop)
    except (NotWritten, NotFetched) as problem:
        raise Refusal(str(problem)) from None
    names = ", ".join(folders)
    say(f"{output}: {names}; {size:,} bytes. Show it with: python3 -m http.server --directory {output}")


def _folders(packs: tuple[str, ...]) -> dict[str, Path]:
    """The folders of these packs, and of everything they require, by id. All of them can be played."""
    from ruledsl.author.trial import needs_trial, tried  # noqa: PLC0415
    from ruledsl.rules.packs.folders.find import find_pack  # noqa: PLC0415 - `--help` does without

    found: dict[str, Path] = {}
    for name in packs:
        rules = rules_for((name,))
        if needs_trial((name,)) and (wrong := tried((name,))):
            raise Finding(f"{name} cannot be put on a page: {wrong[0].message}")
        for pack in rules.composition.packs:
            folder = find_pack(pack.folder)
            if folder is not None:
                found[pack.id] = folder
    return found
