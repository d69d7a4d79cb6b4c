"""What rules do not change like values: questions to the game, such as how many tokens somebody has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check.typed.declarations import ValueDef
from ruledsl.vocabulary.builtins import builtins_named

if TYPE_CHECKING:
    from ruledsl.check.names import Names
    from ruledsl.packs.model import Owner
    from ruledsl.syntax import tree as s


def unchangeable(name: s.Word, owner: Owner, names: Names) -> bool:
    """Does a rule change what is a question to the game? That is reported."""
    if (
        names.meant(name.text, owner, ValueDef)
        or not builtins_named(name.text)
        or names.asked(name.text, owner)
    ):
        return False
    names.diagnostics.error(
        "N002",
        f"`{name.text}` is a question to the game, and no value that rules change.",
        name.span,
        expected="the name of a value",
        help="Tokens, pieces and coins come and go when something happens: `after my conquest: move 1 token of me from tray to hand`.",
    )
    return True
