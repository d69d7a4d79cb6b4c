"""`here` before a value that takes no region: suggests the value of regions that is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Fix
from ruledsl.language.vocabulary.types import PEOPLE, PLAYER, REGION
from ruledsl.rules.check.scope import why_nothing
from ruledsl.rules.check.typed.declarations import ValueDef

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span
    from ruledsl.rules.check.names import Names
    from ruledsl.rules.check.scope import Scope
    from ruledsl.rules.check.typed import Var


def nowhere(name: str, params: list[Var], span: Span, scope: Scope, names: Names) -> None:
    """Report `here` in a rule whose owner lies nowhere."""
    meant, fix = in_a_region(name, params, span, names, lies=False) if scope.me else ("", None)
    names.diagnostics.error(
        "N010",
        why_nothing("here", scope),
        span,
        expected=f"`{meant}`, with a condition such as `if region is …`" if meant else "",
        help="Write `my`, or a condition such as `if holder of region is me`." if scope.me else "",
        fix=fix,
    )


def in_a_region(
    name: str, params: list[Var], span: Span, names: Names, *, lies: bool
) -> tuple[str, Fix | None]:
    """What `here` and a name mean, as the author would write it, and the fix; empty if unknown.

    Where the rule's owner `lies` nowhere, its bearer says `my`.
    """
    kinds = {param.type for param in params}
    if REGION not in kinds:
        meant = _of_regions(name, names)
    else:
        meant = "" if lies or not kinds & {PEOPLE, PLAYER} else name
    if not meant:
        return "", None
    written = f"{'here' if lies else 'my'} {meant}"
    line = names.diagnostics.sources.line(span.file, span.line) or ""
    before = line[: span.column - 1]
    start = len(before.rstrip()) - len("here")
    if not before.rstrip().endswith("here") or start < 0:
        return written, None
    return written, Fix(span._replace(column=start + 1), written)


def _of_regions(name: str, names: Names) -> str:
    """The value of a bearer and a region whose name contains this one."""
    found = (
        declared.name
        for several in names.declared.values()
        for declared in several
        if isinstance(declared, ValueDef)
        and name != declared.name
        and name in declared.name.split("_")
        and {REGION} < {param.type for param in declared.params} <= {REGION, PEOPLE, PLAYER}
    )
    return min(found, key=len, default="")
