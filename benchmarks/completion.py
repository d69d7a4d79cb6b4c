"""How high the word that an author wants stands among what is offered: places in the rules of shipped packs, each pack unknown to the ranking.

    python -m benchmarks.completion --places 500 --seed 1

A place is before a word of a rule that declares nothing; what stands behind it in its statement is not known. Counted is whether the word is
among the first five, of all places and of those at which at most fifteen words fit.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.author.service.completing.habits import shipped_habits
from ruledsl.author.service.completing.rules import items_in_rules
from ruledsl.author.service.completing.spot import owner_at, rule_spot
from ruledsl.author.service.outline import words_of_text
from ruledsl.author.service.service import Service, real
from ruledsl.rules.packs.folders import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Span

FEW, FIRST = 15, 5


def places(service: Service, name: str) -> Iterator[tuple[Span, str]]:
    """The words in the rules of a pack, but those that are declared there."""
    world = service.world(find.official_folder() / name / "pack.yaml")
    assert world is not None  # noqa: S101 - it is shipped
    index = service.index(world)
    (pack,) = [pack for pack in world.now().packs if pack.id == name or Path(pack.folder).name == name]
    for rule in pack.rules:
        for span, word in words_of_text(rule.node):
            found = index.at(span.file, span.line, span.column)
            if found is None or not found.declares or found.span != span:
                yield span, word


def offered(service: Service, name: str, span: Span) -> list[str] | None:
    """What is offered there to whoever has never seen the pack."""
    path = real(Path.cwd() / span.file)
    world = service.world(path)
    rows = (service.text(path) or "").split("\n")
    spot = rule_spot(rows, span.line, span.column)
    if world is None or spot is None:
        return None
    now = world.now()
    owner = owner_at(rows, span.line, now, path)
    items = items_in_rules(spot, owner, span.file, now.composition, shipped_habits(name))
    return [item.text for item in items]


def main() -> None:
    """See above."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--places", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--missed", action="store_true", help="say at which places the word stands lower, or nowhere"
    )
    asked = parser.parse_args()
    chance, service = random.Random(asked.seed), Service()
    packs = sorted(mark.parent.name for mark in find.official_folder().glob("*/pack.yaml"))
    ranks: list[tuple[bool, bool]] = []
    start = time.process_time()
    for number, name in enumerate(packs):
        all_ = list(places(service, name))
        share = (asked.places - len(ranks)) // (len(packs) - number)
        for span, word in chance.sample(all_, min(share, len(all_))):
            texts = offered(service, name, span)
            if texts is not None:
                high = any(text.split()[0] == word for text in texts[:FIRST])
                ranks.append((len(texts) <= FEW, high))
                if asked.missed and not high:
                    print(f"{span}: {word!r} is none of {texts[:FIRST]} ({len(texts)} fit)")
    few = [high for is_few, high in ranks if is_few]
    print(f"{len(ranks)} places: among the first {FIRST} in {sum(h for _, h in ranks) / len(ranks):.1%}")
    print(f"{len(few)} with at most {FEW} words: {sum(few) / len(few):.1%}")
    print(f"{(time.process_time() - start) / len(ranks) * 1000:.0f} ms of processor time each")


if __name__ == "__main__":
    main()
