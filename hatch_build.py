"""What a build adds to the checkout: lark's tables, what is known of the official packs, schemas, the README as a package index shows it."""

import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n", re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\((?!https?:)([^)]*)\)")


class Known(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the tables beside the grammar, so that nobody who starts the program waits for them to be made: an editable install finds them there.

    The wheel takes them along, what is known of the official packs (whoever installs it plays them without reading, checking or printing them), and
    the schemas of their files.
    """

    known: str = ""
    schemas: str = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before files are collected."""
        sys.path.insert(0, self.root)
        sys.dont_write_bytecode = True  # nothing of the building stays in the sources, but what it is for
        from ruledsl.language.syntax.larktables import put_down  # noqa: PLC0415 - of the sources that are built

        put_down()
        build_data["artifacts"].append("/grammar/ruledsl.tables.json")
        if version == "standard":
            from ruledsl.base.store import KNOWN  # noqa: PLC0415
            from ruledsl.play.loading.fresh import ship  # noqa: PLC0415 - an editable install needs nothing of it

            os.environ["RULEDSL_CACHE"] = "off"
            self.known = tempfile.mkdtemp()
            ship(Path(self.known), self.config.get("packs", ()))
            build_data["force_include"][self.known] = f"ruledsl/{KNOWN}"
            from ruledsl.author.service.outline import write_schemas  # noqa: PLC0415

            self.schemas = tempfile.mkdtemp()
            write_schemas(
                Path(self.schemas), sorted(place.name for place in Path(self.root, "rulesets").iterdir())
            )
            build_data["force_include"][self.schemas] = "ruledsl/_data/schemas"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - as hatchling calls it
        """When all are packed."""
        for folder in filter(None, (self.known, self.schemas)):
            shutil.rmtree(folder)


class Readme(MetadataHookInterface):
    """Nothing lies beside the README in an index: relative links become words with the place in the sources, pictures are left out."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `readme`."""
        text = PICTURE.sub("", Path(self.root, "README.md").read_text(encoding="utf-8"))
        text = LINK.sub(lambda link: link[1] if link[1] == link[2] else f"{link[1]} (`{link[2]}`)", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
