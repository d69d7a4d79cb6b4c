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
        state = rows[states[-1]].get(terminal, -1)
        if state < 0:
            self._reduce(terminal)
            state = rows[states[-1]].get(terminal, -1)
            if state < 0:
                return False
        self._made += 1
        _, text, start, end = piece
        leaf = (
            Word(text, span=self._source.span(start, end))
            if terminal == "NAME"
            else Part(terminal, text, self._source, start, end)
        )
        states.append(state)
        self._stack.append((leaf, start, end))
        return True

    def end(self) -> list[Statement] | None:
        """The statements; None when the text cannot end here. Raises `Refused`."""
        self._reduce("$END")
        if self._states != [0, self._grammar.gotos[0]["start"]]:
            return None
        if self._refused is not None:
            raise self._refused
        return [statement for statement, _, _ in self._stack[0][0]]

    @property
    def most_nodes(self) -> int:
        """There are at most so many nodes: no function that builds makes more of them than it has children, and one."""
        return 2 * self._made

    def _reduce(self, terminal: str) -> None:
        """Put together what ends before this terminal."""
        rules, rows, gotos = self._grammar.rules, self._grammar.rows, self._grammar.gotos
        states = self._states
        while (action := rows[states[-1]].get(terminal, 0)) < 0:
            rule = rules[~action]
            origin, size, _, _, _, idle = rule
            if idle:  # most are: a name is a factor, a term, a sum, …
                states[-1] = gotos[states[-2]][origin]
                continue
            if size:
                del states[-size:]
            states.append(gotos[states[-1]][origin])
            self._put_together(rule)

    def _put_together(self, rule: GrammarRule) -> None:
        _, size, maker, passes, chosen, _ = rule
        stack = self._stack
        taken: list[Placed] = []
        if size:
            taken = stack[-size:]
            del stack[-size:]
        if self._refused is not None:
            stack.append(NOTHING)
            return
        start, end = _room(taken) if taken else (-1, -1)
        children = _children(chosen, taken)
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


def _room(taken: list[Placed]) -> tuple[int, int]:
    """Where that begins which begins first, and where that ends which ends last."""
    first, last = taken[0][1], taken[-1][2]
    if first < 0:
        first = next((start for _, start, _ in taken if start >= 0), -1)
    if last < 0:
        last = next((end for _, _, end in reversed(taken) if end >= 0), -1)
    return first, last


def _children(chosen: list[int | list[int] | None], taken: list[Placed]) -> list[Placed]:
    """Those of what was taken from the stack that a rule has chosen; a helper's list is its own, so it may go on growing."""
    children: list[Placed] = []
    for which in chosen:
        if which is None:
            children.append(NOTHING)
        elif isinstance(which, int):
            children.append(taken[which])
        elif children:
            children += taken[which[0]][0]
        else:
            children = taken[which[0]][0]
    return children
