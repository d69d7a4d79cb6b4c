"""Writes the grammar and queries of tree-sitter, and with its generator the parser: `python write_parser.py [GENERATOR]` in this folder.

The rules come from `grammar/ruledsl.lark`. Each alternative with a name of its own (`-> add`) becomes a node; rules that only pass one on
(`?sum`) are hidden. The tokens of layout come from `src/scanner.c`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lark import Token, Tree
from lark.grammar import NonTerminal, Terminal
from lark.load_grammar import load_grammar

from ruledsl.language.syntax.colours import classes
from ruledsl.language.syntax.grammar import grammar as signs_and_words
from ruledsl.language.syntax.grammarfile import grammar_text

FOLDER = Path(__file__).parent
GRAMMAR, PARSER, QUERIES = FOLDER / "src" / "grammar.json", FOLDER / "src" / "parser.c", FOLDER / "queries"
NAMES = {"NAME": "identifier", "NUMBER_SIGN": "integer", "_NL": "_newline"}
"""The names here of terminals that are no words."""
LAYOUT = ["_newline", "_indent", "_dedent", "_base"]
"""The tokens of `src/scanner.c`, in its order. `_base` stands before the first statement and measures its indentation."""
LONE = ["sum", "highest", "lowest"]
"""The words that may stand for `LONE`. The parser follows both readings up to `over`, or to the end."""
CAPTURES = {
    "pronoun": "variable.builtin",
    "constant": "constant.builtin",
    "keyword": "keyword",
    "question": "function.builtin",
}
"""The names that editors give to the classes of words."""

DECLARATIONS = ["action", "define", "event", "permission", "phase", "remember", "value"]
"""The nodes that begin with a new name."""
ABI = 14
"""The version of the parser's tables: the last one that all editors read."""

Rule = dict[str, Any]
Part = Tree[Any] | NonTerminal | Terminal
"""What lark has for a part of a rule."""


