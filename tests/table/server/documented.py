"""Who may do what, as docs/table-protocol.md says."""

from pathlib import Path

from roles import ROLES

DOCUMENT = Path(__file__).parents[3] / "docs" / "table-protocol.md"
HEAD = f"| request or message | {' | '.join(ROLES)} | over |"


def documented():
    """The rows of the table in the document: for each request a cell for each role, and one for when the game is over."""
    lines = DOCUMENT.read_text(encoding="utf-8").split(HEAD)[1].split("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {name.strip("`"): dict(zip((*ROLES, "over"), cells, strict=True)) for name, *cells in rows}
