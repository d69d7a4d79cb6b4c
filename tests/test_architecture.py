"""Which room knows which, who uses which library, and that no tile is in code."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.engine.ir import walk
from ruledsl.rules.packs import known_packs, load_packs

ROOT = Path(__file__).resolve().parents[1] / "ruledsl"
ROOMS = {
    "base": "dataclass system uris plaintext store diagnostics *",
    "language": "vocabulary syntax",
    "rules": "packs scenarios check",
    "engine": "small state cells ir compile machines",
    "play": "naming draw explain positions loading *",
    "author": "testkit interactions templates translate service lsp book trial exchange",
    "lab": "bulk rl training study *",
    "table": "* standalone",
    "cli": "*",
}
"""The packages from top to bottom, and what stands in each from top to bottom: a module imports only from its own place and from those before it
(docs/architecture.md). `*` is everything else of a package."""
LIBRARIES = {
    "lark": "language/syntax",
    "ruamel": "rules/packs",
    "_ruamel_yaml": "rules/packs",
    "jsonschema": "rules/packs",
    "packaging": "rules/packs",
    "referencing": "rules/packs",
    "wasmtime": "engine/machines",
    "starlette": "table",
    "uvicorn": "table",
    "polars": "lab/study",
    "plotly": "lab/study",
    "pygls": "author/lsp",
    "lsprotocol": "author/lsp",
    "distributed": "lab/bulk",
    "platformdirs": "base/system.py",
    "pettingzoo": "lab/rl",
    "gymnasium": ("lab/rl", "lab/examples"),
}
FILES = sorted(ROOT.rglob("*.py"))


LINTS = {}
"""What is looked for in every file, by name: a generator of sentences about a file and its nodes."""


def lint(function):
    LINTS[function.__name__] = function
    return function


@cache
def findings():
    """What every lint has to say, each file read once: sentences by lint."""
    found = {name: [] for name in LINTS}
    for path in FILES:
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        for name, function in LINTS.items():
            found[name] += [f"{path.relative_to(ROOT)}: {sentence}" for sentence in function(path, nodes)]
    return found


def floor(module):
    """Where a module of ours stands, as numbers to compare: its package, and its place in there; None for the package itself and its faces."""
    package, _, rest = module.removeprefix("ruledsl.").partition(".")
    if package not in ROOMS or not module.startswith("ruledsl."):
        return None
    order, place = ROOMS[package].split(), rest.split(".")[0]
    return list(ROOMS).index(package), order.index(place if place in order else "*") if rest else 0


def imports(nodes):
    """The modules that a file imports, those of types only included."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@lint
def a_room_imports_only_from_rooms_above_it(path, nodes):
    own = floor(module_of(path))
    if own is None:
        return  # the package itself and its faces
    for module in imports(nodes):
        other = floor(module)
        if other is not None and other > own:
            yield f"imports {module}"


@lint
def each_library_has_its_room(path, nodes):
    for module in imports(nodes):
        home = LIBRARIES.get(module.split(".")[0])
        if home is not None and not path.relative_to(ROOT).as_posix().startswith(home):
            yield f"imports {module}"


WALKS = {"walk", "fwalk", "rglob", "glob", "iglob", "iterdir", "scandir", "listdir"}
WALKERS = {
    "rules/packs/folders/below.py": "the walk of a pack's folder, for everybody",
    "rules/packs/folders/contents.py": "our own sources, and the names of libraries",
    "rules/packs/folders/find.py": "folders that hold packs or bundles, not those of a pack",
    "cli/commands/fmt.py": "a folder that holds packs",
    "author/service/service.py": "a folder that holds packs",
    "author/service/completing/habits.py": "folders that hold packs",
    "lab/rl/names.py": "the shipped packs with maps",
    "play/bots/policy.py": "the policies of shipped packs",
    "play/loading/fresh.py": "the folder of the shipped packs",
    "author/exchange/installed.py": "folders that hold packs",
    "author/exchange/repository.py": "a repository that grows while it is fetched",
    "base/uris.py": "how a folder spells one name",
    "base/system.py": "the entries of the cache",
    "table/standalone/boot.py": "what a worker of a page has written",
    "table/standalone/compiling.py": "our own sources",
    "table/standalone/sources.py": "our own sources",
    "table/standalone/folder.py": "files of a page that we have written, and of ours",
    "table/standalone/precache.py": "the cache of a page that we have written",
    "cli/files/lines.py": "whether a folder is empty",
    "lab/study/columns.py": "tables of games",
    "base/diagnostics/codes.py": "our own pages",
    "engine/compile/wasm/__init__.py": "our own sources",
}
"""Who else looks into a folder, and for what: nothing of it is the folder of a pack."""


