"""`schema`: the shape of the files of packs, for editors that know YAML."""

from __future__ import annotations

import json

import click

from ruledsl.cli.completion import FILE, PACK
from ruledsl.cli.files.writing import write_whole
from ruledsl.cli.output import say_data
from ruledsl.cli.refusal import packs_exist

SCHEMA_HELP = """
The schema lists the keys that a file may have, their meanings and their contents. docs/editors.md says how to give it to an
editor.

\b
  ruledsl schema smallworld -o ruledsl.schema.json       races/*.yaml, powers/*.yaml, maps …
  ruledsl schema smallworld --of head                    pack.yaml
  ruledsl schema smallworld --of scenarios               scenarios/*.yaml

Its keys are the kinds of tiles that these packs know. It treats rules as plain text: `ruledsl validate` and
`ruledsl lsp` check those.
"""


@click.command("schema", help=SCHEMA_HELP)
@click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
@click.option(
    "--of",
    "what",
    type=click.Choice(["pack", "head", "scenarios"]),
    default="pack",
    show_default=True,
    help="The files to describe: those of the pack, pack.yaml, or scenarios.",
)
@click.option("-o", "output", type=FILE, metavar="FILE", help="The output file [default: standard output].")
def schema_command(packs: tuple[str, ...], what: str, output: str | None) -> None:
    """See SCHEMA_HELP."""
    from ruledsl.author.service.schema import schema_for_editors  # noqa: PLC0415
    from ruledsl.base.diagnostics import Diagnostics  # noqa: PLC0415 - `--help` does without
    from ruledsl.rules.packs.compose import compose  # noqa: PLC0415
    from ruledsl.rules.packs.loading import load_packs  # noqa: PLC0415

    packs_exist(packs)
    diagnostics = Diagnostics()
    found = compose(load_packs(packs, diagnostics), {}, diagnostics)
    text = json.dumps(schema_for_editors(found, what), ensure_ascii=False, indent=2)
    if output is None:
        say_data(text)
    else:
        write_whole(output, text + "\n")
