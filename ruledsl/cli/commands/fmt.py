"""`fmt`: the rule texts of packs in the canonical layout."""

from __future__ import annotations

import codecs
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruledsl.cli.commands.arguments import AS_DATA
from ruledsl.cli.completion import PACK
from ruledsl.cli.output import say, say_data
from ruledsl.cli.signals import FOUND, Refusal, packs_exist

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics

FMT_HELP = """
Only the layout of rule texts changes. Comments and brackets stay.

\b
  ruledsl fmt path/to/my-pack
  ruledsl fmt path/to/my-pack/races/gnomes.yaml
  ruledsl fmt path/to/my-pack --check
  ruledsl fmt path/to/my-pack --check --format json

A PATH is the folder of a pack, a folder or file in it, or a folder that holds packs. Installed packs, such as those that come with
ruledsl, change only with --force. Bundles never change. Rules with errors are reported and stay as they are.

Exit code 0: all is well; 1: errors, or, with --check, files that would change; 2: no such pack or file.
"""


@click.command("fmt", help=FMT_HELP)
@click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK|PATH...")
@click.option("--check", is_flag=True, help="Change nothing; list the files that would change.")
@click.option("--force", is_flag=True, help="Write installed packs too.")
@AS_DATA
@click.pass_context
def fmt_command(ctx: click.Context, packs: tuple[str, ...], check: bool, force: bool, form: str) -> None:  # noqa: FBT001 - click gives it by name
    """Lay out the rule texts of packs in the standard way, or list the files that would change."""
    from ruledsl.base.diagnostics import Diagnostics, render_json, render_text  # noqa: PLC0415
    from ruledsl.cli.files.writing import write_whole  # noqa: PLC0415 - `--help` does without
    from ruledsl.rules.packs.folders.files import shown_path  # noqa: PLC0415

    diagnostics = Diagnostics()
    files = _files(packs, diagnostics)
    if not check and not force:
        refuse_installed(files)
    changed = []
    for path in files:
        new = _changed(path, diagnostics)
        if new is not None:
            changed.append(shown_path(path))
            if not check:
                write_whole(path, new)
            if form == "text":
                say(f"{'would change' if check else 'changed'}: {changed[-1]}")
    if form == "json":
        say_data(render_json(diagnostics, files=len(files), changed=changed, written=not check), end="")
    else:
        if len(diagnostics):
            say(render_text(diagnostics, colour=sys.stdout.isatty()), styled=True)
        count, doing = len(changed), "to change" if check else "changed"
        say(f"{len(files)} file{'' if len(files) == 1 else 's'}, {count} {doing}")
    if diagnostics.has_errors or (check and changed):
        ctx.exit(FOUND)


def _files(targets: tuple[str, ...], diagnostics: Diagnostics) -> list[Path]:
    """Every file once, by its real path."""
    from ruledsl.rules.packs.folders.below import below  # noqa: PLC0415 - `--help` does without
    from ruledsl.rules.packs.folders.files import is_bundle  # noqa: PLC0415
    from ruledsl.rules.packs.folders.find import pack_around  # noqa: PLC0415

    files: dict[Path, None] = {}
    for target in targets:
        if os.path.isfile(target) and not is_bundle(target):  # noqa: PTH113 - whatever the name is
            if pack_around(Path(target)) is None:
                raise Refusal(f"`{target}` is in no pack: neither its folder nor one above has a pack.yaml.")
            files[Path(os.path.realpath(target))] = None
            continue
        for folder in _folders(target):
            there = below(folder, pack_around(folder))
            there.report(diagnostics)
            files.update((Path(os.path.realpath(path)), None) for path in there.of_rules)
    if not files and not len(diagnostics):
        raise Refusal(f"There are no files of packs in {' + '.join(targets)}.")
    return list(files)


def _folders(target: str) -> list[Path]:
    """A pack by its id; a folder that is one or lies in one; the packs in a folder."""
    from ruledsl.rules.packs.folders.files import unpacked_from  # noqa: PLC0415 - `--help` does without
    from ruledsl.rules.packs.folders.find import MARK, find_pack, pack_around  # noqa: PLC0415

    path = Path(target)
    if not os.path.isdir(path):  # noqa: PTH112 - whatever the name is
        packs_exist((target,))
    folder = find_pack(target) or path
    if unpacked_from(folder):
        raise Refusal(
            f"`{target}` is a bundle, and bundles are not formatted: format the folder that it was made of."
        )
    if pack_around(folder) is not None:
        return [folder]
    packs = sorted(mark.parent for mark in folder.glob(f"*/{MARK}"))
    if not packs:
        raise Refusal(f"There is no pack in the folder `{target}`: a pack is a folder with a pack.yaml.")
    return packs


def refuse_installed(files: list[Path]) -> None:
    """Refuse to write files of installed packs and of bundles."""
    from ruledsl.rules.packs.folders.files import unpacked_from  # noqa: PLC0415 - `--help` does without
    from ruledsl.rules.packs.folders.find import installed_folders  # noqa: PLC0415 - `--help` does without

    bundle = next(filter(None, map(unpacked_from, files)), "")
    if bundle:
        raise Refusal(
            f"`{bundle}` is a bundle, and bundles are not written: change the folder that it was made of."
        )
    for folder in map(Path, map(os.path.realpath, installed_folders())):
        inside = next((path for path in files if path.is_relative_to(folder)), None)
        if inside is not None:
            name = inside.relative_to(folder).parts[0]
            raise Refusal(f"The pack `{name}` is installed; it is only written with --force.")


def _changed(path: Path, diagnostics: Diagnostics) -> str | None:
    """The new text of a file, if it differs."""
    from ruledsl.rules.packs.folders.files import read_bytes, shown_path  # noqa: PLC0415
    from ruledsl.rules.packs.formatting import formatted  # noqa: PLC0415 - `--help` does without
    from ruledsl.rules.packs.yaml.nodes import decode  # noqa: PLC0415

    shown = shown_path(path)
    data = read_bytes(path, shown, diagnostics)
    text = None if data is None else decode(data, shown, diagnostics)
    if data is None or text is None:
        return None
    if data.startswith(codecs.BOM_UTF8):
        text = f"\ufeff{text}"
    new = formatted(text, shown, diagnostics)
    return new if new != text else None
