"""One account for each address: what it may take of the event loop and of the network, and what is kept for it.

Connections pay here for everything that is done for them, and this alone judges: an account that has had its slice of one turn of the loop, or owes,
is not read, so the system of whoever sends has to wait; then its connections take turns. Of an account that never stops owing, the loudest one is
closed.

Accounts pay processor time, which is the same on a busy machine. Their income follows from how much of it a second of a clock on the wall has.
An account that is alone owes nothing: nobody waits for it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Protocol

from ruledsl.table.server.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ruledsl.table.server.settings import Limits

MOST = 4096
"""Accounts without connections that are kept, so that who comes back still owes."""


BREATH = 0.001
"""Seconds from one account that owed to the next, in which something can arrive."""


FADING = 0.99
"""How much of what was measured of the machine's speed counts after one more step."""
SLOWEST = 0.02


class Paying(Protocol):
    """A connection of an account."""

    def listen(self, *, again: bool) -> None:
        """Stop reading, or read again."""

    def too_loud(self) -> None:
        """Close it, with a reason."""


class Account:
    """Seconds `left` of one address; negative: it owes. `many`: it stands for different people, between whom it is shared."""

    def __init__(self, book: Accounts, address: str, *, many: bool) -> None:
        self.book = book
        self.address = address
        self.many = many
        self.left = book.limits.loop_at_once * book.speed
        self.kept = 0
        """Bytes that are kept for it."""
        self.spent: dict[Paying, float] = {}
        """Its open connections, with what each spent since the account was last calm."""
        self._stopped: dict[Paying, None] = {}
        self._slice = 0.0
        """Seconds that others have waited for it in this turn of the loop."""
        self._together = 1
        """How many of its connections are read again at once: more each time, until that is too much."""
        self._at = book.clock()
        self._loud_since: float | None = None
        self._next: asyncio.TimerHandle | None = None

    def enter(self, connection: Paying) -> None:
        """One more connection, which comes before no other one; while others of the account wait, it waits too."""
        self.book.present.add(self)
        self.spent[connection] = min(self.spent.values(), default=0.0)
        if self.left < 0 or self._stopped:
            self._stop([connection])

    def leave(self, connection: Paying) -> None:
        """One less, which is read again if it still can be."""
        self.spent.pop(connection, None)
        if not self.spent:
            self.book.present.discard(self)
        if connection in self._stopped:
            del self._stopped[connection]
            connection.listen(again=True)

    def pay(self, connection: Paying, seconds: float, waited: float) -> None:
        """Subtract what was done for a connection, for which others have `waited`."""
        self.book.took(seconds, waited)
        self._refill()
        self.left -= seconds
        if self.book.present <= {self}:  # nobody waits for it
            self.left = max(self.left, 0.0)
        if connection in self.spent:
            self.spent[connection] += seconds
        if self.left < self.book.limits.loop_at_once * self.book.speed / 2:
            self.book.spends(self)
        if self.left < 0:
            self.book.rest(waited)
            self._judge()
        if self.left < 0 or self._is_over(max(seconds, waited)):
            self._together = 1
            self._stop(self.spent)

    def _is_over(self, seconds: float) -> bool:
        """Has the account had its slice of this turn of the loop?"""
        if not self._slice:
            asyncio.get_running_loop().call_soon(self._turn)
        self._slice += seconds
        return self._slice > self.book.limits.loop_in_turn

    def _turn(self) -> None:
        self._slice = 0.0

    def keep(self, size: int) -> None:
        """Count bytes that are kept; `Refused` if there are too many. One account never has more than what is left for others."""
        limits = self.book.limits
        most = limits.kept if self.many else limits.kept_of_address
        if size > 0 and self.kept + size > min(most, limits.kept - self.book.kept):
            raise Refused("table-005", "The server is too busy; wait a little.")
        self.kept += size
        self.book.kept += size

    def _refill(self) -> None:
        now, limits = self.book.clock(), self.book.limits
        most = limits.loop_at_once * self.book.speed
        self.left = min(self.left + (now - self._at) * self.book.rate(self), most)
        self._at = now
        if self.left > most / 2:
            self._loud_since = None
            self.spent = dict.fromkeys(self.spent, 0.0)

    def _judge(self) -> None:
        """Close the loudest connection, if the account has owed for too long."""
        now, limits = self.book.clock(), self.book.limits
        if self._loud_since is None:
            self._loud_since = now
        elif now - self._loud_since > limits.loud and self.spent:
            self._loud_since += 1
            max(self.spent, key=lambda connection: self.spent[connection]).too_loud()

    def _stop(self, connections: Iterable[Paying]) -> None:
        for connection in connections:
            if connection not in self._stopped:
                connection.listen(again=False)
                self._stopped[connection] = None
        self._plan()

    def _plan(self) -> None:
        """Stand in the book's line as soon as nothing is owed."""
        if self._next is None:
            after = max(-self.left, 0.0) / self.book.rate(self)
            self._next = asyncio.get_running_loop().call_later(after, self.book.line_up, self)

    def go_on(self) -> None:
        """Read more connections, if the account owes nothing: first those for which least was done."""
        self._next = None
        self._refill()
        if self.left >= 0:
            together, self._together = self._together, self._together * 2
            for first in sorted(self._stopped, key=lambda connection: self.spent[connection])[:together]:
                del self._stopped[first]
                first.listen(again=True)
        if self._stopped:
            self._plan()


