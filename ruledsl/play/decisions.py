"""A point of a game, and a decision as the deciding player sees it: who, why, and every legal option. All of it is computed on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import get_ident
from typing import TYPE_CHECKING, Any, Protocol, overload

from ruledsl.base.arguments import Kind, expect, shown
from ruledsl.base.dataclass import dataclass
from ruledsl.base.errors import GameError
from ruledsl.base.whole import is_whole
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.hidden import Hidden, numbered, tile_of
from ruledsl.engine.state.state import STOP, State, acting, people_cell
from ruledsl.language.vocabulary.types import PEOPLE, TILE, Type
from ruledsl.play.naming.nouns import called, full_name

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span
    from ruledsl.engine.machines.blocks import Block, Key
    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import ChoiceInfo, Code
    from ruledsl.engine.state.state import PendingChoice, Source
    from ruledsl.play.naming.nouns import Naming


class Followed(Protocol):
    """A game, as far as the points of it follow it."""

    naming: Naming
    block: Block
    choices: list[int]
    stops: tuple[int, ...]

    @property
    def players(self) -> int:
        """How many players there are."""

    def looked_back(self, choices: Sequence[int], stops: tuple[int, ...]) -> State:
        """The state after these choices, which somebody reads who has known the game then."""


class Point:
    """A point of a game: after so many choices (and stops). It is read from the game's block until that goes on, and from a replay later."""

    __slots__ = ("_choices", "_game", "_made", "_stops", "_then", "block")

    def __init__(self, game: Followed) -> None:
        self._game, self.block = game, game.block
        self._choices, self._made, self._stops = game.choices, len(game.choices), game.stops
        self._then: State | None = None

    def alone(self) -> Point:
        """The same point, and nothing else: a state that refers to a decision would be garbage together with it."""
        point = object.__new__(Point)
        point._game, point.block, point._then = self._game, self.block, self._then
        point._choices, point._made, point._stops = self._choices, self._made, self._stops
        return point

    @property
    def stands(self) -> bool:
        """Is the game still there, and can this thread read it?"""
        game, choices = self._game, self._choices
        return (
            game.choices is choices
            and len(choices) == self._made
            and game.block is self.block
            and game.stops is self._stops
            and self.block.thread == get_ident()
        )

    # ── as the source of its state ──

    @property
    def code(self) -> Code:
        """The rules."""
        return self.block.machine.code

    @property
    def board(self) -> Board:
        """The map."""
        return self.block.board

    @property
    def seats(self) -> int:
        """The number of players."""
        return self._game.players

    def _later(self) -> Source | None:
        """What knows the state if the game does not any more."""
        if self._then is None and not self.stands:
            self._then = self._game.looked_back(self._choices[: self._made], self._stops)
        return None if self._then is None else self._then.source

    def part(self, name: str) -> Any:
        """A part of the state."""
        return (self._later() or self.block).part(name)

    def machine(self) -> Machine:
        """A machine of this thread on which it stands."""
        later = self._later()
        return self.block.enter() if later is None else later.machine()

    def packed(self) -> tuple[int, bytes]:
        """The words of its sets, and its bytes."""
        later = self._later()
        if later is not None:
            return later.packed()
        machine = self.block.enter()
        return machine.plan.words, machine.packed()

    def kept(self) -> Source:
        """The bytes of the state."""
        return (self._later() or self.block.state().source).kept()


