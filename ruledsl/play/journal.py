"""What happened, as keys with arguments. Sentences are made when somebody reads them, in their language, from the texts of the packs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ruledsl.engine.run import STOP
from ruledsl.vocabulary.types import Type

if TYPE_CHECKING:
    from ruledsl.engine.state import State
    from ruledsl.play.naming import Naming

__all__ = ["LogEntry", "entries_of"]

COINS, ROLL, EVENT, CHOICE = 1, 2, 3, 4


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log: `key` and `args` are data, `text` is what they say."""

    key: str
    args: dict[str, Any]
    text: str


def entries_of(g: State, naming: Naming) -> list[LogEntry]:
    """The journal of a state, oldest first."""
    return [_entry(g, naming, item) for item in g.journal or ()]


def _entry(g: State, naming: Naming, item: tuple[int, ...]) -> LogEntry:
    match item[0]:
        case 1:
            return _coins(g, naming, item[1], item[2], item[3])
        case 2:
            die = g.code.program.dice[item[1]]
            return _said(g, naming, "roll", {"die": die.replace("_", " "), "face": item[2]}, "{die} die: {face}")
        case 3:
            return _event(g, naming, item[1], item[2:])
        case _:
            return _choice(g, naming, item)


def _said(g: State, naming: Naming, key: str, args: dict[str, Any], fallback: str) -> LogEntry:
    texts = g.code.program.composition.texts
    template = naming.text(texts[key], fallback) if key in texts else fallback
    for name, value in args.items():
        template = template.replace("{" + name + "}", str(value))
    return LogEntry(key, args, template)


def _coins(g: State, naming: Naming, payer: int, receiver: int, amount: int) -> LogEntry:
    def holder(code: int) -> str:
        if code >= 0:
            return naming.label(g, Type("player"), code)
        return "the supply" if code == -1 else naming.tile(g, -2 - code)

    args = {"payer": holder(payer), "receiver": holder(receiver), "amount": amount}
    if payer == -1:
        return _said(g, naming, "coins.gained", args, "{receiver} gains {amount}")
    return _said(g, naming, "coins.paid", args, "{payer} pays {amount} to {receiver}")


def _event(g: State, naming: Naming, index: int, values: tuple[int, ...]) -> LogEntry:
    definition = g.code.events[index].definition
    args = {p.name: naming.label(g, p.type, v) for p, v in zip(definition.params, values, strict=True)}
    return _said(g, naming, f"event.{definition.name}", args, definition.name.replace("_", " "))


def _choice(g: State, naming: Naming, item: tuple[int, ...]) -> LogEntry:
    _, player, procedure, step, *option = item
    info = g.code.choices[procedure, step]
    if info.kind in ("offer", "offer_one"):
        chosen = "stop" if tuple(option) == STOP else _action(g, naming, option)
    elif info.kind == "may":
        chosen = f"{info.name}: {'yes' if option[0] else 'no'}"
    else:
        chosen = f"{info.name}: {naming.label(g, Type(info.type), option[0])}"
    args = {"player": naming.label(g, Type("player"), player), "choice": chosen.replace("_", " ")}
    return _said(g, naming, "choice", args, "{player}: {choice}")


def _action(g: State, naming: Naming, option: list[int]) -> str:
    definition = g.code.actions[option[0]].definition
    if definition.target is None:
        return definition.name
    return f"{definition.name} {naming.label(g, definition.target.type, option[1])}"
