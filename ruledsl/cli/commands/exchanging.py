"""`install`, `packs` and `remove`: packs from others."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruledsl.cli.commands.arguments import AS_DATA
from ruledsl.cli.completion import FILE, INSTALLED, PACK
from ruledsl.cli.output import say, say_data
from ruledsl.cli.signals import Finding, Refusal, packs_exist

if TYPE_CHECKING:
    from ruledsl.author.exchange.inspect import Parcel
    from ruledsl.author.exchange.installed import KnownPack

INSTALL_HELP = """
ruledsl checks the pack, tries it, shows you who made it, and then asks you once.

\b
  ruledsl install beavers-0.1.0.ruledsl                      a bundle
  ruledsl install path/to/beavers                            a folder
  ruledsl install https://example.org/beavers-0.1.0.ruledsl
  ruledsl install git+https://example.org/somebody/beavers@v0.1.0
  ruledsl install "git+https://example.org/somebody/packs@main#subdirectory=beavers"

Afterwards every command knows the pack by its id: `ruledsl play beavers`. Several versions of a pack can be installed. The id means the
newest one, `beavers@0.1.0` names another, and saved games find their own.

Packs contain no code, so installing one runs none. ruledsl downloads by https only, and never from the local network unless
you say --local.

Exit code 0: installed, or already there; 1: the pack has errors; 2: the download failed, or you said no.
"""
PACKS_HELP = """
\b
  ruledsl packs
  ruledsl packs --format json

Saved games and series of games name packs by the same digest. `ruledsl list` shows what is in a pack.
"""
REMOVE_HELP = """
\b
  ruledsl remove beavers
  ruledsl remove beavers@0.1.0

Saved games and tables stay. Exit code 0: removed; 2: there is no such pack, or there are several versions of it.
"""


@click.command("install", help=INSTALL_HELP)
@click.argument("source", type=FILE, metavar="FILE|FOLDER|URL|git+https://…")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.option(
    "--digest",
    metavar="DIGEST",
    help="Install the pack only if it has this digest, as its author published it.",
)
@click.option("--local", is_flag=True, help="Allow downloads from the local network.")
def install_command(source: str, yes: bool, digest: str | None, local: bool) -> None:  # noqa: FBT001 - click
    """Install a pack from a file, a folder or the web, after showing it and asking once."""
    from ruledsl.author.exchange.inspect import Faulty, parcel_from  # noqa: PLC0415
    from ruledsl.author.exchange.installed import every_pack, install  # noqa: PLC0415
    from ruledsl.author.exchange.web import (  # noqa: PLC0415
        NotInstalled,
        Reach,
    )
    from ruledsl.base.diagnostics import render_text  # noqa: PLC0415 - `--help` does without
    from ruledsl.cli.screen.progress import doing  # noqa: PLC0415

    try:
        with doing("the pack is fetched, checked and tried"):
            parcel = parcel_from(source, Reach(local=local))
        if digest is not None and digest != parcel.digest:
            raise Refusal(
                f"This pack has the digest {parcel.digest}, not {digest[:40]}: nothing was installed."
            )
        same = (parcel.id, parcel.version, parcel.digest, "installed")
        if not yes and same not in {(p.id, p.version, p.digest, p.source) for p in every_pack()}:
            _agreed(parcel)
        place = install(parcel)
    except Faulty as problem:
        if problem.findings:
            say(render_text(problem.findings, colour=sys.stderr.isatty()), err=True, styled=True)
        raise Finding(f"{problem} Nothing was installed.") from None
    except NotInstalled as problem:
        raise Refusal(str(problem)) from None
    if place is None:
        say(f"{parcel.id} {parcel.version} ({parcel.digest}) is installed already.")
    else:
        say(
            f"Installed: {parcel.id} {parcel.version} ({parcel.digest}). `ruledsl list {parcel.id}` shows what is in it."
        )


def _agreed(parcel: Parcel) -> None:
    """Show the parcel and ask for consent; refused without it."""
    rows = {
        "pack": f"{parcel.name} ({parcel.id} {parcel.version})",
        "authors": ", ".join(parcel.authors) or "not said",
        "licence": parcel.licence or "not said",
        "homepage": parcel.homepage,
        "from": parcel.origin,
        "digest": parcel.digest,
        "files": f"{parcel.files} ({len(parcel.data):,} bytes)",
    }
    for key, text in rows.items():
        if text:
            say(f"{key:9} {text}")
    try:
        agreed = click.confirm("Install it?")
    except click.Abort:
        say()
        raise Refusal("Nothing was installed, because nobody answered; `--yes` skips the question.") from None
    if not agreed:
        raise Refusal("Nothing was installed.")


@click.command("packs", help=PACKS_HELP)
@AS_DATA
def packs_command(form: str) -> None:
    """List all known packs, with their versions, digests, origins and licences."""
    list_packs(form)


def list_packs(form: str) -> None:
    """List all known packs, as `text` or `json`."""
    from ruledsl.author.exchange.installed import every_pack  # noqa: PLC0415 - `--help` does without

    packs = every_pack()
    if form == "json":
        say_data(json.dumps({"packs": [pack.as_dict() for pack in packs]}, ensure_ascii=False, indent=2))
        return
    from rich.table import Table  # noqa: PLC0415

    from ruledsl.cli.screen.console import console  # noqa: PLC0415

    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for column in ("id", "version", "digest", "from", "licence"):
        table.add_column(column, style="cyan" if column == "id" else None, no_wrap=column in ("id", "digest"))
    for pack in packs:
        table.add_row(pack.id, pack.version, pack.digest, _from(pack), pack.licence)
    out = console()
    out.print(table)
    for pack in packs:
        if pack.problem:
            say(f"{pack.id} {pack.version}: {pack.problem}")


def _from(pack: KnownPack) -> str:
    where = {"ruledsl": "ruledsl", "package": f"package {pack.origin}", "folder": pack.place}
    return where.get(pack.source, pack.origin or pack.place)


@click.command("remove", help=REMOVE_HELP)
@click.argument("pack", type=INSTALLED, metavar="ID[@VERSION]")
def remove_command(pack: str) -> None:
    """Remove an installed pack, in one of its versions."""
    from ruledsl.author.exchange.installed import remove  # noqa: PLC0415 - `--help` does without
    from ruledsl.author.exchange.web import NotInstalled  # noqa: PLC0415

    try:
        for place in remove(pack):
            say(f"Removed: {place.name}")
    except NotInstalled as problem:
        raise Refusal(str(problem)) from None


# ── bundling ────────────────────────────────────────────────────────────────────
# `bundle`: a pack in one file.


BUNDLE_HELP = """
Every command that takes a pack takes such a file too.

