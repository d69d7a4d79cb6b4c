"""Which room knows which, who uses which library, and that no tile is in code."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from ruledsl.diagnostics import Diagnostics
from ruledsl.packs import known_packs, load_packs

ROOT = Path(__file__).resolve().parents[1] / "ruledsl"
ROOMS = [
    "store",
    "diagnostics",
    "vocabulary",
    "syntax",
    "packs",
    "draw",
    "scenarios",
    "check",
    "engine",
    "ir",
    "compile",
    "naming",
    "native",
    "explain",
    "positions",
    "play",
    "testkit",
    "templates",
    "bulk",
    "service",
    "lsp",
    "rl",
    "study",
    "book",
    "serve",
    "cli",
]
"""From top to bottom: each imports only from itself and from those before it (docs/architecture.md)."""
LIBRARIES = {
    "lark": "syntax",
    "ruamel": "packs",
    "_ruamel_yaml": "packs",
    "jsonschema": "packs",
    "referencing": "packs",
    "wasmtime": "native",
    "starlette": "serve",
    "uvicorn": "serve",
    "polars": "study",
    "plotly": "study",
    "pygls": "lsp",
    "lsprotocol": "lsp",
    "distributed": "bulk",
    "platformdirs": "",
    "pettingzoo": "rl",
    "gymnasium": "rl",
}
FILES = sorted(ROOT.rglob("*.py"))


def room_of(path):
    parts = path.relative_to(ROOT).parts
    return parts[0] if len(parts) > 1 else ""


@cache
def imports(path):
    """The modules that a file imports, those of types only included."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_imports_only_from_rooms_above_it(path):
    room = room_of(path)
    if room not in ROOMS:
        return  # the package itself and its faces
    for module in imports(path):
        if module.startswith("ruledsl."):
            other = module.split(".")[1]
            assert other not in ROOMS or ROOMS.index(other) <= ROOMS.index(room), f"{room} imports {module}"
            assert room != "check" or other != "engine"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_library_has_its_room(path):
    for module in imports(path):
        home = LIBRARIES.get(module.split(".")[0])
        assert home is None or home == room_of(path), f"{path} imports {module}"


def module_of(path):
    return ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path): path for path in FILES}


