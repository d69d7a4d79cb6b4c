"""What lies ready for editors is of one piece with the language."""

import importlib
import json
import re
import runpy
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft7Validator
from pygments.token import Comment, Keyword, Name
from ruamel.yaml import YAML

from ruledsl.author.service.outline import write_schemas
from ruledsl.cli.app import main
from ruledsl.language.syntax.grammar import grammar

ROOT = Path(__file__).resolve().parents[3]
VSCODE = ROOT / "editors" / "vscode"


def test_the_colours_of_vs_code_are_those_of_the_grammar():
    files = runpy.run_path(str(VSCODE / "write_grammar.py"))["written"]()
    for path, text in files.items():
        assert path.read_text(encoding="utf-8") == text, "run `python editors/vscode/write_grammar.py`"
    colours = json.loads((VSCODE / "syntaxes" / "ruledsl.tmLanguage.json").read_text(encoding="utf-8"))
    said = " ".join(pattern["match"] for pattern in colours["patterns"])
    assert [word for word in grammar().words if word not in said] == []


def test_the_extension_names_files_that_are_there():
    package = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    contributes = package["contributes"]
    json.loads((VSCODE / "language-configuration.json").read_text(encoding="utf-8"))
    paths = [package["main"], *(language["configuration"] for language in contributes["languages"])]
    paths += [entry["path"] for entry in contributes["grammars"]]
    assert [path for path in paths if not (VSCODE / path).is_file()] == []
    assert contributes["configuration"]["properties"]["ruledsl.command"]["default"] == ["ruledsl", "lsp"]


def test_manifest_grammars_and_extension_fit_each_other():
    """What `vsce` refuses, or what VS Code would silently leave out."""
    package = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    contributes = package["contributes"]
    languages = {language["id"] for language in contributes["languages"]}
    for entry in contributes["grammars"]:
        colours = json.loads((VSCODE / entry["path"]).read_text(encoding="utf-8"))
        assert colours["scopeName"] == entry["scopeName"]
        assert {entry.get("language"), *entry.get("embeddedLanguages", {}).values()} - {None} <= languages
        if "injectTo" in entry:
            assert colours["injectionSelector"]
            includes = {said["include"] for said in found_in(colours, "include")}
            assert {name for name in includes if not name.startswith("#")} <= {"source.ruledsl"}
            assert set(entry["embeddedLanguages"]) <= {
                said["contentName"] for said in found_in(colours, "contentName")
            }
    code = (VSCODE / package["main"]).read_text(encoding="utf-8")
    settings = {f"ruledsl.{name}" for name in re.findall(r'settings\.get\("(\w+)"\)', code)}
    assert settings == set(contributes["configuration"]["properties"])
    needed = set(re.findall(r'require\("([@\w-]+)', code)) - {"vscode"}
    assert needed == set(package["dependencies"])
    assert re.findall(r"\]\((?!https?:)", (VSCODE / "README.md").read_text(encoding="utf-8")) == []


def found_in(value, key):
    """All mappings within a value that have a key."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value] * (isinstance(value, dict) and key in value) + [
        found for part in inside for found in found_in(part, key)
    ]


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("pack", "smallworld/races/*.yaml"),
        ("head", "*/pack.yaml"),
        ("scenarios", "smallworld/scenarios/a*.yaml"),
    ],
)
def test_the_schema_fits_the_packs_there_are(what, pattern, tmp_path):
    target = tmp_path / "schema.json"
    done = CliRunner().invoke(main, ["schema", "smallworld", "--of", what, "-o", str(target)])
    assert done.exit_code == 0, done.output
    schema = json.loads(target.read_text(encoding="utf-8"))
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)
    files = sorted((ROOT / "rulesets").glob(pattern))
    assert files
    for path in files:
        assert (
            list(validator.iter_errors(YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))))
            == []
        )


def test_the_schemas_of_the_wheel_fit_all_files_of_the_official_packs(tmp_path):
    """As the YAML extension uses them, without ruledsl: by the places that docs/editors.md gives."""
    write_schemas(tmp_path, [path.name for path in (ROOT / "rulesets").iterdir()])
    schemas = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in tmp_path.iterdir()}
    assert {name: schema["$id"] for name, schema in schemas.items()} == {
        name: f"{name}.json" for name in schemas
    }
    validators = {name: Draft7Validator(schema) for name, schema in schemas.items()}
    wrong, fitted = [], Counter()
    for path in sorted((ROOT / "rulesets").rglob("*.yaml")):
        kind = (
            path.parent.name
            if path.parent.name in validators
            else "head"
            if path.name == "pack.yaml"
            else "pack"
        )
        data = YAML(typ="safe").load(path)
        wrong += [f"{path}: {problem.message}" for problem in validators[kind].iter_errors(data)][:1]
        fitted[kind] += 1
    assert not wrong, "\n".join(wrong)
    assert set(fitted) == set(schemas)


def test_the_lexer_of_pygments_is_an_entry_point_and_knows_every_word():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    module, _, name = declared["pygments.lexers"]["ruledsl"].partition(":")
    lexer = getattr(importlib.import_module(module), name)()
    for word in grammar().words:
        ((token, text), *_) = lexer.get_tokens(word)
        assert (text, token in Keyword or token in Name.Builtin) == (word, True)
    text = "my conquest_cost -1 if region is hill  # so\n"
    tokens = [(token, part) for token, part in lexer.get_tokens(text) if part.strip()]
    assert "".join(part for _, part in lexer.get_tokens(text)) == text
    assert [part for token, part in tokens if token in Keyword] == ["if", "is"]
    assert tokens[-1] == (Comment.Single, "# so")
