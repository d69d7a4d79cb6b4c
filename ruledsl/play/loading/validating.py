"""`validate` finds the mistakes in packs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.play.loading.cache import kept_findings, kept_rules
from ruledsl.play.loading.request import request_of, with_texts

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.play.loading.cache import Found
    from ruledsl.play.loading.request import Request

# ── rules ───────────────────────────────────────────────────────────────────────
# The rules that somebody requests: from the cache, or fresh.


def requested_rules(request: Request) -> Found:
    """The composition, its code, and the warnings and notes. Raises `PackError`, whose `diagnostics` hold every finding, if there are errors."""
    rules = kept_rules(request)
    if rules is None:
        from ruledsl.play.loading.fresh import fresh_rules  # noqa: PLC0415 - what checks and compiles is only imported when it is needed

        rules = fresh_rules(request)
    return rules


def validate(
    *packs: str | PathLike[str],
    variants: Mapping[str, str] | None = None,
    texts: Mapping[str, str] | None = None,
) -> list[Diagnostic]:
    """All findings about packs (and `texts`, as in `load`), sorted by place. The content of packs never makes it raise.

    It also checks rules that only a variant switches on, each with the options that it needs. Results for unchanged packs come from the cache.
    """
    request = request_of(with_texts(packs, texts), variants)
    findings = kept_findings(request)
    if findings is None:
        from ruledsl.play.loading.fresh import fresh_findings  # noqa: PLC0415

        findings = fresh_findings(request)
    return findings