class Grammar:
    """The rules of tree-sitter, one by one; `rules` grows with the nodes that alternatives become."""

    def __init__(self, text: str) -> None:
        loaded, _ = load_grammar(text, "ruledsl", import_paths=[], global_keep_all_tokens=False)
        self.terminals = {name: tree for name, (tree, _) in loaded.term_defs if tree is not None}
        self.definitions = {name: (tree, options.expand1) for name, _, tree, options in loaded.rule_defs}
        self.hidden = {name for name, (_, passes_on) in self.definitions.items() if passes_on}
        self.hidden |= {name for name, (tree, _) in self.definitions.items() if self._named(tree)}
        self.rules: dict[str, Rule] = {}
        self.empty: set[str] = set()
        """The rules that may be empty: they are optional wherever they stand, and not empty themselves."""
        while (
            more := {name for name, (tree, _) in self.definitions.items() if self._may_be_empty(tree)}
            - self.empty
            - {"start"}
        ):
            self.empty |= more
        for name, (tree, _) in self.definitions.items():
            if name != "start":
                self.rules[self.symbol(name)] = self._choice(name, tree)

    def symbol(self, name: str) -> str:
        """What a rule of the grammar is called here."""
        return f"_{name}" if name in self.hidden else name

    @staticmethod
    def _named(tree: Tree[Any]) -> bool:
        """Has each alternative a name of its own?"""
        return all(alternative.data == "alias" for alternative in tree.children)

    def _may_be_empty(self, part: Part) -> bool:
        if isinstance(part, NonTerminal):
            return part.name in self.empty
        if not isinstance(part, Tree):
            return False
        if part.data == "expansions":
            return any(self._may_be_empty(child) for child in part.children)
        if part.data == "expr" and part.children[1] == "+":
            return self._may_be_empty(part.children[0])
        if part.data in {"expr", "maybe"}:
            return True
        return all(
            self._may_be_empty(child)
            for child in part.children
            if isinstance(child, Tree | NonTerminal | Terminal)
        )

    def _choice(self, name: str, tree: Tree[Any]) -> Rule:
        """The alternatives of a rule; each with another name becomes a rule, and a node of that name."""
        members: list[Rule] = []
        for number, alternative in enumerate(tree.children):
            if alternative.data != "alias":
                members += self._not_empty(alternative)
                continue
            body, node = alternative.children
            inner = f"_{name}_{node.name}_{number}"
            self.rules[inner] = choice(self._not_empty(body))
            members.append({"type": "ALIAS", "content": symbol(inner), "named": True, "value": node.name})
        return choice(members)

    def _not_empty(self, part: Part) -> list[Rule]:
        """The alternatives of a part in which it is not empty."""
        if not self._may_be_empty(part):
            return [self.rule(part)]
        if part.data == "expansions":
            return [rule for child in part.children for rule in self._not_empty(child)]
        if part.data == "expr":
            inner = choice(self._not_empty(part.children[0]))
            return [inner if part.children[1] == "?" else {"type": "REPEAT1", "content": inner}]
        if part.data in {"maybe", "value"}:
            return self._not_empty(part.children[0])
        first, *others = part.children
        rest = Tree("expansion", others)
        whole = [sequence([rule, *map(self.rule, others)]) for rule in self._not_empty(first)]
        return whole + (self._not_empty(rest) if others else [])

    def rule(self, part: Part) -> Rule:
        """A part of a rule."""
        if isinstance(part, Terminal):
            return self._terminal(part.name)
        if isinstance(part, NonTerminal):
            called = symbol(self.symbol(part.name))
            return optional(called) if part.name in self.empty else called
        if part.data == "literal":
            return literal(part.children[0])
        if part.data == "expr":
            inner, mark = part.children
            repeated = {"?": optional, "*": lambda rule: {"type": "REPEAT", "content": rule}}
            return repeated.get(str(mark), lambda rule: {"type": "REPEAT1", "content": rule})(
                self.rule(inner)
            )
        if part.data == "maybe":
            return optional(self.rule(part.children[0]))
        members = [self.rule(child) for child in part.children]
        return choice(members) if part.data == "expansions" else sequence(members)

    def _terminal(self, name: str) -> Rule:
        if name == "LONE":
            return choice([string(word) for word in LONE])
        if name in NAMES or name not in self.terminals:
            return symbol(NAMES.get(name, name.lower()))
        return self.rule(self.terminals[name])

    def conflicts(self) -> list[list[str]]:
        """The rules between which the parser decides late: one with a word of `LONE`, and one in which more follows that word."""
        lone = [string(word) for word in LONE]
        late = [name for name, rule in self.rules.items() if choice(lone) in _parts(rule)]
        return [
            [name, parent]
            for name in late
            for parent, rule in self.rules.items()
            if symbol(name) in _parts(rule)
        ]

    def blocks(self) -> list[str]:
        """The nodes that may have indented lines below their first one."""
        inner = [symbol("_indent"), symbol("block")]
        nodes = {node for node, rule in self._nodes() if any(part in inner for part in _parts(rule))}
        return sorted(nodes - {"block"})

    def of(self, words: list[str]) -> list[str]:
        """The patterns of these words: in quotes, or as the node that is nothing but that word."""
        within = [part for rule in self.rules.values() if rule["type"] != "STRING" for part in _parts(rule)]
        quoted = [json.dumps(word) for word in words if string(word) in within]
        return quoted + sorted({f"({node})" for node, rule in self._nodes() if rule.get("value") in words})

    def _nodes(self) -> Iterator[tuple[str, Rule]]:
        """Each kind of node with a rule that makes it."""
        for name, rule in self.rules.items():
            if not name.startswith("_"):
                yield name, rule
            for part in _parts(rule):
                if part["type"] == "ALIAS":
                    yield part["value"], self.rules[part["content"]["name"]]

    def tokens(self) -> Iterator[tuple[str, Rule]]:
        """The rules of the tokens that are no words."""
        for name in ("NAME", "NUMBER_SIGN", "COMMENT"):
            yield NAMES.get(name, name.lower()), self.rule(self.terminals[name])


