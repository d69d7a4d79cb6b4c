"""The automaton of the grammar, and the tree that is built as it goes: one function for each name of the grammar; no recursion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ruledsl.syntax import build_effects, build_expressions, build_statements
from ruledsl.syntax.automaton import terminal_in
from ruledsl.syntax.building import Made, Part, Placed
from ruledsl.syntax.grammar import GrammarRule, grammar
from ruledsl.syntax.lexer import Piece
from ruledsl.syntax.source import Refused, Source
from ruledsl.syntax.tree import Statement, Word

__all__ = ["MAKERS", "Builder"]

Maker = Callable[[Made], Any]

MAKERS: Final[dict[str, Maker]] = {
    **build_expressions.MAKERS,
    **build_effects.MAKERS,
    **build_statements.MAKERS,
}

NOTHING: Final[Placed] = (None, -1, -1)


class Builder:
    """Reads the pieces of one text.

    What the language refuses although the grammar allows it comes second: only a text that the grammar allows to its end is refused for it.
    """

    __slots__ = ("_grammar", "_made", "_refused", "_source", "_stack", "_states")

    def __init__(self, source: Source) -> None:
        self._grammar = grammar()
        self._source = source
        self._states = [0]
        self._stack: list[Placed] = []
        self._made = 0
        self._refused: Refused | None = None

    def take(self, piece: Piece) -> bool:
        """Go on by one piece; False when it cannot stand here."""
        rows, states = self._grammar.rows, self._states
        terminal = terminal_in(piece, rows[states[-1]])
        while (action := rows[states[-1]].get(terminal)) is not None:
            if action >= 0:
                states.append(action)
                self._stack.append(self._leaf(terminal, piece))
                return True
            self._reduce(self._grammar.rules[~action])
        return False

    def end(self) -> list[Statement] | None:
        """The statements; None when the text cannot end here. Raises `Refused`."""
        while (action := self._grammar.rows[self._states[-1]].get("$END")) is not None:
            rule = self._grammar.rules[~action]
            self._reduce(rule)
            if rule.origin == "start":
                if self._refused is not None:
                    raise self._refused
                return [statement for statement, _, _ in self._stack[-1][0]]
        return None

    @property
    def most_nodes(self) -> int:
        """There are at most so many nodes: no function that builds makes more of them than it has children, and one."""
        return 2 * self._made

    def _leaf(self, terminal: str, piece: Piece) -> Placed:
        self._made += 1
        _, text, start, end = piece
        if terminal == "NAME":
            return Word(text, span=self._source.span(start, end)), start, end
        return Part(terminal, text, self._source, start, end), start, end

    def _reduce(self, rule: GrammarRule) -> None:
        states, stack = self._states, self._stack
        origin, size, maker, passes, _ = rule
        if size == 1 and passes:
            states[-1] = self._grammar.gotos[states[-2]][origin]
            return
        taken: list[Placed] = []
        if size:
            taken = stack[-size:]
            del stack[-size:], states[-size:]
        states.append(self._grammar.gotos[states[-1]][origin])
        if self._refused is not None:
            stack.append(NOTHING)
            return
        start = next((first for _, first, _ in taken if first >= 0), -1)
        end = next((last for _, _, last in reversed(taken) if last >= 0), -1)
        children = _children(rule, taken)
        if not maker:
            stack.append((children, start, end))
        elif passes and len(children) == 1:
            stack.append((children[0][0], start, end))
        else:
            self._made += 1
            try:
                made = MAKERS[maker](Made(maker, self._source, start, end, children))
            except Refused as refused:
                self._refused = refused
                stack.append(NOTHING)
            else:
                stack.append((made, start, end))


def _children(rule: GrammarRule, taken: list[Placed]) -> list[Placed]:
    """What the rule says of what was taken from the stack; a helper's list is its own, so it may go on growing."""
    children: list[Placed] = []
    for which in rule.children:
        if which is None:
            children.append(NOTHING)
        elif isinstance(which, int):
            children.append(taken[which])
        elif children:
            children += taken[which[0]][0]
        else:
            children = taken[which[0]][0]
    return children
