"""What rules cannot change like values: built-in questions, such as the number of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.language.vocabulary.builtins import builtins_named
from ruledsl.rules.check.typed.declarations import ValueDef

if TYPE_CHECKING:
    from ruledsl.language.syntax import tree as s
    from ruledsl.rules.check.names import Names
    from ruledsl.rules.packs.model import Owner


def unchangeable(name: s.Word, owner: Owner, names: Names) -> bool:
    """Report a rule that changes a built-in question."""
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
