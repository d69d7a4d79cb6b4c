"""Packs that cannot be fetched or installed."""


class NotInstalled(ValueError):
    """Why a pack is not installed, or not removed, as a sentence. Nothing has changed."""
