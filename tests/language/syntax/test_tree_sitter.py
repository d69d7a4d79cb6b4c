"""The grammar of tree-sitter (`editors/tree-sitter-ruledsl`) reads what ours reads, as the same tree.

Its parser is compiled by the C compiler of this machine. What a machine lacks is left out, unless RULEDSL_EDITOR=required.
"""

from __future__ import annotations

import ctypes
import os
import runpy
import shutil
import subprocess
from copy import copy
from functools import cache, partial
from pathlib import Path

import pytest
import strategies as ours
import tree_sitter_yaml
from hypothesis import given, settings
from lark import Token
from lark.lexer import LexerThread
from lark.parsers.lalr_parser_state import ParserState
from lengths import part
from ruamel.yaml import YAML
from tree_sitter import Language, Parser, Query, QueryCursor

from ruledsl.language.syntax import to_text
from ruledsl.language.syntax.builder import automaton, terminal_in
from ruledsl.language.syntax.colours import TOKENS, RuleLexer
from ruledsl.language.syntax.lexer import laid_out, read_lines, statements_of

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "editors" / "tree-sitter-ruledsl"
CAPSULE = b"tree_sitter.Language"
LEAVES = {"NAME": "identifier", "NUMBER_SIGN": "integer"}


def tool(name):
    """The path of a command of this machine."""
    path = shutil.which(name)
    if path is None:
        if os.environ.get("RULEDSL_EDITOR") == "required":
            pytest.fail(f"there is no {name}")
        pytest.skip(f"there is no {name}")
    return path


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The library of the grammar."""
    library = tmp_path_factory.mktemp("parser") / "ruledsl.so"
    sources = [str(FOLDER / "src" / name) for name in ("parser.c", "scanner.c")]
    command = [tool("cc"), "-shared", "-fPIC", "-I", str(FOLDER / "src"), "-o", str(library), *sources]
    subprocess.run(command, check=True)
    return library


@pytest.fixture(scope="module")
def language(compiled):
    """The grammar."""
    made = ctypes.CDLL(str(compiled)).tree_sitter_ruledsl
    made.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return Language(capsule(made(), CAPSULE, None))


@cache
def rule_texts():
    """All rule texts of the packs."""
    texts = []

    def collect(part):
        if isinstance(part, dict) and isinstance(part.get("rules"), str):
            texts.append(part["rules"])
        for child in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            collect(child)

    for path in sorted((ROOT / "rulesets").rglob("*.yaml")):
        collect(YAML(typ="safe").load(path))
    assert len(texts) > 200
    return texts


def node_of(rule, children):
    """What lark would make of a rule: a list of nodes, since hidden rules pass on what they have."""
    nodes = []
    for child in children:
        if not isinstance(child, Token):
            nodes += child
        elif child.type in LEAVES:
            nodes.append((LEAVES[child.type], str(child)))
    name = rule.alias or str(rule.origin.name)
    is_hidden = not rule.expansion or (rule.alias is None and (name.startswith("_") or rule.options.expand1))
    return nodes if is_hidden else [(name, *nodes)]


def our_tree(text):
    """The nodes by lark's tables, with names and numbers as leaves."""
    config = copy(automaton())
    rules = {
        target for row in config.states.values() for _, target in row.values() if not isinstance(target, int)
    }
    config.callbacks = {rule: partial(node_of, rule) for rule in rules}
    nodes = []
    for statement in statements_of(read_lines(text)[0]):
        state = ParserState(config, LexerThread(None, None))
        for piece in laid_out(statement, statement[0].indent):
            row = config.states[state.position]
            terminal = piece.kind if piece.kind.startswith("_") else terminal_in(piece, row)
            state.feed_token(Token(terminal, piece.text))
        ((_, *made),) = state.feed_token(Token("$END", ""), is_end=True)
        nodes += made
    return nodes


def their_tree(language, text):
    """The nodes by tree-sitter."""

    def told(node):
        children = [told(child) for child in node.named_children if child.type != "comment"]
        return (node.type, node.text.decode()) if node.type in LEAVES.values() else (node.type, *children)

    root = Parser(language).parse(text.encode()).root_node
    assert not root.has_error, (text, str(root))
    return list(told(root)[1:])


def test_what_is_written_is_of_the_grammar():
    made = runpy.run_path(str(FOLDER / "write_parser.py"))
    for path, text in made["written"]().items():
        assert path.read_text(encoding="utf-8") == text, "run write_parser.py in editors/tree-sitter-ruledsl"
    assert made["PARSER"].read_text(encoding="utf-8").startswith(made["origin"]()), "run write_parser.py"


