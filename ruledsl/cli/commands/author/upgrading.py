"""`upgrade`: replaces renamed names."""

from __future__ import annotations

import json

import click

from ruledsl.cli.commands.arguments import AS_DATA
from ruledsl.cli.completion import PACK
from ruledsl.cli.output import say_data
from ruledsl.cli.refusal import FOUND, packs_exist

UPGRADE_HELP = """
A pack lists under `renamed:` its changed names, each with the version that changed it. Packs of earlier versions of the language move to the newest.

\b
  ruledsl upgrade path/to/my-pack
  ruledsl upgrade path/to/my-pack --diff
  ruledsl upgrade path/to/my-pack --diff --format json

Only what is written otherwise now changes; comments and layout stay. Each file is written in one step, and only if that adds no error. A pack stays
in its version of the language if a newer one refuses something; upgrade says what.

Exit code 0: done, or nothing to do; 1: with --diff, files that would change; 2: no such pack.
"""


@click.command("upgrade", help=UPGRADE_HELP)
@click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
@click.option("--diff", is_flag=True, help="Write nothing; show the changes.")
@AS_DATA
@click.pass_context
def upgrade_command(ctx: click.Context, packs: tuple[str, ...], diff: bool, form: str) -> None:  # noqa: FBT001 - click gives it by name
    """See UPGRADE_HELP."""
    from ruledsl.base.diagnostics.applying import OLD_NAMES  # noqa: PLC0415
    from ruledsl.cli.commands.fixing import fix  # noqa: PLC0415 - `--help` does without

    packs_exist(packs)
    changed = fix(packs, diff=diff, codes=OLD_NAMES, said=form == "text")
    if form == "json":
        say_data(
            json.dumps({"version": 1, "changed": changed, "written": not diff}, ensure_ascii=False, indent=2)
        )
    if changed and diff:
        ctx.exit(FOUND)
