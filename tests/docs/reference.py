"""docs/reference.md, made of the docstrings of everything that is public. `python tests/docs/reference.py` writes it anew."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import ruledsl

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference.md"
HEAD = """\
# The Python API

Everything that `dir(ruledsl)` lists, with its public members, as their docstrings say it; written by
`python tests/docs/reference.py`. [api.md](api.md) and [notebooks.md](notebooks.md) show how it is used,
[versions.md](versions.md) says what stays.

Players, seats and games are counted from 0, rounds from 1. Ids are texts. What is of the wrong type raises
`TypeError`, what makes no sense `GameError`, whose `code` has a page (`ruledsl explain G001`); after either
nothing has changed.
"""
GROUPS = {
    "Packs and games": ["load", "validate", "Rules", "Game", "Decision", "Option", "position_of"],
    "Many games": ["simulate", "read_games", "Series", "COLUMNS", "balance", "Balance"],
    "Scenarios, cards and maps": ["run_scenarios", "Report", "card", "Card", "picture", "Picture"],
    "What goes wrong": ["Diagnostic", "PackError", "GameError", "PositionError"],
}
INNER = frozenset(
    "become begin begin_again beginning board dealt drawn_map event_named first go_back keep looked_back made_up map_dealt map_for "
    "restarted rewound ride_on rulebook set_up state taken_over tell told told_as info pending".split()
)
"""What other rooms of the package use, and nobody else: it is promised to nobody."""
SPACES = re.compile(r"\s+")


def made():
    """The page as it should be."""
    parts = [HEAD]
    for title, names in GROUPS.items():
        parts.append(f"## {title}\n")
        for name in names:
            parts += _entry(name, getattr(ruledsl, name))
    return "\n".join(parts)


def _entry(name, thing):
    if inspect.isclass(thing):
        yield f"### `{name}`\n"
        yield _said(thing)
        for member, what in _members(thing):
            yield f"* **`{member}`**: {SPACES.sub(' ', _said(what)).strip()}"
        yield ""
    elif callable(thing):
        yield f"### `{name}{_signature(thing)}`\n"
        yield _said(thing)
    else:
        yield f"### `{name}`\n"
        yield "What the columns of the tables of a `Series` mean: by the name of the table, then by the column.\n"


def _members(thing):
    for name, what in sorted(inspect.getmembers_static(thing)):
        if name.startswith("_") or name in INNER or not inspect.getdoc(what) or not _is_own(thing, name):
            continue
        if isinstance(what, property) or inspect.isdatadescriptor(what):
            yield name, what
        elif callable(what) or isinstance(what, (staticmethod, classmethod)):
            function = what.__func__ if isinstance(what, (staticmethod, classmethod)) else what
            yield f"{name}{_signature(function)}", function


def _is_own(thing, name):
    """Is it written in ruledsl? What comes from Python is known."""
    home = next(base for base in thing.__mro__ if name in vars(base))
    return home.__module__.startswith("ruledsl")


def _signature(function):
    found = inspect.signature(function)
    own = [one for name, one in found.parameters.items() if name not in ("self", "cls")]
    return str(found.replace(parameters=own)).replace("'", "")


def _said(thing):
    return (inspect.getdoc(thing) or "") + "\n"


if __name__ == "__main__":
    PAGE.write_text(made(), encoding="utf-8")
