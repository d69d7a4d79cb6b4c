"""`translate`: what a pack lacks in other languages, and the files for translators."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ruledsl.cli.commands.arguments import AS_DATA
from ruledsl.cli.completion import PACK
from ruledsl.cli.output import say, say_data
from ruledsl.cli.signals import FOUND, Finding, Refusal, packs_exist

if TYPE_CHECKING:
    from ruledsl.author.translate import Texts

TRANSLATE_HELP = """
A pack says everything in its own language. Each other language has a file: `languages/it.yaml` is Italian. A LANGUAGE is two small letters.

\b
  ruledsl translate path/to/my-pack
  ruledsl translate path/to/my-pack it
  ruledsl translate path/to/my-pack it --write

Without --write it lists the texts that are missing, and those that have changed since they were translated. With --write it writes the file of that
language anew, with an empty place for each missing text, and `#.` before what is to be translated. Languages that stand in the files of the pack
itself move to their own files; without a LANGUAGE, that is all.

Exit code 0: nothing is missing; 1: something is, or the pack has errors; 2: no such pack.
"""


@click.command("translate", help=TRANSLATE_HELP)
@click.argument("pack", type=PACK)
@click.argument("language", default="")
@click.option("--write", is_flag=True, help="Write the files of the languages.")
@click.option("--force", is_flag=True, help="Write installed packs too.")
@AS_DATA
@click.pass_context
def translate_command(
    ctx: click.Context,
    pack: str,
    language: str,
    write: bool,  # noqa: FBT001 - click gives it by name
    force: bool,  # noqa: FBT001
    form: str,
) -> None:
    """List the texts of a pack that are not translated, or write the files for translators."""
    from ruledsl.author.translate import files_of  # noqa: PLC0415 - `--help` does without
    from ruledsl.cli.commands.fmt import refuse_installed  # noqa: PLC0415
    from ruledsl.cli.files.writing import write_whole  # noqa: PLC0415

    texts = _texts(pack, language)
    if write:
        if not force:
            refuse_installed([Path(os.path.realpath(texts.folder / "pack.yaml"))])
        for path, text in files_of(texts, language).items():
            path.parent.mkdir(exist_ok=True)
            write_whole(path, text)
            if form == "text":
                say(f"wrote: {path}")
    report = _report(texts, language)
    if form == "json":
        say_data(json.dumps({"version": 1, "languages": report, "written": write}, ensure_ascii=False))
    else:
        _say(report, whole=bool(language))
    if not write and any(one["missing"] or one["stale"] for one in report.values()):
        ctx.exit(FOUND)


def _texts(pack: str, language: str) -> Texts:
    """The texts of a pack. Refuses a pack with errors, and a language that is none."""
    from ruledsl.author.translate import texts_in  # noqa: PLC0415 - `--help` does without
    from ruledsl.base.diagnostics import Diagnostics, render_text  # noqa: PLC0415
    from ruledsl.rules.packs.loading import load_packs  # noqa: PLC0415
    from ruledsl.rules.packs.translations import OWN  # noqa: PLC0415

    packs_exist((pack,))
    if language and (language == OWN or not re.fullmatch("[a-z]{2}", language)):
        raise Refusal(f"`{language}` is no language to translate into: two small letters, such as `it`.")
    diagnostics = Diagnostics()
    packs = load_packs((pack,), diagnostics)
    if diagnostics.has_errors:
        say(render_text(diagnostics, colour=sys.stderr.isatty()), err=True, styled=True)
        raise Finding("The pack has errors: nothing is translated.")
    return texts_in(packs[-1], packs)


def _report(texts: Texts, language: str) -> dict[str, Any]:
    """For each language, how many texts there are, and which are missing or stale."""
    return {
        name: {
            "texts": len(texts.own),
            "missing": [": ".join(keys) for keys in texts.missing(name)],
            "stale": [": ".join(keys) for keys in texts.stale(name)],
        }
        for name in ([language] if language else sorted(texts.languages))
    }


def _say(report: dict[str, Any], *, whole: bool) -> None:
    """A line for each language; with all places if the report is about one."""
    from ruledsl.base.diagnostics import MOST_LISTED  # noqa: PLC0415

    for name, one in report.items():
        for what in ("missing", "stale") if whole else ():
            for place in one[what][:MOST_LISTED]:
                say(f"{what}: {place}")
            if len(one[what]) > MOST_LISTED:
                say(f"{what}: and {len(one[what]) - MOST_LISTED:,} more")
        there = one["texts"] - len(one["missing"])
        say(
            f"{name}: {there} of {one['texts']} texts, {len(one['missing'])} missing, {len(one['stale'])} stale"
        )
    if not report:
        say("This pack speaks only its own language.")