def imported(path):
    """The modules of ours that a file imports, wherever in it: for types only, or when a function is called, as well."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports by a relative name"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES else node.module for name in names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def a_circle(graph):
    """Some modules that import each other in a circle, the first one again at the end; empty if there are none."""
    done = set()

    def beyond(module, way):
        if module in way:
            return [*way[way.index(module) :], module]
        if module in done:
            return []
        found = next(filter(None, (beyond(other, [*way, module]) for other in sorted(graph[module]))), [])
        done.add(module)
        return found

    return next(filter(None, (beyond(module, []) for module in sorted(graph))), [])


def test_no_modules_import_each_other_in_a_circle():
    graph = {name: {m for m in imported(path) if m in MODULES} - {name} for name, path in MODULES.items()}
    circle = a_circle(graph)
    assert not circle, "a circle of imports: " + " -> ".join(circle)


def test_circles_are_found():
    assert a_circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert a_circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


PUBLIC = {"_replace", "_asdict", "_fields", "_exit"}
"""What begins with an underscore and is public all the same: of named tuples, and of `os`."""
INSIDE = {
    "native/wasm.py": {
        "_bindings",
        "ffi._wasmtime_func_call_unchecked",
        "store._context",
        "function._func",
    }
}
"""The quick way of the C library has no other name in the package that brings it (docs/decisions/0006-native.md)."""


def strangers(tree):
    """Private names that a module takes from another one: (line, name). Names that it declares itself, of whatever class, are its own."""
    own = {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    own |= {
        n.attr
        for n in ast.walk(tree)
        if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) and is_self(n)
    }
    own |= {
        n.target.id for n in ast.walk(tree) if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, alias.name) for alias in node.names if is_private(alias.name))
        elif (
            isinstance(node, ast.Attribute)
            and is_private(node.attr)
            and not is_self(node)
            and node.attr not in own
        ):
            yield node.lineno, ast.unparse(node)


def is_private(name):
    return name.startswith("_") and not name.endswith("__") and name not in PUBLIC


def is_self(node):
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_looks_into_another_one(path):
    allowed = INSIDE.get(path.relative_to(ROOT).as_posix(), ())
    names = strangers(ast.parse(path.read_text(encoding="utf-8")))
    found = [f"line {line}: `{name}`" for line, name in names if name not in allowed]
    assert not found, f"{path} uses private names of others: {', '.join(found)}"


# ── small enough to be read ──────────────────────────────────────────────────

MOST_MODULES = 13
MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 45


@pytest.mark.parametrize("folder", sorted({path.parent for path in FILES}), ids=lambda folder: folder.name)
def test_a_folder_can_be_overlooked(folder):
    modules = [path.name for path in folder.glob("*.py") if path.name != "__init__.py"]
    assert len(modules) <= MOST_MODULES, f"{folder} has {len(modules)} modules: {', '.join(sorted(modules))}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_and_its_functions_can_be_overlooked(path):
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= MOST_LINES, f"{path} has {text.count(chr(10))} lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            lines = node.end_lineno - node.lineno + 1
            assert lines <= MOST_LINES_OF_A_FUNCTION, f"{path}: {node.name} has {lines} lines"


@pytest.mark.parametrize("path", [p for p in FILES if room_of(p) == "engine"], ids=lambda path: path.name)
def test_the_engine_does_no_io(path):
    forbidden = {"os", "io", "pathlib", "sys", "random", "time", "socket", "subprocess", "logging", "secrets"}
    assert not forbidden & {module.split(".")[0] for module in imports(path)}
    names = {node.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Name)}
    assert not names & {"open", "print", "input", "eval", "exec", "__import__"}


PICKLES = {
    "pickle",
    "cPickle",
    "_pickle",
    "pickletools",
    "shelve",
    "dill",
    "cloudpickle",
    "joblib",
    "jsonpickle",
    "copyreg",
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_unpickled(path):
    """What can make anything of a file runs whatever the file says. `marshal` only makes plain data, and code of what this package compiled."""
    for module in imports(path):
        assert not PICKLES & set(module.split(".")), f"{path} imports {module}"
        assert module != "marshal" or path == ROOT / "store" / "plain.py"


# ── no tile in code ──────────────────────────────────────────────────────────

HOMONYMS = {
    "entry": "a flag of regions in map files: where races come onto the map",
    "edge": "a flag of regions in map files: what touches the rim of the board",
    "race": "the noun of the game, and a question to the engine",
    "power": "the noun of the game, and a question to the engine",
    "place": "a place in a file, in memory, on a list",
    "rooted": "the name of a role, which happens to be played by a trait of this name",
    "active": "plain English",
    "gone": "plain English",
    "column": "of a text",
    "ordinary": "plain English",
    "explosion": "plain English",
    "hole": "what a text has for something to be filled in",
    "anchor": "what a phase is put beside",
    "icon": "plain English",
    "magic": "plain English",
    "mine": "what belongs to me",
    "river": "plain English",
    "hill": "plain English",
    "lake": "plain English",
    "sea": "plain English",
    "forest": "plain English",
}


def pack_words():
    """Every id of every pack that comes with ruledsl, with what it is."""
    for pack in load_packs(known_packs(), Diagnostics()):
        words = pack.words
        tables = {
            "stage": words.stages,
            "mode": words.modes,
            "terrain": words.terrains,
            "symbol": words.symbols,
            "trait of pieces": words.piece_traits,
            "trait of tiles": words.tile_traits,
            "kind": pack.kinds,
            "deck": pack.decks,
            "die": pack.dice,
            "piece": pack.pieces,
            "tile": {tile.id: tile for tile in pack.tiles.values()},
            "map": pack.maps,
            "variant": pack.variants,
        }
        for what, table in tables.items():
            yield from ((word, f"{what} of {pack.id}") for word in table)


@pytest.fixture(scope="module")
def ids():
    return dict(pack_words())


def words_in(path):
    """Identifiers and string constants that are words, docstrings aside, in small letters."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        for name in ("id", "attr", "arg", "name"):
            text = getattr(node, name, None)
            if isinstance(text, str):
                yield text.casefold(), node
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in prose:
            continue
        if re.fullmatch(r"[A-Za-z0-9_/.]+", node.value):
            yield node.value.casefold(), node


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_tile_is_in_code(path, ids):
    found = [
        f"line {getattr(node, 'lineno', 0)}: `{word}`, a {ids[part]}"
        for word, node in words_in(path)
        for part in {word, *word.split("_")}
        if part in ids and part not in HOMONYMS
    ]
    assert not found, "\n".join(found)


def test_every_homonym_is_one():
    assert set(HOMONYMS) <= {word for word, _ in pack_words()}
