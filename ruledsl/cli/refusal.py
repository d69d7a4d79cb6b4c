"""Refusals of commands: one sentence on the error stream and an exit code. 0 is success, 1 is "found something", 2 is misuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ruledsl.cli.output import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.play.game import Rules

FOUND = 1
MISUSE = 2
FEW = 12
"""The most names that help in a sentence."""


class Refusal(click.ClickException):
    """An impossible request, as one sentence."""

    exit_code = MISUSE


class Finding(Refusal):
    """Something is wrong with the input, rather than with the request."""

    exit_code = FOUND


def one_of(given: str, known: list[str], what: str) -> str:
    """An existing name; else a refusal with the nearest one."""
    if given in known:
        return given
    from ruledsl.base.diagnostics import hinted, there_are  # noqa: PLC0415 - only when something is wrong

    few = there_are(known) if len(known) <= FEW else ""
    raise Refusal(hinted(f"There is no {what} `{given}`.", given, known, few))


def packs_exist(packs: tuple[str, ...]) -> None:
    """Refuse unknown packs."""
    from ruledsl.rules.packs.folders.find import find_pack, known_packs, why_not  # noqa: PLC0415 - `--help` does without

    for name in packs:
        if find_pack(name) is None:
            if why := why_not(name):
                raise Refusal(why)
            if "/" in name or "\\" in name:
                raise Refusal(f"There is no pack in the folder `{name}`: it needs a pack.yaml.")
            one_of(name, known_packs(), "pack")


def rules_for(packs: tuple[str, ...], variants: Mapping[str, str] | None = None) -> Rules:
    """The rules of some packs; their errors go to the error stream."""
    from ruledsl.base.errors import PackError  # noqa: PLC0415 - `--help` does without
    from ruledsl.play.rules import load  # noqa: PLC0415

    packs_exist(packs)
    try:
        return load(*packs, variants=variants)
    except PackError as problem:
        errors = [d for d in problem.diagnostics if d.severity == "error"]
        if all(d.code in ("P007", "P008") for d in errors):
            raise Refusal(_sentence(errors[0])) from None
        say(str(problem), err=True)
        names = " and ".join(packs)
        raise Finding(f"Fix these errors before you play {names}.") from None


def _sentence(diagnostic: Diagnostic) -> str:
    from ruledsl.base.diagnostics import did_you_mean  # noqa: PLC0415 - only when something is wrong

    if diagnostic.suggestion:
        return f"{diagnostic.message} {did_you_mean(diagnostic.suggestion)}"
    return (
        f"{diagnostic.message} There are: {diagnostic.expected}."
        if diagnostic.expected
        else diagnostic.message
    )