class Accounts:
    """The accounts of one server. `clock` gives seconds."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.perf_counter) -> None:
        self.limits = limits
        self.clock = clock
        self.kept = 0
        self.present: set[Account] = set()
        """Those with open connections."""
        self._spending: OrderedDict[Account, float] = OrderedDict()
        self._rests = 0.0
        self._took = self._waited = 0.0
        self.speed = 1.0
        self._line: deque[Account] = deque()
        self._served: asyncio.TimerHandle | None = None
        self._of: OrderedDict[str, Account] = OrderedDict()

    def spends(self, account: Account) -> None:
        """An account has spent more than half of what is saved up."""
        self._spending[account] = self.clock()
        self._spending.move_to_end(account)

    def rate(self, account: Account) -> float:
        """What it gets in each second: those that have spent much within the last one share what there is."""
        late = self.clock() - 1
        while self._spending and next(iter(self._spending.values())) < late:
            self._spending.popitem(last=False)
        share = self.limits.loop_of_all / max(len(self._spending), 1)
        return self.speed * (share if account.many else min(self.limits.loop, share))

    def took(self, seconds: float, waited: float) -> None:
        """So much processor time took so long: the busier the machine, the less there is to share."""
        if waited > 0:
            self._took = self._took * FADING + seconds
            self._waited = self._waited * FADING + waited
            self.speed = max(min(self._took / self._waited, 1.0), SLOWEST)

    def rest(self, seconds: float) -> None:
        """An account that owes has taken so much: before the next one of them, the others have the loop."""
        pause = seconds * (1 / self.limits.loop_of_all - 1)
        self._rests = max(self._rests, self.clock() + pause)

    def line_up(self, account: Account) -> None:
        """Those who owed are read one after the other, never at the same time."""
        self._line.append(account)
        self._plan()

    def _plan(self) -> None:
        if self._line and self._served is None:
            pause = max(self._rests - self.clock(), BREATH)
            self._served = asyncio.get_running_loop().call_later(pause, self._serve)

    def _serve(self) -> None:
        self._served = None
        if self._rests <= self.clock():
            self._line.popleft().go_on()
        self._plan()

    def of(self, address: str, *, many: bool = False) -> Account:
        """The account of an address."""
        if address not in self._of:
            self._of[address] = Account(self, address, many=many)
            self._forget()
        self._of.move_to_end(address)
        return self._of[address]

    def _forget(self) -> None:
        for key in list(self._of)[: max(len(self._of) - MOST, 0)]:
            if not (self._of[key].spent or self._of[key].kept):
                del self._of[key]
