"""What a build adds to the checkout: lark's tables for the grammar, and the README as a package index shows it."""

import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n", re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\((?!https?:)([^)]*)\)")


class Tables(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the tables beside the grammar, so that nobody who starts the program waits for them to be made.

    The wheel takes them along, and an editable install finds them.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - as hatchling calls it
        """Before files are collected."""
        sys.path.insert(0, self.root)
        sys.dont_write_bytecode = True  # nothing of the building stays in the sources, but what it is for
        from ruledsl.syntax.parsing.larktables import put_down  # noqa: PLC0415 - of the sources that are built

        put_down()
        build_data["artifacts"].append("/grammar/ruledsl.tables.json")


class Readme(MetadataHookInterface):
    """Nothing lies beside the README in an index: relative links become words with the place in the sources, pictures are left out."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `readme`."""
        text = PICTURE.sub("", Path(self.root, "README.md").read_text(encoding="utf-8"))
        text = LINK.sub(lambda link: link[1] if link[1] == link[2] else f"{link[1]} (`{link[2]}`)", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
