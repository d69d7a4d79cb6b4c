"""Are the choices and the journal of a saved game ones that can be read?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.run import STOP
from ruledsl.play.sound_values import LARGEST, MOST_OPTIONS, Nouns, items, need, whole
from ruledsl.vocabulary.types import FLAG, TILE, Type

if TYPE_CHECKING:
    from ruledsl.engine.code import Code
    from ruledsl.engine.state import State

__all__ = ["check_choices", "check_journal"]

CHOICE = 4


def check_choices(choices: Any) -> None:
    """A list of indices of options."""
    for choice in items(choices, "the list of choices"):
        whole(choice, 0, MOST_OPTIONS, "a choice")


def check_journal(state: State, journal: Any) -> None:
    """Entries that `journal.entries_of` can read, or None."""
    if journal is not None:
        _Journal(state.code, Nouns(state.code, state.board, state.seats, state.people_count)).entries(journal)


class _Journal:
    """Every entry is one that `journal.entries_of` can read."""

    def __init__(self, code: Code, nouns: Nouns) -> None:
        self.code = code
        self.nouns = nouns

    def entries(self, journal: Any) -> None:
        """All of them."""
        for entry in items(journal, "the journal"):
            need(
                isinstance(entry, list) and bool(entry) and entry[0] in (1, 2, 3, 4),
                "an entry of its journal is none",
            )
            read = (self._coins, self._roll, self._event, self._choice)[entry[0] - 1]
            read(entry[1:])

    def _coins(self, entry: list[Any]) -> None:
        items(entry, "an entry about coins", 3)
        for holder in entry[:2]:
            whole(holder, -1 - self.code.tile_count, self.nouns.counts["player"] - 1, "who has coins")
        whole(entry[2], 1, LARGEST, "an amount of coins")

    def _roll(self, entry: list[Any]) -> None:
        items(entry, "an entry about a die", 2)
        whole(entry[0], 0, len(self.code.dice) - 1, "a die")
        whole(entry[1], -LARGEST, LARGEST, "a face")

    def _event(self, entry: list[Any]) -> None:
        need(bool(entry), "an entry of its journal is none")
        event = self.code.events[whole(entry[0], 0, len(self.code.events) - 1, "an event")]
        params = event.definition.params
        for value, param in zip(items(entry[1:], "an event", len(params)), params, strict=True):
            self.nouns.one(param.type, value, "a parameter")

    def _choice(self, entry: list[Any]) -> None:
        need(
            len(entry) >= CHOICE and all(type(number) is int for number in entry),
            "an entry of its journal is none",
        )
        player, procedure, step, *option = entry
        whole(player, -1, self.nouns.counts["player"] - 1, "a player")
        info = self.code.choices.get((procedure, step))
        need(info is not None, "it tells of a choice that there is not")
        assert info is not None  # noqa: S101 - just asked
        if not info.kind.startswith("offer"):
            self.nouns.one(
                FLAG if info.kind == "may" else Type(info.type), items(option, "a choice", 1)[0], "a choice"
            )
        elif tuple(option) != STOP:
            items(option, "an action", len(STOP))
            action = self.code.actions[
                whole(option[0], 0, len(self.code.actions) - 1, "an action")
            ].definition
            if action.target is not None:
                self.nouns.one(action.target.type, option[1], "the target of an action")
            self.nouns.one(TILE, option[-1], "the bearer of an action")
