"""The cache between runs, in a folder that only its owner can write. Imports nothing of ours except `ruledsl.base.system`."""

from ruledsl.base.store.encoding import OLD, Changes, Classes, classes_in, decoded, from_bytes, to_bytes
from ruledsl.base.store.entries import (
    KNOWN,
    OFF,
    VARIABLE,
    Shipped,
    Store,
    cache_folder,
    much_is_built,
    much_is_held,
    shipped,
    store,
)

__all__ = [
    "KNOWN",
    "OFF",
    "OLD",
    "VARIABLE",
    "Changes",
    "Classes",
    "Shipped",
    "Store",
    "cache_folder",
    "classes_in",
    "decoded",
    "from_bytes",
    "much_is_built",
    "much_is_held",
    "shipped",
    "store",
    "to_bytes",
]
