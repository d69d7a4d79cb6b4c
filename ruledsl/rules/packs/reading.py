"""Reads one pack from its folder: its files, their shape, and their contents as values of `model`, cached file by file."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.plaintext import plain_bytes
from ruledsl.base.whole import is_whole
from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.visitor import mapped, walk
from ruledsl.rules.packs import entries
from ruledsl.rules.packs.entries import read_file
from ruledsl.rules.packs.fields import WORDS, names, table
from ruledsl.rules.packs.filetrees import FileTrees
from ruledsl.rules.packs.folders.below import Below, is_test, link_problem
from ruledsl.rules.packs.folders.elsewhere import game_for
from ruledsl.rules.packs.folders.files import Budget, shown_path, shown_paths
from ruledsl.rules.packs.model import Kind, Pack, Piece
from ruledsl.rules.packs.schema.check import checked
from ruledsl.rules.packs.schema.schemas import ID, VERSION, file_schema, pack_schema
from ruledsl.rules.packs.sources import read_sources
from ruledsl.rules.packs.translations import (
    CODES,
    FOLDER,
    Translations,
    is_translation,
    language_of,
    renamed,
    translation_form,
)
from ruledsl.rules.packs.yaml.nodes import (
    KeyNode,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    to_plain,
    words_in,
)
from ruledsl.version import LANGUAGE_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ruledsl.rules.packs.filetrees import FileTree
    from ruledsl.rules.packs.folders.contents import Seen
    from ruledsl.rules.packs.model import Composition, RuleText
    from ruledsl.rules.packs.schema.schemas import Form

A_FILE = "one file for each language, called after its two letters, such as `languages/it.yaml`"
HEAD = "pack.yaml"
"""The key under which a tree is known to fit the schema of `pack.yaml`."""


def read_head(
    folder: Path, diagnostics: Diagnostics, seen: Seen, trees: FileTrees | None = None
) -> Pack | None:
    """Only `pack.yaml`: the pack's identity and requirements. `trees` are those of the folder, if more of it is read."""
    path = folder / "pack.yaml"
    problem = link_problem(str(path), (path.name,), str(folder))
    if problem is not None:
        Below(str(folder), problems=[problem]).report(diagnostics)
        seen.file(folder, path, None)
        return None
    trees = trees or FileTrees(folder)
    shown = shown_path(path)
    data = trees.disk.bytes(path, shown, diagnostics)
    seen.file(folder, path, data)
    tree = None if data is None else trees.read(data, shown, diagnostics)
    if tree is None:
        return None
    node: Node = tree.root
    if HEAD not in tree.sound:
        before = diagnostics.added
        node = checked(node, pack_schema(), diagnostics, tree.lost)
        check_licence(node, diagnostics)
        if diagnostics.added == before:
            tree.sound.add(HEAD)
    if not isinstance(node, MappingNode):
        return None
    language = _language(to_plain(node))
    if language > LANGUAGE_VERSION:
        key = node.get("language")
        diagnostics.error(
            "P010",
            f"This pack is written in version {language} of the language; this ruledsl knows version {LANGUAGE_VERSION}.",
            key.span if key else node.span,
            expected=f"`language: {LANGUAGE_VERSION}`, or a newer ruledsl",
        )
        return None
    return _pack(node, folder, is_whole=not tree.lost)


def _language(data: dict[str, Any]) -> int:
    """The declared version of the language; 0 if there is none."""
    language = data.get("language")
    return language if is_whole(language) else 0


def _pack(node: MappingNode, folder: Path, *, is_whole: bool) -> Pack:
    """The contents of `pack.yaml`, with defaults for missing or malformed parts, so that the rest can be checked."""
    data = to_plain(node)
    places = {("requires", key.text): key.span for key in _keys(node.get("requires"))}
    id_ = node.get("id")
    if id_ is not None:
        places["pack", "id"] = id_.span
    wanted = data.get("requires") or {}
    requires = {k: str(v) for k, v in wanted.items()} if isinstance(wanted, dict) else {}
    return Pack(
        _fitting(data.get("id"), ID, re.sub("[^a-z0-9_]", "_", folder.name.lower())),
        _fitting(data.get("version"), VERSION, "0.0.0"),
        _language(data) or LANGUAGE_VERSION,
        str(folder),
        names(node.get("name")),
        requires,
        node.span,
        replaces={item.text: item.span for item in _items(node.get("replaces"))},
        places=places,
        incomplete=not is_whole or not isinstance(wanted, dict),
        authors=tuple(name for name in _listed(data.get("authors")) if isinstance(name, str)),
        licence=_fitting(data.get("licence"), ".", ""),
        homepage=_fitting(data.get("homepage"), ".", ""),
        summary=names(node.get("summary")),
        sources=read_sources(node.get("sources")),
    )


