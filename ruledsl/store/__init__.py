"""The cache between runs, in a folder that only its owner can write. Imports nothing of ours except `ruledsl.system`."""

from ruledsl.store.building import much_is_built, much_is_held
from ruledsl.store.classes import Classes, classes_in
from ruledsl.store.decoding import Changes, decoded
from ruledsl.store.entries import Store, store
from ruledsl.store.folder import OFF, VARIABLE, cache_folder
from ruledsl.store.plain import OLD, from_bytes, to_bytes
from ruledsl.store.shipped import KNOWN, Shipped, shipped

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
