"""Commands for editors."""

from __future__ import annotations

import json

import click

from ruledsl.base.extras import need
from ruledsl.cli.completion import FILE, PACK
from ruledsl.cli.files.writing import write_whole
from ruledsl.cli.output import say, say_data
from ruledsl.cli.signals import packs_exist

# ── lsp ─────────────────────────────────────────────────────────────────────────
# `lsp`: the language server that editors start.


LSP_HELP = """
Your editor starts it and gets findings while you type, completion, hovers, renaming and fixes; docs/editors.md says how.

The server uses standard input and output, or with --port a WebSocket, on this computer only unless --host says otherwise. It checks
each file with its pack and what that requires, together with the PACKs that you name.

\b
  ruledsl lsp
  ruledsl lsp smallworld underground
  ruledsl lsp --port 8765
"""


@click.command("lsp", help=LSP_HELP)
@click.argument("packs", nargs=-1, type=PACK, metavar="[PACK...]")
@click.option(
    "--stdio",
    is_flag=True,
    help="Use standard input and output (the default; some editors pass this option).",
)
@click.option("--port", type=click.IntRange(0, 65535), help="Use a WebSocket at this port; 0: any free port.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--origin",
    multiple=True,
    metavar="URL",
    help="The origin of pages that may connect: https://editor.example.org",
)
def lsp_command(
    packs: tuple[str, ...],
    stdio: bool,  # noqa: FBT001
    port: int | None,
    host: str,
    origin: tuple[str, ...],
) -> None:
    """Serve findings, completion, hovers, renaming and fixes to an editor, over standard input and output or a WebSocket."""
    if stdio and port is not None:
        raise click.UsageError("--stdio and --port exclude each other", click.get_current_context())
    need("lsp")
    packs_exist(packs)
    from ruledsl.author.lsp.server import over_stdio, over_websocket  # noqa: PLC0415 - `--help` does without

    if port is None:
        over_stdio(packs)
    else:
        over_websocket(packs, host, port, origin, say)


# ── schema ──────────────────────────────────────────────────────────────────────
# `schema`: the shape of the files of packs, for editors that know YAML.


SCHEMA_HELP = """
The schema lists the keys that a file may have, their meanings and their contents. docs/editors.md says how to give it to an
editor.

\b
  ruledsl schema smallworld -o ruledsl.schema.json       races/*.yaml, powers/*.yaml, maps …
  ruledsl schema smallworld --of head                    pack.yaml
  ruledsl schema smallworld --of scenarios               scenarios/*.yaml
  ruledsl schema smallworld --of languages               languages/*.yaml

Its keys are the kinds of tiles that these packs know. It treats rules as plain text: `ruledsl validate` and
`ruledsl lsp` check those.
"""


@click.command("schema", help=SCHEMA_HELP)
@click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
@click.option(
    "--of",
    "what",
    type=click.Choice(["pack", "head", "scenarios", "languages"]),
    default="pack",
    show_default=True,
    help="The files to describe: those of the pack, pack.yaml, scenarios, or languages.",
)
@click.option("-o", "output", type=FILE, metavar="FILE", help="The output file [default: standard output].")
def schema_command(packs: tuple[str, ...], what: str, output: str | None) -> None:
    """Write the JSON schema of the files of packs, of `pack.yaml`, of scenarios or of languages, for editors."""
    from ruledsl.author.service.outline import schema_for_editors  # noqa: PLC0415
    from ruledsl.base.diagnostics import Diagnostics  # noqa: PLC0415 - `--help` does without
    from ruledsl.rules.packs.loading import load_packs  # noqa: PLC0415

    packs_exist(packs)
    kinds = [kind for pack in load_packs(packs, Diagnostics()) for kind in pack.kinds.values()]
    text = json.dumps(schema_for_editors(kinds, what), ensure_ascii=False, indent=2)
    if output is None:
        say_data(text)
    else:
        write_whole(output, text + "\n")
