"""Parses the subset of Python in which the engine is written, into functions of the representation.

It has integers of 64 bits, arrays of the memory (`P[people, HAND]`), scalars (`S.fuel`), facts of the program (`C.TILES`), loops over ranges
and bit sets, and calls. `engine/small/` defines these for editors and mypy.
Bit sets have their own operations (`union`, `common`, `without`, `has`, `popcount`, `first`, `bit`, `few`), since they may have several words.
Anything else raises `SubsetError` with file and line.
"""

from __future__ import annotations

import ast
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from ruledsl.engine.compile.wasm.memory import DECISION, SCALARS
from ruledsl.engine.compile.wasm.nodes import (
    Address,
    Bitwise,
    Break,
    Counted,
    Element,
    Few,
    First,
    Invoke,
    Put,
    Range,
    While,
)
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.module import Function

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_ARITH: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.FloorDiv: "/"}
_BITS: dict[type[ast.operator], str] = {
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "shr_s",
    ast.Mult: "mul",
    ast.Mod: "rem_s",
}
_SETS = {"union": "|", "common": "&", "without": "-"}
_COUNTED = {"ones": "popcnt", "lowest": "ctz"}
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


OURS = "ruledsl."
"""The modules that a source may import from."""
FACTS = "C"
"""The name through which sources read facts of the program."""
_SCALARS: Mapping[str, Mapping[str, int]] = {"S": SCALARS, "D": DECISION}
"""The places of named numbers."""
MOST_KNOWN = 16
"""The most forms of one function that are cached."""


class SubsetError(Exception):
    """A construct in the engine's source that is outside the subset."""


def functions_of(name: str, source: str, facts: Mapping[str, int]) -> Iterator[Function]:
    """The functions of a source; `facts` are those of the program.

    Imported numbers and `Final` declarations become literals. `SubsetError` for anything outside the subset.
    """
    for function in _parsed(name, source):
        yield function.lowered(facts)


class _Source:
    """A function as it is written. Few functions use facts, so most are the same in all programs."""

    def __init__(self, file: str, numbers: Mapping[str, int], source: ast.FunctionDef) -> None:
        self.file, self.numbers, self.source = file, numbers, source
        words = {getattr(node, "id", "") or getattr(node, "attr", "") for node in ast.walk(source)}
        self.words = sorted(words - {""})
        self._known: dict[tuple[int | None, ...], Function] = {}

    def lowered(self, facts: Mapping[str, int]) -> Function:
        """The function in a program with these facts."""
        values = tuple(map(facts.get, self.words))
        if values not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[values] = _Lowering(self.file, facts, self.numbers, self.source).function()
        return self._known[values]


@cache
def _parsed(name: str, source: str) -> list[_Source]:
    """The functions of a source."""
    numbers: dict[str, int] = {}
    functions = []
    for part in ast.parse(source).body:
        match part:
            case ast.FunctionDef():
                functions.append(part)
            case ast.ImportFrom(module=str(module), names=names):
                numbers.update(_numbers(module, names))
            case ast.AnnAssign(target=ast.Name(id=word), value=ast.Constant(value=int(number))):
                numbers[word] = number
            case ast.Expr(value=ast.Constant()):
                continue
            case _:
                refuse(name, part)
    return [_Source(name, numbers, function) for function in functions]


def _numbers(module: str, names: list[ast.alias]) -> Iterator[tuple[str, int]]:
    """The numbers among the imports from our own modules."""
    if module.startswith(OURS):
        imported = import_module(module)
        for alias in names:
            value = getattr(imported, alias.name)
            if isinstance(value, int):
                yield alias.asname or alias.name, value


def refuse(name: str, node: ast.AST) -> NoReturn:
    """Raise `SubsetError` for a node."""
    line, text = getattr(node, "lineno", 0), ast.unparse(node).partition("\n")[0]
    raise SubsetError(
        f"{name}.py:{line}: `{text}` is not in the part of Python that the engine is written in"
    )