def _fitting(value: object, pattern: str, otherwise: str) -> str:
    """A text of the right form, or a default, so that the rest can be checked."""
    return value if isinstance(value, str) and re.search(pattern, value) else otherwise


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _keys(node: Node | None) -> list[KeyNode]:
    return [key for key, _ in node] if isinstance(node, MappingNode) else []


def _items(node: Node | None) -> list[ScalarNode]:
    return (
        [item for item in node.items if isinstance(item, ScalarNode)]
        if isinstance(node, SequenceNode)
        else []
    )


def read_pack(
    pack: Pack, kinds: Iterable[Kind], diagnostics: Diagnostics, seen: Seen, budget: Budget, trees: FileTrees
) -> None:
    """Read everything else, within the budget. `kinds` are those of the required packs, `trees` those of its folder."""
    folder = Path(pack.folder)
    there = trees.disk.below(folder)
    there.report(diagnostics)
    pack.incomplete |= any(problem.severity == "error" for problem in there.problems)
    files = there.of_rules
    if not budget.files(len(files), sum(map(_size, files)), pack.span):
        pack.incomplete = True
        files = []
    read = _trees(pack, files, diagnostics, seen, budget, trees)
    for name, _, root, _ in read:
        if not is_translation(name):
            _read_kinds(root, pack, diagnostics)
    all_kinds = [*kinds, *pack.kinds.values()]
    if not pack.requires and not pack.incomplete:
        pack.incomplete = _builds_on_another(pack, read, file_schema(all_kinds), diagnostics)
    schema = file_schema(all_kinds, more=pack.incomplete)
    kept = repr(schema), [(kind.id, [field.key for field in kind.fields]) for kind in all_kinds]
    sort = hashlib.sha256(repr(kept).encode()).hexdigest()
    before = diagnostics.added
    translations, digest = _translations(read, schema, sort, diagnostics)
    are_sound = diagnostics.added == before
    for name, _, root, tree in read:
        if is_translation(name):
            continue
        pack.doubtful |= tree.words
        node = _checked(root, tree, schema, sort, diagnostics)
        if not isinstance(node, MappingNode):
            continue
        for key, value in node:
            if key.text not in schema["properties"]:
                pack.doubtful |= words_in(value)
        first = len(pack.rules)
        node = translations.into(node, diagnostics)
        _name_kinds(node, pack)
        _read_part(tree, node, (sort, digest), pack, {kind.plural: kind for kind in all_kinds}, diagnostics)
        for rule in pack.rules[first:]:
            rule.document = tree.document(rule.node, diagnostics)
    if are_sound and not pack.incomplete:
        translations.report_unread(diagnostics)
    trees.keep()
    budget.pack(pack)


def _builds_on_another(pack: Pack, read: list[_Read], schema: Form, diagnostics: Diagnostics) -> bool:
    """Does a pack that requires nothing have keys that another one declares? Only that is reported, not all that is missing therefore."""
    rules = [one.root for one in read if not is_translation(one.name)]
    keys = [key for root in rules for key, _ in root if key.text not in schema["properties"]]
    words = {word for root in rules for word in words_in(root)} if keys else set()
    for key in keys:
        advice = game_for(key.text, words, pack, diagnostics.sources)
        if advice is not None:
            message = f"There is no key `{key.text}` here: `{pack.id}` requires no pack that has it."
            diagnostics.error("S001", message, key.span, help=advice[0], fix=advice[1])
            return True
    return False


def _checked(root: Node, tree: FileTree, schema: Form, sort: str, diagnostics: Diagnostics) -> Node:
    """The root of a file, checked against the schema with this key unless it is known to fit."""
    if sort in tree.sound:
        return root
    before = diagnostics.added
    node = checked(root, schema, diagnostics, tree.lost)
    if diagnostics.added == before:
        tree.sound.add(sort)
    return node


