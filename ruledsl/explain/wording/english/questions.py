"""How built-in questions are said in rules: `{0}` is the first operand. For sets the members, for numbers also how somebody has so many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ruledsl.check import typed as t

__all__ = ["AMOUNTS", "GROUPS", "LONE", "NOUNS", "THERE", "asked"]

GROUPS: Final = {
    "players": "{many|player|players}",
    "opponents": "{many|opponent|opponents} of {0}",
    "peoples": "{many|race|races}",
    "peoples of": "{many|race|races} of {0}",
    "regions": "{many|region|regions}",
    "regions of": "{many|region|regions} {0} {0|holds|hold}",
    "occupants": "{many|race|races} in {0}",
    "neighbours": "{many|region|regions} next to {0}",
    "sites": "{many|region|regions} with {0}",
    "pieces": "{many|piece|pieces} of {0}",
    "wares": "{many|kind|kinds} of pieces that {0} lays",
    "tiles": "{many|tile|tiles} in {0}",
    "tiles kind": "{many|tile|tiles} that {many|is|are} {0}",
}
"""The members of sets."""
NOUNS: Final = {
    "turn_player": "the player whose turn it is",
    "seat": "the seat number of {0}",
    "next": "the player to the left of {0}",
    "coins": "{0's} coins",
    "rounds": "the number of rounds",
    "round": "the current round",
    "race": "{0's} race banner",
    "power": "{0's} badge",
    "stage": "{0's} state",
    "founded": "the round in which {0} came into the game",
    "hand": "the number of tokens in {0's} hand",
    "tray": "the number of {0's} tokens in the tray",
    "tokens": "the number of {0's} tokens in {1}",
    "troops": "the number of {0's} tokens on the map",
    "stand_ins": "the number of {0's} stand-ins",
    "stand_ins in": "the number of {0's} stand-ins in {1}",
    "holder": "the race in {0}",
    "force": "the number of race tokens in {0}",
    "terrain": "the terrain printed on {0}",
    "groups": "the number of connected groups that {0} form",
    "board": "{0's} island",
    "amount in": "the number of {0} in {1}",
    "amount with": "the number of {0} in {1's} hand",
    "stock": "the number of {0} in the box",
    "bearer": "whoever has {0}",
    "site": "the region where {0} lies",
    "copy": "what {0} has borrowed",
    "model": "the tile that {0} is a copy of",
    "kind": "what {0} is",
    "position": "the number of tiles above {0} in {1}",
    "remainder": "what is left over when {0} is divided by {1}",
    "concealed": "{0} {holds|lies|does not lie} face down",
    "lasting": "{0} {holds|has|does not have} an effect in decline too",
    "pointless": "{0} {holds|has no|has an} effect on this map",
    "owner": "the owner of {0}",
    "first": "the first of {0}",
    "only": "the only one of {0}",
}
"""Everything else; for what is a flag, a clause."""
AMOUNTS: Final = {
    "hand": "{0} {0|has|have} {amount} {amount|token|tokens} in hand",
    "tray": "{0} {0|has|have} {amount} {amount|token|tokens} in the tray",
    "tokens": "{0} {0|has|have} {amount} {amount|token|tokens} in {1}",
    "troops": "{0} {0|has|have} {amount} {amount|token|tokens} on the map",
    "force": "{0} {0|has|have} {amount} {amount|race token|race tokens} in it",
    "coins": "{0} {0|has|have} {amount} {amount|coin|coins}",
    "stock": "{amount} {0} {amount|is|are} in the box",
    "amount in": "{amount} {0} {amount|is|are} in {1}",
    "amount with": "{1} {1|has|have} {amount} {0} in hand",
    "stand_ins in": "{amount} of {0's} tokens in {1} {amount|is a stand-in|are stand-ins}",
    "groups": "{0} {amount|is|are} {amount} connected {amount|group|groups}",
}
"""How many there are, as a clause: `you have at least 1 token in hand`."""
THERE: Final = {
    "power": "{0} {holds|has a|has no} badge",
    "site": "{0} {holds|lies|does not lie} in a region",
    "bearer": "{holds|somebody has|nobody has} {0}",
    "copy": "{0} {holds|has borrowed something|has borrowed nothing}",
}
"""That there is one, as a clause."""
LONE: Final = {
    "stock": "{0} {holds|is|is not} in the box",
    "amount in": "{0} {holds|is|is not} in {1}",
    "amount with": "{0} {holds|is|is not} in {1's} hand",
}
"""Whether the only piece of a kind is there."""


def asked(node: t.Ask) -> str:
    """The key of a question in the tables: its name, with its second preposition where the name alone does not say which."""
    name, preps = node.builtin.name, node.builtin.preps
    longer = f"{name} {preps[1]}" if len(preps) > 1 else f"{name} {preps[0]}" if preps else name
    if name == "tiles" and node.builtin.params[0].name == "kind":
        return "tiles kind"
    return longer if longer in NOUNS or longer in GROUPS else name
