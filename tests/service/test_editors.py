"""What lies ready for editors is of one piece with the language."""

import json
import runpy
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft7Validator
from ruamel.yaml import YAML

from ruledsl.cli.app import main
from ruledsl.syntax.parsing.grammar import grammar

ROOT = Path(__file__).resolve().parents[2]
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
        assert list(validator.iter_errors(YAML(typ="safe").load(path.read_text(encoding="utf-8")))) == []
