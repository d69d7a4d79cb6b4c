"""Restores a saved game: replays its choices, whose result must equal the saved state."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.errors import GameError, PackError
from ruledsl.engine.machines.states import state_of, with_journal
from ruledsl.engine.state.limits import MOST_CHOICES
from ruledsl.engine.state.state import digest_of, hash_of, line_of
from ruledsl.language.vocabulary.limits import LARGEST, MOST_PLAYERS
from ruledsl.play.loading.request import request_of
from ruledsl.play.loading.validating import requested_rules
from ruledsl.play.match import Match
from ruledsl.play.positions.validation import check_counts, check_journal, check_state, items, need, whole
from ruledsl.play.rulebook import Rulebook
from ruledsl.rules.packs.folders.find import find_pack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.state.state import State

# ── packs ───────────────────────────────────────────────────────────────────────
# The packs of a saved game, which names them by id: the reader says where packs lie.


R = TypeVar("R", bound=Rulebook)

MOST_PACKS = 64
_ID = re.compile(r"[a-z][a-z0-9_]{0,99}")


def rules_of(kind: type[R], data: dict[str, Any], given: Sequence[str]) -> R:
    """The rules of a saved game. `given` are packs (folders, or ids) that are not found under their own ids. Raises `GameError`."""
    needed, variants = _needed(data.get("packs")), data.get("variants")
    if not isinstance(variants, dict) or not all(isinstance(option, str) for option in variants.values()):
        raise _damaged("variants")
    places = dict(map(_given, given))
    for id_ in places:
        if id_ not in needed:
            raise GameError(
                "G023", f"This game was not played with the pack `{id_}`, but with {', '.join(needed)}."
            )
    for id_, version in needed.items():
        if id_ in places:
            continue
        exact = f"{id_}@{version}"
        places[id_] = exact if find_pack(exact) is not None else id_
        if find_pack(places[id_]) is None:
            raise GameError(
                "G023",
                f"This game needs the pack `{id_}` {version}, which is not found under its id. `ruledsl install` gets it from somebody; "
                f"or say which folder it is in: `--packs FOLDER`, or `packs=[folder]` in Python.",
            )
    request = request_of([places[id_] for id_ in needed], variants)
    try:
        return kind(request.packs, *requested_rules(request))
    except PackError as problem:
        raise GameError("G023", f"The packs of this game cannot be loaded:\n{problem}") from problem


def _needed(packs: Any) -> dict[str, str]:
    """Versions by id, including required packs, in the order of loading."""
    if not isinstance(packs, list) or not 0 < len(packs) <= MOST_PACKS:
        raise _damaged("packs")
    versions: dict[str, str] = {}
    for entry in packs:
        match entry:
            case {"id": str(id_), "version": str(version)} if _ID.fullmatch(id_) and id_ not in versions:
                versions[id_] = version
            case _:
                raise _damaged("packs")
    return versions


def _given(name: str) -> tuple[str, str]:
    """The id of the pack with this name, and the name."""
    from ruledsl.rules.packs.folders.contents import Seen  # noqa: PLC0415 - seldom needed
    from ruledsl.rules.packs.reading import read_head  # noqa: PLC0415

    folder = find_pack(name)
    head = None if folder is None else read_head(Path(folder), Diagnostics(), Seen())
    if head is None:
        raise GameError("G023", f"There is no pack `{name}` that could be read.")
    return head.id, name


def _damaged(what: str) -> GameError:
    return GameError("G021", f"This saved game is damaged: it does not say which {what} it was played with.")


M = TypeVar("M", bound=Match)

START = {
    "map": str,
    "players": int,
    "seed": int,
    "analysis": bool,
    "sampled": bool,
    "position": dict,
    "seats": list,
    "dice": list,
}
LONGEST_SEAT = 1_000
"""The most characters that say who sits somewhere."""
UNDECIDED = ("seats", "sampled")
"""Parts of the beginning besides the initial state."""


def restored(
    kind: type[M],
    data: dict[str, Any],
    rules: Rulebook,
    *,
    replay: bool,
    stated: bool = True,
    trusted: bool = False,
) -> M:
    """The game. `GameError` for an impossible one, or one that differs from the result of its choices.

    If not `stated`, its state is in no comparable form: the beginning and the choices count. The state of a `trusted` one is not checked.
    """
    start = _start(data.get("start"))
    first = kind.begin_again(rules, start)
    need(
        first.start == {key: start[key] for key in start if key not in UNDECIDED},
        "it does not say how it began",
    )
    _check_choices(data["choices"])
    if start.get("sampled"):
        first = _restoring_given(first, data["first"], data.get("before"), start)
    first.start = start
    if not replay:
        return _taken_over(first, data, stated=stated, trusted=trusted)
    _play_on(first, data["choices"])
    if stated:
        _compare(first, data)
    return first


def _start(start: Any) -> dict[str, Any]:
    """The start of the game; a position is checked when it is set up."""
    need(
        isinstance(start, dict)
        and all(type(start[key]) is START.get(key) for key in start)
        and {"map", "players", "seed", "analysis"} <= set(start)
        and len(start.get("seats", [])) <= MOST_PLAYERS
        and all(isinstance(seat, str) and len(seat) <= LONGEST_SEAT for seat in start.get("seats", [])),
        "it does not say how it began",
    )
    checked: dict[str, Any] = start
    return checked


def _check_choices(choices: Any) -> None:
    need(
        len(items(choices, "the list of choices")) <= MOST_CHOICES, "it has more choices than a game can have"
    )
    for choice in choices:
        whole(choice, 0, LARGEST, "a choice")


# ── with replay ──


def _play_on(game: Match, choices: list[int]) -> None:
    for number, choice in enumerate(choices, 1):
        try:
            if choice >= game.block.count:
                game.choose(choice)  # which says what is wrong with it
            game.take(choice)
        except GameError as problem:
            raise _differs(f"choice {number} cannot be made: {problem}") from problem


def _compare(game: Match, data: dict[str, Any]) -> None:
    """Compare the saved state with the result of the choices."""
    content = game.state.content()
    line = line_of(content)
    if data["state"] is not None and line_of(data["state"]) != line:
        _compare_parts(content, data["state"])
    if data["journal"] is not None and line_of(data["journal"]) != line_of(game.state.journal):
        raise _differs("something else happened than it tells")
    if data["hash"] != digest_of(line):
        raise _differs("they lead to another state than the one saved")


def _compare_parts(content: dict[str, Any], saved: Any) -> None:
    """Say which part of a saved state differs; its parts may be in another order."""
    need(isinstance(saved, dict), "it has no state")
    for part in dict.fromkeys((*content, *saved)):
        if part not in saved or part not in content or line_of(saved[part]) != line_of(content[part]):
            raise _differs(f"they lead to another state than the one saved, see `{str(part)[:20]}`")


def _differs(how: str) -> GameError:
    return GameError("G026", f"This saved game is damaged: it differs from what comes of its choices: {how}.")


# ── without replay ──


def _restoring_given(reference: M, content: Any, before: Any, start: dict[str, Any]) -> M:
    """A game that began with a state: one that is possible under these rules, with as many coins, tokens and pieces as its start."""
    return reference.begin(reference.rules, _state(reference, content, before), start)


def _taken_over(first: M, data: dict[str, Any], *, stated: bool, trusted: bool) -> M:
    """The game in its saved state; the choices are only replayed when one is taken back."""
    need(
        data["state"] is not None,
        "it is so large that only its choices were saved, and has to be played again",
    )
    state = _state(first, data["state"], data["journal"], trusted=trusted)
    before = first.state.journal
    if data["journal"] is not None:
        need(
            state.journal[: len(before)] == before,
            "something else happened before its first choice than it tells",
        )
    need(not stated or hash_of(state.content()) == data["hash"], "its hash is not that of its state")
    return first.taken_over(state, data["choices"])


def _state(reference: Match, content: Any, journal: Any, *, trusted: bool = False) -> State:
    """The state with this content and journal. Nothing need be mistrusted in a game that this program has pickled."""
    g = reference.state
    if not trusted:
        check_state(g.code, g.board, g.seats, content)
        check_counts(g, content)
    state = state_of(g.code, g.board, g.seats, _thawed(content), asking=True)
    check_journal(state, journal)
    return with_journal(state, [tuple(map(_frozen, entry)) for entry in journal or ()])


def _thawed(content: dict[str, Any]) -> dict[str, Any]:
    """Sets and the rest of loops are lists in JSON and tuples in a state."""
    thawed = dict(content)
    for table in ("game", "players", "peoples", "regions"):
        thawed[table] = [_frozen(cell) for cell in content[table]]
    thawed["tiles"] = [(key, _frozen(value)) for key, value in content["tiles"]]
    thawed["used"] = [(tuple(map(_frozen, key)), count) for key, count in content["used"]]
    thawed["frames"] = [[_frozen(slot) for slot in frame] for frame in content["frames"]]
    return thawed


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
