"""The entry points: `load` makes rules from packs, `validate` finds their mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.play.cache import kept_findings
from ruledsl.play.loading import loaded, request_of, with_texts

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from ruledsl.diagnostics import Diagnostic
    from ruledsl.play.game import Rules


def load(
    *packs: str | PathLike[str],
    variants: Mapping[str, str] | None = None,
    texts: Mapping[str, str] | None = None,
) -> Rules:
    """Load packs (ids, or paths of folders) with everything they require, in this order.

    `texts` are the files of one more pack, by name (`{"imps.yaml": "races: …"}`); without a `pack.yaml` it builds on the others.
    `variants` selects options of variants: name to option. Packs with errors raise `PackError`, whose `diagnostics` hold every finding. Unchanged
    packs come from the cache.
    """
    from ruledsl.play.game import Rules  # noqa: PLC0415 - whoever only validates needs no games

    return loaded(Rules, request_of(with_texts(packs, texts), variants))


def validate(
    *packs: str | PathLike[str],
    variants: Mapping[str, str] | None = None,
    texts: Mapping[str, str] | None = None,
) -> list[Diagnostic]:
    """All findings about packs (and `texts`, as in `load`), sorted by place. The content of packs never makes it raise.

    It also checks rules that only a variant switches on, each with the options that it needs. Results for unchanged packs come from the cache.
    """
    request = request_of(with_texts(packs, texts), variants)
    found = kept_findings(request)
    if found is None:
        from ruledsl.play.fresh import fresh_findings  # noqa: PLC0415

        found = fresh_findings(request)
    return found
