"""`fmt`: the rule texts of packs in the canonical layout."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruledsl.cli.refusal import FOUND, Refusal, packs_exist

if TYPE_CHECKING:
    from ruledsl.diagnostics import Diagnostics

__all__ = ["fmt_command"]

FMT_HELP = """Lay out the rules of packs in the one canonical way. Only rule texts change, and only in how they look; comments stay.

\b
  ruledsl fmt path/to/my-pack
  ruledsl fmt path/to/my-pack/races/gnomes.yaml
  ruledsl fmt path/to/my-pack --check

A PATH is a file, or a folder with everything in it. Rules with errors are reported and stay as they are. Exit code 0: all is well; 1: errors,
or, with --check, files that would change; 2: no such pack or file.
"""


@click.command("fmt", help=FMT_HELP, short_help="Lay out rules.")
@click.argument("packs", nargs=-1, required=True, metavar="PACK|PATH...")
@click.option("--check", is_flag=True, help="Change nothing, only list the files that would change.")
@click.pass_context
def fmt_command(ctx: click.Context, packs: tuple[str, ...], check: bool) -> None:  # noqa: FBT001 - click gives it by name
    """See FMT_HELP."""
    from ruledsl.cli.writing import write_whole  # noqa: PLC0415 - `--help` does without
    from ruledsl.diagnostics import Diagnostics, render_text  # noqa: PLC0415
    from ruledsl.packs.files import shown_path  # noqa: PLC0415

    files = _files(packs)
    diagnostics = Diagnostics()
    changed = 0
    for path in files:
        new = _changed(path, diagnostics)
        if new is not None:
            changed += 1
            if not check:
                write_whole(path, new)
            click.echo(f"{'would change' if check else 'changed'}: {shown_path(path)}")
    if len(diagnostics):
        click.echo(render_text(diagnostics, colour=sys.stdout.isatty()))
    click.echo(
        f"{len(files)} file{'' if len(files) == 1 else 's'}, {changed} {'to change' if check else 'changed'}"
    )
    if diagnostics.has_errors or (check and changed):
        ctx.exit(FOUND)


def _files(targets: tuple[str, ...]) -> list[Path]:
    """Every file once."""
    from ruledsl.packs.files import pack_files  # noqa: PLC0415
    from ruledsl.packs.find import find_pack  # noqa: PLC0415 - `--help` does without

    found: dict[Path, Path] = {}
    for target in targets:
        path = Path(target)
        if path.is_file():
            files = [path]
        else:
            if not path.is_dir():
                packs_exist((target,))
            files = pack_files(find_pack(target) or path)
        found.update((file.resolve(), file) for file in files)
    if not found:
        raise Refusal(f"There are no files of packs in {' + '.join(targets)}.")
    return list(found.values())


def _changed(path: Path, diagnostics: Diagnostics) -> str | None:
    """The new text of a file, if it differs from what is there."""
    from ruledsl.packs.files import read_bytes, shown_path  # noqa: PLC0415
    from ruledsl.packs.formatting import formatted  # noqa: PLC0415 - `--help` does without
    from ruledsl.packs.yamlfiles import decode  # noqa: PLC0415

    shown = shown_path(path)
    data = read_bytes(path, shown, diagnostics)
    text = None if data is None else decode(data, shown, diagnostics)
    if data is None or text is None:
        return None
    if data.startswith(codecs.BOM_UTF8):
        text = f"\ufeff{text}"
    new = formatted(text, shown, diagnostics)
    return new if new != text else None
