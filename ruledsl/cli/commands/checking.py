"""`validate` and `explain`: findings in packs, and their meanings."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from ruledsl.cli.commands.arguments import AS_DATA
from ruledsl.cli.completion import CODE, PACK
from ruledsl.cli.output import say, say_data
from ruledsl.cli.signals import FOUND, one_of, packs_exist

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Diagnostic

VALIDATE_HELP = """
One run reports everything: names, types, conflicts, and tiles that can never matter.

\b
  ruledsl validate smallworld
  ruledsl validate path/to/my-pack --strict
  ruledsl validate smallworld my-pack --format sarif > findings.sarif
  ruledsl validate my-pack --fix --diff

--fix applies the fixes that say the same in other words (signs, colons, brackets, English words for those of the language), file by
file. It applies a fix only if the line then has no error and no other line has a new one. Comments and layout stay. It leaves misspelt
names to you.

--trial then loads the packs, draws their maps, makes their rulebook, and plays and shows some games, within bounds of time and memory.
A server does the same before it offers packs, and `bundle` before it writes one.

Several packs are checked together, in the order given. Exit code 0: no errors; 1: errors, or with --strict also warnings; 2: no such
pack.
"""
EXPLAIN_HELP = """
The page says what the finding means, what to avoid, what to write instead, and why.

\b
  ruledsl explain N001
  ruledsl explain --all
  ruledsl explain --all --format json
"""


@click.command("validate", help=VALIDATE_HELP)
@click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "sarif"]), default="text", show_default=True
)
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option(
    "--trial",
    is_flag=True,
    help="Then run the packs on trial, in a process with limited time and memory.",
)
@click.option("--fix", "mend", is_flag=True, help="First apply the fixes that are safe.")
@click.option("--diff", is_flag=True, help="With --fix: write nothing; show the changes.")
@click.pass_context
def validate_command(
    ctx: click.Context,
    packs: tuple[str, ...],
    form: str,
    strict: bool,  # noqa: FBT001
    trial: bool,  # noqa: FBT001
    mend: bool,  # noqa: FBT001
    diff: bool,  # noqa: FBT001
) -> None:
    """Check packs and report all findings; fix them, or try the packs, if asked."""
    from ruledsl.base.diagnostics import render_json, render_sarif, render_text  # noqa: PLC0415 - `--help` does without
    from ruledsl.cli.screen.progress import doing  # noqa: PLC0415
    from ruledsl.play.loading.validating import validate  # noqa: PLC0415

    packs_exist(packs)
    if diff and not mend:
        raise click.UsageError("--diff goes with --fix", ctx)
    if mend:
        from ruledsl.cli.commands.fixing import fix  # noqa: PLC0415

        fix(packs, diff=diff)
    with doing(f"{' and '.join(packs)}: rules are checked") as tell:
        findings = validate(*packs)
        if trial and not any(diagnostic.severity == "error" for diagnostic in findings):
            from ruledsl.author.trial import tried  # noqa: PLC0415

            tell("a trial of the packs")
            findings = [*findings, *tried(packs)]
    if form == "json":
        say_data(render_json(findings), end="")
    elif form == "sarif":
        say_data(render_sarif(findings), end="")
    else:
        if findings:
            say(render_text(findings, colour=sys.stdout.isatty()), styled=True)
        say(_summary(packs, findings))
    bad = {"error", "warning"} if strict else {"error"}
    if any(diagnostic.severity in bad for diagnostic in findings):
        ctx.exit(FOUND)


def _summary(packs: tuple[str, ...], findings: list[Diagnostic]) -> str:
    counts = {kind: sum(d.severity == kind for d in findings) for kind in ("error", "warning", "note")}
    message = [f"{n} {kind}{'s' if n > 1 else ''}" for kind, n in counts.items() if n]
    return f"{' + '.join(packs)}: {', '.join(message) or 'nothing wrong'}"


@click.command("explain", help=EXPLAIN_HELP)
@click.argument("code", required=False, type=CODE)
@click.option("--all", "every", is_flag=True, help="List all codes.")
@AS_DATA
def explain_command(code: str | None, every: bool, form: str) -> None:  # noqa: FBT001 - click gives it by name
    """Print the page of a finding by its code, or list all codes."""
    from ruledsl.base.diagnostics import all_pages, explain  # noqa: PLC0415
    from ruledsl.cli.screen.console import console  # noqa: PLC0415

    pages = all_pages()
    if every:
        titles = {page.code: page.title for page in pages.values()}
        if form == "json":
            say_data(json.dumps(titles, ensure_ascii=False, indent=2))
        else:
            say("\n".join(f"{key}  {title}" for key, title in titles.items()))
        return
    if code is None:
        raise click.UsageError(
            "Which code? One such as N001, or --all for a list.", click.get_current_context()
        )
    where = "One such as N001 stands in brackets behind `error` or `warning`; --all lists them."
    code = one_of(code.strip().upper(), list(pages), "code", where)
    if form == "json":
        say_data(json.dumps(asdict(pages[code]), ensure_ascii=False, indent=2))
        return
    from rich.text import Text  # noqa: PLC0415

    out = console()
    for number, line in enumerate(_paragraphs(explain(code) or "")):
        is_example = line.startswith("    ")
        style = (
            "bold" if not number or line in ("Avoid:", "Prefer:", "Why:") else "dim" if number == 1 else ""
        )
        # Lines of an example are never wrapped: their ends are part of their meaning.
        out.print(Text(line, "cyan" if is_example else style), soft_wrap=is_example)


def _paragraphs(text: str) -> Iterator[str]:
    """The lines of a page, joined by paragraph: the screen wraps them."""
    together: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""]):
        goes_on = line.strip() and not line.startswith(("    ", "- ", "|")) and number > 1
        if together and not goes_on:
            yield " ".join(together)
            together = []
        if goes_on:
            together.append(line)
        else:
            yield line