def _translations(
    read: list[_Read], schema: Form, sort: str, diagnostics: Diagnostics
) -> tuple[Translations, str]:
    """The texts in other languages among the files of a pack with this schema, and a digest of them."""
    roots: dict[str, MappingNode] = {}
    digest = hashlib.sha256()
    files = [one for one in read if is_translation(one.name)]
    form = translation_form(schema) if files else {}
    for name, data, root, tree in files:
        language = language_of(name)
        if not language or language in roots:
            diagnostics.error(
                "P061",
                f"`{name.partition('/')[2]}` is no file of a language of its own.",
                root.span,
                expected=A_FILE,
                help=renamed(name),
            )
            continue
        if language not in CODES:
            message = f"No language has the code `{language}`."
            diagnostics.error(
                "P071", message, root.span, expected="the two letters of a language, such as `it`"
            )
        node = _checked(root, tree, form, f"{sort} {FOLDER}", diagnostics)
        if isinstance(node, MappingNode):
            roots[language] = node
            digest.update(repr((language, root.span.file, data)).encode())
    return Translations(roots), digest.hexdigest() if roots else ""


class _Read(NamedTuple):
    """A file of a pack: its name in the pack's folder, and what is in it."""

    name: str
    data: bytes
    root: MappingNode
    tree: FileTree


def _trees(
    pack: Pack, files: list[Path], diagnostics: Diagnostics, seen: Seen, budget: Budget, trees: FileTrees
) -> list[_Read]:
    """The files of a pack except `pack.yaml`, as far as they are readable and within the budget; the pack gets its digest."""
    folder = Path(pack.folder)
    contents: dict[str, bytes] = {}
    read: list[_Read] = []
    for path, shown in zip(files, shown_paths(files), strict=True):
        # Errors in `pack.yaml` itself were reported when its head was read.
        data = trees.disk.bytes(path, shown, Diagnostics() if path.name == "pack.yaml" else diagnostics)
        diagnostics.sources.editions[shown] = pack.language
        seen.file(folder, path, data)
        name = "/".join(path.parts[len(folder.parts) :])
        contents[name] = data or b""
        if path.name == "pack.yaml":
            continue
        fits = data is not None and budget.text(data, pack.span)
        tree = trees.read(data, shown, diagnostics) if data is not None and fits else None
        if tree is not None and isinstance(tree.root, MappingNode):
            read.append(_Read(name, contents[name], tree.root, tree))
            continue
        pack.incomplete = True
        if tree is not None:
            diagnostics.error(
                "P011",
                "A pack file is a mapping: keys such as `races:` or `rules:`, each with what belongs to it.",
                tree.root.span,
            )
    pack.digest, pack.files = digest_of_pack(contents), digests_of_files(contents)
    return read


def digest_of_pack(files: Mapping[str, bytes]) -> str:
    """The digest by which saves identify a pack: of the plain texts of its files, by name, without its scenarios."""
    digest = hashlib.sha256()
    for name in sorted(files, key=lambda name: name.split("/")):
        if not is_test(name):
            digest.update(os.fsencode(name) + b"\0" + plain_bytes(files[name]) + b"\0")
    return digest.hexdigest()[:16]


def digests_of_files(files: Mapping[str, bytes]) -> dict[str, str]:
    """A short digest of each of these files, by which saves say what differs."""
    return {
        name: hashlib.sha256(plain_bytes(data)).hexdigest()[:8]
        for name, data in sorted(files.items())
        if not is_test(name)
    }


def _read_kinds(tree: MappingNode, pack: Pack, diagnostics: Diagnostics) -> None:
    """Kinds come first: the other files of the pack may use them as keys."""
    node = tree.get("kinds")
    if isinstance(node, MappingNode):
        entries.read_kinds(node, pack, diagnostics)


def _name_kinds(tree: MappingNode, pack: Pack) -> None:
    """The names and headings of kinds in all languages: they were read before the translations, which mirror what kinds there are."""
    for id_, _, entry in table(tree.get("kinds")):
        if id_ in pack.kinds:
            pack.kinds[id_].names = names(entry.get("name"))
            pack.kinds[id_].heading = names(entry.get("heading"))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