\b
  ruledsl bundle path/to/my-pack
  ruledsl bundle my-pack -o /tmp/my-pack.ruledsl
  ruledsl install my-pack-0.1.0.ruledsl      what the receiver types

The same pack gives the same bytes. The file holds the YAML files of the pack with its maps, drawings and scenarios, and nothing else.
The pack must have no errors and pass its trial (`ruledsl validate --trial`). The command lists what is missing before you publish.

Exit code 0: written; 1: the pack has errors; 2: no such pack, or the file cannot be written.
"""


@click.command("bundle", help=BUNDLE_HELP)
@click.argument("pack", type=PACK, metavar="PACK")
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="FILE",
    help="The output file [default: ID-VERSION.ruledsl in the current folder].",
)
def bundle_command(pack: str, output: str | None) -> None:
    """Write a pack into one file, which others can install."""
    from ruledsl.author.exchange.inspect import missing_in  # noqa: PLC0415
    from ruledsl.cli.files.writing import write_bytes  # noqa: PLC0415 - `--help` does without
    from ruledsl.rules.packs.folders.below import below  # noqa: PLC0415
    from ruledsl.rules.packs.folders.bundles import BundleError, contents, packed  # noqa: PLC0415
    from ruledsl.rules.packs.folders.files import BUNDLE  # noqa: PLC0415
    from ruledsl.rules.packs.folders.find import find_pack  # noqa: PLC0415
    from ruledsl.rules.packs.reading import digest_of_pack  # noqa: PLC0415

    packs_exist((pack,))
    folder = find_pack(pack)
    if folder is None:
        raise Refusal(f"There is no pack `{pack}`.")
    usual = _name(pack, folder) + BUNDLE
    name = usual if output is None else output
    if not name.endswith(BUNDLE):
        raise Refusal(f"A bundle is called `….ruledsl`, not `{name}`.")
    try:
        files = below(folder).contents()
        data = packed(files)
    except (BundleError, OSError) as problem:
        raise Refusal(f"The pack `{pack}` cannot be put into one file: {problem}") from None
    write_bytes(name, data)
    digest = digest_of_pack(contents(data))
    say(f"{name}: {len(files)} file{'' if len(files) == 1 else 's'}, {len(data):,} bytes, digest {digest}")
    for sentence in missing_in(folder):
        say(f"Before you publish it: {sentence}")


def _name(pack: str, folder: Path) -> str:
    """The id and version of a pack without errors."""
    from ruledsl.author.trial import needs_trial, tried  # noqa: PLC0415
    from ruledsl.base.diagnostics import Diagnostics  # noqa: PLC0415
    from ruledsl.cli.signals import Finding  # noqa: PLC0415 - `--help` does without
    from ruledsl.play.loading.validating import validate  # noqa: PLC0415
    from ruledsl.rules.packs.folders.contents import Seen  # noqa: PLC0415
    from ruledsl.rules.packs.reading import read_head  # noqa: PLC0415

    errors = [finding for finding in validate(pack) if finding.severity == "error"]
    if not errors and needs_trial((pack,)):
        errors = tried((pack,))
    head = read_head(folder, Diagnostics(), Seen())
    if errors or head is None:
        first = f"{errors[0].span}: {errors[0].message}" if errors else "it has no head."
        raise Finding(f"The pack `{pack}` has errors; `ruledsl validate` lists them. The first is {first}")
    return f"{head.id}-{head.version}"
