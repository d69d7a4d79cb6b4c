"""The cache between runs, in a folder that only its owner can write. Imports nothing of ours except `ruledsl.base.system`."""

from ruledsl.base.store.building import much_is_built, much_is_held
from ruledsl.base.store.classes import Classes, classes_in
from ruledsl.base.store.decoding import Changes, decoded
from ruledsl.base.store.entries import Store, store
from ruledsl.base.store.folder import OFF, VARIABLE, cache_folder
from ruledsl.base.store.plain import OLD, from_bytes, to_bytes
from ruledsl.base.store.shipped import KNOWN, Shipped, shipped

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