def test_all_packs_are_read_as_the_same_trees(language):
    for text in rule_texts():
        assert their_tree(language, text) == our_tree(text)


@settings(max_examples=part(100))
@given(document=ours.DOCUMENTS)
def test_whatever_can_be_written_is_read_as_the_same_tree(language, document):
    text = to_text(document)
    assert their_tree(language, text) == our_tree(text)


@pytest.mark.parametrize(
    "text",
    [
        "\n\n      # first\n      my income +1\n\n      after my conquest: # why\n        # so\n        you gain 1 coin\n  # out\n      my income +1",
        "my income +(1 +\n  # inside\n2)\nmy income +1\r\n",
        "after my conquest:\n\tyou gain 1 coin\n",
    ],
)
def test_blanks_and_comments_make_no_difference(language, text):
    plain = text.replace("\t", "    ").replace("\r", "")
    assert their_tree(language, text) == our_tree(plain)


def test_what_is_wrong_stays_on_its_line(language):
    wrong = "my income +1\nafter my conquest if:\n  you gain 1 coin\nmy defence +2\n"
    root = Parser(language).parse(wrong.encode()).root_node
    assert [child.type for child in root.named_children if child.type == "modifier"] == ["modifier"] * 2


def test_words_have_the_colours_that_other_editors_give_them(language):
    """But for words that are names where they stand, which only a parser can tell."""
    query = Query(language, (FOLDER / "queries" / "highlights.scm").read_text(encoding="utf-8"))
    captures_of = runpy.run_path(str(FOLDER / "write_parser.py"))["CAPTURES"]
    capture_of = {TOKENS[kind]: capture for kind, capture in captures_of.items()}
    seen = set()
    for text in rule_texts():
        captures = QueryCursor(query).captures(Parser(language).parse(text.encode()).root_node)
        classes = {node.start_byte: name for name, nodes in captures.items() for node in nodes}
        for offset, kind, word in RuleLexer().get_tokens_unprocessed(text):
            if kind in capture_of:
                capture = classes[len(text[:offset].encode())]
                assert capture in {capture_of[kind], "variable", "function"}, word
                seen.add(capture)
    assert seen >= set(captures_of.values())


def test_blocks_can_be_folded(language):
    query = Query(language, (FOLDER / "queries" / "folds.scm").read_text(encoding="utf-8"))
    text = "after my conquest:\n  if hand of me is 0:\n    you gain 1 coin\nmy income +1\n"
    captures = QueryCursor(query).captures(Parser(language).parse(text.encode()).root_node)
    assert sorted(node.type for node in captures["fold"]) == ["after", "if_"]


def test_rule_texts_in_yaml_are_found():
    yaml = Language(tree_sitter_yaml.language())
    query = Query(yaml, (FOLDER / "queries" / "yaml" / "injections.scm").read_text(encoding="utf-8"))
    text = "races:\n  moles:\n    name: Moles\n    rules: |\n      my income +1\n  bees:\n    rules: my income +2\n"
    captures = QueryCursor(query).captures(Parser(yaml).parse(text.encode()).root_node)
    texts = [node.text.decode() for node in captures["injection.content"]]
    assert [text.removeprefix("|").strip() for text in texts] == ["my income +1", "my income +2"]


COLOURS = """
vim.cmd("edit rules.ruledsl")
local tree = vim.treesitter.get_parser(0, "ruledsl"):parse()[1]
local query = (vim.treesitter.query.get or vim.treesitter.query.get_query)("ruledsl", "highlights")
for id in query:iter_captures(tree:root(), 0, 0, -1) do
  print(query.captures[id])
end
vim.cmd("quit")
"""


def test_neovim_colours_with_it(compiled, tmp_path):
    """Where docs/editors.md puts the files."""
    editor = tool("nvim")
    queries = tmp_path / "queries" / "ruledsl"
    shutil.copytree(FOLDER / "queries", queries)
    (tmp_path / "parser").mkdir()
    shutil.copy(compiled, tmp_path / "parser")
    (tmp_path / "rules.ruledsl").write_text("my income +1 # more\n", encoding="utf-8")
    (tmp_path / "colours.lua").write_text(COLOURS, encoding="utf-8")
    asked = [editor, "--headless", "-u", "NONE", "--cmd", "set rtp^=.", "-c", "luafile colours.lua"]
    said = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)
    assert said.stderr.split() == ["variable.builtin", "variable", "operator", "number", "comment"]
