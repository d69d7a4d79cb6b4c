"""A replacement of rpds, whose native code does not run in browsers, for jsonschema and referencing: persistent maps, sets and lists."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any


class HashTrieMap(Mapping[Hashable, Any]):
    """An immutable mapping."""

    def __init__(self, items: Any = (), **more: Any) -> None:  # noqa: ANN401 - as `dict` takes them
        self._items = dict(items, **more)

    @classmethod
    def convert(cls, value: Any) -> HashTrieMap:  # noqa: ANN401
        """The value, if it is a mapping of this class already."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: Hashable, value: object) -> HashTrieMap:
        """A copy with one more entry."""
        return HashTrieMap({**self._items, key: value})

    def update(self, *others: Any, **more: Any) -> HashTrieMap:  # noqa: ANN401
        """A copy with more entries."""
        entries = dict(self._items)
        for other in others:
            entries.update(other)
        return HashTrieMap(entries, **more)

    def remove(self, key: Hashable) -> HashTrieMap:
        """A copy without an existing entry."""
        entries = dict(self._items)
        del entries[key]
        return HashTrieMap(entries)

    def __getitem__(self, key: Hashable) -> object:
        return self._items[key]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


class HashTrieSet(AbstractSet[Hashable]):
    """An immutable set."""

    def __init__(self, items: Iterable[Hashable] = ()) -> None:
        self._items = frozenset(items)

    def insert(self, item: Hashable) -> HashTrieSet:
        """A copy with one more member."""
        return HashTrieSet(self._items | {item})

    def __contains__(self, item: object) -> bool:
        return item in self._items

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


class List:
    """An immutable list."""

    def __init__(self, items: Iterable[object] = ()) -> None:
        self._items = tuple(items)

    def push_front(self, item: object) -> List:
        """A copy with one more item at the front."""
        return List((item, *self._items))

    def __iter__(self) -> Iterator[object]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)