# ── licences of packs, as SPDX writes them (https://spdx.org/licenses) ──


def check_licence(head: Node, diagnostics: Diagnostics) -> None:
    """Warn about a licence that is no SPDX expression; suggest one that differs only in case."""
    node = head.get("licence") if isinstance(head, MappingNode) else None
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        return
    from packaging import licenses  # noqa: PLC0415 - only for packs that name one, when they are read anew

    try:
        usual: str = licenses.canonicalize_license_expression(node.value)
    except licenses.InvalidLicenseExpression:
        usual = ""
    if usual != node.value:
        diagnostics.warning(
            "P058",
            f"`{node.value}` is not an SPDX licence.",
            node.span,
            expected="an SPDX expression such as `MIT`, `CC-BY-4.0` or `MIT OR Apache-2.0`",
            suggestion=usual,
        )


TABLES = ("decks", "dice", "pieces", "tiles", "maps", "faces", "variants", "lessons")
"""Tables with unique ids."""
GROWING = ("panels", "measures", "book", "rules")
WRITTEN_OVER = (
    "texts",
    "nouns",
    "roles",
    "frame",
    "drawing",
    "emblems",
    "given",
    "places",
    "renamed",
    "also_called",
)
STANDINGS = "standings"


def _read_part(
    tree: FileTree,
    root: MappingNode,
    sort: tuple[str, str],
    pack: Pack,
    kinds: Mapping[str, Kind],
    diagnostics: Diagnostics,
) -> None:
    """Everything in one file, as `read_file` reads it into the pack. `sort` is the key of its schema, and the digest of its translations.

    Only parts of correct files are kept, and a part is reused only if its ids are not in the pack yet.
    """
    part = tree.parts.get((*sort, pack.id))
    if part is None and sort[0] in tree.sound:
        part = Pack(pack.id, pack.version, pack.language, pack.folder, {}, {}, pack.span)
        heard = diagnostics.apart()
        read_file(root, part, dict(kinds), heard)
        if heard.added:
            part = None
        else:
            tree.parts[*sort, pack.id] = part
    if part is None or _clash(part, pack):
        read_file(root, pack, dict(kinds), diagnostics)
    else:
        _add(part, pack, is_last_word=STANDINGS in root)


def _clash(part: Pack, pack: Pack) -> bool:
    return any(not getattr(part, name).keys().isdisjoint(getattr(pack, name)) for name in TABLES)


def _add(part: Pack, pack: Pack, *, is_last_word: bool) -> None:
    for name in (*TABLES, *WRITTEN_OVER):
        getattr(pack, name).update(getattr(part, name))
    for name in GROWING:
        getattr(pack, name).extend(getattr(part, name))
    for name in WORDS:
        words: dict[str, Any] = getattr(pack.words, name)
        words.update((word, at) for word, at in getattr(part.words, name).items() if word not in words)
    pack.words.equivalents += part.words.equivalents
    if is_last_word:
        pack.standings = part.standings


# ── outside ─────────────────────────────────────────────────────────────────────
# Race tokens from `outside`, as in packs of the first weeks: they come from no tray and return to none.
#
# Two other places do the same now. Tokens of the tray that go outside are set aside. Tokens that come from outside are first those that were set
# aside, then pieces that stand in for race tokens and return to the box before any other. Rules that name the place are read as rules with these.


PLACE = "outside"
ROLE = "stand_ins"
EXTRA = "token_from_outside"
SUPPLY = 99
"""More than anybody could need."""
TEMPLATES = {
    ("outside", "tray"): "move amount__ token of people__ from aside to tray",
    ("tray", "outside"): "move amount__ token of people__ from tray to aside",
    ("outside", "hand"): f"""
    move (amount__ - aside of race of people__ but at least 0) {EXTRA} from box to hand of people__
    move amount__ token of people__ from aside to hand""",
    ("outside", ""): f"""
    move (amount__ - aside of race of people__ but at least 0) {EXTRA} from box to region__
    move amount__ token of people__ from aside to region__""",
    ("hand", "outside"): f"""
    let wanted__ be amount__
    move (wanted__ - (amount of {EXTRA} with people__) but at least 0) token of people__ from hand to aside
    move wanted__ {EXTRA} from hand of people__ to box""",
    ("", "outside"): f"""
    let wanted__ be amount__
    let standing__ be amount of {EXTRA} in region__
    move (wanted__ - standing__ - (amount of {EXTRA} with people__) but at least 0) token of people__ from region__ to aside
    move (wanted__ - standing__ but at least 0) {EXTRA} from hand of people__ to region__
    move wanted__ {EXTRA} from region__ to box""",
}
"""By source and target of tokens (empty: a region)."""
ALL = {"hand": "hand of people__", "tray": "tray of people__", "": "tokens of people__ in region__"}
"""The amount that means all tokens, by source."""