@lint
def one_walk_reads_the_folders_of_packs(path, nodes):
    """Others would meet what editors and systems leave there: locks, copies, pipes, links elsewhere."""
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)} & WALKS - {"walk"}
    used |= {
        f"os.{node.attr}"
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os"
        if node.attr in WALKS
    }
    used |= {
        alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module in ("os", "glob")
        for alias in node.names
        if alias.name in WALKS
    }
    name = path.relative_to(ROOT).as_posix()
    if used and name not in WALKERS:
        yield f"looks into folders by {sorted(used)}: use packs/folders/below.py"
    if not used and name in WALKERS:
        yield "looks into no folder any more"


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
    "engine/machines/wasm.py": {
        "_bindings",
        "ffi._wasmtime_func_call_unchecked",
        "store._context",
        "function._func",
    }
}
"""The quick way of the C library has no other name in the package that brings it (docs/decisions/0006-native.md)."""


def strangers(nodes):
    """Private names that a module takes from another one: (line, name). Names that it declares itself, of whatever class, are its own."""
    own = {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    own |= {
        n.attr for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) and is_self(n)
    }
    own |= {n.target.id for n in nodes if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)}
    for node in nodes:
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


@lint
def no_module_looks_into_another_one(path, nodes):
    allowed = INSIDE.get(path.relative_to(ROOT).as_posix(), ())
    for line, name in strangers(nodes):
        if name not in allowed:
            yield f"line {line} uses a private name of another one, `{name}`"


# ── small enough to be read ──────────────────────────────────────────────────

MOST_LINES_OF_A_FUNCTION = 45
FEWEST_LINES = 60
SMALL = {
    "__main__.py": "what `python -m` starts",
    "author/trial/child.py": "a program of its own: the process of a trial",
    "base/diagnostics/travelling.py": "what all exceptions that travel are based on",
    "base/plaintext.py": "what a line of a text is, for everybody",
    "base/errors.py": "the exceptions, for everybody",
    "language/syntax/colours.py": "what editors and Pygments colour",
    "base/extras.py": "which packages an extra has, for commands and for Python",
    "base/store/remembering.py": "used below the store's encoding",
    "base/whole.py": "what a whole number is, for everybody",
    "cli/__main__.py": "what `python -m` starts",
    "engine/cells/noting.py": "left out of programs that take no notes",
    "engine/small/columns.py": "read by both printers",
    "engine/small/room.py": "read by both printers",
    "engine/small/rules.py": "read by both printers",
    "engine/state/layout.py": "the layout of memory, for everybody who reads cells",
    "engine/state/limits.py": "the limits of play; docs name it",
    "engine/state/rng.py": "the random numbers, for everybody who draws",
    "lab/rl/names.py": "gymnasium finds the makers of environments here by name",
    "language/syntax/limits.py": "tests lower these",
    "language/vocabulary/limits.py": "the numbers that everybody keeps within",
    "play/loading/carried.py": "rules on their way to another process",
    "play/loading/validating.py": "the public name of `validate`",
    "play/naming/languages.py": "the table of languages, for the scripts too",
    "language/syntax/grammarfile.py": "the place of the grammar, without the rest of it",
    "play/picture.py": "only whoever looks at a map needs drawing",
    "play/rules.py": "the public name of `load`",
    "play/explain/wording/grammars.py": "the grammars of all languages, which no one of them may import",
    "rules/packs/sources.py": "what a pack stands on",
    "rl.py": "a public face",
    "table/server/documents.py": "the documents of a page, with or without a server",
    "table/standalone/background.py": "a worker of a page starts here",
    "table/standalone/compiling.py": "runs outside of the package, in the browser's Python",
    "table/standalone/language.py": "a worker of a page imports it when an editor opens",
    "table/workshop/worker.py": "a program of its own: a process of the workshop",
    "training.py": "a public face",
    "version.py": "the build reads it",
}
"""Why a module is smaller than `FEWEST_LINES`."""
NAMES_OF_TWO_FILES = 50
"""So many file names may stand for more than one module, those of packages aside: a reader guesses a place by its name."""


def test_a_small_module_has_a_reason():
    small = {
        path.relative_to(ROOT).as_posix()
        for path in FILES
        if path.name != "__init__.py" and path.read_text(encoding="utf-8").count("\n") < FEWEST_LINES
    }
    without = sorted(small - set(SMALL))
    assert not without, f"put them where they are used, or give a reason: {without}"
    assert set(SMALL) <= small, f"not small any more: {set(SMALL) - small}"


def test_few_names_stand_for_two_files():
    names = Counter(path.name for path in FILES if path.name not in ("__init__.py", "__main__.py"))
    twice = sorted(name for name, count in names.items() if count > 1)
    assert len(twice) <= NAMES_OF_TWO_FILES, twice


VAGUE = {"found", "known", "said"}
"""Names that anything could have."""


