"""What cannot be fetched or installed."""


class NotInstalled(ValueError):
    """Says in a sentence why a pack is not installed, or not removed. Nothing has changed."""
