"""Checks whether the journal of a saved game is readable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.small.kinds import COINS_MOVED, EVENT, MADE_ITSELF, OPTION_CHOSEN, ROLLED
from ruledsl.engine.state.frames import STOP
from ruledsl.engine.state.hidden import Cover, is_cover
from ruledsl.language.vocabulary.limits import LARGEST
from ruledsl.language.vocabulary.types import FLAG, TILE, Type, set_of
from ruledsl.play.positions.validation.values import Nouns, items, need, whole

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State

SHORTEST_CHOICE = 4
"""The player, the procedure, the step, and at least one number for the option."""


def check_journal(state: State, journal: Any) -> None:
    """`GameError` unless `journal.entries_of` can read all entries; the journal may be None."""
    if journal is not None:
        _Journal(state).entries(journal)


class _Journal:
    """Checks every entry."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.code = state.code
        self.nouns = Nouns(state.code, state.board, state.seats, state.people_count)

    def entries(self, journal: Any) -> None:
        """Check all entries."""
        readers = {
            COINS_MOVED: self._coins,
            ROLLED: self._roll,
            EVENT: self._event,
            OPTION_CHOSEN: self._choice,
            MADE_ITSELF: self._secret_choice,
        }
        for entry in items(journal, "the journal"):
            need(
                isinstance(entry, list) and bool(entry) and entry[0] in readers,
                "an entry of its journal is none",
            )
            readers[entry[0]](entry[1:])

    def _noun(self, kind: Type, value: Any, what: str) -> None:
        """A value of a type; a tile may be the placeholder of a hidden one."""
        if kind == set_of(TILE):
            for tile in items(value, what):
                self._noun(TILE, tile, what)
        elif kind == TILE and type(value) is int and is_cover(value):
            need(Cover.read(value).exists(self.state), f"{what} stands for a tile that cannot be")
        else:
            self.nouns.one(kind, value, what)

    def _coins(self, entry: list[Any]) -> None:
        items(entry, "an entry about coins", 3)
        for holder in entry[:2]:
            need(type(holder) is int, "coins are nobody's")
            if holder < -1:
                self._noun(TILE, -2 - holder, "who has coins")
            else:
                whole(holder, -1, self.nouns.counts["player"] - 1, "who has coins")
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
            self._noun(param.type, value, "a parameter")

    def _choice(self, entry: list[Any]) -> None:
        need(
            len(entry) >= SHORTEST_CHOICE and all(type(number) is int for number in entry),
            "an entry of its journal is none",
        )
        player, procedure, step, *option = entry
        whole(player, -1, self.nouns.counts["player"] - 1, "a player")
        info = self.code.choices.get((procedure, step))
        need(info is not None, "it tells of a choice that there is not")
        assert info is not None  # noqa: S101 - just asked
        if not info.kind.startswith("offer"):
            self._noun(
                FLAG if info.kind == "may" else Type(info.type), items(option, "a choice", 1)[0], "a choice"
            )
        elif tuple(option) != STOP:
            items(option, "an action", len(STOP))
            action = self.code.actions[
                whole(option[0], 0, len(self.code.actions) - 1, "an action")
            ].definition
            if action.target is not None:
                self._noun(action.target.type, option[1], "the target of an action")
            self._noun(TILE, option[-1], "the bearer of an action")

    def _secret_choice(self, entry: list[Any]) -> None:
        need(
            len(entry) in (3, 4) and all(type(number) is int for number in entry),
            "an entry of its journal is none",
        )
        whole(entry[0], -1, self.nouns.counts["player"] - 1, "a player")
        need((entry[1], entry[2]) in self.code.choices, "it tells of a choice that there is not")
        for action in entry[3:]:
            whole(action, 0, len(self.code.actions) - 1, "an action")