def test_locals_name_the_thing():
    vague = []
    for path in FILES:
        if "vocabulary" in path.parts:  # in whose rows `said` is a column
            continue
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        names = [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        names += [node.arg for node in nodes if isinstance(node, ast.arg)]
        vague += [f"{path.relative_to(ROOT)}: {name}" for name in names if name in VAGUE]
    assert not vague


@lint
def a_function_can_be_overlooked(_path, nodes):
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            lines = node.end_lineno - node.lineno + 1
            if lines > MOST_LINES_OF_A_FUNCTION:
                yield f"{node.name} has {lines} lines"


@lint
def the_engine_does_no_io(path, nodes):
    if path.relative_to(ROOT).parts[:2] not in {
        ("engine", "cells"),
        ("engine", "small"),
        ("engine", "state"),
    }:
        return
    forbidden = {"os", "io", "pathlib", "sys", "random", "time", "socket", "subprocess", "logging", "secrets"}
    yield from sorted(forbidden & {module.split(".")[0] for module in imports(nodes)})
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    yield from sorted(names & {"open", "print", "input", "eval", "exec", "__import__"})


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


MARSHALS = {ROOT / "base" / "store" / "encoding.py", ROOT / "table" / "standalone" / "compiling.py"}
"""The second one only writes."""


@lint
def nothing_is_unpickled(path, nodes):
    """What can make anything of a file runs whatever the file says. `marshal` only makes plain data, and code of what this package compiled."""
    for module in imports(nodes):
        if PICKLES & set(module.split(".")) or (module == "marshal" and path not in MARSHALS):
            yield f"imports {module}"


ONLY_HERE = {"fcntl", "msvcrt", "platformdirs", "resource", "pwd", "grp", "termios", "tty", "posix", "winreg"}
"""Modules that not every system has, or that say what is where on it."""


def asks_the_system(path):
    """What a file uses that not every system has, or by which it asks which one this is."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    yield from ONLY_HERE & {module.split(".")[0] for module in imports(nodes)}
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = f"{node.value.id}.{node.attr}"
            if name in {"sys.platform", "os.name", "os.nice", "os.getuid"} or name.startswith("os.O_NO"):
                yield f"{name} in line {node.lineno}"


def test_one_module_knows_systems():
    found = {str(path): uses for path in FILES if (uses := list(asks_the_system(path)))}
    assert set(found) == {str(ROOT / "base" / "system.py")}, found


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


@cache
def ids():
    return dict(pack_words())


def words_in(nodes):
    """Identifiers and string constants that are words, docstrings aside, in small letters."""
    prose = {id(n.value) for n in nodes if isinstance(n, ast.Expr)}
    for node in nodes:
        for name in ("id", "attr", "arg", "name"):
            text = getattr(node, name, None)
            if isinstance(text, str):
                yield text.casefold(), node
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in prose:
            continue
        if re.fullmatch(r"[A-Za-z0-9_/.]+", node.value):
            yield node.value.casefold(), node


@lint
def no_tile_is_in_code(path, nodes):
    for word, node in words_in(nodes):
        for part in {word, *word.split("_")}:
            if part in ids() and part not in HOMONYMS:
                yield f"line {getattr(node, 'lineno', 0)}: `{word}`, a {ids()[part]}"


@pytest.mark.parametrize("name", LINTS)
def test_of_all_files(name):
    assert not findings()[name], "\n".join(findings()[name])


SLIPS = {
    "a_room_imports_only_from_rooms_above_it": "from ruledsl.cli import main",
    "each_library_has_its_room": "import lark",
    "no_module_looks_into_another_one": "other._private",
    "a_function_can_be_overlooked": "def long():" + "\n    pass" * 50,
    "the_engine_does_no_io": "open('file')",
    "nothing_is_unpickled": "from pickle import load",
    "one_walk_reads_the_folders_of_packs": "list(folder.rglob('*.yaml'))",
    "no_tile_is_in_code": "is_amazons = True",
}


@pytest.mark.parametrize("name", LINTS)
def test_a_slip_is_seen(name):
    nodes = list(ast.walk(ast.parse(SLIPS[name])))
    assert list(LINTS[name](ROOT / "engine" / "cells" / "events.py", nodes))


def test_every_homonym_is_one():
    assert set(HOMONYMS) <= {word for word, _ in pack_words()}


def test_what_is_tested_is_what_runs():
    """Pytest rewrites assertions of the tests, not those of the package (`conftest.py`)."""
    assert not isinstance(walk.__loader__, AssertionRewritingHook)


NAMED_FILE = re.compile(r"`([A-Za-z_][\w/]*\.py)`")


def test_files_that_texts_name_are_there():
    """In comments, docstrings and pages but for decisions, which tell what was so when they were taken."""
    repository = ROOT.parent
    places = [*FILES, *(path for path in repository.glob("*.md") if path.name != "CHANGELOG.md")]
    places += [
        path
        for name in ("docs", "benchmarks")
        for path in (repository / name).rglob("*.md")
        if "decisions" not in path.parts
    ]
    there = {
        f"/{path.relative_to(repository).as_posix()}"
        for path in (
            *repository.glob("*.py"),
            *FILES,
            *(path for name in ("tests", "benchmarks") for path in (repository / name).rglob("*.py")),
        )
    }
    missing = {
        f"{path.relative_to(repository)}: {name}"
        for path in places
        for name in NAMED_FILE.findall(path.read_text(encoding="utf-8"))
        if not any(other.endswith(f"/{name}") for other in there)
    }
    assert missing == set()
