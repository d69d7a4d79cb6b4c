"""What jsonschema and referencing use of rpds, whose own code is not for browsers: maps, sets and lists that give a changed copy of themselves."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any


class HashTrieMap(Mapping[Hashable, Any]):
    """A mapping that does not change."""

    def __init__(self, items: Any = (), **more: Any) -> None:  # noqa: ANN401 - as `dict` takes them
        self._items = dict(items, **more)

    @classmethod
    def convert(cls, value: Any) -> HashTrieMap:  # noqa: ANN401
        """The value, if it is one already."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: Hashable, value: object) -> HashTrieMap:
        """With one more."""
        return HashTrieMap({**self._items, key: value})

    def update(self, *others: Any, **more: Any) -> HashTrieMap:  # noqa: ANN401
        """With more."""
        found = dict(self._items)
        for other in others:
            found.update(other)
        return HashTrieMap(found, **more)

    def remove(self, key: Hashable) -> HashTrieMap:
        """Without one, which is there."""
        found = dict(self._items)
        del found[key]
        return HashTrieMap(found)

    def __getitem__(self, key: Hashable) -> object:
        return self._items[key]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


class HashTrieSet(AbstractSet[Hashable]):
    """A set that does not change."""

    def __init__(self, items: Iterable[Hashable] = ()) -> None:
        self._items = frozenset(items)

    def insert(self, item: Hashable) -> HashTrieSet:
        """With one more."""
        return HashTrieSet(self._items | {item})

    def __contains__(self, item: object) -> bool:
        return item in self._items

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


class List:
    """A list that does not change."""

    def __init__(self, items: Iterable[object] = ()) -> None:
        self._items = tuple(items)

    def push_front(self, item: object) -> List:
        """With one more before all others."""
        return List((item, *self._items))

    def __iter__(self) -> Iterator[object]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)
