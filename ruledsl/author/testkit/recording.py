"""The position of a game as a scenario: the table, and the options."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from ruledsl.author.testkit.runner import Runner
from ruledsl.author.testkit.trace import table_of
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.errors import GameError
from ruledsl.base.plaintext import plain, rows_in
from ruledsl.play.positions.export import faces_since, position_of
from ruledsl.play.rules import load
from ruledsl.rules.packs.yaml.nodes import MappingNode, to_plain
from ruledsl.rules.packs.yaml.reader import read_yaml_text
from ruledsl.rules.scenarios.reading import scenarios_in_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruledsl.play.game import Game, Rules
    from ruledsl.rules.packs.model import Pack

NAME = WORD = re.compile("[a-z][a-z0-9_]*")
"""Names of scenarios, and words without quotes."""
NO_WORDS = frozenset("y n yes no on off true false null".split())
"""Words with another meaning in YAML, or for its readers."""
OF_THE_TABLE = ("round", "turn", "players", "peoples", "regions", "stock")
"""What is compared after the choices: the public table. Memories of rules are not."""
MEMORY = "memory"
MOST_EARLIER = 40
"""The most choices by which a scenario may begin earlier than wanted."""


class NotRecorded(Exception):
    """No position can describe this state of a game, with the reason as a sentence."""


def recorded(game: Game, name: str, last: int, file: str) -> tuple[str, int]:
    """A passing scenario of a game's current state, or of its `last` choices; and the number of choices at its end.

    If a position cannot describe the state, for example amid an event, it begins some choices earlier. `NotRecorded` if that does not help.
    """
    problem = ""
    for count in range(last, min(last + MOST_EARLIER, len(game.choices)) + 1):
        try:
            text = scenario_text(game, name, count)
            failure = _problem_of(text, file, game.rules)
        except GameError as unsaid:
            failure = str(unsaid)
        if not failure:
            return text, count
        problem = problem or " ".join(failure.split())[:300]
    raise NotRecorded(f"No position can say how this game came to stand as it does: {problem}")


def scenario_text(game: Game, name: str, last: int = 0) -> str:
    """A file with one scenario. Without `last` it begins in the current state, and a step lists the options (or says that the game is over).

    With `last` it begins that many choices before; its steps make these choices and compare their effects.
    """
    before = game
    if last:
        before = game.copy()
        before.go_back(len(game.choices) - last)
    position = _undrawn(position_of(before))
    faces = faces_since(before, game)
    if faces and "dice" not in position:
        position["dice"] = faces
    rows = ["scenarios:", f"  {name}:", "    about: Recorded from a game; say here what it shows."]
    rows.append(f"    packs: {_plain(_fewest(game.rules.composition.packs))}")
    if game.rules.composition.chosen:
        rows.append(f"    variants: {_plain(game.rules.composition.chosen)}")
    rows.append("    position:")
    for key, entry in position.items():
        rows += _entry(key, entry)
    rows.append("    steps:")
    return "\n".join([*rows, *(f"      - {_plain(step)[1:-1]}" for step in _steps(game, before)), ""])


def _undrawn(position: dict[str, Any]) -> dict[str, Any]:
    """Without the shapes of a map in place: nobody looks at a scenario's map."""
    board = position.get("map")
    if not isinstance(board, dict) or not isinstance(board.get("regions"), dict):
        return position
    regions = {
        id_: {key: part for key, part in entry.items() if key != "shape"}
        if isinstance(entry, dict)
        else entry
        for id_, entry in board["regions"].items()
    }
    return {**position, "map": {**board, "regions": regions}}


def _steps(game: Game, before: Game) -> Iterator[dict[str, Any]]:
    """The choices from there to here with their effects; then the deciding player, or the end."""
    if before is not game:
        table = _open(before)
        for index in game.choices[len(before.choices) :]:
            chosen = before.decision.option(index).id
            before.choose(index)
            yield {"choose": chosen}
        changed = _changed(table, _open(before))
        if changed:
            yield {"state": changed}
    if game.over:
        yield {"over": True}
        return
    decision = game.decision
    ids = [option.id for option in decision.options]
    yield {"options": {"player": decision.player, "kind": decision.kind, "exactly": ids}}


def _open(game: Game) -> dict[str, Any]:
    """The public part of a table."""
    table = table_of(game)
    return {key: table[key] for key in OF_THE_TABLE}


def _changed(old: Any, new: Any) -> Any:
    """The changed part of a table; None if nothing has changed."""
    if isinstance(new, dict):
        was = old if isinstance(old, dict) else {}
        both = {key: _changed(was.get(key), item) for key, item in new.items() if key != MEMORY}
        gone = {key: _nothing(was[key]) for key in was if key not in {**new, MEMORY: 0}}
        return {key: item for key, item in both.items() if item is not None} | gone or None
    if isinstance(new, list) and all(isinstance(item, dict) for item in [*new, *(old or [])]):
        before = old if isinstance(old, list) else []
        parts = [_changed(before[n] if n < len(before) else None, item) or {} for n, item in enumerate(new)]
        return parts if any(parts) else None
    return None if old == new else new


def _nothing(was: Any) -> Any:
    """The form in which a step says that something is gone."""
    return (
        False if isinstance(was, bool) else 0 if isinstance(was, int) else [] if isinstance(was, list) else {}
    )


