"""The representation as text, for people and for tests: every kind of node has one template."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ruledsl.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.ir.module import Function

__all__ = ["TEMPLATES", "text_of"]

TEMPLATES: Final[dict[type[n.Node], str]] = {
    n.Const: "{value}",
    n.Local: "{name}",
    n.Cell: "{noun}.{name}[{row}]",
    n.Board: "board.{table}[{index}]",
    n.Lookup: "{table}[{index}]",
    n.Prim: "{name}({args})",
    n.Call: "{function}({args})",
    n.Fact: "fact {what} {index}",
    n.Arith: "({left} {op} {right})",
    n.Saturated: "saturated({value})",
    n.Compare: "({left} {op} {right})",
    n.Not: "not {operand}",
    n.Logic: "({left} {op} {right})",
    n.Select: "({yes} if {test} else {no})",
    n.Single: "{{{item}}}",
    n.SetOp: "({left} {op} {right})",
    n.Complement: "~{operand}",
    n.Has: "({item} in {members})",
    n.Size: "size({members})",
    n.Some: "some({members})",
    n.Let: "{target} = {value}",
    n.Filter: "{{{var} for {var} in {members} if {test}{known}}}",
    n.Fold: "{op}({term} for {var} in {members}{known})",
    n.Each: "{{{var}: {term} for {var} in {members}{known}}}",
    n.Reach: "reach({var} from {start} by {step})",
    n.Batch: "{function}({among}, {args})",
    n.Answer: "{answers}[{item}]",
    n.InPlay: "rules {value} of {key}",
    n.Assign: "{target} = {value}",
    n.Return: "return {value}",
    n.If: "if {test}:",
    n.For: "for {var} in {members}:",
    n.Repeat: "repeat {times}:",
    n.Store: "{cell} = {value}",
    n.Do: "{into}{name}({args})",
    n.Raise: "raise {event}({args}){bearer}",
    n.Run: "{function}({args})",
    n.Apply: "apply {rules} at {stratum} to {target} with ({args})",
    n.Update: "{answers}[{var}] = {term} for {var} in {members}, {was} before{known}",
    n.Choose: "choose {var} from {options} asking {asking}:",
    n.May: "may {word} asking {asking}:",
    n.Offer: "offer {word} to {player}",
    n.Next: "next {step}",
    n.Jump: "jump {step}",
    n.Ask: "ask {player} {options}",
    n.Open: "open {player} {people}",
    n.Pop: "pop",
    n.Note: "note {rule}",
    n.Burn: "burn {rounds}",
}


def text_of(thing: n.Node | Function) -> str:
    """An expression, a statement or a function. Marks of what is remembered, negated or counted stand behind."""
    if isinstance(thing, n.Expr):
        return _line(thing)
    if isinstance(thing, n.Stmt):
        return "\n".join(_statement(thing, 0))
    assert not isinstance(thing, n.Node)  # noqa: S101 - expressions and statements are all the kinds there are
    params = ", ".join(param.name for param in thing.params)
    return "\n".join([f"{thing.name}({params}):", *_block(thing.body, 1)]) + "\n"


def _line(node: n.Node) -> str:
    parts = {name: _part(name, getattr(node, name)) for name in node.__dataclass_fields__}  # type: ignore[attr-defined]
    if isinstance(node, n.Do) and node.into is not None:
        parts["into"] += " = "
    marks = [name for name in ("remembered", "negated", "declinable") if getattr(node, name, False)]
    if getattr(node, "weight", 0):
        marks.append(f"counted {node.weight}")  # type: ignore[attr-defined]
    if isinstance(node, n.Fact) and node.index < 0:
        parts["index"] = ""
    found = TEMPLATES[type(node)].format(**parts).replace("[]", "").rstrip()
    return " ".join([found, *marks])


def _part(name: str, part: Any) -> str:
    if isinstance(part, n.Node):
        return _line(part)
    if isinstance(part, tuple) and name == "known":
        return "".join(f", {_line(let)}" for let in part)
    if isinstance(part, tuple) and name == "args":
        return ", ".join("all" if arg is None else _line(arg) for arg in part)
    if name == "bearer":
        return f" for ({_part('args', part)})" if part else ""
    return "" if part is None else str(part)


def _block(body: n.Block, depth: int) -> Iterator[str]:
    for statement in body:
        yield from _statement(statement, depth)


def _statement(node: n.Stmt, depth: int) -> Iterator[str]:
    space = "  " * depth
    match node:
        case n.If(branches=branches, otherwise=otherwise):
            for number, (test, body) in enumerate(branches):
                yield f"{space}{'elif' if number else 'if'} {_line(test)}:"
                yield from _block(body, depth + 1)
        case n.For(body=body) | n.Repeat(body=body):
            yield space + _line(node)
            yield from _block(body, depth + 1)
            return
        case n.Choose(body=chosen, otherwise=otherwise) | n.May(body=chosen, otherwise=otherwise):
            yield space + _line(node)
            yield from _block(chosen or (), depth + 1)
        case _:
            yield space + _line(node)
            return
    if otherwise:
        yield f"{space}else:"
        yield from _block(otherwise, depth + 1)
