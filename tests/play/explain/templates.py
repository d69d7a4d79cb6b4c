"""The templates of sentences, by their English form: as the modules of words, the built-in questions and the plain effects have them."""

import ast
from pathlib import Path

import ruledsl
from ruledsl.language.vocabulary.builtins import BUILTINS
from ruledsl.language.vocabulary.types import ACTS

EXPLAIN = Path(ruledsl.__file__).parent / "play" / "explain"
MODULES = [
    *(EXPLAIN / "wording" / f"{name}.py" for name in ("expressions", "sentence", "described", "grammar")),
    *EXPLAIN.glob("*.py"),
]
CALLS = {"say", "own", "phrased"}
LOCALS = {"english", "alike", "moment", "verb"}
TABLES = {
    "_TYPES", "_MATH", "_MOST", "_FOLDS", "_COMPARED", "QUANTITY", "_AS_MANY", "_ANSWERED", "_PLACES", "_WRITES",
    "_MOMENTS", "_MOMENT_OF", "_TURNED", "_FURTHER", "_OPERATIONS", "ROLES",
}  # fmt: skip
TYPES = ("region", "player", "number", "tile", "piece", "deck", "flag", "trait", "way", "die")
PREPOSITIONS = ("of", "in", "to", "for", "from", "by", "with", "as", "on", "between", "against", "at")


def templates():
    """All of them, sorted."""
    texts = {*TYPES, *PREPOSITIONS}
    for module in MODULES:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            texts |= set(_of_node(node))
    texts |= {text for row in BUILTINS for text in (row.said, row.amounts, row.there, row.lone)}
    texts |= {act.said or act.written for act in ACTS.values()}
    return sorted(texts - {"", "⟨it⟩"})


def _of_node(node):
    match node:
        case ast.Call(func=ast.Attribute(attr=name), args=[first, *_]) if name in CALLS:
            yield from _texts(first)
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AnnAssign(target=ast.Name(id=name), value=value)
        ):
            if value is not None and name in LOCALS | TABLES:
                yield from _texts(value)
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            for name, value in zip(names, values, strict=False):
                if isinstance(name, ast.Name) and name.id in LOCALS:
                    yield from _texts(value)


def _texts(node):
    """The texts that an expression can come to: neither what it compares nor the keys that it looks up."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Dict(values=values) | ast.Tuple(elts=values):
            for value in values:
                yield from _texts(value)
        case ast.IfExp(body=one, orelse=other):
            yield from _texts(one)
            yield from _texts(other)
        case ast.Subscript(value=table):
            yield from _texts(table)
        case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[_, *rest]):
            for part in (table, *rest):
                yield from _texts(part)