def without_outside(composition: Composition, diagnostics: Diagnostics) -> None:
    """Replace this place in the rules of a composition, with a warning for each use."""
    for place, rule in enumerate(composition.rules):
        if rule.document is None or ROLE not in composition.roles or PLACE not in rule.text:
            continue
        statements = tuple(
            _statement(one, composition.roles[ROLE], diagnostics) for one in rule.document.statements
        )
        if statements != rule.document.statements:
            composition.rules[place] = replace(rule, document=replace(rule.document, statements=statements))
            composition.pieces.setdefault(EXTRA, _piece(composition, rule))


def _piece(composition: Composition, rule: RuleText) -> Piece:
    names = {"en": "token from outside"}
    traits = (composition.roles[ROLE],)
    return Piece(EXTRA, rule.owner.pack, rule.span, "", names, SUPPLY, traits, "+")


def _statement(statement: s.Statement, trait: str, diagnostics: Diagnostics) -> s.Statement:
    if any(isinstance(node, s.Word) and node.text == PLACE for node in walk(statement)):
        return statement  # the pack declares something of that name
    made = mapped(
        statement, lambda node: _moved(node, trait, diagnostics) if isinstance(node, s.Move) else node
    )
    assert isinstance(made, type(statement))  # noqa: S101 - only moves change
    return made


def _moved(node: s.Move, trait: str, diagnostics: Diagnostics) -> s.Node:
    ends = _end(node.source), _end(node.target)
    if node.kind.text != "token" or PLACE not in ends or ends not in TEMPLATES:
        return node
    at = node.source if ends[0] == PLACE else node.target
    assert at is not None  # noqa: S101 - it is named
    message = f"There is no place `outside` any more: a token that comes out of no tray is a piece with the trait `{trait}`."
    diagnostics.warning("N028", message, at.span, expected="`box`, and a piece for `token`")
    people = node.owner or s.Name("me", span=node.span)
    fillings = {"people__": people, "region__": node.target if ends[0] == PLACE else node.source}
    amount = node.amount.value
    if amount is None and ends[0] in ALL:
        amount = _filled(_expression(ALL[ends[0]]), fillings, node)  # type: ignore[assignment]
    if amount is None:
        return node
    return _filled(_block(ends), {**fillings, "amount__": amount}, node)


def _end(place: s.Expr | None) -> str | None:
    """The name of a source or target of tokens; empty for a region."""
    if place is None:
        return None
    return place.text if isinstance(place, s.Name) and place.text in (PLACE, "hand", "tray", "aside") else ""


def _filled(node: s.Node, fillings: dict[str, s.Expr | None], of: s.Move) -> s.Node:
    """A template with its names filled in, at the place of the move."""

    def change(part: s.Node) -> s.Node:
        other = fillings.get(part.text) if isinstance(part, s.Name) else None
        return replace(part, span=of.span) if other is None else other

    return mapped(node, change)


@cache
def _block(ends: tuple[str, str]) -> s.Node:
    from ruledsl.language.syntax.parser import parse  # noqa: PLC0415 - lark is not imported for what is kept

    (event,) = parse(
        f"event moved__:\n  repeat 1 times:\n    {TEMPLATES[ends].strip()}", Diagnostics()
    ).statements
    return next(node for node in walk(event) if isinstance(node, s.Repeat))


@cache
def _expression(text: str) -> s.Node:
    from ruledsl.language.syntax.parser import parse  # noqa: PLC0415 - lark is not imported for what is kept

    (value,) = parse(f"value moved__ = {text}", Diagnostics()).statements
    assert isinstance(value, s.Value)  # noqa: S101 - as it was written
    return value.base
