"""Fragments become a section of the changelog, once; the version is that of its first section, and of the tag."""

import re
import runpy
from pathlib import Path

import ruledsl

ROOT = Path(__file__).parents[2]
COLLECT = runpy.run_path(str(ROOT / "changelog.d" / "collect.py"))
HEAD = "# Changelog\n\nAbout it."
OLD = "## [0.1.0] - 2026-01-01\n\n### Added\n\n* The first."


def test_fragments_are_collected_by_kind_and_again():
    begun = f"{HEAD}\n\n## [Unreleased]\n\nNot yet.\n\n{OLD}\n"
    first = COLLECT["collected"](begun, {"fixed": ["b", "a"], "added": ["c"]}, "0.2.0", "2026-02-02")
    section = "## [0.2.0] - 2026-02-02\n\n### Added\n\n* c\n\n### Fixed\n\n* a\n* b"
    assert first == f"{HEAD}\n\n{section}\n\n{OLD}\n"
    assert COLLECT["collected"](first, {}, "0.2.0", "2026-02-02") == first
    later = COLLECT["collected"](first, {"security": ["d"]}, "0.2.0", "2026-03-03")
    assert later == first.replace("02-02", "03-03").replace(f"\n\n{OLD}", f"\n\n### Security\n\n* d\n\n{OLD}")


def test_every_fragment_has_a_kind():
    names = [
        path.name
        for path in (ROOT / "changelog.d").iterdir()
        if path.suffix == ".md" and path.name != "README.md"
    ]
    assert [
        name for name in names if name.split(".")[1:] not in [[kind, "md"] for kind in COLLECT["KINDS"]]
    ] == []


def test_the_version_is_that_of_the_changelog_and_of_the_tag():
    versions = re.findall(
        r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert ruledsl.__version__ == (versions or ["0.1.0"])[0]
    assert COLLECT["tagged"]() in ("", ruledsl.__version__)
