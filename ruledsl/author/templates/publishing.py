"""Files around a published pack: a repository on GitHub that checks it, a Python package that includes it."""

from __future__ import annotations

from ruledsl.author.templates.texts import titled

WORKFLOW = """\
# Checks the pack at every change, tries its scenarios, and publishes its rulebook, its cards and its bundle as a page.
# For the page choose "GitHub Actions" once, under Settings, Pages. The topic `ruledsl-pack` lets others find the repository.
name: pack
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    permissions:
      contents: read
      security-events: write
    steps:
      - uses: actions/checkout@v4
        with:
          path: "@id@"
          persist-credentials: false
      - uses: actions/setup-python@v5
        with:
          python-version: "3.13"
      - name: Install ruledsl
        run: python -m pip install ruledsl
      - name: Validate
        run: ruledsl validate @pack@ --trial --format sarif > findings.sarif
      - name: Show findings
        if: ${{ !cancelled() && github.event_name == 'push' }}
        uses: github/codeql-action/upload-sarif@v3
        with:
          sarif_file: findings.sarif
      - name: Test
        if: ${{ hashFiles('@pack@/scenarios/*.yaml') != '' }}
        run: ruledsl test @pack@
      - name: Make the page
        run: |
          mkdir -p site
          ruledsl docs @pack@ -o site/index.html
          ruledsl show @pack@ --format svg > site/cards.svg
          ruledsl bundle @pack@ -o site/@id@.ruledsl
      - uses: actions/upload-pages-artifact@v3
        with:
          path: site
  publish:
    if: github.ref == 'refs/heads/main' && github.event_name == 'push'
    needs: check
    runs-on: ubuntu-latest
    permissions:
      pages: write
      id-token: write
    environment:
      name: github-pages
      url: ${{ steps.page.outputs.page_url }}
    steps:
      - id: page
        uses: actions/deploy-pages@v4
"""
HOOKS = """\
# `pre-commit install` checks the pack before every commit (https://pre-commit.com).
repos:
  - repo: local
    hooks:
      - id: ruledsl-fmt
        name: ruledsl fmt
        entry: ruledsl fmt
        args: ["@inside@"]
        language: python
        additional_dependencies: [ruledsl]
        types: [yaml]
        pass_filenames: false
      - id: ruledsl-validate
        name: ruledsl validate
        entry: ruledsl validate
        args: ["@inside@"]
        language: python
        additional_dependencies: [ruledsl]
        types: [yaml]
        pass_filenames: false
"""
README = """\
# @name@
@badge@
A pack for [ruledsl](https://pypi.org/project/ruledsl/), rules as data for the Small World family of board games.

@install@
    ruledsl list @id@

What is in it, how it is checked and who may use it says `pack.yaml`.
"""
BADGE = """
[![pack](../../actions/workflows/pack.yml/badge.svg)](../../actions/workflows/pack.yml)
"""
PROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "@distribution@"
version = "0.1.0"
description = "@name@: a pack for ruledsl"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["ruledsl"]
keywords = ["ruledsl-pack"]

# ruledsl finds the packs that lie in this package, without importing it.
[project.entry-points."ruledsl.packs"]
@id@ = "@package@"

[tool.hatch.build.targets.wheel]
packages = ["src/@package@"]
"""
ATTRIBUTES = """\
# Files have the same line ends on all systems. The digest of the pack does not depend on them, but differences are easier to read.
* text=auto eol=lf
*.ruledsl binary
"""
NOTHING = '"""Packs for ruledsl lie in this folder; nothing here is run."""\n'
WHEREVER = '    ruledsl install "git+https://github.com/OWNER/@id@@main@at@"\n'


def around(id_: str, files: dict[str, str], pack: str, *, package: bool) -> dict[str, str]:
    """The files of a GitHub repository around a pack, except those in `files`, by path. `pack` is its folder there, if any.

    A `package` is one that pip installs.
    """
    install = f"    pip install ruledsl-{id_.replace('_', '-')}\n" if package else WHEREVER
    words = {
        "@pack@": f"{id_}/{pack}".rstrip("/"),
        "@inside@": pack or ".",
        "@at@": f"#subdirectory={pack}" if pack else "",
        "@id@": id_,
        "@name@": titled(id_),
    }
    return files | {
        ".github/workflows/pack.yml": _filled(WORKFLOW, words),
        ".gitattributes": ATTRIBUTES,
        ".pre-commit-config.yaml": _filled(HOOKS, words),
        "README.md": _filled(README, {"@badge@": BADGE, "@install@": install} | words),
    }


def as_package(id_: str, files: dict[str, str]) -> tuple[str, dict[str, str]]:
    """A Python package of a pack with these files: the folder of the pack in it, and all files by path."""
    package = f"ruledsl_{id_}"
    distribution = package.replace("_", "-")
    pack = f"src/{package}/{id_}"
    words = {"@id@": id_, "@name@": titled(id_), "@package@": package, "@distribution@": distribution}
    made = {
        "pyproject.toml": _filled(PROJECT, words),
        "README.md": _filled(
            README, {"@badge@": "", "@install@": f"    pip install {distribution}\n"} | words
        ),
        f"src/{package}/__init__.py": NOTHING,
    }
    return pack, made | {f"{pack}/{name}": text for name, text in files.items()}


def _filled(text: str, words: dict[str, str]) -> str:
    for word, meant in words.items():
        text = text.replace(word, meant)
    return text
