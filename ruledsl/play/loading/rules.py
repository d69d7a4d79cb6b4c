"""The rules that somebody requests: from the cache, or fresh."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.play.loading.cache import kept_rules

if TYPE_CHECKING:
    from ruledsl.play.loading.cache import Found
    from ruledsl.play.loading.request import Request


def requested_rules(request: Request) -> Found:
    """The composition, its code, and the warnings and notes. Raises `PackError`, whose `diagnostics` hold every finding, if there are errors."""
    found = kept_rules(request)
    if found is None:
        from ruledsl.play.loading.fresh import fresh_rules  # noqa: PLC0415 - what checks and compiles is only imported when it is needed

        found = fresh_rules(request)
    return found
