"""`bundle`: a pack in one file."""

from __future__ import annotations

from pathlib import Path

import click

from ruledsl.cli.completion import FILE, PACK
from ruledsl.cli.output import say
from ruledsl.cli.refusal import Refusal, packs_exist

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
    """See BUNDLE_HELP."""
    from ruledsl.author.exchange.publishing import missing_in  # noqa: PLC0415
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
    from ruledsl.cli.refusal import Finding  # noqa: PLC0415 - `--help` does without
    from ruledsl.play.loading.validating import validate  # noqa: PLC0415
    from ruledsl.rules.packs.folders.contents import Seen  # noqa: PLC0415
    from ruledsl.rules.packs.reading import read_head  # noqa: PLC0415

    errors = [found for found in validate(pack) if found.severity == "error"]
    if not errors and needs_trial((pack,)):
        errors = tried((pack,))
    head = read_head(folder, Diagnostics(), Seen())
    if errors or head is None:
        said = f"{errors[0].span}: {errors[0].message}" if errors else "it has no head."
        raise Finding(f"The pack `{pack}` has errors; `ruledsl validate` lists them. The first is {said}")
    return f"{head.id}-{head.version}"
