"""What lies ready for editors is of one piece with the language."""

import json
import re
import runpy
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft7Validator
from ruamel.yaml import YAML

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
