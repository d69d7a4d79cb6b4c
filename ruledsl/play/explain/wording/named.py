"""Things with a name: declarations with texts of packs, constants, pieces, variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.language.vocabulary.types import FLAG, NUMBER
from ruledsl.play.explain.wording.english import YOU, Group, Mention, article, clause_of, several
from ruledsl.rules.check import typed as t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.language.vocabulary.types import Type
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check import program as p
    from ruledsl.rules.check.typed.declarations import DefineDef, EventDef, PermissionDef, ValueDef

_TYPES: Final = {"people": "race", "kind": "kind of tile", "mode": "way of conquering", "stage": "state"}
PRONOUNS: Final = {"me": YOU, "here": Mention("this region"), "this": Mention("this tile")}

HOLDER: Final = "⟨holder⟩"
"""The holder of the region that a clause is about."""


def plain(word: str) -> str:
    """A word as prose."""
    return word.replace("_", " ")


class Named:
    """Phrases names. `env` maps variables to their current names, `homes` parameters to the packs that declare them; `pack` owns the rule."""

    def __init__(self, program: p.Program, naming: Naming) -> None:
        self.program = program
        self.naming = naming
        self.env: dict[t.Var, Mention] = {}
        declared: tuple[EventDef | ValueDef | DefineDef | PermissionDef, ...] = (
            *program.events,
            *program.values,
            *program.defines,
            *program.permissions,
        )
        self.homes = {var: one.origin.owner.pack for one in declared for var in one.params}
        self.pack = ""
        self.here = PRONOUNS["here"]

    def text(self, family: str, name: str) -> str:
        """The packs' text of a declaration, or empty; the rule's own pack comes first."""
        texts = self.program.composition.text(f"{family}.{name}", self.pack)
        return (texts or {}).get("en", "")

    def kind(self, kind: Type) -> str:
        """The name of a type."""
        return _TYPES.get(kind.name, kind.name)

    # ── variables ──

    def introduce(self, var: t.Var, group: Group | None = None) -> Mention:
        """Name a variable: `the region` (with a `group`: `the opponent`), or its own name if the first is taken."""
        pack = self.homes.get(var, self.pack)
        named = (self.program.composition.local_text(f"name.{var.name}", pack) or {}).get("en", "")
        if named:
            self.env[var] = Mention(named, plural=var.type.is_set, counted=var.type == NUMBER)
            return self.env[var]
        noun = self.kind(var.type) if var.type not in (NUMBER, FLAG) else plain(var.name)
        if group is not None and group.noun:
            noun = group.noun
        usual = Mention(f"the {noun}", plural=var.type.is_set, counted=var.type == NUMBER)
        other_name = "other " + noun if var.name == var.type.name else plain(var.name)
        taken = any(mention.text == usual.text for other, mention in self.env.items() if other is not var)
        other = Mention(f"the {other_name}", plural=var.type.is_set, counted=var.type == NUMBER)
        self.env[var] = other if taken else usual
        return self.env[var]

    # ── constants ──

    def constant(self, node: t.Const) -> Mention:
        """A number, a flag, nobody, or a word, tile, piece, deck."""
        kind, value, program = node.type.name, node.value, self.program
        if kind == "number":
            return Mention(str(value), plural=value != 1)
        if kind == "flag":
            return Mention("yes" if value else "no")
        if value < 0:
            return Mention("nobody" if kind in ("player", "people") else "nothing")
        if kind == "tile":
            tile = program.composition.tiles[program.tiles[value]]
            return Mention(self.naming.text(tile.names, tile.id))
        if kind == "piece":
            return Mention(self.piece(value, 1))
        if kind == "deck":
            return Mention(self.text("name", program.decks[value]) or f"the {plain(program.decks[value])}")
        if kind == "kind":
            tile_kind = program.composition.kinds[program.kinds[value]]
            return Mention(article(self.naming.text(tile_kind.names, plain(tile_kind.id))))
        if kind == "die":
            return Mention(f"the {plain(program.dice[value])} die")
        table = {"trait": program.traits, "mode": program.modes, "way": program.ways, "stage": program.stages}
        word = table[kind][value]
        return Mention(self.text("word", word) or plain(word))

    def way(self, node: t.TExpr) -> Mention | None:
        """A way of conquest in words: `as your final conquest`."""
        if not isinstance(node, t.Const) or node.type.name != "mode":
            return None
        word = self.program.modes[node.value]
        return Mention(self.text("as", word) or f"as “{plain(word)}”")

    def is_alone(self, kind: int) -> bool:
        """Does the box have only one piece of a kind?"""
        return self.program.composition.pieces[self.program.pieces[kind]].supply == 1

    def piece(self, kind: int, many: int) -> str:
        """The name of a kind of piece, with an article if there is only one."""
        piece = self.program.composition.pieces[self.program.pieces[kind]]
        name = self.naming.text(piece.names, plain(piece.id))
        text = self.text("piece", piece.id)
        if text:
            name = clause_of(text, {"many": Mention("", plural=many != 1)})
        if many == 1 and self.is_alone(kind):
            return name if "'s " in name else f"the {name.removeprefix('The ')}"
        return article(name) if many == 1 else name if text else several(name)

    # ── declarations without a text ──

    def of(self, name: str, said: Sequence[Mention]) -> Mention:
        """A declaration without a text: `your holes dug`, `the price of the region for you`."""
        if not said:
            return Mention(f"the {plain(name)}")
        rest = "".join(f" for {other}" for other in said[1:])
        if said[0] == YOU:
            return Mention(f"your {plain(name)}{rest}")
        return Mention(f"the {plain(name)} of {said[0]}{rest}")
