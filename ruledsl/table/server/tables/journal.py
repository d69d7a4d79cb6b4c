"""The journal: every table with its seats and choices in one SQLite file, from which all tables are restored.

Rows are written when something happens, and committed once for each turn of the event loop, for all tables together and before any page is
told. The file is in WAL mode: committed data survives the end of this process in any way. After a power failure the last commits may be gone,
but the file is intact. Rows that another program has changed are refused, table by table.
"""

from __future__ import annotations

import json
import logging
import math
import os
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass
from ruledsl.base.system import AS_IT_IS
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.seat import HOST, seats_in

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

LOG = logging.getLogger("ruledsl.serve")

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, key TEXT NOT NULL, address TEXT NOT NULL, packs TEXT NOT NULL, variants TEXT NOT NULL, beginning TEXT NOT NULL,
  title TEXT NOT NULL, seats TEXT NOT NULL, began REAL NOT NULL, played REAL NOT NULL, made INTEGER NOT NULL DEFAULT 0,
  over INTEGER NOT NULL DEFAULT 0, asked INTEGER, heir TEXT, kept BLOB
) STRICT;
CREATE TABLE IF NOT EXISTS choices (
  place TEXT NOT NULL, number INTEGER NOT NULL, choice INTEGER NOT NULL, PRIMARY KEY (place, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS holders (
  place TEXT NOT NULL, seat INTEGER NOT NULL, visitor TEXT NOT NULL, PRIMARY KEY (visitor, place, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS holders_of ON holders (place);
CREATE INDEX IF NOT EXISTS addresses ON tables (address);
"""
VERSION = 2
FROM_1 = f"""
BEGIN;
ALTER TABLE tables ADD COLUMN key TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN address TEXT NOT NULL DEFAULT '';
INSERT OR IGNORE INTO holders (place, seat, visitor) SELECT id, {HOST}, host FROM tables WHERE host != '';
DROP INDEX hosts;
ALTER TABLE tables DROP COLUMN host;
COMMIT;
"""  # noqa: S608 - of our own words
"""Upgrades a journal of version 1 to version 2. The host stays the same; there is no link for another one."""
PACK = ("id", "version", "digest")
COLUMNS = "id, key, address, packs, variants, beginning, title, seats, began, played, made, over, asked, heir"
ONE = f"SELECT {COLUMNS} FROM tables WHERE id = ?"  # noqa: S608 - of our own words
FORGET = (
    "DELETE FROM tables WHERE id = ?",
    "DELETE FROM choices WHERE place = ?",
    "DELETE FROM holders WHERE place = ?",
)


@dataclass(frozen=True, slots=True)
class Row:
    """A table in the journal.

    `key` is the secret of the host's link (empty after the last host has left), `address` is where the table was set up from, `packs` are
    (id, version, digest), `beginning` is a saved game without choices, `seats` are plain data, `asked` is the deciding player (None when it is
    over), `heir` is the table of the rematch.
    """

    id: str
    key: str
    address: str
    packs: list[list[str]]
    variants: dict[str, str]
    beginning: str
    title: str
    seats: list[dict[str, Any]]
    began: float
    played: float
    made: int
    over: bool
    asked: int | None
    heir: str | None


class Journal:
    """One file. This process reads its own writes at once; `commit` makes them permanent: `sqlite3.Error` if that fails.

    Reading a row that another program has changed is `Refused`.
    """

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | AS_IT_IS, 0o600))
        self._base = sqlite3.connect(file, timeout=1, isolation_level=None)
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = NORMAL")
        self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
        version = int(self._base.execute("PRAGMA user_version").fetchone()[0])
        if version == 1:
            self._base.executescript(FROM_1)
        elif version not in (0, VERSION):
            raise sqlite3.DatabaseError(
                f"this is a journal of version {version}, and this ruledsl reads version {VERSION}"
            )
        self._base.executescript(SCHEMA)
        self._base.execute(f"PRAGMA user_version = {VERSION}")
        self._open = False
        self._problem: sqlite3.Error | None = None

    # ── writing ──

    def _write(self, order: str, *values: Any) -> None:  # noqa: ANN401 - whatever SQLite takes
        self._write_all(order, [values])

    def _write_all(self, order: str, rows: list[tuple[Any, ...]]) -> None:
        """Write rows; after a failed write none is written, and `commit` raises."""
        if self._problem is not None:
            return
        try:
            if not self._open:
                self._base.execute("BEGIN IMMEDIATE")
                self._open = True
            self._base.executemany(order, rows)
        except sqlite3.Error as problem:
            self._problem = problem

    def commit(self) -> None:
        """Make everything written so far permanent."""
        if self._problem is not None:
            raise self._problem
        if self._open:
            self._open = False
            self._base.execute("COMMIT")

    def roll_back(self) -> None:
        """Undo everything since the last commit."""
        self._open, self._problem = False, None
        if self._base.in_transaction:
            self._base.execute("ROLLBACK")

    def close(self) -> None:
        """Commit and close."""
        self.commit()
        self._base.close()

    def begun(self, row: Row, choices: Iterable[int]) -> None:
        """Insert a new table."""
        plain = (
            json.dumps(row.packs),
            json.dumps(row.variants),
            row.beginning,
            row.title,
            json.dumps(row.seats),
        )
        self._write(
            "INSERT INTO tables (id, key, address, packs, variants, beginning, title, seats, began, played) VALUES (?,?,?,?,?,?,?,?,?,?)",
            *(row.id, row.key, row.address, *plain, row.began, row.played),
        )
        self.chosen(row.id, 0, list(choices), row)

    def chosen(self, table: str, first: int, choices: list[int], now: Row) -> None:
        """Replace the choices of a table from a place on. `now` is the table afterwards."""
        self._write("DELETE FROM choices WHERE place = ? AND number >= ?", table, first)
        self._write_all(
            "INSERT INTO choices (place, number, choice) VALUES (?, ?, ?)",
            [(table, first + place, choice) for place, choice in enumerate(choices)],
        )
        self._write(
            "UPDATE tables SET made = ?, over = ?, asked = ?, played = ? WHERE id = ?",
            *(first + len(choices), int(now.over), now.asked, now.played, table),
        )

    def seated(self, table: str, seats: list[dict[str, Any]]) -> None:
        """Update the seats of a table."""
        self._write("UPDATE tables SET seats = ? WHERE id = ?", json.dumps(seats), table)

    def followed(self, table: str, heir: str) -> None:
        """Set the rematch of a table."""
        self._write("UPDATE tables SET heir = ? WHERE id = ?", heir, table)

    def keep(self, table: str, picture: bytes) -> None:
        """Store the last picture of a table, for the time when it can no longer be played."""
        self._write("UPDATE tables SET kept = ? WHERE id = ?", picture, table)

    def hold(self, table: str, seat: int, visitor: str) -> None:
        """Give a visitor a seat or the part of the host."""
        self._write(
            "INSERT OR IGNORE INTO holders (place, seat, visitor) VALUES (?, ?, ?)", table, seat, visitor
        )

    def renewed(self, now: Row, seat: int, visitor: str) -> None:
        """Store a new link of a seat or of the host; only this visitor keeps it, if they had it. `now` is the table afterwards."""
        self._write(
            "DELETE FROM holders WHERE place = ? AND seat = ? AND visitor != ?", now.id, seat, visitor
        )
        self._write(
            "UPDATE tables SET key = ?, seats = ? WHERE id = ?", now.key, json.dumps(now.seats), now.id
        )

    def let_go(self, now: Row, visitor: str) -> None:
        """Remove everything that a visitor holds at a table. `now` is the table afterwards."""
        self._write("DELETE FROM holders WHERE place = ? AND visitor = ?", now.id, visitor)
        self._write("UPDATE tables SET key = ? WHERE id = ?", now.key, now.id)

    def forget(self, table: str) -> None:
        """Delete a table."""
        for order in FORGET:
            self._write(order, table)

    # ── reading ──

    def _read(self, order: str, *values: Any) -> list[tuple[Any, ...]]:  # noqa: ANN401
        try:
            return self._base.execute(order, values).fetchall()
        except sqlite3.Error as problem:
            LOG.error("The journal cannot be read: %s", problem)  # noqa: TRY400 - where is of no interest
            raise Refused("table-051", "The file of the tables cannot be read.") from None

    def row(self, table: str) -> Row | None:
        """A table's row."""
        rows = self._read(ONE, table)
        return _row(rows[0]) if rows else None

    def choices(self, table: str) -> list[int]:
        """A table's choices, in order."""
        rows = self._read("SELECT choice FROM choices WHERE place = ? ORDER BY number", table)
        return [_whole(choice) for (choice,) in rows]

    def kept(self, table: str) -> bytes | None:
        """The last picture of a table."""
        rows = self._read("SELECT kept FROM tables WHERE id = ?", table)
        return rows[0][0] if rows else None

    def holders(self, table: str) -> dict[str, set[int]]:
        """The holders of a table: their seats, or the part of the host."""
        holders: dict[str, set[int]] = {}
        for seat, visitor in self._read("SELECT seat, visitor FROM holders WHERE place = ?", table):
            holders.setdefault(visitor, set()).add(_whole(seat))
        return holders

    def tables_of(self, visitor: str, most: int) -> list[Row]:
        """The tables where a visitor has a seat or is the host, the most recently played first; without those that another program has changed."""
        records = self._read(
            f"SELECT {COLUMNS} FROM tables WHERE id IN (SELECT place FROM holders WHERE visitor = ?) "  # noqa: S608
            "ORDER BY played DESC LIMIT ?",
            *(visitor, most),
        )
        rows = []
        for row in records:
            with suppress(Refused):
                rows.append(_row(row))
        return rows

    def count_from(self, address: str) -> int:
        """How many tables were set up from an address."""
        return int(self._read("SELECT count(*) FROM tables WHERE address = ?", address)[0][0])

    def count(self) -> int:
        """How many tables there are."""
        return int(self._read("SELECT count(*) FROM tables")[0][0])


def _changed() -> Refused:
    return Refused("table-040", "What was kept of this table has been changed.")


def _whole(number: Any) -> int:  # noqa: ANN401 - whatever stands there
    if type(number) is not int:
        raise _changed()
    return number


def _row(record: tuple[Any, ...]) -> Row:
    id_, key, address, packs, variants, beginning, title, seats, *rest = record
    began, played, made, over, asked, heir = rest
    try:
        there = [seat.as_dict() for seat in seats_in(json.loads(seats))]
        identity, options = json.loads(packs), json.loads(variants)
        texts = (
            id_,
            key,
            address,
            beginning,
            title,
            *options.values(),
            *(text for pack in identity for text in pack),
        )
        fits = all(isinstance(text, str) for text in texts) and all(
            len(pack) == len(PACK) for pack in identity
        )
        fits &= math.isfinite(began) and math.isfinite(played) and (asked is None or 0 <= asked < len(there))
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
        fits = False
    if not fits:
        raise _changed()
    return Row(
        *(id_, key, address, identity, options, beginning, title, there),
        *(began, played, _whole(made), bool(over), asked, heir),
    )
