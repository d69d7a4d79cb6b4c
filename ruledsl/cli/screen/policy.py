"""A learned policy in words: how much more likely a feature makes an option."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

from ruledsl.cli.output import say
from ruledsl.engine.compile.wasm.features import Features
from ruledsl.play.bots.policy import SCALE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.play.bots.policy import Policy
    from ruledsl.play.game import Rules

TOLD = 20
"""The number of weights to show."""
WORDS = {
    "SORT": "{0}",
    "NONE": "{0}: nothing, or no more",
    "LEFT": "{0} with {1} rounds left",
    "HAND": "{0} with {1} tokens in hand",
    "LAND": "{0} by a people of {1} regions",
    "FORCE": "{0} by a people of {1} tokens or one more",
    "PAST": "{0} with {1} regions of other peoples of the player",
    "BEARER": "{0} by {1}",
    "TRAIT": "{0}: a region with {1}",
    "FOND": "{0} aiming at a region with {1}",
    "PIECE": "{0}: a region with {1} on it",
    "HOLDER": "{0}: a region that is {1}, with {2} tokens",
    "RIVAL": "{0} aiming at {1}",
    "VICTIM": "{0} at the cost of {1}",
    "MARK": "{0} where “{1}” holds",
    "NEAR": "{0} beside {1} regions of its own",
    "THREAT": "{0} beside {1} regions of rivals that can attack",
    "OPEN": "{0} beside {1} regions of nobody's",
    "COST": "{0} at a cost of {1}",
    "SPARE": "{0} with {1} tokens more than it costs",
    "GAIN": "{0}: a region that brings {1}",
    "TILE": "taking {0}",
    "SITE": "where {0} lies",
    "PLACE": "{0}: place {1} of the market",
    "COINS": "{0} with {1} coins on it",
    "NUMBER": "{0}: the number {1}",
}
"""The words of each section of features."""
SPARED = 8
"""In `SPARE`, the offset of zero: see `weigh_region`."""


def in_words(features: Features) -> Iterator[str]:
    """The meanings of all features, in order."""
    for section, parts in features.sections.items():
        for told in product(*parts):
            words = [part.replace(":", ": ").replace("_", " ") for part in told]
            if section == "SPARE":
                words[1] = str(int(words[1]) - SPARED)
            if section == "FORCE":
                words[1] = str(2 * int(words[1]))
            yield WORDS[section].format(*words)


def show_policy(rules: Rules, policy: Policy) -> None:
    """The most important features, and how much more likely each makes an option."""
    features = Features(rules.backend.code)
    known = [
        (policy.weights[name], words)
        for name, words in zip(features.names(), in_words(features), strict=True)
        if name in policy.weights
    ]
    if not known:
        say("There is no policy for these packs yet.")
        return
    say(f"Learned in {policy.choices:,} choices. What makes options likelier, or less likely:")
    for weight, words in sorted(known, key=lambda pair: (-abs(pair[0]), pair[1]))[:TOLD]:
        factor = math.exp(abs(weight) / SCALE)
        times = f"{factor:,.1f}" if factor < SCALE else f"{factor:,.0f}"
        say(f"{'×' if weight > 0 else '÷'} {times:<9} {words}")
