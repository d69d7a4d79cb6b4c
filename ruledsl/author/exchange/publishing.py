"""What a pack lacks that others look for before they install it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.author.templates.texts import is_told
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.packs.folders.below import below, is_test
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.loading import load_packs
from ruledsl.rules.packs.reading import read_head

if TYPE_CHECKING:
    from pathlib import Path


def missing_in(folder: Path) -> list[str]:
    """A sentence for each missing thing of a pack without errors; empty if it can be published."""
    head = read_head(folder, Diagnostics(), Seen())
    (pack,) = load_packs((str(folder),), Diagnostics())[-1:] or (head,)
    if head is None or pack is None:
        return []
    found = [
        ("`authors` in pack.yaml says who made it.", head.authors),
        (
            "`licence` in pack.yaml says what others may do with it, such as `MIT` or `CC-BY-4.0`.",
            head.licence,
        ),
        ("`homepage` in pack.yaml says where it is found and who is told of mistakes.", head.homepage),
        (
            "`sources` in pack.yaml says what its rules stand on: a rulebook, a review, a reading of your own.",
            pack.sources,
        ),
        ("scenarios show that its rules do what they should (`ruledsl new scenario`).", _tests(folder)),
    ]
    silent = [tile.id for tile in pack.tiles.values() if not is_told(tile) and not tile.copy_of]
    if silent:
        more = f" and {len(silent) - 1} more" if len(silent) > 1 else ""
        found.append((f"`summary` says what a tile does in a sentence: `{silent[0]}`{more} has none.", ()))
    return [sentence for sentence, there in found if not there]


def _tests(folder: Path) -> list[str]:
    return [name for name in below(folder).files if is_test(name)]