class _Late:
    """What may know its decision, which is no part of what it says."""

    __slots__ = ("decision",)
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class Option(_Late):
    """One option. Its `id` is stable: the same option of the same decision has it on every machine.

    `about` is the type of its target: `region`, `people` … All but the index may be computed when it is first read.
    """

    index: int
    id: str
    label: str
    data: dict[str, Any]
    about: str = ""

    def __getattr__(self, name: str) -> Any:
        """Compute what is read for the first time."""
        if name == "decision":
            return None
        decision = self.decision
        if decision is None or name not in TOLD:
            raise AttributeError(name)
        if name == "id":
            return decision.ids[self.index]
        told = decision.whole_option(self.index)
        for part in TOLD[1:]:
            object.__setattr__(self, part, getattr(told, part))
        return getattr(told, name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as what it says."""
        return Option, (self.index, self.id, self.label, self.data, self.about)


TOLD = ("id", "label", "data", "about")
_SET_INDEX, _SET_DECISION = vars(Option)["index"].__set__, vars(_Late)["decision"].__set__
"""Options are made by the million, and these are quicker than `object.__setattr__`."""
OPEN = "open"
"""The prefix of the key of a tile that everybody sees: it has its own name."""
MOST_CALLED = 100_000
"""The most options of a map whose ids are memoised."""


CHOICE = Kind(
    "an option, its id (str) or its place (int)",
    lambda given: isinstance(given, Option | str) or is_whole(given),
)


@dataclass(frozen=True, slots=True)
class Asking:
    """A decision as a seat sees it: `player` decides, and has `options`; others see none. The rest is as in `Decision`."""

    player: int
    kind: str
    rule: str
    place: Span
    people: str | None
    key: str
    prompt: str
    options: Sequence[Option]

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        data: dict[str, Any] = {
            "player": self.player,
            "kind": self.kind,
            "rule": self.rule,
            "prompt": self.prompt,
        }
        if self.options:
            data["options"] = [{"id": option.id, "label": option.label} for option in self.options]
        return data


class Options(Sequence[Option]):
    """All options of a decision, each computed on demand."""

    def __init__(self, decision: Decision) -> None:
        self._decision = decision

    def __len__(self) -> int:
        return self._decision.count

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | list[Option]:
        if isinstance(index, slice):
            return [self._decision.option(place) for place in range(len(self))[index]]
        return self._decision.option(range(len(self))[index])

    def __iter__(self) -> Iterator[Option]:
        return map(self._decision.option, range(len(self)))


class Decision(Point):
    """A decision that a game waits for.

    `player` decides (0 for the first), among `count` options; `kind` is `choose` (one option), `may_choose` (one or none), `may` (yes or no),
    `offer` (an action, again and again until `stop`) or `offer_one` (one action). `rule` names the rule that asks, `place` where it is written,
    `people` who acts. Options have the names that the deciding player sees: hidden tiles appear by their places.
    """

    __slots__ = ("_all", "_naming", "_pending", "_state", "_told", "count", "player")

    def __init__(self, game: Followed, naming: Naming, pending: PendingChoice | None = None) -> None:
        """The one that a game waits for, or another one that has made itself on the way there."""
        Point.__init__(self, game)
        self._naming, self._pending = naming, pending
        self._state: State | None = None
        self._all: list[str] | None = None
        self._told: list[int] | None = None
        if pending is None:
            self.count, self.player = self.block.count, self.block.player
        else:
            self.count, self.player = len(pending.options), pending.player

    def __repr__(self) -> str:
        return f"<player {self.player} decides: {self.prompt} ({self.count} options)>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as what it says, without its game."""
        return Said, (
            [self.whole_option(index) for index in range(self.count)],
            {name: getattr(self, name) for name in SAID},
        )

    @property
    def info(self) -> ChoiceInfo:
        """The facts about this choice from the rules."""
        return self.pending.info

    @property
    def state(self) -> State:
        """The state in which somebody decides."""
        if self._state is None:
            self._state = State(self.alone())
        return self._state

    @property
    def pending(self) -> PendingChoice:
        """The choice in the engine's form."""
        if self._pending is None:
            self._pending = self.state.pending
            assert self._pending is not None  # noqa: S101 - the game waited for it
        return self._pending

    @property
    def _asks(self) -> Block | None:
        """The game, if it still waits for just this."""
        is_own = self._pending is None or self._pending is self.state.pending
        if not (is_own and self.stands):
            return None
        self.block.enter()
        return self.block

    @property
    def kind(self) -> str:
        """The kind of decision."""
        return self.pending.info.kind

    @property
    def rule(self) -> str:
        """The rule that asks."""
        return f"{self.info.owner}: {self.state.code.proc_names[self.pending.place[0]]}"

    @property
    def place(self) -> Span:
        """The place of the rule that asks."""
        return self.info.span

    @property
    def people(self) -> str | None:
        """The race of the acting people: the one whose phase it is, or that has the asking tile. None if a player acts without one."""
        people = acting(self.state)
        return (
            self._naming.tile_id(self.state, people_cell(self.state, people, at.RACE))
            if people >= 0
            else None
        )

    @property
    def key(self) -> str:
        """What the decision asks, whatever packs are loaded: `ask`, pack and tile (`home/otters`) if a tile asks, what happens, the choice."""
        pack, *tile = self.info.owner.split("/")
        own = [part for part in tile if part != pack or len(tile) == 1]
        return ".".join(["ask", *(["/".join([pack, *own])] if own else []), self._within])

    @property
    def _within(self) -> str:
        procedure = self.state.code.proc_names[self.pending.place[0]].replace(" ", "_")
        return f"{procedure}.{self.info.name}"

    @property
    def prompt(self) -> str:
        """The question, in words."""
        keys = [self.key, f"ask.{self._within}", f"ask.{self.info.name}"]
        only = self._only_action
        for key in [f"{key}.{only}" for key in keys if only] + keys:
            text = self._text(key, "")
            if text:
                return text
        what = self._naming.named(self.state.code.program.composition, self.info.name)
        if self.kind in ("choose", "may_choose"):
            return self._naming.word(self.kind, what=what)
        return self._naming.word("may" if self.kind == "may" else "offer", what=what.capitalize())

    @property
    def _only_action(self) -> str:
        """The action that all options of an offer share."""
        if self.kind not in ("offer", "offer_one") or not self.pending.options:
            return ""
        first, *others = {raw[0] for raw in self.pending.options}
        return "" if others or first == STOP[0] else self.state.code.actions[first].definition.name

    @property
    def options(self) -> Options:
        """Every legal option."""
        return Options(self)

    def option(self, index: int) -> Option:
        """The option at an index, which is computed when it is read."""
        option = object.__new__(Option)
        _SET_INDEX(option, index)
        _SET_DECISION(option, self)
        return option

    def whole_option(self, index: int) -> Option:
        """The option at an index, with everything about it computed now."""
        raw = self.pending.options[index]
        if self.kind in ("offer", "offer_one"):
            return self._action_option(index, raw)
        id_ = self.id_of(index)
        if self.kind == "may":
            return Option(index, id_, self._naming.word(id_), {"answer": bool(raw)})
        if raw == -1:
            return Option(index, id_, self._naming.word(id_), {"type": self.info.type, "value": None})
        kind = Type(self.info.type)
        shown = self._shown(index, kind, raw)
        value = self._naming.id_of(self.state, kind, shown)
        return Option(
            index,
            id_,
            self._naming.label(self.state, kind, shown),
            {"type": kind.name, "value": value},
            kind.name,
        )

    @property
    def ids(self) -> list[str]:
        """The ids of all options, in order: enough for a program that reads nothing else."""
        if self._all is None:
            self._all = self._listed()
        return self._all

    def _listed(self) -> list[str]:
        """Ids that depend on rules and map alone are looked up; the state is read only for the rest."""
        block = self._asks
        if block is None:
            return [self.id_of(index) for index in range(self.count)]
        keys = block.keys()
        ids = list(map(block.board.called.get, keys))
        if all(ids):
            self._told = [-1] * self.count  # an id that is the same wherever it occurs is not that of a tile
            return ids  # type: ignore[return-value]
        tiles = block.tiles()
        return [id_ or self._called(block, index, keys[index], tiles[index]) for index, id_ in enumerate(ids)]

    def _called(self, block: Block, index: int, key: Key, tile: int) -> str:
        """The id of an option that is not memoised, or of a tile that may have been hidden when it was memoised."""
        called = block.board.called
        block.enter()  # naming the option before may have read another game
        is_open = block.lies_open(tile)
        name = (OPEN, *key) if is_open else key
        if is_open and name in called:
            return called[name]
        id_ = self.id_of(index)
        if is_open or self._is_fixed(index):
            if len(called) >= MOST_CALLED:
                called.clear()
            called[name] = id_
        return id_

    def id_of(self, index: int) -> str:
        """The id of the option at an index, without computing anything else."""
        raw = self.pending.options[index]
        if self.kind in ("offer", "offer_one"):
            return self._action_id(index, raw)
        if self.kind == "may":
            return "yes" if raw else "no"
        if raw == -1:
            return "none"
        kind = Type(self.info.type)
        return str(self._naming.id_of(self.state, kind, self._shown(index, kind, raw)))

    def _action_id(self, index: int, raw: tuple[int, ...]) -> str:
        if raw == STOP:
            return "stop"
        definition = self.state.code.actions[raw[0]].definition
        name = full_name(self.state, definition, raw[4])
        if definition.target is None:
            return name
        kind = definition.target.type
        return f"{name}:{self._naming.id_of(self.state, kind, self._shown(index, kind, raw[1]))}"

    def _is_fixed(self, index: int) -> bool:
        """Does an option have the same id wherever it occurs on this map?"""
        raw = self.pending.options[index]
        if self.kind in ("offer", "offer_one"):
            target = None if raw == STOP else self.state.code.actions[raw[0]].definition.target
            kind = None if target is None else target.type
        else:
            kind = None if self.kind == "may" or raw == -1 else Type(self.info.type)
        return kind is None or (not kind.is_set and kind not in (TILE, PEOPLE))

    def _shown(self, index: int, kind: Type, raw: int) -> int:
        return self.told[index] if kind == TILE else raw

    def call(self, told: list[int]) -> None:
        """Give options the names that they have elsewhere, see `told`."""
        self._told, self._all = told, None

    @property
    def told(self) -> list[int]:
        """For every option the tile that it is, or its placeholder if the deciding player cannot know that; -1 for other options."""
        if self._told is None:
            block = self._asks
            if block is not None:
                tiles = block.tiles()
                if all(tile < 0 or block.lies_open(tile) for tile in tiles):
                    self._told = tiles
                    return tiles
            hidden = Hidden(self.state, self.player)
            tiles = [tile_of(self.state, self.info, raw) for raw in self.pending.options]
            self._told = numbered(hidden.cover(tile) for tile in tiles)
        return self._told

    def _action_option(self, index: int, raw: tuple[int, ...]) -> Option:
        if raw == STOP:
            return Option(
                index,
                "stop",
                self._text(f"stop.{self.info.name}", self._naming.word("stop")),
                {"action": "stop"},
            )
        action, target, _, _, this = raw
        definition = self.state.code.actions[action].definition
        data: dict[str, Any] = {"action": definition.name}
        if this >= 0:
            data["tile"] = self._naming.tile_id(self.state, this)
        aim = about = ""
        if definition.target is not None:
            shown = self._shown(index, definition.target.type, target)
            value = self._naming.id_of(self.state, definition.target.type, shown)
            data["target"] = value
            about = definition.target.type.name
            aim = self._naming.label(self.state, definition.target.type, shown)
        id_ = self._action_id(index, raw)
        return Option(index, id_, called(self.state, self._naming, definition, this, aim), data, about)

    def _text(self, key: str, fallback: str) -> str:
        texts = self.state.code.program.composition.text(key, self.info.pack)
        return fallback if texts is None else self._naming.text(texts, fallback)

    def index_of(self, choice: Option | str | int) -> int:
        """The index of an option, given as itself, its id or its index; raises `GameError` if the decision does not have it."""
        expect(CHOICE, "A choice", choice)
        if isinstance(choice, Option):
            if choice.decision is self:
                return choice.index
            if 0 <= choice.index < self.count and self.ids[choice.index] == choice.id:
                return choice.index
            raise GameError("G001", f"`{choice.id}` is not an option of this decision.")
        if isinstance(choice, str):
            if choice in self.ids:
                return self.ids.index(choice)
            raise GameError("G001", f"`{choice}` is not an option of this decision; there are {self.count}.")
        if 0 <= choice < self.count:
            return choice
        raise GameError(
            "G001", f"There is no option {shown(choice)} of this decision; there are {self.count}."
        )


SAID = ("player", "kind", "rule", "place", "people", "key", "prompt")
"""What a decision says besides its options."""


class Said(Decision):
    """A decision of which everything is known: a copy, or one that has been pickled. It belongs to no game, but says which options there are."""

    __slots__ = (*SAID, "_options")

    def __init__(self, options: list[Option], fields: dict[str, Any]) -> None:
        self._options, self.count = options, len(options)
        self._all = [option.id for option in options]
        for name in SAID:
            setattr(self, name, fields[name])

    def option(self, index: int) -> Option:
        """The option at an index."""
        return self._options[index]

    whole_option = option