def _parts(rule: Rule) -> Iterator[Rule]:
    """A rule and all in it."""
    yield rule
    for part in [*rule.get("members", []), *([rule["content"]] if "content" in rule else [])]:
        yield from _parts(part)


def symbol(name: str) -> Rule:
    """A rule by its name."""
    return {"type": "SYMBOL", "name": name}


def string(text: str) -> Rule:
    """A word or a sign."""
    return {"type": "STRING", "value": text}


def literal(token: Token) -> Rule:
    """What stands in quotes or between strokes."""
    if token.type == "STRING":
        return string(token[1:-1])
    return {"type": "PATTERN", "value": token[1:-1]}


def choice(members: list[Rule]) -> Rule:
    """One of these."""
    return members[0] if len(members) == 1 else {"type": "CHOICE", "members": members}


def sequence(members: list[Rule]) -> Rule:
    """These, one after the other."""
    return members[0] if len(members) == 1 else {"type": "SEQ", "members": members}


def optional(rule: Rule) -> Rule:
    """This, or nothing."""
    return choice([rule, {"type": "BLANK"}])


def grammar() -> dict[str, Any]:
    """The grammar, as its generator reads it."""
    read = Grammar(grammar_text())
    start = sequence([symbol("_base"), {"type": "REPEAT", "content": symbol(read.symbol("statement"))}])
    return {
        "name": "ruledsl",
        "word": "identifier",
        "rules": {"rules": start, **read.rules, **dict(read.tokens())},
        "extras": [{"type": "PATTERN", "value": "\\s"}, symbol("comment")],
        "conflicts": read.conflicts(),
        "precedences": [],
        "externals": [symbol(name) for name in LAYOUT],
        "inline": [],
        "supertypes": [],
    }


def highlights() -> str:
    """What has which colour. Where two rows fit, the later one holds."""
    words = classes()
    signs = sorted(set(signs_and_words().signs) - set(":()"))
    questions = " ".join(map(json.dumps, words.pop("question")))
    rows = ["(comment) @comment", "(integer) @number", "(identifier) @variable"]
    rows += [f"((identifier) @function.builtin (#any-of? @function.builtin {questions}))"]
    rows += [f"({node} . (identifier) @function)" for node in DECLARATIONS]
    read = Grammar(grammar_text())
    rows += [f"[{' '.join(read.of(members))}] @{CAPTURES[kind]}" for kind, members in words.items()]
    rows += [
        f"[{' '.join(read.of(signs))}] @operator",
        '["(" ")"] @punctuation.bracket',
        '":" @punctuation.delimiter',
    ]
    return "".join(f"{row}\n" for row in rows)


def folds() -> str:
    """What can be folded."""
    nodes = " ".join(f"({node})" for node in Grammar(grammar_text()).blocks())
    return f"[{nodes}] @fold\n"


def written() -> dict[Path, str]:
    """What stands in the files, but for the parser."""
    return {
        GRAMMAR: json.dumps(grammar(), indent=1) + "\n",
        QUERIES / "highlights.scm": highlights(),
        QUERIES / "folds.scm": folds(),
    }


def origin() -> str:
    """The first line of the parser: which grammar it is made of."""
    digest = hashlib.sha256(json.dumps(grammar()).encode()).hexdigest()
    return f"// Made by write_parser.py of the grammar {digest}.\n"


def make_parser(generator: str) -> None:
    """Let the generator of tree-sitter make the parser. Raises `CalledProcessError` if it cannot."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / "src"
        made.mkdir()
        shutil.copy(GRAMMAR, made)
        command = [generator, "generate", "--abi", str(ABI), "--no-bindings", "src/grammar.json"]
        subprocess.run(command, cwd=folder, check=True)  # noqa: S603 - the one who runs this names it
        PARSER.write_text(origin() + (made / PARSER.name).read_text(encoding="utf-8"), encoding="utf-8")
        shutil.copy(made / "tree_sitter" / "parser.h", PARSER.parent / "tree_sitter")


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
    make_parser(*sys.argv[1:] or ["tree-sitter"])
