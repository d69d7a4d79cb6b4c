"""The entry point: `load` makes rules from packs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.play.game import Rules
from ruledsl.play.loading.request import request_of, with_texts
from ruledsl.play.loading.validating import requested_rules

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike


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
    request = request_of(with_texts(packs, texts), variants)
    return Rules(request.packs, *requested_rules(request))