class _Lowering:
    def __init__(
        self,
        file: str,
        facts: Mapping[str, int],
        numbers: Mapping[str, int],
        source: ast.FunctionDef,
    ) -> None:
        self.file, self.facts, self.numbers, self.source = file, facts, numbers, source
        self.locals = {arg.arg for arg in source.args.args}

    def function(self) -> Function:
        """The whole function."""
        params = tuple(n.Local(arg.arg) for arg in self.source.args.args)
        return Function(self.source.name, params, self.block(self.source.body))

    def refuse(self, node: ast.AST) -> NoReturn:
        """Raise `SubsetError` for a node."""
        refuse(self.file, node)

    # ── statements ──

    def block(self, body: list[ast.stmt]) -> n.Block:
        """Statements in order; a text at the top is documentation."""
        return tuple(statement for part in body for statement in self.statement(part))

    def statement(self, node: ast.stmt) -> Iterator[n.Stmt]:
        """One statement."""
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return
            case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=args)):
                yield n.Run(name, tuple(map(self.expr, args)))
            case ast.Return(value=value):
                yield n.Return(self.expr(value) if value is not None else n.Const(0))
            case ast.Break():
                yield Break()
            case ast.Assign(targets=[target], value=value):
                yield self.store(target, self.expr(value))
            case ast.AugAssign(target=target, op=op, value=value):
                yield self.store(target, self.binary(node, self.expr(target), op, self.expr(value)))
            case ast.If():
                yield self._if(node)
            case ast.While(test=test, body=body, orelse=[]):
                yield While(self.expr(test), self.block(body))
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="bits"), args=[mask])):
                self.locals.add(name)
                members = self.expr(mask)
                body_ = self.block(node.body)
                yield n.For(n.Local(name), _AsBits(members), body_, n.Local("rest"))
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=args)):
                yield from self._range(node, name, args)
            case _:
                self.refuse(node)

    def _if(self, node: ast.If) -> n.If:
        branches = [(self.expr(node.test), self.block(node.body))]
        rest = node.orelse
        while len(rest) == 1 and isinstance(rest[0], ast.If):
            branches.append((self.expr(rest[0].test), self.block(rest[0].body)))
            rest = rest[0].orelse
        return n.If(tuple(branches), self.block(rest))

    def _range(self, node: ast.For, name: str, args: list[ast.expr]) -> Iterator[n.Stmt]:
        if [getattr(arg, "id", "") for arg in args] == ["WORDS"]:
            self.locals.add(name)
            for word in range(self.facts["WORDS"]):
                yield n.Assign(n.Local(name), n.Const(word))
                yield from self.block(node.body)
            return
        bounds = list(map(self.expr, args))
        defaults = {1: (n.Const(0), *bounds, n.Const(1)), 2: (*bounds, n.Const(1)), 3: tuple(bounds)}
        start, stop, step = defaults[len(bounds)]
        by = step.value if isinstance(step, n.Const) else self.refuse(node)
        assert isinstance(by, int)  # noqa: S101 - there are no lists in the subset
        self.locals.add(name)
        yield Range(n.Local(name), start, stop, by, self.block(node.body))

    def store(self, target: ast.expr, value: n.Expr) -> n.Stmt:
        """Assign to a local, a scalar or a cell."""
        if isinstance(target, ast.Name):
            self.locals.add(target.id)
            return n.Assign(n.Local(target.id), value)
        if not isinstance(target, ast.Subscript | ast.Attribute):
            self.refuse(target)
        element = self.expr(target)
        assert isinstance(element, Element)  # noqa: S101 - that is what these two come to
        return Put(element, value)

    # ── expressions ──

    def expr(self, node: ast.expr) -> n.Expr:
        """An expression, by the method named after its class."""
        handler = getattr(self, f"_{type(node).__name__.lower()}", None)
        return handler(node) if handler is not None else self.refuse(node)  # type: ignore[no-any-return]

    def _constant(self, node: ast.Constant) -> n.Expr:
        return n.Const(int(node.value)) if isinstance(node.value, int) else self.refuse(node)

    def _name(self, node: ast.Name) -> n.Expr:
        if node.id in self.locals:
            return n.Local(node.id)
        return n.Const(self.numbers[node.id]) if node.id in self.numbers else self.refuse(node)

    def _attribute(self, node: ast.Attribute) -> n.Expr:
        match node.value:
            case ast.Name(id=word) if word == FACTS and node.attr in self.facts:
                return n.Const(self.facts[node.attr])
            case ast.Name(id=word) if node.attr in _SCALARS.get(word, ()):
                return Element(word, (n.Const(_SCALARS[word][node.attr]),))
        return self.refuse(node)

    def _subscript(self, node: ast.Subscript) -> Element:
        if not isinstance(node.value, ast.Name):
            self.refuse(node)
        places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return Element(node.value.id, tuple(map(self.expr, places)))

    def _binop(self, node: ast.BinOp) -> n.Expr:
        return self.binary(node, self.expr(node.left), node.op, self.expr(node.right))

    def _unaryop(self, node: ast.UnaryOp) -> n.Expr:
        operand = self.expr(node.operand)
        match node.op:
            case ast.USub():
                if isinstance(operand, n.Const) and isinstance(operand.value, int):
                    return n.Const(-operand.value)
                return n.Arith("-", n.Const(0), operand)
            case ast.Invert():
                return Bitwise("xor", operand, n.Const(-1))
            case ast.Not():
                return n.Not(operand)
        return self.refuse(node)

    def _boolop(self, node: ast.BoolOp) -> n.Expr:
        return n.joined("and" if isinstance(node.op, ast.And) else "or", list(map(self.expr, node.values)))

    def _compare(self, node: ast.Compare) -> n.Expr:
        match node:
            case ast.Compare(ops=[ast.In() | ast.NotIn() as op], comparators=[ast.Tuple(elts=elts)]):
                left = self.expr(node.left)
                if not isinstance(left, n.Local | n.Const):
                    self.refuse(node)
                same = n.joined("or", [n.Compare("==", left, self.expr(one)) for one in elts])
                return same if isinstance(op, ast.In) else n.Not(same)
            case ast.Compare(ops=[op], comparators=[right]) if type(op) in _COMPARE:
                return n.Compare(_COMPARE[type(op)], self.expr(node.left), self.expr(right))
        return self.refuse(node)

    def _ifexp(self, node: ast.IfExp) -> n.Expr:
        return n.Select(self.expr(node.test), self.expr(node.body), self.expr(node.orelse))

    def _call(self, node: ast.Call) -> n.Expr:
        return self.call(node.func.id, node.args) if isinstance(node.func, ast.Name) else self.refuse(node)

    def call(self, name: str, args: list[ast.expr]) -> n.Expr:
        """A call of a function, or of a word with a special meaning."""
        match name, args:
            case (("min" | "max"), [left, right]):
                return n.Arith(name, self.expr(left), self.expr(right))
            case "shr", [left, right]:
                return Bitwise("shr_u", self.expr(left), self.expr(right))
            case (("union" | "common" | "without"), [left, right]):
                return n.SetOp(_SETS[name], self.expr(left), self.expr(right))
            case "has", [mask, place]:
                return n.Has(_AsBits(self.expr(mask)), self.expr(place))
            case "popcount", [mask]:
                return n.Size(_AsBits(self.expr(mask)))
            case "first", [mask]:
                return First(self.expr(mask))
            case "bit", [place]:
                return n.Single(self.expr(place))
            case "few", [word]:
                return Few(self.expr(word))
            case (("ones" | "lowest"), [word]):
                return Counted(_COUNTED[name], self.expr(word))
            case "invoke", [function, *rest]:
                return Invoke(self.expr(function), tuple(map(self.expr, rest)))
            case "address", [ast.Subscript() as place]:
                element = self.expr(place)
                assert isinstance(element, Element)  # noqa: S101 - a subscript is one
                return Address(element.array, element.indexes)
        return n.Call(name, tuple(map(self.expr, args)))

    def binary(self, node: ast.AST, left: n.Expr, op: ast.operator, right: n.Expr) -> n.Expr:
        """Arithmetic."""
        if type(op) in _ARITH:
            return n.Arith(_ARITH[type(op)], left, right)
        return Bitwise(_BITS[type(op)], left, right) if type(op) in _BITS else self.refuse(node)


def _AsBits(node: n.Expr) -> n.Expr:  # noqa: N802
    return n.SetOp("|", node, n.Const(0, "bits"))