def added(data: bytes, text: str, name: str) -> str | None:
    """The text of a file of scenarios with those of another text appended; None if that is impossible, or if the name is taken."""
    try:
        old = data.decode()
    except UnicodeDecodeError:
        return None
    root = _read(old)
    table = root.get("scenarios") if root is not None else None
    if root is None or not isinstance(table, MappingNode) or table.get(name) is not None:
        return None
    rows = text.split("\n")[1:]
    margin = " " * (table.entries[0][0].span.column - 1)
    new = "\n".join([old.rstrip("\n"), "", *(f"{margin}{row[2:]}" if row else "" for row in rows)])
    one, both = _read(text), _read(new)
    if one is None or both is None:
        return None
    before, more = to_plain(root), to_plain(one)["scenarios"]
    if "packs" in before and not all("packs" in scenario for scenario in more.values()):
        return None  # settings of the whole file would apply to it, too
    return new if to_plain(both) == {**before, "scenarios": {**before["scenarios"], **more}} else None


def _read(text: str) -> MappingNode | None:
    node = read_yaml_text(text, "scenarios", Diagnostics())
    return node if isinstance(node, MappingNode) else None


def _fewest(packs: list[Pack]) -> list[str]:
    """The ids that an author would name: without those that are loaded in the same order anyway."""
    requires = {pack.id: list(pack.requires) for pack in packs}
    order = list(requires)

    def loaded(named: list[str]) -> list[str]:
        ids: dict[str, None] = {}

        def visit(id_: str) -> None:
            for other in requires[id_]:
                visit(other)
            ids[id_] = None

        for id_ in named:
            visit(id_)
        return list(ids)

    fewest = order
    for id_ in reversed(order):
        without = [other for other in fewest if other != id_]
        if loaded(without) == order:
            fewest = without
    return fewest


def _entry(key: str, entry: Any) -> list[str]:
    """One line, or one for each item in it."""
    if isinstance(entry, dict):
        return [f"      {key}:", *(f"        {_plain(id_)}: {_plain(value)}" for id_, value in entry.items())]
    if isinstance(entry, list) and entry and isinstance(entry[0], dict):
        return [f"      {key}:", *(f"        - {_plain(item)}" for item in entry)]
    return [f"      {key}: {_plain(entry)}"]


def _plain(value: Any) -> str:
    """The value on one line. JSON is YAML; words omit unnecessary quotes."""
    match value:
        case dict():
            return "{" + ", ".join(f"{_plain(key)}: {_plain(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_plain, value)) + "]"
        case str() if WORD.fullmatch(value) and value not in NO_WORDS:
            return value
    return json.dumps(value, ensure_ascii=False)


def _problem_of(text: str, name: str, rules: Rules) -> str:
    """The error when the scenarios of a text run under these rules; empty if they pass."""
    diagnostics = Diagnostics()
    runner = Runner(diagnostics=diagnostics)
    for scenario in scenarios_in_text(text, name, "", diagnostics):
        runner.know(scenario.packs, scenario.variants, rules)
        failure = runner.run(scenario).failure
        if failure is not None:
            return failure.diagnostic.message
    return "".join(finding.message for finding in diagnostics.sorted()[:1])


# ── playthrough ─────────────────────────────────────────────────────────────────
# Golden playthroughs: a whole game as a text that can be reviewed and replayed line by line.
#
# A playthrough has its settings (packs, map, players, seed), then every choice with its part of the log, then the standings. A replay
# takes the choices by their ids and writes the text again: any difference is a change in the game's behaviour.


CHOICE = "> "
HEAD = ("packs", "map", "players", "seed")


def _head(game: Game) -> str:
    start = game.start
    values = (" ".join(game.rules.asked_for), start["map"], str(start["players"]), str(start["seed"]))
    return "".join(f"{key}: {value}\n" for key, value in zip(HEAD, values, strict=True))


def text_of(game: Game, choose: Callable[[Game], str]) -> str:
    """Play a game from its current state to its end; `choose` gives the id of an option. Returns the whole text."""
    lines = [_head(game)]
    told = 0
    turn = (0, -1)
    while not game.over:
        decision = game.decision
        now = (game.round, game.view(decision.player)["turn"])
        if now != turn:
            turn = now
            lines.append(f"\nround {now[0]}, player {now[1] + 1}\n")
        choice = choose(game)
        game.choose(choice)
        lines.append(f"{CHOICE}{decision.player + 1} {decision.rule.partition(': ')[2]} {choice}\n")
        log = game.log
        lines += [f"    {entry.text}\n" for entry in log[told:] if entry.key != "choice"]
        told = len(log)
    lines.append("\nstandings\n")
    lines += [f"    {row}\n" for row in game.standings]
    return "".join(lines)


def played(packs: list[str], players: int, seed: int, map_id: str, choose: Callable[[Game], str]) -> str:
    """The text of a new game."""
    return text_of(load(*packs).new_game(players, seed, map_id), choose)


def replayed(text: str) -> str:
    """The text that results from the choices of a playthrough now. `GameError` if one of them is no longer an option."""
    rows = [row.strip() for row in rows_in(plain(text))]
    head = dict(row.split(": ", 1) for row in rows[: len(HEAD)])
    choices = _choices(rows)

    def next_choice(game: Game) -> str:
        choice = next(choices, None)
        if choice is None:
            raise GameError("G001", f"The playthrough ends before the game: {game.decision.prompt}")
        return choice

    return played(head["packs"].split(), int(head["players"]), int(head["seed"]), head["map"], next_choice)


def _choices(rows: list[str]) -> Iterator[str]:
    return (row.rsplit(" ", 1)[1] for row in rows if row.startswith(CHOICE))
