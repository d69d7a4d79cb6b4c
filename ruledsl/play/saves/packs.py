"""The packs of a saved game, which names them by id: the reader says where packs lie."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.errors import GameError, PackError
from ruledsl.play.loading.request import request_of
from ruledsl.play.loading.rules import requested_rules
from ruledsl.play.rulebook import Rulebook
from ruledsl.rules.packs.folders.find import find_pack

if TYPE_CHECKING:
    from collections.abc import Sequence


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
    found: dict[str, str] = {}
    for entry in packs:
        match entry:
            case {"id": str(id_), "version": str(version)} if _ID.fullmatch(id_) and id_ not in found:
                found[id_] = version
            case _:
                raise _damaged("packs")
    return found


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
