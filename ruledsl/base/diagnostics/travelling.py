"""Exceptions that arrive elsewhere as they were: pickled, copied, sent from one process to another."""

from __future__ import annotations

from typing import Any


class Travelling(Exception):
    """An exception whose arguments are not those that make it. Python makes a pickled exception anew from the arguments, and then fails."""

    def __reduce__(self) -> tuple[Any, ...]:
        """What it was, without being made again."""
        return _arrived, (type(self), self.args), self.__dict__


def _arrived(kind: type[Exception], args: tuple[Any, ...]) -> Exception:
    return kind.__new__(kind, *args)
